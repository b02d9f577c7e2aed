import { pluralsOf } from '@portico/ui/language/plural'

import { isMadeByOthers, type AccountChange, type AddressChange, type NoticeTexts } from '../en/notices.ts'

const plural = pluralsOf('he')

type LeakedKey = Parameters<NoticeTexts['apiKeyLeaked']>[0]

const partNames: Readonly<Record<AccountChange['removed'][number], string>> = {
  password: 'הסיסמה',
  passkey: 'כל מפתחות הגישה',
  authenticator_app: 'אפליקציית האימות',
  api_keys: 'כל מפתחות ה-API',
}

const recordNames: Readonly<Record<AccountChange['undone'][number], string>> = {
  owned_projects: 'הבעלות על כל הפרויקטים',
  teams_left: 'ההשתייכות לצוותים שיש בהם חברים אחרים',
  team_members: 'חברי צוות שהחשבון הזמין',
  team_invitations: 'הזמנות פתוחות לצוותים',
  team_api_keys: 'מפתחות API של צוותים',
  teams: 'השם, התמונה וההגדרות של צוותים ללא חברים אחרים',
  profile: 'השם, התמונה וההגדרות בפרופיל',
}

const addressChangeNames: Readonly<Record<AddressChange, string>> = {
  replaces_address: 'היא מחליפה כתובת אחרת של החשבון',
  primary: 'היא עכשיו הכתובת הראשית',
  not_primary: 'היא כבר לא הכתובת הראשית',
  used_for_sign_in: 'אפשר יהיה להיכנס באמצעותה לאחר שתאומת',
  not_used_for_sign_in: 'היא כבר לא משמשת לכניסה',
}

const apiKey = ({ apiKeyName }: AccountChange): string =>
  apiKeyName === '' ? 'מפתח API' : `מפתח ה-API ״${apiKeyName}״`

const passkey = ({ passkeyName }: AccountChange): string =>
  passkeyName === '' ? 'מפתח גישה' : `מפתח הגישה ״${passkeyName}״`

function accessRemoved(details: AccountChange): string {
  const { address, changedAt, disconnected, disconnectedCount, removed, undone } = details
  const accounts = plural(disconnectedCount, {
    one: 'החשבון המקושר',
    two: 'שני החשבונות המקושרים',
    other: 'החשבונות המקושרים',
  })
  const parts = [
    ...removed.map((part) => partNames[part]),
    ...(disconnectedCount === 0 ? [] : [`${accounts} אצל ${disconnected}`]),
    ...undone.map((record) => recordNames[record]),
  ].join('; ')
  const verified = address === '' ? 'כתובת האימייל הזו' : `כתובת האימייל ${address} של החשבון שלך`
  const reconnect = disconnectedCount === 0 ? '' : `, ולקשר שם מחדש: ${disconnected}`
  return `${verified} אומתה בפעם הראשונה בתאריך ${changedAt}. לפני כן, מישהו אחר יכול היה להוסיף שיטות כניסה או מפתחות API, ולכן הפריטים הבאים הוסרו: ${parts}. אפשר להגדיר אותם שוב בהגדרות החשבון${reconnect}.`
}

const sentences: Readonly<Record<AccountChange['change'], (details: AccountChange) => string>> = {
  authenticator_app_added: ({ changedAt }) =>
    `אפליקציית אימות נוספה לחשבון שלך בתאריך ${changedAt}. מעכשיו נדרש לכניסה קוד מהאפליקציה הזו.`,
  authenticator_app_replaced: ({ changedAt }) => `אפליקציית האימות של החשבון שלך הוחלפה בתאריך ${changedAt}.`,
  authenticator_app_removed: ({ changedAt }) =>
    `אפליקציית האימות של החשבון שלך הוסרה בתאריך ${changedAt}. מעכשיו לא נדרש קוד ממנה כדי להיכנס.`,
  authenticator_app_reset: ({ changedAt }) =>
    `האימות הדו-שלבי של החשבון שלך הוסר בתאריך ${changedAt}, כפי שהודיע מנהל. מעכשיו הוא לא נדרש כדי להיכנס.`,
  authenticator_app_reset_cancelled: ({ changedAt }) =>
    `ההסרה הצפויה של האימות הדו-שלבי של החשבון שלך בוטלה בתאריך ${changedAt}. הוא עדיין נדרש כדי להיכנס.`,
  recovery_codes_created: ({ changedAt }) =>
    `קודי שחזור חדשים נוצרו לחשבון שלך בתאריך ${changedAt}. כל קוד מחליף פעם אחת קוד מאפליקציית האימות. קודי השחזור הקודמים כבר לא פעילים.`,
  recovery_code_used: ({ changedAt, unusedCodes }) =>
    `נעשה שימוש בקוד שחזור של החשבון שלך בתאריך ${changedAt} במקום קוד מאפליקציית האימות. קודי שחזור שלא נוצלו: ${unusedCodes}.`,
  passkey_added: (details) => `${passkey(details)} נוסף לחשבון שלך בתאריך ${details.changedAt}. אפשר להיכנס באמצעותו.`,
  passkey_removed: (details) =>
    `${passkey(details)} הוסר מהחשבון שלך בתאריך ${details.changedAt}. אי אפשר עוד להיכנס באמצעותו.`,
  api_key_created: (details) =>
    `${apiKey(details)} נוצר עבור החשבון שלך בתאריך ${details.changedAt}. תוכנות שמחזיקות במפתח יכולות לפעול בשמך.`,
  provider_account_connected: ({ changedAt, providerName }) =>
    `חשבון ב-${providerName} קושר לחשבון שלך בתאריך ${changedAt}. אפשר להיכנס באמצעותו.`,
  provider_account_disconnected: ({ changedAt, providerName }) =>
    `החשבון המקושר ב-${providerName} נותק מהחשבון שלך בתאריך ${changedAt}. אי אפשר עוד להיכנס באמצעותו.`,
  unproved_access_removed: accessRemoved,
  address_disowned: ({ address, changedAt }) =>
    `כתובת האימייל ${address} הוסרה מהחשבון שלך בתאריך ${changedAt}. הבעלים של תיבת האימייל ההיא דיווחו שהחשבון שייך לאדם אחר.`,
  address_added: ({ address, changedAt }) => `כתובת האימייל ${address} נוספה לחשבון שלך בתאריך ${changedAt}.`,
  address_updated: (details) =>
    `כתובת האימייל ${details.address} של החשבון שלך שונתה בתאריך ${details.changedAt}: ${details.addressChanges.map((change) => addressChangeNames[change]).join('; ')}.`,
  address_removed: ({ address, changedAt }) => `כתובת האימייל ${address} הוסרה מהחשבון שלך בתאריך ${changedAt}.`,
}

