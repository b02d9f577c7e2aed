import type { PartnerOAuthTexts } from '../en/partner-oauth.ts'

export const partnerOAuth: PartnerOAuthTexts = {
  gone: '此要求已過期，或是在其他瀏覽器中開始的。請返回將您帶到這裡的網站，然後重新開始。',
  wrongCode: '該代碼不屬於此要求。請返回將您帶到這裡的網站，然後重新開始。',
  notAnswered: '此要求尚未回覆。請返回將您帶到這裡的網站，然後重新開始。',
}
