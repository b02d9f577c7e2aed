import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: 'Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  footer: ({ host, project }) => `Gesendet${project === '' ? '' : ` für ${project}`} von Portico auf ${host}.`,
  unnamedTeam: 'Team ohne Namen',
  moment: (day, time) => `${day} um ${time} UTC`,
}
