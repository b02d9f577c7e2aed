import type { StaffRole } from '@portico/contract'

import type { Person } from '../en/mail-frame.ts'
import { isAboutRole, type OwnerMailTexts } from '../en/owner-mails.ts'

type OwnerChanged = Parameters<OwnerMailTexts['ownerChanged']>[0]
type FailedEmailsDigest = Parameters<OwnerMailTexts['failedEmailsDigest']>[0]

function failedMails({ count, from, isMore, ownedProject, until, mails }: FailedEmailsDigest): string {
  const number = isMore ? `超过 ${count} 封邮件` : ` ${count} 封邮件`
  const lines = mails.map(
    ({ recipient, subject }, index) =>
      `${index + 1}. ${subject === '' ? '（无主题）' : `“${subject}”`}，发送至 ${recipient}`,
  )
  return [
    `项目“${ownedProject}”有${number}在 ${from} 至 ${until} 期间未能送达。`,
    [...(isMore || count > lines.length ? [`最近的 ${lines.length} 封是：`] : []), ...lines].join('\n'),
    '控制台中的已发送邮件列表会显示每封邮件失败的原因，并在重新发送可能有效时提供该选项。',
  ].join('\n\n')
}

const roles: Readonly<Record<StaffRole, string>> = {
  owner: '所有者',
  admin: '管理员',
  developer: '开发者',
  support: '客服',
  viewer: '查看者',
}

function invitation({
  isTransfer,
  ownedProject,
  personAddress,
  personName,
  project,
  role,
}: Parameters<OwnerMailTexts['ownerInvitation']>[0]): string {
  const inviter = personAddress === '' ? (personName === '' ? '' : `“${personName}”`) : `${personAddress} `
  const invited = inviter === '' ? '您受邀' : `${inviter}邀请您`
  if (role !== 'owner') return `${invited}加入 ${project} 中的项目“${ownedProject}”。您的角色：${roles[role]}。`
  const leaves = isTransfer ? '您接受后，邀请人将不再是所有者。' : ''
  return `${invited}成为 ${project} 中项目“${ownedProject}”的所有者。${leaves}`
}

function ownerChange({ change, changedAt, isRecipient, ownedProject, role, ...person }: OwnerChanged): string {
  if (change === 'left') return `您自 ${changedAt} 起无法再访问项目“${ownedProject}”。`
  if (change === 'role_changed')
    return `您在项目“${ownedProject}”中的角色已于 ${changedAt} 变更。新角色：${roles[role]}。`
  if (change === 'joined') {
    return `${named(person, '一位用户')}自 ${changedAt} 起可以访问项目“${ownedProject}”。角色：${roles[role]}。`
  }
  const who = isRecipient ? '您' : named(person, '一位用户')
  const happened = change === 'added' ? '成为' : '不再是'
  return `${who}自 ${changedAt} 起${happened}项目“${ownedProject}”的所有者。`
}

function adviceFor({ change, isRecipient }: OwnerChanged): string {
  if (change === 'added') {
    return '所有者可以访问项目中的一切内容。如果这不在您的预期之中，请在项目设置中移除该所有者。'
  }
  return isRecipient && change === 'removed' ? '如果这不在您的预期之中，请联系其他所有者。' : ''
}

function named({ personAddress, personName }: Person, unnamed: string): string {
  return `${personName === '' ? unnamed : `“${personName}”`}${personAddress === '' ? '' : `（${personAddress}）`}`
}

const list = new Intl.ListFormat('zh-CN')

const settings: Readonly<Record<string, string>> = {
  'config.email_config': '邮件服务器',
  'config.domains': '受信任的域名',
  'config.allow_localhost': '对 localhost 的信任',
  'config.native_app_redirects_enabled': '到原生应用的重定向',
  'config.oauth_providers': '登录提供商',
  'config.oidc_providers': 'OpenID Connect 颁发者',
  'config.old_system': '项目以前的系统',
  'config.recent_sign_in_required': '对近期登录的要求',
  'config.support_can_impersonate': '支持人员以用户身份登录',
  is_production_mode: '生产模式',
  email_templates: '邮件模板',
  partner_access: '合作伙伴的访问权限',
  team_connections: '团队的 OpenID Connect 颁发者',
  webhooks: '各 Webhook 端点',
}

