import { pluralsOf } from '@portico/ui/language/plural'

import type { LocaleErrors } from '../error-texts.ts'

const plural = pluralsOf('ar')

const minutes = (n: number): string =>
  plural(n, {
    zero: `${n} دقيقة`,
    one: 'دقيقة واحدة',
    two: 'دقيقتين',
    few: `${n} دقائق`,
    many: `${n} دقيقة`,
    other: `${n} دقيقة`,
  })

function sentenceOfKey(
  name: string,
  details: { project_id: string; expired_at_millis?: number; revoked_at_millis?: number },
): string {
  const day = (millis: number): string =>
    new Date(millis).toLocaleDateString('ar', { dateStyle: 'medium', timeZone: 'UTC' })
  const ofProject = `${name} للمشروع «${details.project_id}»`
  if (details.revoked_at_millis !== undefined) {
    return `تم إبطال ${ofProject} في ${day(details.revoked_at_millis)}. يُرجى استخدام مفتاح آخر.`
  }
  if (details.expired_at_millis !== undefined) {
    return `انتهت صلاحية ${ofProject} في ${day(details.expired_at_millis)}. يُرجى إنشاء مفتاح جديد.`
  }
  return `${name} غير صالح للمشروع «${details.project_id}». يُرجى التحقق من المفتاح ومعرّف المشروع.`
}

