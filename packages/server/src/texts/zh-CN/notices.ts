import { isMadeByOthers, type AccountChange, type AddressChange, type NoticeTexts } from '../en/notices.ts'

type LeakedKey = Parameters<NoticeTexts['apiKeyLeaked']>[0]

const partNames: Readonly<Record<AccountChange['removed'][number], string>> = {
  password: '密码',
  passkey: '所有通行密钥',
  authenticator_app: '身份验证器应用',
  api_keys: '所有 API 密钥',
}

const recordNames: Readonly<Record<AccountChange['undone'][number], string>> = {
  owned_projects: '所有项目的所有权',
  teams_left: '在有其他成员的团队中的成员身份',
  team_members: '该账号邀请的团队成员',
  team_invitations: '待接受的团队邀请',
  team_api_keys: '团队的 API 密钥',
  teams: '没有其他成员的团队的名称、头像和设置',
  profile: '个人资料中的名称、头像和设置',
}

const addressChangeNames: Readonly<Record<AddressChange, string>> = {
  replaces_address: '它取代了该账号的另一个地址',
  primary: '它现在是主邮箱地址',
  not_primary: '它不再是主邮箱地址',
  used_for_sign_in: '它在验证后可用于登录',
  not_used_for_sign_in: '它不再用于登录',
}

const apiKey = ({ apiKeyName }: AccountChange): string =>
  apiKeyName === '' ? '一个 API 密钥' : ` API 密钥“${apiKeyName}”`

const passkey = ({ passkeyName }: AccountChange): string =>
  passkeyName === '' ? '一个通行密钥' : `通行密钥“${passkeyName}”`

function accessRemoved(details: AccountChange): string {
  const { address, changedAt, disconnected, disconnectedCount, removed, undone } = details
  const parts = [
    ...removed.map((part) => partNames[part]),
    ...(disconnectedCount === 0 ? [] : [`已关联的账号（${disconnected}）`]),
    ...undone.map((record) => recordNames[record]),
  ].join('；')
  const verified = address === '' ? '此邮箱地址' : `您账号的邮箱地址 ${address} `
  const reconnect = disconnectedCount === 0 ? '' : `，并在其中重新关联 ${disconnected}`
  return `${verified}已于 ${changedAt} 首次通过验证。在此之前，其他人可能已添加了登录方式或 API 密钥，因此以下各项已被移除：${parts}。您可以在账号设置中重新设置它们${reconnect}。`
}

const sentences: Readonly<Record<AccountChange['change'], (details: AccountChange) => string>> = {
  authenticator_app_added: ({ changedAt }) =>
    `您的账号已于 ${changedAt} 添加了身份验证器应用。现在登录时需要输入此应用中的验证码。`,
  authenticator_app_replaced: ({ changedAt }) => `您账号的身份验证器应用已于 ${changedAt} 更换。`,
  authenticator_app_removed: ({ changedAt }) =>
    `您账号的身份验证器应用已于 ${changedAt} 移除。登录时不再需要输入其中的验证码。`,
  authenticator_app_reset: ({ changedAt }) =>
    `按照管理员的预告，您账号的双重验证已于 ${changedAt} 移除。登录时不再需要双重验证。`,
  authenticator_app_reset_cancelled: ({ changedAt }) =>
    `已预告的移除您账号的双重验证的操作已于 ${changedAt} 取消。登录时仍需要双重验证。`,
  recovery_codes_created: ({ changedAt }) =>
    `已于 ${changedAt} 为您的账号创建新的恢复代码。每个代码可代替身份验证器应用中的验证码一次。之前的恢复代码已失效。`,
  recovery_code_used: ({ changedAt, unusedCodes }) =>
    `您账号的一个恢复代码已于 ${changedAt} 代替身份验证器应用中的验证码使用。未使用的恢复代码：${unusedCodes}。`,
  passkey_added: (details) => `${passkey(details)}已于 ${details.changedAt} 添加到您的账号。它可用于登录。`,
  passkey_removed: (details) => `${passkey(details)}已于 ${details.changedAt} 从您的账号中移除。它不能再用于登录。`,
  api_key_created: (details) =>
    `已于 ${details.changedAt} 为您的账号创建了${apiKey(details)}。持有该密钥的程序可以代表您执行操作。`,
  provider_account_connected: ({ changedAt, providerName }) =>
    `一个 ${providerName} 账号已于 ${changedAt} 关联到您的账号。它可用于登录。`,
  provider_account_disconnected: ({ changedAt, providerName }) =>
    `已关联的 ${providerName} 账号已于 ${changedAt} 与您的账号取消关联。它不能再用于登录。`,
  unproved_access_removed: accessRemoved,
  address_disowned: ({ address, changedAt }) =>
    `邮箱地址 ${address} 已于 ${changedAt} 从您的账号中移除。该邮箱的所有者报告称，此账号属于另一个人。`,
  address_added: ({ address, changedAt }) => `邮箱地址 ${address} 已于 ${changedAt} 添加到您的账号。`,
  address_updated: (details) =>
    `您账号的邮箱地址 ${details.address} 已于 ${details.changedAt} 更改：${details.addressChanges.map((change) => addressChangeNames[change]).join('；')}。`,
  address_removed: ({ address, changedAt }) => `邮箱地址 ${address} 已于 ${changedAt} 从您的账号中移除。`,
}

function subjectOfChange({ change, project }: AccountChange): string {
  if (change === 'api_key_created') return `已为您在 ${project} 的账号创建 API 密钥`
  if (change === 'recovery_code_used') return `您在 ${project} 的账号的一个恢复代码已被使用`
  return change.startsWith('address_') ? `您在 ${project} 的账号的邮箱地址已更改` : `您登录 ${project} 的方式已更改`
}

