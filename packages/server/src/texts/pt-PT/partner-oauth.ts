import type { PartnerOAuthTexts } from '../en/partner-oauth.ts'

export const partnerOAuth: PartnerOAuthTexts = {
  gone: 'Este pedido expirou ou começou noutro navegador. Volte ao site de onde veio e comece de novo.',
  wrongCode: 'O código não pertence a este pedido. Volte ao site de onde veio e comece de novo.',
  notAnswered: 'Este pedido ainda não foi respondido. Volte ao site de onde veio e comece de novo.',
}
