import { pluralsOf } from '@portico/ui/language/plural'

import { isMadeByOthers, type AccountChange, type AddressChange, type NoticeTexts } from '../en/notices.ts'

const plural = pluralsOf('ar')

type LeakedKey = Parameters<NoticeTexts['apiKeyLeaked']>[0]

const partNames: Readonly<Record<AccountChange['removed'][number], string>> = {
  password: 'كلمة المرور',
  passkey: 'جميع مفاتيح المرور',
  authenticator_app: 'تطبيق المصادقة',
  api_keys: 'جميع مفاتيح API',
}

const recordNames: Readonly<Record<AccountChange['undone'][number], string>> = {
  owned_projects: 'ملكية جميع المشاريع',
  teams_left: 'العضوية في الفرق التي لها أعضاء آخرون',
  team_members: 'أعضاء الفرق الذين دعاهم الحساب',
  team_invitations: 'الدعوات المفتوحة إلى الفرق',
  team_api_keys: 'مفاتيح API الخاصة بالفرق',
  teams: 'أسماء الفرق التي ليس لها أعضاء آخرون وصورها وإعداداتها',
  profile: 'الاسم والصورة والإعدادات في الملف الشخصي',
}

const addressChangeNames: Readonly<Record<AddressChange, string>> = {
  replaces_address: 'يحل محل عنوان آخر للحساب',
  primary: 'أصبح العنوان الأساسي',
  not_primary: 'لم يعد العنوان الأساسي',
  used_for_sign_in: 'يمكن استخدامه لتسجيل الدخول بعد التحقق منه',
  not_used_for_sign_in: 'لم يعد مستخدمًا لتسجيل الدخول',
}

const apiKey = ({ apiKeyName }: AccountChange): string =>
  apiKeyName === '' ? 'مفتاح API' : `مفتاح API «${apiKeyName}»`

const passkey = ({ passkeyName }: AccountChange): string =>
  passkeyName === '' ? 'مفتاح مرور' : `مفتاح المرور «${passkeyName}»`

function accessRemoved(details: AccountChange): string {
  const { address, changedAt, disconnected, disconnectedCount, removed, undone } = details
  const accounts = plural(disconnectedCount, {
    zero: 'الحسابات المرتبطة',
    one: 'الحساب المرتبط',
    two: 'الحسابان المرتبطان',
    few: 'الحسابات المرتبطة',
    many: 'الحسابات المرتبطة',
    other: 'الحسابات المرتبطة',
  })
  const parts = [
    ...removed.map((part) => partNames[part]),
    ...(disconnectedCount === 0 ? [] : [`${accounts} لدى ${disconnected}`]),
    ...undone.map((record) => recordNames[record]),
  ].join('، ')
  const verified = address === '' ? 'عنوان البريد الإلكتروني هذا' : `عنوان البريد الإلكتروني ${address} الخاص بحسابك`
  const reconnect = disconnectedCount === 0 ? '' : `، وإعادة ربط ${disconnected} هناك`
  return `تم التحقق من ${verified} لأول مرة في ${changedAt}. كان من الممكن أن يضيف شخص آخر طرق تسجيل دخول أو مفاتيح API قبل ذلك، ولذلك تمت إزالة ما يلي: ${parts}. يمكنك إعدادها مجددًا في إعدادات حسابك${reconnect}.`
}

const sentences: Readonly<Record<AccountChange['change'], (details: AccountChange) => string>> = {
  authenticator_app_added: ({ changedAt }) =>
    `تمت إضافة تطبيق مصادقة إلى حسابك في ${changedAt}. يتطلب تسجيل الدخول الآن رمزًا من هذا التطبيق.`,
  authenticator_app_replaced: ({ changedAt }) => `تم استبدال تطبيق المصادقة الخاص بحسابك في ${changedAt}.`,
  authenticator_app_removed: ({ changedAt }) =>
    `تمت إزالة تطبيق المصادقة الخاص بحسابك في ${changedAt}. لم يعد تسجيل الدخول يتطلب رمزًا منه.`,
  authenticator_app_reset: ({ changedAt }) =>
    `تمت إزالة العامل الثاني لحسابك في ${changedAt}، كما أعلن أحد المسؤولين. لم يعد تسجيل الدخول يتطلبه.`,
  authenticator_app_reset_cancelled: ({ changedAt }) =>
    `تم إلغاء الإزالة المعلنة للعامل الثاني لحسابك في ${changedAt}. لا يزال تسجيل الدخول يتطلبه.`,
  recovery_codes_created: ({ changedAt }) =>
    `تم إنشاء رموز استرداد جديدة لحسابك في ${changedAt}. يحل كل رمز مرة واحدة محل رمز من تطبيق المصادقة. لم تعد رموز الاسترداد السابقة تعمل.`,
  recovery_code_used: ({ changedAt, unusedCodes }) =>
    `تم استخدام رمز استرداد لحسابك في ${changedAt} بدلًا من رمز من تطبيق المصادقة. رموز الاسترداد غير المستخدمة: ${unusedCodes}.`,
  passkey_added: (details) =>
    `تمت إضافة ${passkey(details)} إلى حسابك في ${details.changedAt}. يمكن استخدامه لتسجيل الدخول.`,
  passkey_removed: (details) =>
    `تمت إزالة ${passkey(details)} من حسابك في ${details.changedAt}. لم يعد من الممكن استخدامه لتسجيل الدخول.`,
  api_key_created: (details) =>
    `تم إنشاء ${apiKey(details)} لحسابك في ${details.changedAt}. يمكن للبرامج التي لديها المفتاح التصرف باسمك.`,
  provider_account_connected: ({ changedAt, providerName }) =>
    `تم ربط حساب لدى ${providerName} بحسابك في ${changedAt}. يمكن استخدامه لتسجيل الدخول.`,
  provider_account_disconnected: ({ changedAt, providerName }) =>
    `تم إلغاء ربط الحساب المرتبط لدى ${providerName} بحسابك في ${changedAt}. لم يعد من الممكن استخدامه لتسجيل الدخول.`,
  unproved_access_removed: accessRemoved,
  address_disowned: ({ address, changedAt }) =>
    `تمت إزالة عنوان البريد الإلكتروني ${address} من حسابك في ${changedAt}. أفاد مالك صندوق بريد هذا العنوان بأن الحساب يخص شخصًا آخر.`,
  address_added: ({ address, changedAt }) => `تمت إضافة عنوان البريد الإلكتروني ${address} إلى حسابك في ${changedAt}.`,
  address_updated: (details) =>
    `تم تغيير عنوان البريد الإلكتروني ${details.address} الخاص بحسابك في ${details.changedAt}: ${details.addressChanges.map((change) => addressChangeNames[change]).join('، ')}.`,
  address_removed: ({ address, changedAt }) => `تمت إزالة عنوان البريد الإلكتروني ${address} من حسابك في ${changedAt}.`,
}

