import { withIsolatedDetails } from '@portico/ui/language/isolated-details'
import { pluralsOf } from '@portico/ui/language/plural'

import type { ErrorTexts } from '../en/errors.ts'

const plural = pluralsOf('he')

const day = (millis: number): string =>
  new Date(millis).toLocaleDateString('he', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = (millis: number): string =>
  `${new Date(millis).toLocaleString('he', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

export const errors: ErrorTexts = withIsolatedDetails<ErrorTexts>({
  known: {
    INVALID_OAUTH_CLIENT_ID_OR_SECRET: () =>
      'מזהה הלקוח או הסוד של OAuth לא תקפים. מזהה הלקוח הוא מזהה הפרויקט, והסוד הוא מפתח לקוח הניתן לפרסום.',
    INVALID_PUBLISHABLE_CLIENT_KEY: ({ expired_at_millis, project_id, revoked_at_millis }) => {
      const key = `התוקף של מפתח הלקוח הניתן לפרסום של הפרויקט ״${project_id}״`
      if (revoked_at_millis !== undefined) {
        return `${key} בוטל בתאריך ${day(revoked_at_millis)}. יש להשתמש במפתח אחר.`
      }
      return expired_at_millis === undefined
        ? `מפתח הלקוח הניתן לפרסום לא תקף עבור הפרויקט ״${project_id}״. יש לבדוק את המפתח ואת מזהה הפרויקט.`
        : `${key} פג בתאריך ${day(expired_at_millis)}. יש ליצור מפתח חדש.`
    },
    OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: () => 'הספק הזה לא מופעל בפרויקט.',
    REDIRECT_URL_NOT_WHITELISTED: () =>
      'כתובת ההפניה לא שייכת לאף דומיין מהימן של הפרויקט. יש להוסיף את הדומיין בהגדרות הפרויקט או לאפשר את localhost.',
    UNPARSABLE_ACCESS_TOKEN: () => 'לא ניתן היה לקרוא את אסימון הגישה.',
    ACCESS_TOKEN_EXPIRED: () => 'תוקף אסימון הגישה פג. יש לרענן אותו ולנסות שוב.',
    OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: () =>
      'היקפי הרשאה נוספים דורשים מפתחות OAuth משלך. מפתחות משותפים לא מאפשרים אותם.',
    RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
      `כדי לשנות זאת, יש להיכנס שוב. הכניסה האחרונה שלך הייתה לפני יותר מ-${Math.round(max_age_millis / 60_000)} דקות.`,
    VERIFICATION_CODE_NOT_FOUND: () => 'הקוד הזה לא קיים. יש לבדוק אותו או לבקש קוד חדש.',
    VERIFICATION_CODE_EXPIRED: () => 'תוקף הקוד הזה פג. יש לבקש קוד חדש.',
    VERIFICATION_CODE_ALREADY_USED: () => 'כבר נעשה שימוש בקוד הזה.',
    VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: () => 'היו יותר מדי ניסיונות עם הקוד הזה. יש לבקש קוד חדש.',
    OUTER_OAUTH_TIMEOUT: () => 'הכניסה אצל הספק ארכה זמן רב מדי. יש להיכנס שוב.',
    OAUTH_PROVIDER_ACCESS_DENIED: () => 'הגישה נדחתה אצל הספק.',
    OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: () => 'הספק לא מגיב כרגע. יש לנסות שוב מאוחר יותר.',
    USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: () => 'כבר קישרת חשבון אחר אצל הספק הזה.',
    OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: () => 'החשבון הזה אצל הספק כבר מקושר למשתמש אחר.',
    SIGN_UP_NOT_ENABLED: () => 'ההרשמה למשתמשים חדשים לא מופעלת כרגע.',
    SIGN_UP_REJECTED: () => 'ההרשמה נדחתה. נסו כתובת אימייל אחרת או דרך אחרת להירשם, או פנו לתמיכה של היישום הזה.',
    CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: () =>
      'כתובת האימייל הזו כבר משמשת לכניסה לחשבון אחר. כדי להשתמש בספק, יש להיכנס קודם לחשבון ההוא באמצעות הסיסמה שלו או קישור באימייל, ואז לקשר את הספק בהגדרות של אותו חשבון.',
    RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
      type === 'second_factor_required'
        ? 'יש להגדיר אימות דו-שלבי כדי להשתמש בחשבון.'
        : type === 'waiting'
          ? 'ההרשמה שלך ממתינה לאישור.'
          : type === 'email_not_verified'
            ? 'כדי להשתמש בחשבון, יש לאמת את כתובת האימייל שלך.'
            : `החשבון שלך מושעה${until ? ` עד ${moment(until)}` : ''}.${reason ? ` סיבה: ${reason}` : ''}`,
    RATE_LIMITED: ({ retry_after_seconds: seconds }) =>
      seconds === null
        ? 'יותר מדי ניסיונות. יש לנסות שוב בעוד רגע.'
        : `יותר מדי ניסיונות. יש לנסות שוב בעוד ${plural(seconds, { one: 'שנייה אחת', two: 'שתי שניות', other: `${seconds} שניות` })}.`,
    PASSWORD_TOO_SHORT: ({ min_length }) => `הסיסמה קצרה מדי. האורך המינימלי הוא ${min_length} תווים.`,
    PASSWORD_TOO_LONG: ({ maxLength }) => `הסיסמה ארוכה מדי. האורך המרבי הוא ${maxLength} תווים.`,
    PASSWORD_REQUIREMENTS_NOT_MET: () => 'קל מדי לנחש את הסיסמה הזו. יש לבחור סיסמה אחרת.',
    USER_EMAIL_ALREADY_EXISTS: () => 'משתמש עם כתובת האימייל הזו כבר קיים.',
  },
  provider: {
    appRejected: (provider, reason) =>
      `התצורה של האפליקציה הזו נדחתה על ידי ${provider} (${reason ?? 'שגיאה לא ידועה'}). יש לפנות למפעיל האפליקציה.`,
    misconfigured: (provider) => `הכניסה באמצעות ${provider} לא מוגדרת כראוי. יש לפנות למפעיל האפליקציה.`,
    noAddress: (provider) =>
      `לא התקבלה מאת ${provider} כתובת אימייל עבור החשבון הזה. יש לאפשר ל-${provider} לשתף אותה, או להשתמש בשיטת כניסה אחרת.`,
    noAnswer: (provider) => `אין כרגע תשובה מאת ${provider}. יש לנסות שוב בעוד זמן מה.`,
    notVerified: (provider) => `התקבלה מאת ${provider} תשובה שלא ניתן היה לאמת. יש להיכנס שוב.`,
    signInExpired: (provider) => `תוקף הכניסה אצל ${provider} פג. יש להיכנס שוב.`,
  },
  signInNotFound: 'הכניסה הזו לא נמצאה. היא כבר הושלמה, או שהיא החלה בדפדפן אחר. יש להיכנס שוב.',
  overloaded: 'השירות עמוס מדי. יש לנסות שוב בעוד זמן קצר.',
  unavailable: 'השירות לא זמין. יש לנסות שוב בעוד זמן קצר.',
  unexpected: (requestId) => `שגיאת שרת פנימית. יש לדווח עליה עם מזהה הבקשה ${requestId}.`,
})
