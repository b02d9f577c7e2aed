import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: 'Se il pulsante non funziona, apri questo indirizzo:',
  footer: ({ host, project }) => `Inviata${project === '' ? '' : ` per ${project}`} da Portico su ${host}.`,
  unnamedTeam: 'Team senza nome',
  moment: (day, time) => `${day} alle ore ${time} UTC`,
}
