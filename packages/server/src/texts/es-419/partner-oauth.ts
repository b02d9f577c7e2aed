import type { PartnerOAuthTexts } from '../en/partner-oauth.ts'

export const partnerOAuth: PartnerOAuthTexts = {
  gone: 'Esta solicitud venció o comenzó en otro navegador. Vuelve al sitio que te envió aquí y empieza de nuevo.',
  wrongCode: 'El código no pertenece a esta solicitud. Vuelve al sitio que te envió aquí y empieza de nuevo.',
  notAnswered: 'Esta solicitud todavía no se respondió. Vuelve al sitio que te envió aquí y empieza de nuevo.',
}