const ownerOfKey = ({ ownerType, project, team }: LeakedKey): string =>
  `${ownerType === 'user' ? `您在 ${project} 的账号` : team === '' ? `${project} 的团队` : `${project} 的团队“${team}”`}`

export const notices: NoticeTexts = {
  passwordChanged: ({ changedAt, project }) => ({
    subject: `您在 ${project} 的密码已更改`,
    sentence: `您账号的密码已于 ${changedAt} 更改。如果是您本人更改的，可以忽略此邮件。`,
    reason: `如果不是您本人更改的，请前往 ${project}，在登录页面上选择“忘记密码？”并设置新密码。这将结束所有会话。您收到此邮件，是因为这是该账号的地址。`,
  }),
  emailChanged: ({ changedAt, project }) => ({
    subject: `您在 ${project} 的邮箱地址已更改`,
    sentence: `此地址已于 ${changedAt} 从您的账号中移除。如果是您本人更改的，可以忽略此邮件。`,
    reason: `如果不是您本人更改的，请立即联系 ${project} 的支持团队。他们可以查看是谁更改的。您收到此邮件，是因为这曾是该账号的地址。`,
  }),
  addressAdded: ({ changedAt, project }) => ({
    subject: `您的邮箱地址被添加到了 ${project} 的一个账号`,
    sentence: `此地址已于 ${changedAt} 被添加到 ${project} 的一个账号。在您验证此地址之前，该账号无法使用它登录。`,
    reason: `您收到此邮件，是因为有人在其 ${project} 账号设置中输入了此地址。如果不是您本人操作，可以忽略此邮件，并且请勿打开此地址的验证链接。`,
  }),
  signInMethodChanged: (details) => ({
    subject: subjectOfChange(details),
    sentence: `${sentences[details.change](details)}${isMadeByOthers(details.change) ? '' : '如果是您本人操作，可以忽略此邮件。'}`,
    reason: `如果不是您本人操作，请前往 ${details.project}，在账号设置中撤消此更改，并结束您不认识的会话。如果您已无法登录，请联系 ${details.project} 的支持团队。您收到此邮件，是因为这是该账号的地址。`,
  }),
  newDevice: ({ device, expiresAt, hasLink, place, project, signedInAt }) => ({
    subject: `在新设备上登录 ${project}`,
    sentence: `您的账号于 ${signedInAt} 在一台您以前未登录过的设备上登录。${device && `设备：${device}。`}${place && `地点：${place}。`}如果是您本人登录的，可以忽略此邮件。`,
    action: '不是我本人',
    lifetime: `此链接将于 ${expiresAt} 过期。`,
    reason: hasLink
      ? '如果不是您本人登录的，请选择“不是我本人”。这将结束该会话；如果您的账号可以设置密码，您还会收到一封用于设置新密码的邮件。您收到此邮件，是因为这是该账号的地址。'
      : `如果不是您本人登录的，请前往 ${project}，在账号设置中结束您不认识的会话，并更改您的登录方式。如果您有密码，请在登录页面上选择“忘记密码？”并设置新密码。这将结束所有会话。您收到此邮件，是因为这是该账号的地址。`,
  }),
  factorResetStarted: ({ project, takesEffectAt }) => ({
    subject: `您在 ${project} 的双重验证将被移除`,
    sentence: `${project} 的管理员已预告：您账号的双重验证（身份验证器应用、恢复代码、通行密钥）将于 ${takesEffectAt} 移除。此后登录时不再需要双重验证。`,
    action: '取消移除',
    lifetime: `您可以在 ${takesEffectAt} 之前取消。`,
    reason:
      '如果您因丢失双重验证方式而提出此请求，可以忽略此邮件。如果不是，请立即取消移除。您收到此邮件，是因为这是该账号的已验证地址。',
  }),
  secondFactorDue: ({ project, dueAt }) => ({
    subject: `请为您在 ${project} 的账号设置双重验证`,
    sentence: `自 ${dueAt} 起，您在 ${project} 的账号需要双重验证（身份验证器应用或通行密钥）。请在此之前于账号设置中完成设置。此后，您必须先完成设置才能使用账号。`,
    reason: `您收到此邮件，是因为有人登录了您在 ${project} 的账号。如果不是您本人，请更改密码。`,
  }),
  signUpApproved: ({ project }) => ({
    subject: `您在 ${project} 的注册已获批准`,
    sentence: `您在 ${project} 的注册已获批准。您现在可以使用您的账号。`,
    action: '登录',
    reason: `您收到此邮件，是因为有人使用此地址在 ${project} 注册。如果不是您本人，可以忽略此邮件。`,
  }),
  signUpRefused: ({ project }) => ({
    subject: `您在 ${project} 的注册被拒绝`,
    sentence: `您在 ${project} 的注册被拒绝，您的账号已被删除。`,
    reason: `您收到此邮件，是因为有人使用此地址在 ${project} 注册。如果不是您本人，可以忽略此邮件。`,
  }),
  apiKeyLeaked: (details) => ({
    subject: `${details.project} 的一个 API 密钥在公开位置被发现，已被撤销`,
    sentence: `${ownerOfKey(details)}的一个 API 密钥在公开位置被发现${details.description === '' ? '' : `：“${details.description}”`}。它已于 ${details.revokedAt} 被撤销。使用该密钥的程序不再具有访问权限。请为它们创建新密钥，并从发布旧密钥的位置将其移除。请检查此前该密钥被用来做了什么。`,
    reason: `您收到此邮件，是因为${details.ownerType === 'team' ? '您可以管理该团队的 API 密钥' : '这是该账号的地址'}。引号中的名称由 ${details.project} 的用户选择。`,
  }),
}
