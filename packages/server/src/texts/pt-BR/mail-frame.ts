import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: 'Se o botão não funcionar, abra este endereço:',
  footer: ({ host, project }) => `Enviado${project === '' ? '' : ` em nome de ${project}`} pelo Portico em ${host}.`,
  footerWithoutPortico: ({ host, project }) => `Enviado em nome de ${project} por ${host}.`,
  support: (address) => `Suporte: ${address}`,
  terms: 'Termos de serviço',
  privacy: 'Política de privacidade',
  unnamedTeam: 'Equipe sem nome',
  moment: (day, time) => `${day} às ${time} UTC`,
}