function subjectOfChange({ change, project }: AccountChange): string {
  if (change === 'api_key_created') return `נוצר מפתח API לחשבון שלך ב-${project}`
  if (change === 'recovery_code_used') return `נעשה שימוש בקוד שחזור של החשבון שלך ב-${project}`
  return change.startsWith('address_')
    ? `כתובות האימייל של החשבון שלך ב-${project} שונו`
    : `דרך הכניסה שלך אל ${project} שונתה`
}

const ownerOfKey = ({ ownerType, project, team }: LeakedKey): string =>
  `${ownerType === 'user' ? 'החשבון שלך' : team === '' ? 'הצוות' : `הצוות ״${team}״`} ב-${project}`

export const notices: NoticeTexts = {
  passwordChanged: ({ changedAt, project }) => ({
    subject: `הסיסמה שלך עבור ${project} שונתה`,
    sentence: `הסיסמה של החשבון שלך שונתה בתאריך ${changedAt}. אם ביצעת את השינוי הזה, אפשר להתעלם מהאימייל הזה.`,
    reason: `אם לא ביצעת את השינוי הזה, יש לעבור אל ${project}, לבחור ״שכחת את הסיסמה?״ בדף הכניסה ולהגדיר סיסמה חדשה. פעולה זו מסיימת את כל החיבורים. קיבלת את האימייל הזה כי זו הכתובת של החשבון.`,
  }),
  emailChanged: ({ changedAt, project }) => ({
    subject: `כתובת האימייל שלך עבור ${project} שונתה`,
    sentence: `הכתובת הזו הוסרה מהחשבון שלך בתאריך ${changedAt}. אם ביצעת את השינוי הזה, אפשר להתעלם מהאימייל הזה.`,
    reason: `אם לא ביצעת את השינוי הזה, יש לפנות מיד לתמיכה של ${project}. צוות התמיכה יכול לראות מי ביצע אותו. קיבלת את האימייל הזה כי זו הייתה הכתובת של החשבון.`,
  }),
  addressAdded: ({ changedAt, project }) => ({
    subject: `כתובת האימייל שלך נוספה לחשבון ב-${project}`,
    sentence: `הכתובת הזו נוספה לחשבון ב-${project} בתאריך ${changedAt}. אי אפשר להיכנס לחשבון באמצעותה עד לאימות הכתובת על ידך.`,
    reason: `קיבלת את האימייל הזה כי מישהו הזין את הכתובת הזו בהגדרות החשבון שלו ב-${project}. אם לא הזנת אותה בעצמך, אפשר להתעלם מהאימייל הזה, ואין לפתוח קישור אימות לכתובת הזו.`,
  }),
  signInMethodChanged: (details) => ({
    subject: subjectOfChange(details),
    sentence: `${sentences[details.change](details)}${isMadeByOthers(details.change) ? '' : ' אם ביצעת את השינוי הזה, אפשר להתעלם מהאימייל הזה.'}`,
    reason: `אם לא ביצעת את השינוי הזה, יש לעבור אל ${details.project}, לבטל אותו בהגדרות החשבון ולסיים את החיבורים שאינם מוכרים לך. אם אי אפשר עוד להיכנס, יש לפנות לתמיכה של ${details.project}. קיבלת את האימייל הזה כי זו הכתובת של החשבון.`,
  }),
  newDevice: ({ device, expiresAt, hasLink, place, project, signedInAt }) => ({
    subject: `כניסה אל ${project} ממכשיר חדש`,
    sentence: `בתאריך ${signedInAt} בוצעה כניסה לחשבון שלך ממכשיר שלא נכנסת ממנו בעבר.${device && ` מכשיר: ${device}.`}${place && ` מקום: ${place}.`} אם הכניסה בוצעה על ידך, אפשר להתעלם מהאימייל הזה.`,
    action: 'זה לא הייתי אני',
    lifetime: `תוקף הקישור יפוג בתאריך ${expiresAt}.`,
    reason: hasLink
      ? 'אם הכניסה לא בוצעה על ידך, יש לבחור ״זה לא הייתי אני״. פעולה זו מסיימת את החיבור, ואם לחשבון שלך יכולה להיות סיסמה, יישלח אליך אימייל לבחירת סיסמה חדשה. קיבלת את האימייל הזה כי זו הכתובת של החשבון.'
      : `אם הכניסה לא בוצעה על ידך, יש לעבור אל ${project}, לסיים בהגדרות החשבון את החיבור שאינו מוכר לך ולשנות את אופן הכניסה. אם יש לך סיסמה, יש לבחור ״שכחת את הסיסמה?״ בדף הכניסה ולהגדיר סיסמה חדשה. פעולה זו מסיימת את כל החיבורים. קיבלת את האימייל הזה כי זו הכתובת של החשבון.`,
  }),
  factorResetStarted: ({ project, takesEffectAt }) => ({
    subject: `האימות הדו-שלבי שלך ב-${project} יוסר`,
    sentence: `מנהל של ${project} הודיע שהאימות הדו-שלבי של החשבון שלך (אפליקציית אימות, קודי שחזור, מפתחות גישה) יוסר בתאריך ${takesEffectAt}. לאחר מכן הוא לא יידרש כדי להיכנס.`,
    action: 'ביטול ההסרה',
    lifetime: `אפשר לבטל עד ${takesEffectAt}.`,
    reason:
      'אם ביקשת זאת כי אמצעי האימות הדו-שלבי שלך אבד, אפשר להתעלם מהאימייל הזה. אם לא, יש לבטל את ההסרה מיד. קיבלת את האימייל הזה כי זו כתובת מאומתת של החשבון.',
  }),
  secondFactorDue: ({ project, dueAt }) => ({
    subject: `יש להגדיר אימות דו-שלבי לחשבון שלך ב-${project}`,
    sentence: `החל מ-${dueAt} החשבון שלך ב-${project} ידרוש אימות דו-שלבי (אפליקציית אימות או מפתח גישה). יש להגדיר אותו לפני כן בהגדרות החשבון. לאחר מכן אפשר יהיה להשתמש בחשבון רק אחרי ההגדרה.`,
    reason: `קיבלת את האימייל הזה כי מישהו נכנס לחשבון שלך ב-${project}. אם לא נכנסת לחשבון, יש לשנות את הסיסמה.`,
  }),
  signUpApproved: ({ project }) => ({
    subject: `ההרשמה שלך אל ${project} אושרה`,
    sentence: `ההרשמה שלך אל ${project} אושרה. מעכשיו אפשר להשתמש בחשבון.`,
    action: 'כניסה',
    reason: `קיבלת את האימייל הזה כי מישהו נרשם אל ${project} עם הכתובת הזו. אם לא ביצעת את ההרשמה, אפשר להתעלם מהאימייל הזה.`,
  }),
  signUpRefused: ({ project }) => ({
    subject: `ההרשמה שלך אל ${project} נדחתה`,
    sentence: `ההרשמה שלך אל ${project} נדחתה, והחשבון שלך נמחק.`,
    reason: `קיבלת את האימייל הזה כי מישהו נרשם אל ${project} עם הכתובת הזו. אם לא ביצעת את ההרשמה, אפשר להתעלם מהאימייל הזה.`,
  }),
  apiKeyLeaked: (details) => ({
    subject: `מפתח API עבור ${details.project} נמצא חשוף לציבור ותוקפו בוטל`,
    sentence: `מפתח API של ${ownerOfKey(details)} נמצא חשוף לציבור${details.description === '' ? '' : `: ״${details.description}״`}. תוקפו בוטל בתאריך ${details.revokedAt}. לתוכנות שמשתמשות במפתח אין עוד גישה. יש ליצור עבורן מפתח חדש ולהסיר את הישן מהמקום שבו פורסם. יש לבדוק מה נעשה עם המפתח לפני כן.`,
    reason: `קיבלת את האימייל הזה כי ${details.ownerType === 'team' ? 'יש לך הרשאה לנהל את מפתחות ה-API של הצוות' : 'זו הכתובת של החשבון'}. את השמות שבמירכאות בחרו משתמשים של ${details.project}.`,
  }),
}
