import { pluralsOf } from '@portico/ui/language/plural'

import type { StaffRole } from '@portico/contract'

import type { Person } from '../en/mail-frame.ts'
import { isAboutRole, type OwnerMailTexts } from '../en/owner-mails.ts'

const plural = pluralsOf('he')

type OwnerChanged = Parameters<OwnerMailTexts['ownerChanged']>[0]
type FailedEmailsDigest = Parameters<OwnerMailTexts['failedEmailsDigest']>[0]

function failedMails({ count, from, isMore, ownedProject, until, mails }: FailedEmailsDigest): string {
  const number = isMore
    ? `יותר מ-${count} אימיילים`
    : plural(count, { one: 'אימייל אחד', two: 'שני אימיילים', other: `${count} אימיילים` })
  const lines = mails.map(
    ({ recipient, subject }, index) =>
      `${index + 1}. ${subject === '' ? '(ללא נושא)' : `״${subject}״`} אל ${recipient}`,
  )
  return [
    `לא ניתן היה למסור ${number} של הפרויקט ״${ownedProject}״ בין ${from} לבין ${until}.`,
    [...(isMore || count > lines.length ? [`האחרונים (${lines.length}):`] : []), ...lines].join('\n'),
    'רשימת האימיילים שנשלחו בלוח הבקרה מציגה מדוע כל אימייל נכשל, ומציעה לשלוח אותו שוב כשזה יכול לעזור.',
  ].join('\n\n')
}

const roles: Readonly<Record<StaffRole, string>> = {
  owner: 'בעלים',
  admin: 'ניהול',
  developer: 'פיתוח',
  support: 'תמיכה',
  viewer: 'צפייה בלבד',
}

function invitation({
  isTransfer,
  ownedProject,
  personAddress,
  personName,
  project,
  role,
}: Parameters<OwnerMailTexts['ownerInvitation']>[0]): string {
  const inviter = personAddress || (personName === '' ? '' : `״${personName}״`)
  const invited = inviter === '' ? 'קיבלת הזמנה' : `קיבלת הזמנה מאת ${inviter}`
  if (role !== 'owner') return `${invited} להצטרף לפרויקט ״${ownedProject}״ ב-${project}. התפקיד שלך: ${roles[role]}.`
  const leaves = isTransfer ? ' הבעלות של מי ששלח את ההזמנה תסתיים עם אישור ההזמנה על ידך.' : ''
  return `${invited} להיות בעלים של הפרויקט ״${ownedProject}״ ב-${project}.${leaves}`
}

function ownerChange({ change, changedAt, isRecipient, ownedProject, role, ...person }: OwnerChanged): string {
  if (change === 'left') return `הגישה שלך לפרויקט ״${ownedProject}״ הסתיימה בתאריך ${changedAt}.`
  if (change === 'role_changed')
    return `התפקיד שלך בפרויקט ״${ownedProject}״ השתנה בתאריך ${changedAt}. התפקיד החדש: ${roles[role]}.`
  if (change === 'joined') {
    return `הגישה של ${named(person, 'משתמש')} לפרויקט ״${ownedProject}״ החלה בתאריך ${changedAt}. תפקיד: ${roles[role]}.`
  }
  const whose = isRecipient ? 'שלך' : `של ${named(person, 'משתמש')}`
  const happened = change === 'added' ? 'החלה' : 'הסתיימה'
  return `הבעלות ${whose} על הפרויקט ״${ownedProject}״ ${happened} בתאריך ${changedAt}.`
}

function adviceFor({ change, isRecipient }: OwnerChanged): string {
  if (change === 'added') {
    return ' לבעלים יש גישה לכל מה שבפרויקט. אם השינוי לא צפוי, יש להסיר את הבעלות הזו בהגדרות הפרויקט.'
  }
  return isRecipient && change === 'removed' ? ' אם השינוי לא צפוי, יש לפנות לאחד הבעלים האחרים.' : ''
}

function named({ personAddress, personName }: Person, unnamed: string): string {
  return `${personName === '' ? unnamed : `״${personName}״`}${personAddress === '' ? '' : ` (${personAddress})`}`
}

const list = new Intl.ListFormat('he')

const settings: Readonly<Record<string, string>> = {
  'config.email_config': 'שרת הדואר',
  'config.domains': 'הדומיינים המהימנים',
  'config.allow_localhost': 'האמון ב-localhost',
  'config.native_app_redirects_enabled': 'ההפניות לאפליקציות נייטיב',
  'config.oauth_providers': 'ספקי הכניסה',
  'config.oidc_providers': 'מנפיקי OpenID Connect',
  'config.old_system': 'המערכת הקודמת של הפרויקט',
  'config.recent_sign_in_required': 'הדרישה לכניסה מהזמן האחרון',
  'config.support_can_impersonate': 'התחזות למשתמשים על ידי התמיכה',
  is_production_mode: 'מצב הייצור',
  email_templates: 'תבניות האימייל',
  partner_access: 'הגישה של שותף',
  team_connections: 'מנפיקי OpenID Connect של צוותים',
  webhooks: 'נקודות הקצה של Webhook',
}

