import type { LocaleErrors } from '../error-texts.ts'

function sentenceOfKey(
  name: string,
  details: { project_id: string; expired_at_millis?: number; revoked_at_millis?: number },
): string {
  const day = (millis: number): string =>
    new Date(millis).toLocaleDateString('zh-CN', { dateStyle: 'medium', timeZone: 'UTC' })
  const ofProject = `项目“${details.project_id}”的${name}`
  if (details.revoked_at_millis !== undefined) {
    return `${ofProject}已于 ${day(details.revoked_at_millis)}被撤销。请使用其他密钥。`
  }
  if (details.expired_at_millis !== undefined) {
    return `${ofProject}已于 ${day(details.expired_at_millis)}过期。请创建新的密钥。`
  }
  return `该${name}对项目“${details.project_id}”无效。请检查密钥和项目 ID。`
}

export const errors: LocaleErrors = {
  // General
  UNSUPPORTED_ERROR: ({ originalErrorCode }) => `服务返回了此版本无法识别的错误 ${originalErrorCode}。`,

  // Project authentication
  PROJECT_KEY_WITHOUT_ACCESS_TYPE:
    '请求包含项目密钥，但没有 X-Stack-Access-Type 标头。请随密钥一并发送 client、server 或 admin。',
  INVALID_ACCESS_TYPE: ({ accessType }) =>
    `X-Stack-Access-Type 的值为“${accessType}”。允许的值为 client、server 和 admin。`,
  ACCESS_TYPE_WITHOUT_PROJECT_ID: ({ request_type }) =>
    `访问类型为 ${request_type} 的请求必须在 X-Stack-Project-Id 标头中指明其项目。`,
  ACCESS_TYPE_REQUIRED: '此端点需要 X-Stack-Access-Type 标头以及相应的项目密钥。',
  INSUFFICIENT_ACCESS_TYPE: ({ actual_access_type, allowed_access_types }) =>
    `此端点不对访问类型 ${actual_access_type} 开放。允许的类型：${allowed_access_types.join('、')}。`,
  INVALID_PUBLISHABLE_CLIENT_KEY: (details) => sentenceOfKey('可公开的客户端密钥', details),
  INVALID_SECRET_SERVER_KEY: (details) => sentenceOfKey('服务器私密密钥', details),
  INVALID_SUPER_SECRET_ADMIN_KEY: (details) => sentenceOfKey('管理员私密密钥', details),
  UNPARSABLE_ADMIN_ACCESS_TOKEN: '无法读取管理员访问令牌。',
  ADMIN_ACCESS_TOKEN_EXPIRED: '管理员访问令牌已过期。请刷新令牌后重试。',
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: '此管理员访问令牌所属的项目已不存在。',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: '此管理员访问令牌的用户不是该项目的所有者。',
  CLIENT_AUTHENTICATION_REQUIRED: '缺少可公开的客户端密钥。请在 X-Stack-Publishable-Client-Key 标头中发送。',
  SERVER_AUTHENTICATION_REQUIRED: '缺少服务器私密密钥。请在 X-Stack-Secret-Server-Key 标头中发送。',
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: '请求必须包含可公开的客户端密钥或服务器私密密钥。',
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: '请求必须包含可公开的客户端密钥或管理员私密密钥。',
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED: '请求必须包含可公开的客户端密钥、服务器私密密钥或管理员私密密钥。',
  ADMIN_AUTHENTICATION_REQUIRED: '缺少管理员私密密钥。请在 X-Stack-Super-Secret-Admin-Key 标头中发送。',
  EXPECTED_INTERNAL_PROJECT: '此端点仅存在于项目“internal”中。',

  // Session and tokens
  UNPARSABLE_ACCESS_TOKEN: '无法读取访问令牌。',
  ACCESS_TOKEN_EXPIRED: '访问令牌已过期。请刷新令牌后重试。',
  INVALID_PROJECT_FOR_ACCESS_TOKEN: ({ expected_project_id, actual_project_id }) =>
    `访问令牌属于项目“${actual_project_id}”，但请求指明的项目是“${expected_project_id}”。`,
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: '此会话不存在或已结束。请重新登录。',
  CANNOT_DELETE_CURRENT_SESSION: '无法删除当前会话。请改为退出登录。',
  PROVIDER_REJECTED: '登录提供商已结束其会话。请重新登录。',
  USER_AUTHENTICATION_REQUIRED: '您必须登录才能执行此操作。',
  RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
    `要执行此操作，请重新登录。您上次登录已超过 ${Math.round(max_age_millis / 60_000)} 分钟。`,
  STAFF_PERMISSION_REQUIRED: ({ right, role }) =>
    `您在此项目中的角色（${role}）不允许此操作：缺少权限 ${right}。请联系项目的所有者。`,
  CANNOT_GET_OWN_USER_WITHOUT_USER: '请求指定了“me”，但没有用户登录。请发送用户的访问令牌。',

  // Users, projects, sign-up, passwords, e-mail
  RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
    type === 'second_factor_required'
      ? '请设置双重验证以使用您的账号。'
      : type === 'waiting'
        ? '您的注册正在等待批准。'
        : type === 'email_not_verified'
          ? '请先验证您的邮箱地址，然后再使用您的账号。'
          : `您的账号已被暂停使用${until ? `，直至 ${new Date(until).toLocaleString('zh-CN', { dateStyle: 'long', timeStyle: 'short' })}` : ''}。${reason ? `原因：${reason}` : ''}`,
  EMAIL_NOT_VERIFIED: '必须先验证邮箱地址。请先获取验证邮件，然后在您已登录的浏览器中打开其中的链接。',
  USER_ID_DOES_NOT_EXIST: ({ user_id }) => `不存在 ID 为“${user_id}”的用户。`,
  USER_NOT_FOUND: '未找到该用户。',
  PROJECT_NOT_FOUND: ({ project_id }) => `未找到项目“${project_id}”。`,
  EMAIL_TEMPLATE_VERSION_CONFLICT: () => '模板在您读取之后已被更改。未写入任何内容。请重新读取模板。',
  REQUIRES_CUSTOM_EMAIL_SERVER:
    '该项目通过共享服务器发送邮件，而共享服务器不发送项目自行编写的邮件。请先为该项目设置邮件服务器。',
  PROJECT_VERSION_CONFLICT: ({ conflicts }) =>
    `该项目的以下设置在您读取之后已被更改：${conflicts.map(({ path }) => path).join('、')}。未保存任何内容。请重新读取项目。`,
  BRANCH_DOES_NOT_EXIST: ({ branch_id }) => `不存在分支“${branch_id}”。唯一的分支是“main”。`,
  SIGN_UP_REJECTED: '注册被拒绝。请尝试其他电子邮箱地址或其他注册方式，或联系此应用的支持人员。',
  BOT_CHALLENGE_REQUIRED: '请确认您不是机器人。',
  BOT_CHALLENGE_FAILED: '无法确认您不是机器人。请稍后重试。',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: '此项目未启用通行密钥登录。',
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: '此项目未启用匿名用户。',
  REDIRECT_URL_NOT_WHITELISTED: '重定向网址不属于该项目的任何受信任域名。请在项目设置中添加该域名，或允许 localhost。',
  USER_DOES_NOT_HAVE_PASSWORD: '此用户没有密码。',
  PASSWORD_CONFIRMATION_MISMATCH: '两次输入的密码不一致。',
  EMAIL_ALREADY_VERIFIED: '该邮箱地址已验证。',
  EMAIL_NOT_ASSOCIATED_WITH_USER: '该邮箱地址不属于任何可用它登录的用户。',
  EMAIL_IS_NOT_PRIMARY_EMAIL: ({ email }) => `${email} 不是该用户的主邮箱地址。`,

  // Verification codes
  VERIFICATION_CODE_NOT_FOUND: '此验证码不存在。请检查验证码，或获取新的验证码。',
  VERIFICATION_CODE_EXPIRED: '此验证码已过期。请获取新的验证码。',
  VERIFICATION_CODE_ALREADY_USED: '此验证码已被使用。',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: '此验证码尝试次数过多。请获取新的验证码。',

  // Passkey, second factor, CLI
  PASSKEY_REGISTRATION_FAILED: '无法添加通行密钥。',
  PASSKEY_WEBAUTHN_ERROR: '无法使用通行密钥。',
  PASSKEY_AUTHENTICATION_FAILED: '通行密钥未被接受。',
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: '登录需要完成双重验证。',
  INVALID_RECOVERY_CODE: '恢复代码不正确或已被使用。请使用其他代码。',
  MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED: '没有身份验证器应用。请先设置一个。',
  INVALID_POLLING_CODE: '此轮询代码不存在。',
  CLI_AUTH_ERROR: '命令行登录失败。',
  CLI_AUTH_EXPIRED_ERROR: '命令行登录已过期。请重试。',
  CLI_AUTH_USED_ERROR: '此登录令牌已被使用。',

  // OAuth
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: '该用户未关联此提供商的账号。',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: '此提供商账号已关联到其他用户。',
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: '已关联的账号未授予所需的权限范围。',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: '额外的权限范围需要您自己的 OAuth 密钥。共享密钥不允许使用。',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    '提供商的访问令牌需要您自己的 OAuth 密钥。共享密钥不允许使用。',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET:
    'OAuth 客户端 ID 或客户端密钥无效。客户端 ID 是项目 ID，客户端密钥是可公开的客户端密钥。',
  INVALID_SCOPE: ({ scope }) => `权限范围“${scope}”无效。唯一的权限范围是“legacy”。`,
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: '您已关联此提供商的其他账号。',
  OUTER_OAUTH_TIMEOUT: '通过提供商登录用时过长。请重新登录。',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: '此项目未启用该提供商。',
  INVALID_SHARED_OAUTH_PROVIDER_ID: ({ provider_id }) => `提供商“${provider_id}”没有共享密钥。`,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: ({ provider_id }) => `提供商“${provider_id}”不存在。`,
  INVALID_AUTHORIZATION_CODE: '授权码无效或已过期。',
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: '提供商目前没有响应。请稍后重试。',
  OAUTH_PROVIDER_ACCESS_DENIED: '访问在提供商处被拒绝。',
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    '另一个账号已在使用此邮箱地址登录。请先使用密码或邮件链接登录该账号，然后在账号设置中关联该提供商。',

  // Permissions, teams, templates, API keys
  PERMISSION_NOT_FOUND: ({ permission_id }) => `未找到权限“${permission_id}”。`,
  WRONG_PERMISSION_SCOPE: ({ permission_id, expected_scope }) =>
    `“${permission_id}”不是${expected_scope === 'team' ? '团队权限' : '项目权限'}。`,
  CONTAINED_PERMISSION_NOT_FOUND: ({ permission_id }) => `无法包含权限“${permission_id}”，因为它不存在。`,
  PERMISSION_ID_ALREADY_EXISTS: ({ permission_id }) => `权限 ID“${permission_id}”已被占用。`,
  PROJECT_PERMISSION_REQUIRED: ({ user_id, permission_id }) => `用户 ${user_id} 需要项目权限“${permission_id}”。`,
  TEAM_PERMISSION_REQUIRED: ({ team_id, user_id, permission_id }) =>
    `用户 ${user_id} 需要在团队 ${team_id} 中拥有权限“${permission_id}”。`,
  TEAM_PERMISSION_NOT_FOUND: ({ team_id, user_id, permission_id }) =>
    `用户 ${user_id} 在团队 ${team_id} 中没有权限“${permission_id}”。`,
  TEAM_NOT_FOUND: ({ team_id }) => `未找到团队 ${team_id}。`,
  TEAM_ALREADY_EXISTS: ({ team_id }) => `团队 ${team_id} 已存在。`,
  TEAM_LIMIT_REACHED: ({ max_teams }) => `一位用户最多可创建 ${max_teams} 个团队。请删除您不再需要的团队。`,
  TEAM_MEMBERSHIP_NOT_FOUND: ({ team_id, user_id }) => `用户 ${user_id} 不是团队 ${team_id} 的成员。`,
  TEAM_MEMBERSHIP_ALREADY_EXISTS: '该用户已是团队成员。',
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: '接受邀请之前，请先创建账号或登录。',
  EMAIL_TEMPLATE_ALREADY_EXISTS: '此邮件模板已自定义。',
  API_KEY_EXPIRED: 'API 密钥已过期。',
  API_KEY_REVOKED: 'API 密钥已被撤销。',
  WRONG_API_KEY_TYPE: ({ expected_type, actual_type }) =>
    `此 API 密钥的类型为 ${actual_type}。该端点需要的类型为 ${expected_type}。`,
  API_KEY_NOT_FOUND: '未找到 API 密钥。',
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: '密钥扫描程序无法撤销公开的 API 密钥。',
}