function subjectOfChange({ change, project }: AccountChange): string {
  if (change === 'api_key_created') return `تم إنشاء مفتاح API لحسابك لدى ${project}`
  if (change === 'recovery_code_used') return `تم استخدام رمز استرداد لحسابك لدى ${project}`
  return change.startsWith('address_')
    ? `تم تغيير عناوين البريد الإلكتروني لحسابك لدى ${project}`
    : `تم تغيير طريقة تسجيل دخولك إلى ${project}`
}

function ownerOfKey({ ownerType, project, team }: LeakedKey): string {
  const owner = ownerType === 'user' ? 'لحسابك' : team === '' ? 'للفريق' : `للفريق «${team}»`
  return `${owner} لدى ${project}`
}

export const notices: NoticeTexts = {
  passwordChanged: ({ changedAt, project }) => ({
    subject: `تم تغيير كلمة مرورك لـ ${project}`,
    sentence: `تم تغيير كلمة مرور حسابك في ${changedAt}. إذا كنت أنت من أجرى هذا التغيير، فيمكنك تجاهل هذه الرسالة.`,
    reason: `إذا لم يكن هذا التغيير منك، فيُرجى الانتقال إلى ${project} واختيار «نسيت كلمة المرور؟» في صفحة تسجيل الدخول وتعيين كلمة مرور جديدة. سينهي ذلك جميع الجلسات. وصلتك هذه الرسالة لأن هذا هو عنوان الحساب.`,
  }),
  emailChanged: ({ changedAt, project }) => ({
    subject: `تم تغيير عنوان بريدك الإلكتروني لـ ${project}`,
    sentence: `تمت إزالة هذا العنوان من حسابك في ${changedAt}. إذا كنت أنت من أجرى هذا التغيير، فيمكنك تجاهل هذه الرسالة.`,
    reason: `إذا لم يكن هذا التغيير منك، فيُرجى التواصل فورًا مع فريق دعم ${project}. يمكن للفريق معرفة من أجراه. وصلتك هذه الرسالة لأن هذا كان عنوان الحساب.`,
  }),
  addressAdded: ({ changedAt, project }) => ({
    subject: `تمت إضافة عنوان بريدك الإلكتروني إلى حساب لدى ${project}`,
    sentence: `تمت إضافة هذا العنوان إلى حساب لدى ${project} في ${changedAt}. لا يمكن للحساب استخدامه لتسجيل الدخول قبل تحققك منه.`,
    reason: `وصلتك هذه الرسالة لأن شخصًا ما أدخل هذا العنوان في إعدادات حسابه لدى ${project}. إذا لم يكن ذلك أنت، فيمكنك تجاهل هذه الرسالة، ويجب عدم فتح أي رابط للتحقق من هذا العنوان.`,
  }),
  signInMethodChanged: (details) => ({
    subject: subjectOfChange(details),
    sentence: `${sentences[details.change](details)}${isMadeByOthers(details.change) ? '' : ' إذا كنت أنت من أجرى هذا التغيير، فيمكنك تجاهل هذه الرسالة.'}`,
    reason: `إذا لم يكن هذا التغيير منك، فيُرجى الانتقال إلى ${details.project} والتراجع عنه في إعدادات حسابك وإنهاء الجلسات غير المعروفة لك. إذا لم يعد بإمكانك تسجيل الدخول، فيُرجى التواصل مع فريق دعم ${details.project}. وصلتك هذه الرسالة لأن هذا هو عنوان الحساب.`,
  }),
  newDevice: ({ device, expiresAt, hasLink, place, project, signedInAt }) => ({
    subject: `تسجيل دخول إلى ${project} من جهاز جديد`,
    sentence: `تم تسجيل الدخول إلى حسابك في ${signedInAt} من جهاز لم يسبق لك تسجيل الدخول منه.${device && ` الجهاز: ${device}.`}${place && ` المكان: ${place}.`} إذا كنت أنت من سجّل الدخول، فيمكنك تجاهل هذه الرسالة.`,
    action: 'لست أنا من فعل ذلك',
    lifetime: `تنتهي صلاحية الرابط في ${expiresAt}.`,
    reason: hasLink
      ? 'إذا لم تكن أنت، فاختر «لست أنا من فعل ذلك». سينهي ذلك الجلسة، وإذا كان بإمكان حسابك استخدام كلمة مرور، فستصلك رسالة لاختيار كلمة مرور جديدة. وصلتك هذه الرسالة لأن هذا هو عنوان الحساب.'
      : `إذا لم تكن أنت، فيُرجى الانتقال إلى ${project} وإنهاء الجلسة التي لا تعرفها في إعدادات حسابك وتغيير طريقة تسجيل دخولك. إذا كانت لديك كلمة مرور، فاختر «نسيت كلمة المرور؟» في صفحة تسجيل الدخول وعيّن كلمة مرور جديدة. سينهي ذلك جميع الجلسات. وصلتك هذه الرسالة لأن هذا هو عنوان الحساب.`,
  }),
  factorResetStarted: ({ project, takesEffectAt }) => ({
    subject: `ستتم إزالة العامل الثاني الخاص بك لدى ${project}`,
    sentence: `أعلن أحد مسؤولي ${project} أنه ستتم إزالة العامل الثاني لحسابك (تطبيق المصادقة ورموز الاسترداد ومفاتيح المرور) في ${takesEffectAt}. بعد ذلك لن يتطلبه تسجيل الدخول.`,
    action: 'إلغاء الإزالة',
    lifetime: `يمكنك الإلغاء حتى ${takesEffectAt}.`,
    reason:
      'إذا طلبت ذلك لأنك فقدت العامل الثاني، فيمكنك تجاهل هذه الرسالة. وإذا لم تطلبه، فيُرجى إلغاء الإزالة فورًا. وصلتك هذه الرسالة لأن هذا عنوان تم التحقق منه للحساب.',
  }),
  secondFactorDue: ({ project, dueAt }) => ({
    subject: `أعِد العامل الثاني لحسابك في ${project}`,
    sentence: `اعتبارًا من ${dueAt} يتطلب حسابك في ${project} عاملًا ثانيًا (تطبيق مصادقة أو مفتاح مرور). يُرجى إعداده في إعدادات الحساب قبل ذلك. بعد هذا الموعد لن تتمكن من استخدام حسابك إلا بعد إعداده.`,
    reason: `وصلتك هذه الرسالة لأن شخصًا سجّل الدخول إلى حسابك في ${project}. إذا لم تكن أنت، فيُرجى تغيير كلمة المرور.`,
  }),
  signUpApproved: ({ project }) => ({
    subject: `تمت الموافقة على إنشاء حسابك في ${project}`,
    sentence: `تمت الموافقة على إنشاء حسابك في ${project}. يمكنك استخدام حسابك الآن.`,
    action: 'تسجيل الدخول',
    reason: `وصلتك هذه الرسالة لأن شخصًا أنشأ حسابًا في ${project} بهذا العنوان. إذا لم تكن أنت، فيمكنك تجاهل هذه الرسالة.`,
  }),
  signUpRefused: ({ project }) => ({
    subject: `رُفض إنشاء حسابك في ${project}`,
    sentence: `رُفض إنشاء حسابك في ${project} وحُذف حسابك.`,
    reason: `وصلتك هذه الرسالة لأن شخصًا أنشأ حسابًا في ${project} بهذا العنوان. إذا لم تكن أنت، فيمكنك تجاهل هذه الرسالة.`,
  }),
  apiKeyLeaked: (details) => ({
    subject: `عُثر على مفتاح API لـ ${details.project} منشورًا علنًا وتم إبطاله`,
    sentence: `عُثر على مفتاح API ${ownerOfKey(details)} منشورًا علنًا${details.description === '' ? '' : `: «${details.description}»`}. تم إبطاله في ${details.revokedAt}. لم يعد للبرامج التي تستخدم المفتاح حق الوصول. يُرجى إنشاء مفتاح جديد لها، وإزالة المفتاح القديم من المكان الذي نُشر فيه، والتحقق مما تم بالمفتاح قبل ذلك.`,
    reason: `وصلتك هذه الرسالة لأن ${details.ownerType === 'team' ? 'بإمكانك إدارة مفاتيح API الخاصة بالفريق' : 'هذا هو عنوان الحساب'}. الأسماء بين علامتي التنصيص اختارها مستخدمو ${details.project}.`,
  }),
}
