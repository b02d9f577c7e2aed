import type { PartnerOAuthTexts } from '../en/partner-oauth.ts'

export const partnerOAuth: PartnerOAuthTexts = {
  gone: 'תוקף הבקשה הזו פג, או שהיא החלה בדפדפן אחר. יש לחזור לאתר ששלח אותך לכאן ולהתחיל מחדש.',
  wrongCode: 'הקוד לא שייך לבקשה הזו. יש לחזור לאתר ששלח אותך לכאן ולהתחיל מחדש.',
  notAnswered: 'הבקשה הזו עדיין לא נענתה. יש לחזור לאתר ששלח אותך לכאן ולהתחיל מחדש.',
}