export const errors: LocaleErrors = {
  // General
  UNSUPPORTED_ERROR: ({ originalErrorCode }) =>
    `ردّت الخدمة بالخطأ ${originalErrorCode} الذي لا يعرفه هذا الإصدار. يُرجى تحديث إصدار SDK لديك.`,

  // Project authentication
  PROJECT_KEY_WITHOUT_ACCESS_TYPE:
    'يحتوي الطلب على مفتاح مشروع من دون الترويسة X-Stack-Access-Type. يُرجى إرسال client أو server أو admin مع المفتاح.',
  INVALID_ACCESS_TYPE: ({ accessType }) =>
    `قيمة X-Stack-Access-Type هي «${accessType}». يجب أن تكون client أو server أو admin.`,
  ACCESS_TYPE_WITHOUT_PROJECT_ID: ({ request_type }) =>
    `يجب أن يحدد الطلب من نوع الوصول ${request_type} مشروعه في الترويسة X-Stack-Project-Id.`,
  ACCESS_TYPE_REQUIRED: 'تتطلب نقطة النهاية هذه ترويسة X-Stack-Access-Type مع مفتاح المشروع المطابق.',
  INSUFFICIENT_ACCESS_TYPE: ({ actual_access_type, allowed_access_types }) =>
    `نقطة النهاية هذه غير متاحة لنوع الوصول ${actual_access_type}. الأنواع المتاحة: ${allowed_access_types.join(', ')}.`,
  INVALID_PUBLISHABLE_CLIENT_KEY: (details) => sentenceOfKey('مفتاح العميل القابل للنشر', details),
  INVALID_SECRET_SERVER_KEY: (details) => sentenceOfKey('مفتاح الخادم السري', details),
  INVALID_SUPER_SECRET_ADMIN_KEY: (details) => sentenceOfKey('مفتاح المشرف السري', details),
  UNPARSABLE_ADMIN_ACCESS_TOKEN: 'تعذّرت قراءة رمز وصول المشرف.',
  ADMIN_ACCESS_TOKEN_EXPIRED: 'انتهت صلاحية رمز وصول المشرف. يُرجى تجديده والمحاولة مجددًا.',
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: 'لم يعد المشروع الخاص برمز وصول المشرف هذا موجودًا.',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: 'مستخدم رمز وصول المشرف هذا لا يملك المشروع.',
  CLIENT_AUTHENTICATION_REQUIRED:
    'مفتاح العميل القابل للنشر مفقود. يُرجى إرساله في الترويسة X-Stack-Publishable-Client-Key.',
  SERVER_AUTHENTICATION_REQUIRED: 'مفتاح الخادم السري مفقود. يُرجى إرساله في الترويسة X-Stack-Secret-Server-Key.',
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: 'يجب أن يحتوي الطلب على مفتاح عميل قابل للنشر أو مفتاح خادم سري.',
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: 'يجب أن يحتوي الطلب على مفتاح عميل قابل للنشر أو مفتاح مشرف سري.',
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'يجب أن يحتوي الطلب على مفتاح عميل قابل للنشر أو مفتاح خادم سري أو مفتاح مشرف سري.',
  ADMIN_AUTHENTICATION_REQUIRED: 'مفتاح المشرف السري مفقود. يُرجى إرساله في الترويسة X-Stack-Super-Secret-Admin-Key.',
  EXPECTED_INTERNAL_PROJECT: 'نقطة النهاية هذه موجودة في المشروع «internal» فقط.',

  // Session and tokens
  UNPARSABLE_ACCESS_TOKEN: 'تعذّرت قراءة رمز الوصول.',
  ACCESS_TOKEN_EXPIRED: 'انتهت صلاحية رمز الوصول. يُرجى تجديده والمحاولة مجددًا.',
  INVALID_PROJECT_FOR_ACCESS_TOKEN: ({ expected_project_id, actual_project_id }) =>
    `ينتمي رمز الوصول إلى المشروع «${actual_project_id}»، لكن الطلب يحدد المشروع «${expected_project_id}».`,
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: 'هذه الجلسة غير موجودة أو انتهت. يُرجى تسجيل الدخول مجددًا.',
  CANNOT_DELETE_CURRENT_SESSION: 'لا يمكن حذف الجلسة الحالية. يُرجى تسجيل الخروج بدلًا من ذلك.',
  PROVIDER_REJECTED: 'أنهى موفّر خدمة تسجيل الدخول جلسته. يُرجى تسجيل الدخول مجددًا.',
  USER_AUTHENTICATION_REQUIRED: 'يتطلب ذلك تسجيل الدخول.',
  RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
    `لتغيير هذا، يُرجى تسجيل الدخول مجددًا. مضى على آخر تسجيل دخول لك أكثر من ${minutes(Math.round(max_age_millis / 60_000))}.`,
  STAFF_PERMISSION_REQUIRED: ({ right, role }) =>
    `دورك في هذا المشروع (${role}) لا يسمح بذلك: ينقصه الحق ${right}. اسأل أحد مالكي المشروع.`,
  CANNOT_GET_OWN_USER_WITHOUT_USER:
    'يحدد الطلب «me»، لكن لم يسجّل أي مستخدم الدخول. يُرجى إرسال رمز وصول أحد المستخدمين.',

  // Users, projects, sign-up, passwords, e-mail
  RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
    type === 'second_factor_required'
      ? 'يجب إعداد عامل ثانٍ لاستخدام حسابك.'
      : type === 'waiting'
        ? 'طلب إنشاء حسابك بانتظار الموافقة.'
        : type === 'email_not_verified'
          ? 'يجب التحقق من عنوان بريدك الإلكتروني لاستخدام حسابك.'
          : `حسابك معلَّق${until ? ` حتى ${new Date(until).toLocaleString('ar', { dateStyle: 'long', timeStyle: 'short' })}` : ''}.${reason ? ` السبب: ${reason}` : ''}`,
  EMAIL_NOT_VERIFIED:
    'يجب التحقق من عنوان البريد الإلكتروني أولًا. يُرجى طلب رسالة تحقق وفتح رابطها في المتصفح الذي سجّلت الدخول فيه.',
  USER_ID_DOES_NOT_EXIST: ({ user_id }) => `لا يوجد مستخدم بالمعرّف «${user_id}».`,
  USER_NOT_FOUND: 'لم يُعثر على المستخدم.',
  PROJECT_NOT_FOUND: ({ project_id }) => `لم يُعثر على المشروع «${project_id}».`,
  EMAIL_TEMPLATE_VERSION_CONFLICT: () => 'تم تغيير القالب منذ أن قرأته. لم تتم كتابة أي شيء. يُرجى قراءة القالب مجددًا.',
  REQUIRES_CUSTOM_EMAIL_SERVER:
    'يرسل المشروع رسائله عبر الخادم المشترك الذي لا يرسل رسائل كتبها أحد المشاريع. يُرجى إعداد خادم بريد للمشروع أولًا.',
  PROJECT_VERSION_CONFLICT: ({ conflicts }) =>
    `تم تغيير إعدادات المشروع التالية منذ أن قرأتها: ${conflicts.map(({ path }) => path).join(', ')}. لم تتم كتابة أي شيء. يُرجى قراءة المشروع مجددًا.`,
  BRANCH_DOES_NOT_EXIST: ({ branch_id }) => `لا يوجد فرع باسم «${branch_id}». الفرع الوحيد هو «main».`,
  SIGN_UP_REJECTED:
    'رُفض إنشاء الحساب. جرّب عنوان بريد إلكتروني آخر أو طريقة أخرى لإنشاء الحساب، أو تواصل مع دعم هذا التطبيق.',
  BOT_CHALLENGE_REQUIRED: 'يرجى تأكيد أنك لست روبوتًا.',
  BOT_CHALLENGE_FAILED: 'تعذّر التأكد من أنك لست روبوتًا. يُرجى المحاولة مرة أخرى بعد قليل.',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: 'تسجيل الدخول بمفتاح مرور غير مفعّل لهذا المشروع.',
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: 'المستخدمون المجهولون غير مفعّلين لهذا المشروع.',
  REDIRECT_URL_NOT_WHITELISTED:
    'عنوان URL لإعادة التوجيه ليس في قائمة النطاقات الموثوق بها. يُرجى إضافة نطاقه في إعدادات المشروع أو السماح بـ localhost.',
  USER_DOES_NOT_HAVE_PASSWORD: 'ليس لهذا المستخدم كلمة مرور.',
  PASSWORD_CONFIRMATION_MISMATCH: 'كلمتا المرور غير متطابقتين.',
  EMAIL_ALREADY_VERIFIED: 'تم التحقق من عنوان البريد الإلكتروني بالفعل.',
  EMAIL_NOT_ASSOCIATED_WITH_USER: 'لا يخص عنوان البريد الإلكتروني أي مستخدم يمكنه تسجيل الدخول به.',
  EMAIL_IS_NOT_PRIMARY_EMAIL: ({ email }) => `عنوان البريد الإلكتروني الأساسي للمستخدم ليس ${email}.`,

  // Verification codes
  VERIFICATION_CODE_NOT_FOUND: 'هذا الرمز غير موجود. يُرجى التحقق منه أو طلب رمز جديد.',
  VERIFICATION_CODE_EXPIRED: 'انتهت صلاحية هذا الرمز. يُرجى طلب رمز جديد.',
  VERIFICATION_CODE_ALREADY_USED: 'سبق استخدام هذا الرمز.',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'جُرّب هذا الرمز مرات كثيرة جدًا. يُرجى طلب رمز جديد.',

  // Passkey, second factor, CLI
  PASSKEY_REGISTRATION_FAILED: 'تعذّرت إضافة مفتاح المرور.',
  PASSKEY_WEBAUTHN_ERROR: 'تعذّر استخدام مفتاح المرور.',
  PASSKEY_AUTHENTICATION_FAILED: 'لم يُقبل مفتاح المرور.',
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: 'يتطلب تسجيل الدخول عاملًا ثانيًا.',
  INVALID_RECOVERY_CODE: 'رمز الاسترداد غير صحيح أو سبق استخدامه. يُرجى استخدام رمز آخر.',
  MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED: 'لا يوجد تطبيق مصادقة. يُرجى إعداد تطبيق أولًا.',
  INVALID_POLLING_CODE: 'رمز الاستعلام هذا غير موجود.',
  CLI_AUTH_ERROR: 'فشل تسجيل الدخول من سطر الأوامر.',
  CLI_AUTH_EXPIRED_ERROR: 'انتهت صلاحية طلب تسجيل الدخول من سطر الأوامر. يُرجى المحاولة مجددًا.',
  CLI_AUTH_USED_ERROR: 'سبق استخدام رمز تسجيل الدخول هذا.',

  // OAuth
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: 'لم يربط المستخدم أي حساب لدى موفّر الخدمة هذا.',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: 'حساب موفّر الخدمة هذا مرتبط بالفعل بمستخدم آخر.',
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: 'لا يمنح الحساب المرتبط نطاق الوصول المطلوب.',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'تتطلب نطاقات الوصول الإضافية مفاتيح OAuth الخاصة بك. المفاتيح المشتركة لا تسمح بها.',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'تتطلب رموز وصول موفّر الخدمة مفاتيح OAuth الخاصة بك. المفاتيح المشتركة لا تسمح بها.',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET:
    'معرّف عميل OAuth أو سره غير صالح. معرّف العميل هو معرّف المشروع، والسر هو مفتاح عميل قابل للنشر.',
  INVALID_SCOPE: ({ scope }) => `نطاق الوصول «${scope}» غير صالح. النطاق الوحيد هو «legacy».`,
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: 'سبق أن ربطت حسابًا آخر من موفّر الخدمة هذا.',
  OUTER_OAUTH_TIMEOUT: 'استغرق تسجيل الدخول لدى موفّر الخدمة وقتًا طويلًا. يُرجى تسجيل الدخول مجددًا.',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: 'موفّر الخدمة هذا غير مفعّل للمشروع.',
  INVALID_SHARED_OAUTH_PROVIDER_ID: ({ provider_id }) => `لا توجد مفاتيح مشتركة لموفّر الخدمة «${provider_id}».`,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: ({ provider_id }) => `موفّر الخدمة «${provider_id}» غير موجود.`,
  INVALID_AUTHORIZATION_CODE: 'رمز التفويض غير صالح أو انتهت صلاحيته.',
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: 'موفّر الخدمة لا يستجيب حاليًا. يُرجى المحاولة مجددًا لاحقًا.',
  OAUTH_PROVIDER_ACCESS_DENIED: 'رُفض الوصول لدى موفّر الخدمة.',
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    'يسجّل حساب آخر الدخول بعنوان البريد الإلكتروني هذا بالفعل. لاستخدام موفّر الخدمة، يُرجى أولًا تسجيل الدخول إلى ذلك الحساب بكلمة مروره أو برابط عبر البريد الإلكتروني، ثم ربط موفّر الخدمة من إعدادات ذلك الحساب.',

  // Permissions, teams, templates, API keys
  PERMISSION_NOT_FOUND: ({ permission_id }) => `لم يُعثر على الإذن «${permission_id}».`,
  WRONG_PERMISSION_SCOPE: ({ permission_id, expected_scope }) =>
    `الإذن «${permission_id}» ليس إذن ${expected_scope === 'team' ? 'فريق' : 'مشروع'}.`,
  CONTAINED_PERMISSION_NOT_FOUND: ({ permission_id }) => `لا يمكن تضمين الإذن «${permission_id}» لأنه غير موجود.`,
  PERMISSION_ID_ALREADY_EXISTS: ({ permission_id }) => `معرّف الإذن «${permission_id}» مستخدَم بالفعل.`,
  PROJECT_PERMISSION_REQUIRED: ({ user_id, permission_id }) =>
    `يحتاج المستخدم ${user_id} إلى إذن المشروع «${permission_id}».`,
  TEAM_PERMISSION_REQUIRED: ({ team_id, user_id, permission_id }) =>
    `يحتاج المستخدم ${user_id} إلى الإذن «${permission_id}» في الفريق ${team_id}.`,
  TEAM_PERMISSION_NOT_FOUND: ({ team_id, user_id, permission_id }) =>
    `ليس لدى المستخدم ${user_id} الإذن «${permission_id}» في الفريق ${team_id}.`,
  TEAM_NOT_FOUND: ({ team_id }) => `لم يُعثر على الفريق ${team_id}.`,
  TEAM_ALREADY_EXISTS: ({ team_id }) => `الفريق ${team_id} موجود بالفعل.`,
  TEAM_LIMIT_REACHED: ({ max_teams }) =>
    `الحد الأقصى لعدد الفرق التي يمكن للمستخدم إنشاؤها: ${max_teams}. يُرجى حذف فريق لم يعد يلزمك.`,
  TEAM_MEMBERSHIP_NOT_FOUND: ({ team_id, user_id }) => `المستخدم ${user_id} ليس عضوًا في الفريق ${team_id}.`,
  TEAM_MEMBERSHIP_ALREADY_EXISTS: 'المستخدم عضو في الفريق بالفعل.',
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: 'يُرجى إنشاء حساب أو تسجيل الدخول قبل قبول الدعوة.',
  EMAIL_TEMPLATE_ALREADY_EXISTS: 'تم تخصيص قالب الرسائل هذا بالفعل.',
  API_KEY_EXPIRED: 'انتهت صلاحية مفتاح API.',
  API_KEY_REVOKED: 'تم إبطال مفتاح API.',
  WRONG_API_KEY_TYPE: ({ expected_type, actual_type }) =>
    `مفتاح API هذا من النوع ${actual_type}. تتوقع نقطة النهاية هذه النوع ${expected_type}.`,
  API_KEY_NOT_FOUND: 'لم يُعثر على مفتاح API.',
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: 'لا يمكن لأداة فحص الأسرار إبطال مفتاح API عام.',
}
