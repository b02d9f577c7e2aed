import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: 'Se il pulsante non funziona, apri questo indirizzo:',
  footer: ({ host, project }) => `Inviata${project === '' ? '' : ` per ${project}`} da Portico su ${host}.`,
  footerWithoutPortico: ({ host, project }) => `Inviata per ${project} da ${host}.`,
  support: (address) => `Assistenza: ${address}`,
  terms: 'Termini di servizio',
  privacy: 'Informativa sulla privacy',
  unnamedTeam: 'Team senza nome',
  moment: (day, time) => `${day} alle ore ${time} UTC`,
}
