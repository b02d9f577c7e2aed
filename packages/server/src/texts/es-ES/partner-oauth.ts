import type { PartnerOAuthTexts } from '../en/partner-oauth.ts'

export const partnerOAuth: PartnerOAuthTexts = {
  gone: 'Esta solicitud ha caducado o se inició en otro navegador. Regresa al sitio desde el que has llegado y vuelve a empezar.',
  wrongCode: 'El código no pertenece a esta solicitud. Regresa al sitio desde el que has llegado y vuelve a empezar.',
  notAnswered:
    'Esta solicitud todavía no se ha respondido. Regresa al sitio desde el que has llegado y vuelve a empezar.',
}
