import type { SignInMailTexts } from '../en/sign-in-mails.ts'

const becauseRequested = (project: string): string => `您收到此邮件，是因为有人请求使用此地址登录 ${project}。`

const linkExpires = (lifetime: string): string => `此链接将在 ${lifetime}后过期。`

export const signInMails: SignInMailTexts = {
  emailVerification: ({ linkLifetime, project }) => ({
    subject: `请验证您在 ${project} 的邮箱地址`,
    sentence: '请验证此邮箱地址属于您。',
    action: '验证邮箱地址',
    lifetime: linkExpires(linkLifetime),
    reason: `您收到此邮件，是因为有人在 ${project} 输入了此地址。如果不是您本人操作，可以忽略此邮件。不会有任何更改。`,
  }),
  passwordReset: ({ linkLifetime, project }) => ({
    subject: `重置您在 ${project} 的密码`,
    sentence: '请为您的账号设置新密码。',
    action: '设置新密码',
    lifetime: linkExpires(linkLifetime),
    reason: `您收到此邮件，是因为有人在 ${project} 为此地址请求重置密码。如果不是您本人操作，可以忽略此邮件。您的密码不会改变。`,
  }),
  signInCode: ({ linkLifetime, project }) => ({
    subject: `您的 ${project} 登录验证码`,
    sentence: `请在您登录 ${project} 的页面上输入此验证码，或打开下面的链接。`,
    action: '登录',
    lifetime: `请在 ${linkLifetime}内使用其中之一。验证码仅在请求它的浏览器中有效。`,
    reason: `${becauseRequested(project)}如果不是您本人操作，可以忽略此邮件。登录需要此验证码或链接。请勿将它们透露给任何人。`,
  }),
  noAccount: ({ project }) => ({
    subject: `${project} 没有使用此地址的账号`,
    sentence: `${project} 没有使用此邮箱地址的账号，并且 ${project} 不接受新账号。`,
    reason: `${becauseRequested(project)}如果是您本人操作，请尝试其他地址或联系 ${project} 的支持团队。如果不是，可以忽略此邮件。`,
  }),
  addressNotVerified: ({ project }) => ({
    subject: `此地址尚不能用于通过邮件登录 ${project}`,
    sentence: `在验证之前，此邮箱地址不能用于通过邮件登录 ${project}。请使用密码登录，然后在账号设置中验证此地址。`,
    reason: `${becauseRequested(project)}如果不是您本人操作，可以忽略此邮件。`,
  }),
  signInByEmailOff: ({ project }) => ({
    subject: `您在 ${project} 的账号已关闭邮件登录`,
    sentence: `您在 ${project} 的账号已关闭邮件登录。请使用其他方式登录，或联系 ${project} 的支持团队。`,
    reason: `${becauseRequested(project)}如果不是您本人操作，可以忽略此邮件。`,
  }),
  teamInvitation: ({ expiresAt, project, teamDisplayName }) => ({
    subject: `您受邀加入 ${project} 的团队`,
    sentence: `您受邀加入 ${project} 的团队“${teamDisplayName}”。{{#if inviterName}}此邀请来自“{{ inviterName }}”。{{/if}}{{#if inviterAddress}}此邀请来自 {{ inviterAddress }}。{{/if}}`,
    action: '查看邀请',
    lifetime: `此邀请将于 ${expiresAt} 过期。只有在您确认之后，您才会加入该团队。`,
    reason: `您收到此邮件，是因为有人邀请此地址加入 ${project} 的团队。引号中的名称由 ${project} 的用户选择。如果您并未预期收到此邀请，可以忽略此邮件。`,
  }),
  signInInvitation: ({ expiresAt, project }) => ({
    subject: `您受邀加入 ${project}`,
    sentence: `您受邀在 ${project} 创建账号。如果您已有使用此地址的账号，此邀请会让您登录。`,
    action: '查看邀请',
    lifetime: `此邀请将于 ${expiresAt} 过期。`,
    reason: `您收到此邮件，是因为 ${project} 邀请了此地址。如果您并未预期收到此邀请，可以忽略此邮件。`,
  }),
}
