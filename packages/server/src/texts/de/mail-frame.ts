import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: 'Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  footer: ({ host, project }) => `Gesendet${project === '' ? '' : ` für ${project}`} von Portico auf ${host}.`,
  footerWithoutPortico: ({ host, project }) => `Gesendet für ${project} von ${host}.`,
  support: (address) => `Support: ${address}`,
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutzerklärung',
  unnamedTeam: 'Team ohne Namen',
  moment: (day, time) => `${day} um ${time} UTC`,
}
