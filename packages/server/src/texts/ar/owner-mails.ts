import { pluralsOf } from '@portico/ui/language/plural'

import type { StaffRole } from '@portico/contract'

import type { Person } from '../en/mail-frame.ts'
import { isAboutRole, type OwnerMailTexts } from '../en/owner-mails.ts'

const plural = pluralsOf('ar')

type OwnerChanged = Parameters<OwnerMailTexts['ownerChanged']>[0]
type FailedEmailsDigest = Parameters<OwnerMailTexts['failedEmailsDigest']>[0]

const emails = (n: number): string =>
  plural(n, {
    zero: `${n} رسالة`,
    one: 'رسالة واحدة',
    two: 'رسالتين',
    few: `${n} رسائل`,
    many: `${n} رسالة`,
    other: `${n} رسالة`,
  })

function failedMails({ count, from, isMore, ownedProject, until, mails }: FailedEmailsDigest): string {
  const number = isMore ? `أكثر من ${emails(count)}` : emails(count)
  const lines = mails.map(
    ({ recipient, subject }, index) =>
      `${index + 1}. ${subject === '' ? '(بلا موضوع)' : `«${subject}»`} إلى ${recipient}`,
  )
  return [
    `تعذّر تسليم ${number} من المشروع «${ownedProject}» بين ${from} و${until}.`,
    [...(isMore || count > lines.length ? [`آخر الرسائل (${lines.length}):`] : []), ...lines].join('\n'),
    'توضح قائمة الرسائل المرسلة في لوحة التحكم سبب فشل كل رسالة، وتتيح إرسالها مجددًا حيث يمكن أن يفيد ذلك.',
  ].join('\n\n')
}

const roles: Readonly<Record<StaffRole, string>> = {
  owner: 'مالك',
  admin: 'إدارة',
  developer: 'تطوير',
  support: 'دعم',
  viewer: 'عرض فقط',
}

function invitation({
  isTransfer,
  ownedProject,
  personAddress,
  personName,
  project,
  role,
}: Parameters<OwnerMailTexts['ownerInvitation']>[0]): string {
  const inviter = personAddress || (personName === '' ? '' : `«${personName}»`)
  const invited = inviter === '' ? 'لديك دعوة' : `لديك دعوة من ${inviter}`
  if (role !== 'owner') return `${invited} للانضمام إلى المشروع «${ownedProject}» لدى ${project}. دورك: ${roles[role]}.`
  const leaves = isTransfer ? ' عند قبولك، لن يبقى مرسل الدعوة مالكًا.' : ''
  return `${invited} للانضمام إلى مالكي المشروع «${ownedProject}» لدى ${project}.${leaves}`
}

function ownerChange({ change, changedAt, isRecipient, ownedProject, role, ...person }: OwnerChanged): string {
  if (change === 'left') return `انتهى حق وصولك إلى المشروع «${ownedProject}» في ${changedAt}.`
  if (change === 'role_changed')
    return `تغيّر دورك في المشروع «${ownedProject}» في ${changedAt}. الدور الجديد: ${roles[role]}.`
  if (change === 'joined') {
    return `تم منح ${named(person, 'أحد المستخدمين')} حق الوصول إلى المشروع «${ownedProject}» في ${changedAt}. الدور: ${roles[role]}.`
  }
  const project = `«${ownedProject}»`
  const who = isRecipient ? '' : named(person, 'أحد المستخدمين')
  if (change === 'added') {
    return isRecipient
      ? `أصبحت من مالكي المشروع ${project} في ${changedAt}.`
      : `تمت إضافة ${who} إلى مالكي المشروع ${project} في ${changedAt}.`
  }
  return isRecipient
    ? `انتهت ملكيتك للمشروع ${project} في ${changedAt}.`
    : `انتهت ملكية ${who} للمشروع ${project} في ${changedAt}.`
}

function adviceFor({ change, isRecipient }: OwnerChanged): string {
  if (change === 'added') {
    return ' يمكن للمالكين الوصول إلى كل شيء في المشروع. إذا لم يكن هذا متوقعًا، فيُرجى إزالة المالك في إعدادات المشروع.'
  }
  return isRecipient && change === 'removed' ? ' إذا لم يكن هذا متوقعًا، فيُرجى التواصل مع مالك آخر.' : ''
}

function named({ personAddress, personName }: Person, unnamed: string): string {
  return `${personName === '' ? unnamed : `«${personName}»`}${personAddress === '' ? '' : ` (${personAddress})`}`
}

const list = new Intl.ListFormat('ar')

const settings: Readonly<Record<string, string>> = {
  'config.email_config': 'خادم البريد',
  'config.domains': 'النطاقات الموثوق بها',
  'config.allow_localhost': 'الثقة بـ localhost',
  'config.native_app_redirects_enabled': 'عمليات إعادة التوجيه إلى التطبيقات الأصلية',
  'config.oauth_providers': 'موفّرو خدمة تسجيل الدخول',
  'config.oidc_providers': 'جهات إصدار OpenID Connect',
  'config.old_system': 'النظام السابق للمشروع',
  'config.recent_sign_in_required': 'اشتراط تسجيل دخول حديث',
  'config.support_can_impersonate': 'تسجيل دخول فريق الدعم بصفة مستخدم',
  is_production_mode: 'وضع الإنتاج',
  email_templates: 'قوالب الرسائل',
  partner_access: 'وصول أحد الشركاء',
  team_connections: 'جهات إصدار OpenID Connect للفرق',
  webhooks: 'نقاط نهاية webhook',
}

