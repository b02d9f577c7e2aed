import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  footer: ({ host, project }) => `Envoyé${project === '' ? '' : ` pour ${project}`} par Portico sur ${host}.`,
  footerWithoutPortico: ({ host, project }) => `Envoyé pour ${project} par ${host}.`,
  support: (address) => `Assistance : ${address}`,
  terms: 'Conditions d’utilisation',
  privacy: 'Politique de confidentialité',
  unnamedTeam: 'Équipe sans nom',
  moment: (day, time) => `${day} à ${time} UTC`,
}
