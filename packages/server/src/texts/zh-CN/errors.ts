import type { ErrorTexts } from '../en/errors.ts'

const day = (millis: number): string =>
  new Date(millis).toLocaleDateString('zh-CN', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = (millis: number): string =>
  `${new Date(millis).toLocaleString('zh-CN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

export const errors: ErrorTexts = {
  known: {
    INVALID_OAUTH_CLIENT_ID_OR_SECRET: () =>
      'OAuth 客户端 ID 或客户端密钥无效。客户端 ID 是项目 ID，客户端密钥是可公开的客户端密钥。',
    INVALID_PUBLISHABLE_CLIENT_KEY: ({ expired_at_millis, project_id, revoked_at_millis }) => {
      const key = `项目“${project_id}”的可公开的客户端密钥`
      if (revoked_at_millis !== undefined) {
        return `${key}已于 ${day(revoked_at_millis)}被撤销。请使用其他密钥。`
      }
      return expired_at_millis === undefined
        ? `该可公开的客户端密钥对项目“${project_id}”无效。请检查密钥和项目 ID。`
        : `${key}已于 ${day(expired_at_millis)}过期。请创建新的密钥。`
    },
    OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: () => '此项目未启用该提供商。',
    REDIRECT_URL_NOT_WHITELISTED: () =>
      '重定向网址不属于该项目的任何受信任域名。请在项目设置中添加该域名，或允许 localhost。',
    UNPARSABLE_ACCESS_TOKEN: () => '无法读取访问令牌。',
    ACCESS_TOKEN_EXPIRED: () => '访问令牌已过期。请刷新令牌后重试。',
    OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: () =>
      '额外的权限范围需要您自己的 OAuth 密钥。共享密钥不允许使用。',
    RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
      `要执行此操作，请重新登录。您上次登录已超过 ${Math.round(max_age_millis / 60_000)} 分钟。`,
    VERIFICATION_CODE_NOT_FOUND: () => '此验证码不存在。请检查验证码，或获取新的验证码。',
    VERIFICATION_CODE_EXPIRED: () => '此验证码已过期。请获取新的验证码。',
    VERIFICATION_CODE_ALREADY_USED: () => '此验证码已被使用。',
    VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: () => '此验证码尝试次数过多。请获取新的验证码。',
    OUTER_OAUTH_TIMEOUT: () => '通过提供商登录用时过长。请重新登录。',
    OAUTH_PROVIDER_ACCESS_DENIED: () => '访问在提供商处被拒绝。',
    OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: () => '提供商目前没有响应。请稍后重试。',
    USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: () => '您已关联此提供商的其他账号。',
    OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: () => '此提供商账号已关联到其他用户。',
    SIGN_UP_NOT_ENABLED: () => '目前未开放新用户注册。',
    SIGN_UP_REJECTED: () => '注册被拒绝。请尝试其他电子邮箱地址或其他注册方式，或联系此应用的支持人员。',
    CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: () =>
      '另一个账号已在使用此邮箱地址登录。请先使用密码或邮件链接登录该账号，然后在账号设置中关联该提供商。',
    RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
      type === 'second_factor_required'
        ? '请设置双重验证以使用您的账号。'
        : type === 'waiting'
          ? '您的注册正在等待批准。'
          : type === 'email_not_verified'
            ? '请先验证您的邮箱地址，然后再使用您的账号。'
            : `您的账号已被暂停使用${until ? `，直至 ${moment(until)}` : ''}。${reason ? `原因：${reason}` : ''}`,
    RATE_LIMITED: ({ retry_after_seconds: seconds }) =>
      seconds === null ? '尝试次数过多。请稍后重试。' : `尝试次数过多。请在 ${seconds} 秒后重试。`,
    PASSWORD_TOO_SHORT: ({ min_length }) => `密码过短。最小长度为 ${min_length} 个字符。`,
    PASSWORD_TOO_LONG: ({ maxLength }) => `密码过长。最大长度为 ${maxLength} 个字符。`,
    PASSWORD_REQUIREMENTS_NOT_MET: () => '此密码太容易被猜到。请另选一个密码。',
    USER_EMAIL_ALREADY_EXISTS: () => '使用此邮箱地址的用户已存在。',
  },
  provider: {
    appRejected: (provider, reason) =>
      `${provider} 拒绝了此应用的配置（${reason ?? '未知错误'}）。请联系此应用的运营者。`,
    misconfigured: (provider) => `通过 ${provider} 登录的配置不正确。请联系此应用的运营者。`,
    noAddress: (provider) => `${provider} 未提供此账号的邮箱地址。请允许 ${provider} 共享该地址，或使用其他登录方式。`,
    noAnswer: (provider) => `${provider} 目前没有响应。请稍后重试。`,
    notVerified: (provider) => `${provider} 发送的响应无法验证。请重新登录。`,
    signInExpired: (provider) => `在 ${provider} 的登录已过期。请重新登录。`,
  },
  signInNotFound: '未找到此次登录。它已经完成，或是在其他浏览器中开始的。请重新登录。',
  overloaded: '服务过载。请稍后重试。',
  unavailable: '服务不可用。请稍后重试。',
  unexpected: (requestId) => `服务器内部错误。请报告此错误，并附上请求 ID ${requestId}。`,
}
