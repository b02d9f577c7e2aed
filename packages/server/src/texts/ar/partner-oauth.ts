import type { PartnerOAuthTexts } from '../en/partner-oauth.ts'

export const partnerOAuth: PartnerOAuthTexts = {
  gone: 'انتهت صلاحية هذا الطلب أو أنه بدأ في متصفح آخر. يُرجى العودة إلى الموقع الذي أرسلك إلى هنا والبدء من جديد.',
  wrongCode: 'لا ينتمي الرمز إلى هذا الطلب. يُرجى العودة إلى الموقع الذي أرسلك إلى هنا والبدء من جديد.',
  notAnswered: 'لم يتم الرد على هذا الطلب بعد. يُرجى العودة إلى الموقع الذي أرسلك إلى هنا والبدء من جديد.',
}
