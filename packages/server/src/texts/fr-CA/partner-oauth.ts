import type { PartnerOAuthTexts } from '../en/partner-oauth.ts'

export const partnerOAuth: PartnerOAuthTexts = {
  gone: 'Cette demande a expiré, ou elle a commencé dans un autre navigateur. Revenez au site d’où vous venez et recommencez.',
  wrongCode: 'Le code n’appartient pas à cette demande. Revenez au site d’où vous venez et recommencez.',
  notAnswered: 'Cette demande n’a pas encore reçu de réponse. Revenez au site d’où vous venez et recommencez.',
}