export const ownerMails: OwnerMailTexts = {
  ownerInvitation: (details) => ({
    subject: `لديك دعوة إلى إدارة مشروع لدى ${details.project}`,
    sentence: invitation(details),
    action: 'عرض الدعوة',
    lifetime: `تنتهي صلاحية الدعوة في ${details.expiresAt}. لن تحصل على حق الوصول إلا بعد تأكيدك.`,
    reason: `وصلتك هذه الرسالة لأن شخصًا ما دعا هذا العنوان إلى مشروع لدى ${details.project}. الأسماء بين علامتي التنصيص اختارها مستخدمون. إذا كانت الدعوة غير متوقعة، فيمكنك تجاهل هذه الرسالة.`,
  }),
  ownerChanged: (details) => ({
    subject: `تغيّرت الأدوار في مشروع لدى ${details.project}`,
    sentence: `${ownerChange(details)}${adviceFor(details)}`,
    reason: isAboutRole(details)
      ? 'وصلتك هذه الرسالة لأنها تتعلق بدورك في المشروع. الأسماء بين علامتي التنصيص اختارها مستخدمون.'
      : `وصلتك هذه الرسالة لأنك ${details.isRecipient && details.change === 'removed' ? 'كنت من مالكي المشروع' : 'من مالكي المشروع'}. الأسماء بين علامتي التنصيص اختارها مستخدمون.`,
  }),
  projectSettingsChanged: (details) => ({
    subject: `تغيّرت إعدادات مشروع لدى ${details.project}`,
    sentence: `في ${details.changedAt}، غيّر ${named(details, details.isOwner ? 'أحد المالكين' : 'برنامج لديه مفتاح المشروع')} إعدادات المشروع «${details.ownedProject}» التالية: ${list.format(details.fields.map((field) => settings[field] ?? field))}. بهذه الإعدادات، يمكن لشخص ما الحصول على رموز تسجيل الدخول الخاصة بمستخدميك أو تسجيل الدخول باسمهم. إذا كان هذا التغيير غير متوقع، فيُرجى التحقق من إعدادات المشروع والتراجع عن التغيير وإزالة المالك أو المفاتيح التي أجرته.`,
    reason: 'وصلتك هذه الرسالة لأنك من مالكي المشروع. الأسماء بين علامتي التنصيص اختارها مستخدمون.',
  }),
  passwordHashesExported: (details) => ({
    subject: `تم تصدير تجزئات كلمات المرور لمشروع لدى ${details.project}`,
    sentence: `في ${details.changedAt}، صدّر ${named(details, details.isOwner ? 'أحد المالكين' : 'برنامج لديه مفتاح المشروع')} جميع مستخدمي المشروع «${details.ownedProject}» مع تجزئات كلمات مرورهم وأسرار تطبيقات المصادقة الخاصة بهم. بهذا الملف، يمكن لشخص ما تخمين كلمات مرور مستخدميك وتسجيل الدخول باسمهم. إذا كان هذا التصدير غير متوقع، فيُرجى إزالة المالك أو المفاتيح التي أجرته، والطلب من مستخدميك تعيين كلمات مرور جديدة وإعداد تطبيقات المصادقة من جديد.`,
    reason: 'وصلتك هذه الرسالة لأنك من مالكي المشروع. الأسماء بين علامتي التنصيص اختارها مستخدمون.',
  }),
  webhookEndpointDisabled: ({ cause, changedAt, endpointHost, ownedProject, project }) => ({
    subject: `تم تعطيل نقطة نهاية webhook لمشروع لدى ${project}`,
    sentence: `في ${changedAt}، تم تعطيل نقطة نهاية webhook «${endpointHost}» للمشروع «${ownedProject}»، لأن ${cause === 'gone' ? 'ردها كان 410' : 'جميع عمليات التسليم خلال خمسة أيام فشلت'}. يُحتفظ بالأحداث منذ ذلك الحين لمدة 30 يومًا. يُرجى تفعيل نقطة النهاية في لوحة التحكم، التي تتيح تسليم هذه الأحداث.`,
    reason: 'وصلتك هذه الرسالة لأنك من مالكي المشروع. الأسماء بين علامتي التنصيص اختارها مستخدمون.',
  }),
  failedEmailsDigest: (details) => ({
    subject: `تعذّر تسليم رسائل من مشروع لدى ${details.project}`,
    sentence: failedMails(details),
    reason: 'وصلتك هذه الرسالة لأنك من مالكي المشروع. النصوص بين علامتي التنصيص اختارها مستخدمون.',
  }),
  test: ({ project }) => ({
    subject: `رسالة تجريبية من ${project}`,
    sentence: `خادم بريد ${project} يعمل.`,
    reason: `أرسل أحد مشرفي ${project} هذه الرسالة التجريبية. يمكنك تجاهلها.`,
  }),
}