const reasonOfOwner = 'קיבלת את האימייל הזה כי יש לך בעלות על הפרויקט. את השמות שבמירכאות בחרו משתמשים.'

export const ownerMails: OwnerMailTexts = {
  ownerInvitation: (details) => ({
    subject: `קיבלת הזמנה לנהל פרויקט ב-${details.project}`,
    sentence: invitation(details),
    action: 'הצגת ההזמנה',
    lifetime: `תוקף ההזמנה יפוג בתאריך ${details.expiresAt}. הגישה שלך תתחיל רק לאחר אישור שלך.`,
    reason: `קיבלת את האימייל הזה כי מישהו הזמין את הכתובת הזו לפרויקט ב-${details.project}. את השמות שבמירכאות בחרו משתמשים. אם לא ציפית להזמנה הזו, אפשר להתעלם מהאימייל הזה.`,
  }),
  ownerChanged: (details) => ({
    subject: `התפקידים בפרויקט ב-${details.project} השתנו`,
    sentence: `${ownerChange(details)}${adviceFor(details)}`,
    reason: isAboutRole(details)
      ? 'קיבלת את האימייל הזה כי הוא נוגע לתפקיד שלך בפרויקט. את השמות שבמירכאות בחרו משתמשים.'
      : `קיבלת את האימייל הזה כי ${details.isRecipient && details.change === 'removed' ? 'הייתה' : 'יש'} לך בעלות על הפרויקט. את השמות שבמירכאות בחרו משתמשים.`,
  }),
  projectSettingsChanged: (details) => ({
    subject: `הגדרות של פרויקט ב-${details.project} השתנו`,
    sentence: `בתאריך ${details.changedAt} שונו בפרויקט ״${details.ownedProject}״ ההגדרות הבאות: ${list.format(details.fields.map((field) => settings[field] ?? field))}. השינוי בוצע על ידי ${named(details, details.isOwner ? 'בעלים' : 'תוכנה שמחזיקה במפתח של הפרויקט')}. באמצעות ההגדרות האלה מישהו יכול להשיג את קודי הכניסה של המשתמשים שלך או להיכנס בשמם. אם לא ציפית לשינוי הזה, יש לבדוק את הגדרות הפרויקט, לבטל את השינוי ולהסיר את הבעלים או את המפתחות שביצעו אותו.`,
    reason: reasonOfOwner,
  }),
  passwordHashesExported: (details) => ({
    subject: `גיבובי הסיסמאות של פרויקט ב-${details.project} יוצאו`,
    sentence: `בתאריך ${details.changedAt} יוצאו כל המשתמשים של הפרויקט ״${details.ownedProject}״, כולל גיבובי הסיסמאות שלהם והסודות של אפליקציות האימות שלהם. הייצוא בוצע על ידי ${named(details, details.isOwner ? 'בעלים' : 'תוכנה שמחזיקה במפתח של הפרויקט')}. באמצעות הקובץ הזה מישהו יכול לנחש את הסיסמאות של המשתמשים שלך ולהיכנס בשמם. אם לא ציפית לייצוא הזה, יש להסיר את הבעלים או את המפתחות שביצעו אותו, ולבקש מהמשתמשים להגדיר סיסמאות חדשות ולהגדיר מחדש את אפליקציות האימות.`,
    reason: reasonOfOwner,
  }),
  webhookEndpointDisabled: ({ cause, changedAt, endpointHost, ownedProject, project }) => ({
    subject: `נקודת קצה של Webhook בפרויקט ב-${project} הושבתה`,
    sentence: `בתאריך ${changedAt} הושבתה נקודת הקצה של Webhook ״${endpointHost}״ בפרויקט ״${ownedProject}״, כי ${cause === 'gone' ? 'היא החזירה 410' : 'כל המסירות במשך חמישה ימים נכשלו'}. אירועים מאז נשמרים למשך 30 יום. יש להפעיל את נקודת הקצה בלוח הבקרה, שמציע למסור אותם.`,
    reason: reasonOfOwner,
  }),
  failedEmailsDigest: (details) => ({
    subject: `לא ניתן היה למסור אימיילים של פרויקט ב-${details.project}`,
    sentence: failedMails(details),
    reason: 'קיבלת את האימייל הזה כי יש לך בעלות על הפרויקט. את הטקסטים שבמירכאות בחרו משתמשים.',
  }),
  test: ({ project }) => ({
    subject: `אימייל בדיקה מ-${project}`,
    sentence: `שרת הדואר של ${project} פועל.`,
    reason: `מנהל מערכת של ${project} שלח את אימייל הבדיקה הזה. אפשר להתעלם ממנו.`,
  }),
}