export const ownerMails: OwnerMailTexts = {
  ownerInvitation: (details) => ({
    subject: `您受邀管理 ${details.project} 的一个项目`,
    sentence: invitation(details),
    action: '查看邀请',
    lifetime: `此邀请将于 ${details.expiresAt} 过期。只有在您确认之后，您才会获得访问权限。`,
    reason: `您收到此邮件，是因为有人邀请此地址加入 ${details.project} 中的一个项目。引号中的名称由用户选择。如果您并未预期收到此邀请，可以忽略此邮件。`,
  }),
  ownerChanged: (details) => ({
    subject: `${details.project} 中一个项目的角色已变更`,
    sentence: `${ownerChange(details)}${adviceFor(details)}`,
    reason: isAboutRole(details)
      ? '您收到此邮件，是因为它与您在该项目中的角色有关。引号中的名称由用户选择。'
      : `您收到此邮件，是因为您${details.isRecipient && details.change === 'removed' ? '曾是' : '是'}该项目的所有者。引号中的名称由用户选择。`,
  }),
  projectSettingsChanged: (details) => ({
    subject: `${details.project} 中一个项目的设置已更改`,
    sentence: `${named(details, details.isOwner ? '一位所有者' : '持有项目密钥的程序')}于 ${details.changedAt} 更改了项目“${details.ownedProject}”的以下设置：${list.format(details.fields.map((field) => settings[field] ?? field))}。利用这些设置，他人可以获取您用户的登录验证码，或以他们的身份登录。如果此更改不在您的预期之中，请检查项目设置，撤消此更改，并移除做出此更改的所有者或密钥。`,
    reason: '您收到此邮件，是因为您是该项目的所有者。引号中的名称由用户选择。',
  }),
  passwordHashesExported: (details) => ({
    subject: `${details.project} 中一个项目的密码哈希已导出`,
    sentence: `${named(details, details.isOwner ? '一位所有者' : '持有项目密钥的程序')}于 ${details.changedAt} 导出了项目“${details.ownedProject}”的所有用户，包括其密码哈希和身份验证器应用的密钥。利用此文件，他人可以猜出您用户的密码，并以他们的身份登录。如果此导出不在您的预期之中，请移除进行此导出的所有者或密钥，并请您的用户设置新密码、重新设置身份验证器应用。`,
    reason: '您收到此邮件，是因为您是该项目的所有者。引号中的名称由用户选择。',
  }),
  webhookEndpointDisabled: ({ cause, changedAt, endpointHost, ownedProject, project }) => ({
    subject: `${project} 中一个项目的 Webhook 端点已被停用`,
    sentence: `项目“${ownedProject}”的 Webhook 端点“${endpointHost}”已于 ${changedAt} 被停用，原因是${cause === 'gone' ? '它返回了 410' : '连续五天的所有投递均失败'}。此后的事件将保留 30 天。请在控制台中启用该端点，控制台会提供投递这些事件的选项。`,
    reason: '您收到此邮件，是因为您是该项目的所有者。引号中的名称由用户选择。',
  }),
  failedEmailsDigest: (details) => ({
    subject: `${details.project} 中一个项目的邮件未能送达`,
    sentence: failedMails(details),
    reason: '您收到此邮件，是因为您是该项目的所有者。引号中的文字由用户选择。',
  }),
  test: ({ project }) => ({
    subject: `来自 ${project} 的测试邮件`,
    sentence: `${project} 的邮件服务器运行正常。`,
    reason: `${project} 的一位管理员发送了此测试邮件。您可以忽略它。`,
  }),
}
