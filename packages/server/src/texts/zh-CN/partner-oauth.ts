import type { PartnerOAuthTexts } from '../en/partner-oauth.ts'

export const partnerOAuth: PartnerOAuthTexts = {
  gone: '此请求已过期，或是在其他浏览器中开始的。请返回将您转到此处的网站，然后重新开始。',
  wrongCode: '该代码不属于此请求。请返回将您转到此处的网站，然后重新开始。',
  notAnswered: '此请求尚未得到答复。请返回将您转到此处的网站，然后重新开始。',
}
