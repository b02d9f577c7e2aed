import { withIsolatedDetails } from '@portico/ui/language/isolated-details'
import { pluralsOf } from '@portico/ui/language/plural'

import type { ErrorTexts } from '../en/errors.ts'

const plural = pluralsOf('ar')

const day = (millis: number): string =>
  new Date(millis).toLocaleDateString('ar', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = (millis: number): string =>
  `${new Date(millis).toLocaleString('ar', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

const seconds = (n: number): string =>
  plural(n, {
    zero: `${n} ثانية`,
    one: 'ثانية واحدة',
    two: 'ثانيتين',
    few: `${n} ثوانٍ`,
    many: `${n} ثانية`,
    other: `${n} ثانية`,
  })

const minutes = (n: number): string =>
  plural(n, {
    zero: `${n} دقيقة`,
    one: 'دقيقة واحدة',
    two: 'دقيقتين',
    few: `${n} دقائق`,
    many: `${n} دقيقة`,
    other: `${n} دقيقة`,
  })

export const errors: ErrorTexts = withIsolatedDetails<ErrorTexts>({
  known: {
    INVALID_OAUTH_CLIENT_ID_OR_SECRET: () =>
      'معرّف عميل OAuth أو سره غير صالح. معرّف العميل هو معرّف المشروع، والسر هو مفتاح عميل قابل للنشر.',
    INVALID_PUBLISHABLE_CLIENT_KEY: ({ expired_at_millis, project_id, revoked_at_millis }) => {
      const key = `مفتاح العميل القابل للنشر للمشروع «${project_id}»`
      if (revoked_at_millis !== undefined) {
        return `تم إبطال ${key} في ${day(revoked_at_millis)}. يُرجى استخدام مفتاح آخر.`
      }
      return expired_at_millis === undefined
        ? `مفتاح العميل القابل للنشر غير صالح للمشروع «${project_id}». يُرجى التحقق من المفتاح ومعرّف المشروع.`
        : `انتهت صلاحية ${key} في ${day(expired_at_millis)}. يُرجى إنشاء مفتاح جديد.`
    },
    OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: () => 'موفّر الخدمة هذا غير مفعّل للمشروع.',
    REDIRECT_URL_NOT_WHITELISTED: () =>
      'عنوان URL لإعادة التوجيه ليس في قائمة النطاقات الموثوق بها. يُرجى إضافة نطاقه في إعدادات المشروع أو السماح بـ localhost.',
    UNPARSABLE_ACCESS_TOKEN: () => 'تعذّرت قراءة رمز الوصول.',
    ACCESS_TOKEN_EXPIRED: () => 'انتهت صلاحية رمز الوصول. يُرجى تجديده والمحاولة مجددًا.',
    OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: () =>
      'تتطلب نطاقات الوصول الإضافية مفاتيح OAuth الخاصة بك. المفاتيح المشتركة لا تسمح بها.',
    RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
      `لتغيير هذا، يُرجى تسجيل الدخول مجددًا. مضى على آخر تسجيل دخول لك أكثر من ${minutes(Math.round(max_age_millis / 60_000))}.`,
    VERIFICATION_CODE_NOT_FOUND: () => 'هذا الرمز غير موجود. يُرجى التحقق منه أو طلب رمز جديد.',
    VERIFICATION_CODE_EXPIRED: () => 'انتهت صلاحية هذا الرمز. يُرجى طلب رمز جديد.',
    VERIFICATION_CODE_ALREADY_USED: () => 'سبق استخدام هذا الرمز.',
    VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: () => 'جُرّب هذا الرمز مرات كثيرة جدًا. يُرجى طلب رمز جديد.',
    OUTER_OAUTH_TIMEOUT: () => 'استغرق تسجيل الدخول لدى موفّر الخدمة وقتًا طويلًا. يُرجى تسجيل الدخول مجددًا.',
    OAUTH_PROVIDER_ACCESS_DENIED: () => 'رُفض الوصول لدى موفّر الخدمة.',
    OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: () => 'موفّر الخدمة لا يستجيب حاليًا. يُرجى المحاولة مجددًا لاحقًا.',
    USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: () => 'سبق أن ربطت حسابًا آخر من موفّر الخدمة هذا.',
    OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: () => 'حساب موفّر الخدمة هذا مرتبط بالفعل بمستخدم آخر.',
    SIGN_UP_NOT_ENABLED: () => 'إنشاء حسابات لمستخدمين جدد غير مفعّل حاليًا.',
    SIGN_UP_REJECTED: () =>
      'رُفض إنشاء الحساب. جرّب عنوان بريد إلكتروني آخر أو طريقة أخرى لإنشاء الحساب، أو تواصل مع دعم هذا التطبيق.',
    CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: () =>
      'يسجّل حساب آخر الدخول بعنوان البريد الإلكتروني هذا بالفعل. لاستخدام موفّر الخدمة، يُرجى أولًا تسجيل الدخول إلى ذلك الحساب بكلمة مروره أو برابط عبر البريد الإلكتروني، ثم ربط موفّر الخدمة من إعدادات ذلك الحساب.',
    RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
      type === 'second_factor_required'
        ? 'يجب إعداد عامل ثانٍ لاستخدام حسابك.'
        : type === 'waiting'
          ? 'طلب إنشاء حسابك بانتظار الموافقة.'
          : type === 'email_not_verified'
            ? 'يجب التحقق من عنوان بريدك الإلكتروني لاستخدام حسابك.'
            : `حسابك معلَّق${until ? ` حتى ${moment(until)}` : ''}.${reason ? ` السبب: ${reason}` : ''}`,
    RATE_LIMITED: ({ retry_after_seconds: wait }) =>
      wait === null
        ? 'محاولات كثيرة جدًا. يُرجى المحاولة مجددًا بعد لحظات.'
        : `محاولات كثيرة جدًا. يُرجى المحاولة مجددًا بعد ${seconds(wait)}.`,
    PASSWORD_TOO_SHORT: ({ min_length }) => `كلمة المرور قصيرة جدًا. الحد الأدنى لعدد الأحرف: ${min_length}.`,
    PASSWORD_TOO_LONG: ({ maxLength }) => `كلمة المرور طويلة جدًا. الحد الأقصى لعدد الأحرف: ${maxLength}.`,
    PASSWORD_REQUIREMENTS_NOT_MET: () => 'كلمة المرور هذه سهلة التخمين جدًا. يُرجى اختيار كلمة مرور أخرى.',
    USER_EMAIL_ALREADY_EXISTS: () => 'يوجد بالفعل مستخدم بعنوان البريد الإلكتروني هذا.',
  },
  provider: {
    appRejected: (provider, reason) =>
      `رفض ${provider} إعدادات هذا التطبيق (${reason ?? 'خطأ غير معروف'}). يُرجى التواصل مع مشغّل التطبيق.`,
    misconfigured: (provider) => `لم يتم إعداد تسجيل الدخول عبر ${provider} بشكل صحيح. يُرجى التواصل مع مشغّل التطبيق.`,
    noAddress: (provider) =>
      `لم يقدّم ${provider} عنوان بريد إلكتروني لهذا الحساب. يُرجى السماح لـ ${provider} بمشاركته أو استخدام طريقة أخرى لتسجيل الدخول.`,
    noAnswer: (provider) => `لا يستجيب ${provider} حاليًا. يُرجى المحاولة مجددًا بعد قليل.`,
    notVerified: (provider) => `أرسل ${provider} ردًا تعذّر التحقق منه. يُرجى تسجيل الدخول مجددًا.`,
    signInExpired: (provider) => `انتهت صلاحية تسجيل الدخول لدى ${provider}. يُرجى تسجيل الدخول مجددًا.`,
  },
  signInNotFound:
    'لم يُعثر على عملية تسجيل الدخول هذه. إما أنها اكتملت بالفعل أو أنها بدأت في متصفح آخر. يُرجى تسجيل الدخول مجددًا.',
  overloaded: 'الخدمة مثقلة بالطلبات. يُرجى المحاولة مجددًا بعد قليل.',
  unavailable: 'الخدمة غير متاحة. يُرجى المحاولة مجددًا بعد قليل.',
  unexpected: (requestId) => `خطأ داخلي في الخادم. يُرجى الإبلاغ عنه مع معرّف الطلب ${requestId}.`,
})
