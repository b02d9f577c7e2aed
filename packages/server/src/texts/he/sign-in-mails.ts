import type { SignInMailTexts } from '../en/sign-in-mails.ts'

const becauseRequested = (project: string): string =>
  `קיבלת את האימייל הזה כי מישהו ביקש להיכנס אל ${project} באמצעות הכתובת הזו.`

const linkExpires = (lifetime: string): string => `תוקף הקישור יפוג בעוד ${lifetime}.`

const ifNotYou = 'אם הבקשה לא שלך, אפשר להתעלם מהאימייל הזה.'

export const signInMails: SignInMailTexts = {
  emailVerification: ({ linkLifetime, project }) => ({
    subject: `אימות כתובת האימייל שלך עבור ${project}`,
    sentence: 'יש לאמת שכתובת האימייל הזו שייכת לך.',
    action: 'אימות כתובת האימייל',
    lifetime: linkExpires(linkLifetime),
    reason: `קיבלת את האימייל הזה כי מישהו הזין את הכתובת הזו ב-${project}. אם לא הזנת אותה בעצמך, אפשר להתעלם מהאימייל הזה. שום דבר לא ישתנה.`,
  }),
  passwordReset: ({ linkLifetime, project }) => ({
    subject: `איפוס הסיסמה שלך עבור ${project}`,
    sentence: 'יש לבחור סיסמה חדשה לחשבון שלך.',
    action: 'בחירת סיסמה חדשה',
    lifetime: linkExpires(linkLifetime),
    reason: `קיבלת את האימייל הזה כי מישהו ביקש איפוס סיסמה עבור הכתובת הזו ב-${project}. ${ifNotYou} הסיסמה שלך לא תשתנה.`,
  }),
  signInCode: ({ linkLifetime, project }) => ({
    subject: `הקוד שלך לכניסה אל ${project}`,
    sentence: `יש להזין את הקוד הזה בדף הכניסה אל ${project}, או לפתוח את הקישור שלמטה.`,
    action: 'כניסה',
    lifetime: `יש להשתמש באחד מהם תוך ${linkLifetime}. הקוד פועל רק בדפדפן שביקש אותו.`,
    reason: `${becauseRequested(project)} ${ifNotYou} כדי להיכנס נדרש הקוד או הקישור. אין למסור אותם לאף אחד.`,
  }),
  noAccount: ({ project }) => ({
    subject: `אין ב-${project} חשבון עם הכתובת הזו`,
    sentence: `אין ב-${project} חשבון עם כתובת האימייל הזו, ואי אפשר ליצור ב-${project} חשבונות חדשים.`,
    reason: `${becauseRequested(project)} אם הבקשה שלך, אפשר לנסות כתובת אחרת או לפנות לתמיכה של ${project}. אם לא, אפשר להתעלם מהאימייל הזה.`,
  }),
  addressNotVerified: ({ project }) => ({
    subject: `אי אפשר עדיין להיכנס אל ${project} באימייל באמצעות הכתובת הזו`,
    sentence: `אי אפשר להשתמש בכתובת האימייל הזו כדי להיכנס אל ${project} באימייל עד שהיא תאומת. יש להיכנס באמצעות הסיסמה ואז לאמת את הכתובת בהגדרות החשבון.`,
    reason: `${becauseRequested(project)} ${ifNotYou}`,
  }),
  signInByEmailOff: ({ project }) => ({
    subject: `הכניסה באימייל מושבתת בחשבון שלך ב-${project}`,
    sentence: `הכניסה באימייל מושבתת בחשבון שלך ב-${project}. יש להיכנס בדרך אחרת או לפנות לתמיכה של ${project}.`,
    reason: `${becauseRequested(project)} ${ifNotYou}`,
  }),
  teamInvitation: ({ expiresAt, project, teamDisplayName }) => ({
    subject: `קיבלת הזמנה לצוות ב-${project}`,
    sentence: `קיבלת הזמנה להצטרף לצוות ״${teamDisplayName}״ ב-${project}.{{#if inviterName}} ההזמנה היא מאת ״{{ inviterName }}״.{{/if}}{{#if inviterAddress}} ההזמנה היא מאת {{ inviterAddress }}.{{/if}}`,
    action: 'הצגת ההזמנה',
    lifetime: `תוקף ההזמנה יפוג בתאריך ${expiresAt}. ההצטרפות לצוות תתבצע רק לאחר אישור שלך.`,
    reason: `קיבלת את האימייל הזה כי מישהו הזמין את הכתובת הזו לצוות ב-${project}. את השמות שבמירכאות בחרו משתמשים של ${project}. אם לא ציפית להזמנה הזו, אפשר להתעלם מהאימייל הזה.`,
  }),
  signInInvitation: ({ expiresAt, project }) => ({
    subject: `קיבלת הזמנה אל ${project}`,
    sentence: `קיבלת הזמנה ליצור חשבון ב-${project}. אם כבר יש לך חשבון עם הכתובת הזו, ההזמנה תחבר אותך אליו.`,
    action: 'הצגת ההזמנה',
    lifetime: `תוקף ההזמנה יפוג בתאריך ${expiresAt}.`,
    reason: `קיבלת את האימייל הזה כי ${project} הזמין את הכתובת הזו. אם לא ציפית להזמנה הזו, אפשר להתעלם מהאימייל הזה.`,
  }),
}
