import type { SignInMailTexts } from '../en/sign-in-mails.ts'

const becauseRequested = (project: string): string =>
  `وصلتك هذه الرسالة لأن شخصًا ما طلب تسجيل الدخول إلى ${project} بهذا العنوان.`

const linkExpires = (lifetime: string): string => `مدة صلاحية الرابط: ${lifetime}.`

export const signInMails: SignInMailTexts = {
  emailVerification: ({ linkLifetime, project }) => ({
    subject: `التحقق من عنوان بريدك الإلكتروني لـ ${project}`,
    sentence: 'يُرجى التحقق من أن عنوان البريد الإلكتروني هذا لك.',
    action: 'التحقق من العنوان',
    lifetime: linkExpires(linkLifetime),
    reason: `وصلتك هذه الرسالة لأن شخصًا ما أدخل هذا العنوان لدى ${project}. إذا لم يكن ذلك أنت، فيمكنك تجاهل هذه الرسالة. لن يتغير شيء.`,
  }),
  passwordReset: ({ linkLifetime, project }) => ({
    subject: `إعادة تعيين كلمة مرورك لـ ${project}`,
    sentence: 'يُرجى اختيار كلمة مرور جديدة لحسابك.',
    action: 'اختيار كلمة مرور جديدة',
    lifetime: linkExpires(linkLifetime),
    reason: `وصلتك هذه الرسالة لأن شخصًا ما طلب إعادة تعيين كلمة المرور لهذا العنوان لدى ${project}. إذا لم يكن ذلك أنت، فيمكنك تجاهل هذه الرسالة. لن تتغير كلمة مرورك.`,
  }),
  signInCode: ({ linkLifetime, project }) => ({
    subject: `رمزك لتسجيل الدخول إلى ${project}`,
    sentence: `يُرجى إدخال هذا الرمز في الصفحة التي يتم منها تسجيل دخولك إلى ${project}، أو فتح الرابط أدناه.`,
    action: 'تسجيل الدخول',
    lifetime: `يُرجى استخدام أحدهما قبل انتهاء المدة (${linkLifetime}). يعمل الرمز فقط في المتصفح الذي طلبه.`,
    reason: `${becauseRequested(project)} إذا لم يكن ذلك أنت، فيمكنك تجاهل هذه الرسالة. يتطلب تسجيل الدخول الرمز أو الرابط. يجب عدم مشاركتهما مع أي شخص.`,
  }),
  noAccount: ({ project }) => ({
    subject: `لا يوجد حساب لدى ${project} بهذا العنوان`,
    sentence: `لا يوجد حساب لدى ${project} بعنوان البريد الإلكتروني هذا، ولا يقبل ${project} حسابات جديدة.`,
    reason: `${becauseRequested(project)} إذا كان ذلك أنت، فيُرجى تجربة عنوان آخر أو التواصل مع فريق دعم ${project}. وإلا فيمكنك تجاهل هذه الرسالة.`,
  }),
  addressNotVerified: ({ project }) => ({
    subject: `لا يمكن بعد تسجيل الدخول إلى ${project} عبر البريد الإلكتروني بهذا العنوان`,
    sentence: `لا يمكن استخدام عنوان البريد الإلكتروني هذا لتسجيل الدخول إلى ${project} عبر البريد الإلكتروني قبل التحقق منه. يُرجى تسجيل الدخول بكلمة مرورك، ثم التحقق من العنوان في إعدادات حسابك.`,
    reason: `${becauseRequested(project)} إذا لم يكن ذلك أنت، فيمكنك تجاهل هذه الرسالة.`,
  }),
  signInByEmailOff: ({ project }) => ({
    subject: `تسجيل الدخول عبر البريد الإلكتروني متوقف لحسابك لدى ${project}`,
    sentence: `تسجيل الدخول عبر البريد الإلكتروني متوقف لحسابك لدى ${project}. يُرجى تسجيل الدخول بطريقة أخرى أو التواصل مع فريق دعم ${project}.`,
    reason: `${becauseRequested(project)} إذا لم يكن ذلك أنت، فيمكنك تجاهل هذه الرسالة.`,
  }),
  teamInvitation: ({ expiresAt, project, teamDisplayName }) => ({
    subject: `لديك دعوة إلى فريق لدى ${project}`,
    sentence: `لديك دعوة للانضمام إلى الفريق «${teamDisplayName}» لدى ${project}.{{#if inviterName}} الدعوة من «{{ inviterName }}».{{/if}}{{#if inviterAddress}} الدعوة من {{ inviterAddress }}.{{/if}}`,
    action: 'عرض الدعوة',
    lifetime: `تنتهي صلاحية الدعوة في ${expiresAt}. لن يتم انضمامك إلى الفريق إلا بعد تأكيدك.`,
    reason: `وصلتك هذه الرسالة لأن شخصًا ما دعا هذا العنوان إلى فريق لدى ${project}. الأسماء بين علامتي التنصيص اختارها مستخدمو ${project}. إذا كانت الدعوة غير متوقعة، فيمكنك تجاهل هذه الرسالة.`,
  }),
  signInInvitation: ({ expiresAt, project }) => ({
    subject: `لديك دعوة إلى ${project}`,
    sentence: `لديك دعوة لإنشاء حساب لدى ${project}. إذا كان لديك حساب بهذا العنوان، فستسجّل الدعوة دخولك.`,
    action: 'عرض الدعوة',
    lifetime: `تنتهي صلاحية الدعوة في ${expiresAt}.`,
    reason: `وصلتك هذه الرسالة لأن ${project} وجّه دعوة إلى هذا العنوان. إذا كانت الدعوة غير متوقعة، فيمكنك تجاهل هذه الرسالة.`,
  }),
}
