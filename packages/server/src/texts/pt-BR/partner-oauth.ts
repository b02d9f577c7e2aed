import type { PartnerOAuthTexts } from '../en/partner-oauth.ts'

export const partnerOAuth: PartnerOAuthTexts = {
  gone: 'Esta solicitação expirou ou começou em outro navegador. Volte ao site que enviou você para cá e comece de novo.',
  wrongCode: 'O código não pertence a esta solicitação. Volte ao site que enviou você para cá e comece de novo.',
  notAnswered: 'Esta solicitação ainda não foi respondida. Volte ao site que enviou você para cá e comece de novo.',
}
