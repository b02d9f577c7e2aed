import type { LocaleErrors } from '../error-texts.ts'

function sentenceOfKey(
  name: string,
  details: { project_id: string; expired_at_millis?: number; revoked_at_millis?: number },
): string {
  const day = (millis: number): string =>
    new Date(millis).toLocaleDateString('he', { dateStyle: 'medium', timeZone: 'UTC' })
  const ofProject = `התוקף של ${name} של הפרויקט ״${details.project_id}״`
  if (details.revoked_at_millis !== undefined) {
    return `${ofProject} בוטל בתאריך ${day(details.revoked_at_millis)}. יש להשתמש במפתח אחר.`
  }
  if (details.expired_at_millis !== undefined) {
    return `${ofProject} פג בתאריך ${day(details.expired_at_millis)}. יש ליצור מפתח חדש.`
  }
  return `${name} לא תקף עבור הפרויקט ״${details.project_id}״. יש לבדוק את המפתח ואת מזהה הפרויקט.`
}

export const errors: LocaleErrors = {
  // General
  UNSUPPORTED_ERROR: ({ originalErrorCode }) =>
    `השירות הגיב בשגיאה ${originalErrorCode}, שהגרסה הזו לא מכירה. יש לעדכן את גרסת ה-SDK.`,

  // Project authentication
  PROJECT_KEY_WITHOUT_ACCESS_TYPE:
    'הבקשה מכילה מפתח פרויקט אבל לא את הכותרת X-Stack-Access-Type. יש לשלוח יחד עם המפתח את אחד הערכים client, server או admin.',
  INVALID_ACCESS_TYPE: ({ accessType }) =>
    `הערך של X-Stack-Access-Type הוא ״${accessType}״. הערכים המותרים הם client, server ו-admin.`,
  ACCESS_TYPE_WITHOUT_PROJECT_ID: ({ request_type }) =>
    `בקשה עם סוג הגישה ${request_type} חייבת לציין את הפרויקט שלה בכותרת X-Stack-Project-Id.`,
  ACCESS_TYPE_REQUIRED: 'נקודת הקצה הזו דורשת את הכותרת X-Stack-Access-Type יחד עם מפתח הפרויקט המתאים.',
  INSUFFICIENT_ACCESS_TYPE: ({ actual_access_type, allowed_access_types }) =>
    `נקודת הקצה הזו לא זמינה לסוג הגישה ${actual_access_type}. סוגי הגישה המותרים: ${allowed_access_types.join(', ')}.`,
  INVALID_PUBLISHABLE_CLIENT_KEY: (details) => sentenceOfKey('מפתח הלקוח הניתן לפרסום', details),
  INVALID_SECRET_SERVER_KEY: (details) => sentenceOfKey('מפתח השרת הסודי', details),
  INVALID_SUPER_SECRET_ADMIN_KEY: (details) => sentenceOfKey('מפתח הניהול הסודי ביותר', details),
  UNPARSABLE_ADMIN_ACCESS_TOKEN: 'לא ניתן היה לקרוא את אסימון הגישה לניהול.',
  ADMIN_ACCESS_TOKEN_EXPIRED: 'תוקף אסימון הגישה לניהול פג. יש לרענן אותו ולנסות שוב.',
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: 'הפרויקט שאסימון הגישה לניהול שייך אליו לא קיים עוד.',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: 'המשתמש שאסימון הגישה לניהול שייך לו אינו מהבעלים של הפרויקט.',
  CLIENT_AUTHENTICATION_REQUIRED: 'מפתח הלקוח הניתן לפרסום חסר. יש לשלוח אותו בכותרת X-Stack-Publishable-Client-Key.',
  SERVER_AUTHENTICATION_REQUIRED: 'מפתח השרת הסודי חסר. יש לשלוח אותו בכותרת X-Stack-Secret-Server-Key.',
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: 'הבקשה חייבת להכיל מפתח לקוח הניתן לפרסום או מפתח שרת סודי.',
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: 'הבקשה חייבת להכיל מפתח לקוח הניתן לפרסום או מפתח ניהול סודי ביותר.',
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'הבקשה חייבת להכיל מפתח לקוח הניתן לפרסום, מפתח שרת סודי או מפתח ניהול סודי ביותר.',
  ADMIN_AUTHENTICATION_REQUIRED: 'מפתח הניהול הסודי ביותר חסר. יש לשלוח אותו בכותרת X-Stack-Super-Secret-Admin-Key.',
  EXPECTED_INTERNAL_PROJECT: 'נקודת הקצה הזו קיימת רק בפרויקט ״internal״.',

  // Session and tokens
  UNPARSABLE_ACCESS_TOKEN: 'לא ניתן היה לקרוא את אסימון הגישה.',
  ACCESS_TOKEN_EXPIRED: 'תוקף אסימון הגישה פג. יש לרענן אותו ולנסות שוב.',
  INVALID_PROJECT_FOR_ACCESS_TOKEN: ({ expected_project_id, actual_project_id }) =>
    `אסימון הגישה שייך לפרויקט ״${actual_project_id}״, אבל הבקשה מציינת את הפרויקט ״${expected_project_id}״.`,
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: 'החיבור הזה לא קיים או שהסתיים. יש להיכנס שוב.',
  CANNOT_DELETE_CURRENT_SESSION: 'אי אפשר למחוק את החיבור הנוכחי. במקום זאת יש לצאת מהחשבון.',
  PROVIDER_REJECTED: 'ספק הכניסה סיים את החיבור שלו. יש להיכנס שוב.',
  USER_AUTHENTICATION_REQUIRED: 'כדי לבצע את הפעולה הזו, יש להיכנס לחשבון.',
  RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
    `כדי לשנות זאת, יש להיכנס שוב. הכניסה האחרונה שלך הייתה לפני יותר מ-${Math.round(max_age_millis / 60_000)} דקות.`,
  STAFF_PERMISSION_REQUIRED: ({ right, role }) =>
    `התפקיד שלך בפרויקט הזה (${role}) לא מאפשר זאת: חסרה בו ההרשאה ${right}. יש לפנות לאחד מבעלי הפרויקט.`,
  CANNOT_GET_OWN_USER_WITHOUT_USER: 'הבקשה מציינת את ״me״, אבל אף משתמש לא נכנס לחשבון. יש לשלוח אסימון גישה של משתמש.',

  // Users, projects, sign-up, passwords, e-mail
  RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
    type === 'second_factor_required'
      ? 'יש להגדיר אימות דו-שלבי כדי להשתמש בחשבון.'
      : type === 'waiting'
        ? 'ההרשמה שלך ממתינה לאישור.'
        : type === 'email_not_verified'
          ? 'כדי להשתמש בחשבון, יש לאמת את כתובת האימייל שלך.'
          : `החשבון שלך מושעה${until ? ` עד ${new Date(until).toLocaleString('he', { dateStyle: 'long', timeStyle: 'short' })}` : ''}.${reason ? ` סיבה: ${reason}` : ''}`,
  EMAIL_NOT_VERIFIED:
    'יש לאמת קודם את כתובת האימייל. יש לבקש אימייל אימות ולפתוח את הקישור שבו בדפדפן שבו נכנסת לחשבון.',
  USER_ID_DOES_NOT_EXIST: ({ user_id }) => `אין משתמש עם המזהה ״${user_id}״.`,
  USER_NOT_FOUND: 'המשתמש לא נמצא.',
  PROJECT_NOT_FOUND: ({ project_id }) => `הפרויקט ״${project_id}״ לא נמצא.`,
  EMAIL_TEMPLATE_VERSION_CONFLICT: () => 'התבנית השתנתה מאז שקראת אותה. דבר לא נכתב. יש לקרוא את התבנית מחדש.',
  REQUIRES_CUSTOM_EMAIL_SERVER:
    'הפרויקט שולח את האימיילים שלו דרך השרת המשותף, שלא שולח אימיילים שפרויקט כתב בעצמו. יש להגדיר קודם שרת דואר של הפרויקט.',
  PROJECT_VERSION_CONFLICT: ({ conflicts }) =>
    `ההגדרות האלה של הפרויקט השתנו מאז שקראת אותן: ${conflicts.map(({ path }) => path).join(', ')}. דבר לא נכתב. יש לקרוא את הפרויקט מחדש.`,
  BRANCH_DOES_NOT_EXIST: ({ branch_id }) => `אין ענף ״${branch_id}״. הענף היחיד הוא ״main״.`,
  SIGN_UP_REJECTED: 'ההרשמה נדחתה. נסו כתובת אימייל אחרת או דרך אחרת להירשם, או פנו לתמיכה של היישום הזה.',
  BOT_CHALLENGE_REQUIRED: 'אשרו שאינכם רובוט.',
  BOT_CHALLENGE_FAILED: 'לא הצלחנו לאשר שאינכם רובוט. נסו שוב בעוד רגע.',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: 'הכניסה באמצעות מפתח גישה לא מופעלת בפרויקט הזה.',
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: 'משתמשים אנונימיים לא מופעלים בפרויקט הזה.',
  REDIRECT_URL_NOT_WHITELISTED:
    'כתובת ההפניה לא שייכת לאף דומיין מהימן של הפרויקט. יש להוסיף את הדומיין בהגדרות הפרויקט או לאפשר את localhost.',
  USER_DOES_NOT_HAVE_PASSWORD: 'למשתמש הזה אין סיסמה.',
  PASSWORD_CONFIRMATION_MISMATCH: 'הסיסמאות לא תואמות.',
  EMAIL_ALREADY_VERIFIED: 'כתובת האימייל כבר מאומתת.',
  EMAIL_NOT_ASSOCIATED_WITH_USER: 'כתובת האימייל לא שייכת לאף משתמש שיכול להיכנס באמצעותה.',
  EMAIL_IS_NOT_PRIMARY_EMAIL: ({ email }) => `הכתובת ${email} אינה כתובת האימייל הראשית של המשתמש.`,

  // Verification codes
  VERIFICATION_CODE_NOT_FOUND: 'הקוד הזה לא קיים. יש לבדוק אותו או לבקש קוד חדש.',
  VERIFICATION_CODE_EXPIRED: 'תוקף הקוד הזה פג. יש לבקש קוד חדש.',
  VERIFICATION_CODE_ALREADY_USED: 'כבר נעשה שימוש בקוד הזה.',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'היו יותר מדי ניסיונות עם הקוד הזה. יש לבקש קוד חדש.',

  // Passkey, second factor, CLI
  PASSKEY_REGISTRATION_FAILED: 'לא ניתן היה להוסיף את מפתח הגישה.',
  PASSKEY_WEBAUTHN_ERROR: 'לא ניתן היה להשתמש במפתח הגישה.',
  PASSKEY_AUTHENTICATION_FAILED: 'מפתח הגישה נדחה.',
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: 'כדי להיכנס נדרש אימות דו-שלבי.',
  INVALID_RECOVERY_CODE: 'קוד השחזור שגוי או שכבר נעשה בו שימוש. יש להשתמש בקוד אחר.',
  MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED: 'אין אפליקציית אימות. יש להגדיר אפליקציה קודם.',
  INVALID_POLLING_CODE: 'קוד התשאול הזה לא קיים.',
  CLI_AUTH_ERROR: 'הכניסה משורת הפקודה נכשלה.',
  CLI_AUTH_EXPIRED_ERROR: 'תוקף בקשת הכניסה משורת הפקודה פג. יש לנסות שוב.',
  CLI_AUTH_USED_ERROR: 'כבר נעשה שימוש באסימון האימות הזה.',

  // OAuth
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: 'המשתמש לא קישר חשבון אצל הספק הזה.',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: 'החשבון הזה אצל הספק כבר מקושר למשתמש אחר.',
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: 'החשבון המקושר לא מעניק את היקף ההרשאה הנדרש.',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'היקפי הרשאה נוספים דורשים מפתחות OAuth משלך. מפתחות משותפים לא מאפשרים אותם.',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'אסימוני גישה של ספק דורשים מפתחות OAuth משלך. מפתחות משותפים לא מאפשרים אותם.',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET:
    'מזהה הלקוח או הסוד של OAuth לא תקפים. מזהה הלקוח הוא מזהה הפרויקט, והסוד הוא מפתח לקוח הניתן לפרסום.',
  INVALID_SCOPE: ({ scope }) => `היקף ההרשאה ״${scope}״ לא תקף. היקף ההרשאה היחיד הוא ״legacy״.`,
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: 'כבר קישרת חשבון אחר אצל הספק הזה.',
  OUTER_OAUTH_TIMEOUT: 'הכניסה אצל הספק ארכה זמן רב מדי. יש להיכנס שוב.',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: 'הספק הזה לא מופעל בפרויקט.',
  INVALID_SHARED_OAUTH_PROVIDER_ID: ({ provider_id }) => `אין מפתחות משותפים לספק ״${provider_id}״.`,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: ({ provider_id }) => `הספק ״${provider_id}״ לא קיים.`,
  INVALID_AUTHORIZATION_CODE: 'קוד ההרשאה לא תקף או שתוקפו פג.',
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: 'הספק לא מגיב כרגע. יש לנסות שוב מאוחר יותר.',
  OAUTH_PROVIDER_ACCESS_DENIED: 'הגישה נדחתה אצל הספק.',
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    'כתובת האימייל הזו כבר משמשת לכניסה לחשבון אחר. כדי להשתמש בספק, יש להיכנס קודם לחשבון ההוא באמצעות הסיסמה שלו או קישור באימייל, ואז לקשר את הספק בהגדרות של אותו חשבון.',

  // Permissions, teams, templates, API keys
  PERMISSION_NOT_FOUND: ({ permission_id }) => `ההרשאה ״${permission_id}״ לא נמצאה.`,
  WRONG_PERMISSION_SCOPE: ({ permission_id, expected_scope }) =>
    `ההרשאה ״${permission_id}״ אינה ${expected_scope === 'team' ? 'הרשאת צוות' : 'הרשאת פרויקט'}.`,
  CONTAINED_PERMISSION_NOT_FOUND: ({ permission_id }) => `אי אפשר לכלול את ההרשאה ״${permission_id}״ כי היא לא קיימת.`,
  PERMISSION_ID_ALREADY_EXISTS: ({ permission_id }) => `מזהה ההרשאה ״${permission_id}״ כבר תפוס.`,
  PROJECT_PERMISSION_REQUIRED: ({ user_id, permission_id }) =>
    `למשתמש ${user_id} נדרשת הרשאת הפרויקט ״${permission_id}״.`,
  TEAM_PERMISSION_REQUIRED: ({ team_id, user_id, permission_id }) =>
    `למשתמש ${user_id} נדרשת ההרשאה ״${permission_id}״ בצוות ${team_id}.`,
  TEAM_PERMISSION_NOT_FOUND: ({ team_id, user_id, permission_id }) =>
    `למשתמש ${user_id} אין ההרשאה ״${permission_id}״ בצוות ${team_id}.`,
  TEAM_NOT_FOUND: ({ team_id }) => `הצוות ${team_id} לא נמצא.`,
  TEAM_ALREADY_EXISTS: ({ team_id }) => `הצוות ${team_id} כבר קיים.`,
  TEAM_LIMIT_REACHED: ({ max_teams }) =>
    `מספר הצוותים המרבי שמשתמש יכול ליצור הוא ${max_teams}. יש למחוק צוות שאין בו עוד צורך.`,
  TEAM_MEMBERSHIP_NOT_FOUND: ({ team_id, user_id }) => `המשתמש ${user_id} אינו חבר בצוות ${team_id}.`,
  TEAM_MEMBERSHIP_ALREADY_EXISTS: 'המשתמש כבר חבר בצוות.',
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: 'לפני אישור ההזמנה יש ליצור חשבון או להיכנס.',
  EMAIL_TEMPLATE_ALREADY_EXISTS: 'תבנית האימייל הזו כבר מותאמת אישית.',
  API_KEY_EXPIRED: 'תוקף מפתח ה-API פג.',
  API_KEY_REVOKED: 'תוקף מפתח ה-API בוטל.',
  WRONG_API_KEY_TYPE: ({ expected_type, actual_type }) =>
    `מפתח ה-API הזה הוא מסוג ${actual_type}. נקודת הקצה הזו מצפה למפתח מסוג ${expected_type}.`,
  API_KEY_NOT_FOUND: 'מפתח ה-API לא נמצא.',
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: 'סורק הסודות לא יכול לבטל את התוקף של מפתח API ציבורי.',
}
