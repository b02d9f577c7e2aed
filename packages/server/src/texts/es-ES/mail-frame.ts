import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: 'Si el botón no funciona, abre esta dirección:',
  footer: ({ host, project }) => `Enviado${project === '' ? '' : ` para ${project}`} por Portico en ${host}.`,
  footerWithoutPortico: ({ host, project }) => `Enviado para ${project} por ${host}.`,
  support: (address) => `Asistencia: ${address}`,
  terms: 'Condiciones del servicio',
  privacy: 'Política de privacidad',
  unnamedTeam: 'Equipo sin nombre',
  // One o'clock is singular: "a la 1:20".
  moment: (day, time) => `${day} a ${/^0?1\D/.test(time) ? 'la' : 'las'} ${time} UTC`,
}
