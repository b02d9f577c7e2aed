import type { ErrorTexts } from '../en/errors.ts'

const day = (millis: number): string =>
  new Date(millis).toLocaleDateString('zh-TW', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = (millis: number): string =>
  `${new Date(millis).toLocaleString('zh-TW', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

export const errors: ErrorTexts = {
  known: {
    INVALID_OAUTH_CLIENT_ID_OR_SECRET: () =>
      'OAuth 用戶端 ID 或用戶端金鑰無效。用戶端 ID 是專案 ID，用戶端金鑰是可公開的用戶端金鑰。',
    INVALID_PUBLISHABLE_CLIENT_KEY: ({ expired_at_millis, project_id, revoked_at_millis }) => {
      const key = `專案「${project_id}」的可公開的用戶端金鑰`
      if (revoked_at_millis !== undefined) {
        return `${key}已於 ${day(revoked_at_millis)}遭撤銷。請使用其他金鑰。`
      }
      return expired_at_millis === undefined
        ? `該可公開的用戶端金鑰對專案「${project_id}」無效。請檢查金鑰和專案 ID。`
        : `${key}已於 ${day(expired_at_millis)}過期。請建立新的金鑰。`
    },
    OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: () => '此專案未啟用該供應商。',
    REDIRECT_URL_NOT_WHITELISTED: () =>
      '重新導向網址不屬於該專案的任何受信任網域。請在專案設定中新增該網域，或允許 localhost。',
    UNPARSABLE_ACCESS_TOKEN: () => '無法讀取存取權杖。',
    ACCESS_TOKEN_EXPIRED: () => '存取權杖已過期。請重新整理權杖後再試一次。',
    OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: () =>
      '額外的權限範圍需要您自己的 OAuth 金鑰。共用金鑰不允許使用。',
    RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
      `要執行此操作，請重新登入。您上次登入已超過 ${Math.round(max_age_millis / 60_000)} 分鐘。`,
    VERIFICATION_CODE_NOT_FOUND: () => '此驗證碼不存在。請檢查驗證碼，或索取新的驗證碼。',
    VERIFICATION_CODE_EXPIRED: () => '此驗證碼已過期。請索取新的驗證碼。',
    VERIFICATION_CODE_ALREADY_USED: () => '此驗證碼已被使用。',
    VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: () => '此驗證碼嘗試次數過多。請索取新的驗證碼。',
    OUTER_OAUTH_TIMEOUT: () => '透過供應商登入時間過長。請重新登入。',
    OAUTH_PROVIDER_ACCESS_DENIED: () => '存取在供應商端遭到拒絕。',
    OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: () => '供應商目前沒有回應。請稍後再試。',
    USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: () => '您已連結此供應商的其他帳號。',
    OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: () => '此供應商帳號已連結到其他使用者。',
    SIGN_UP_NOT_ENABLED: () => '目前未開放新使用者註冊。',
    SIGN_UP_REJECTED: () => '註冊遭到拒絕。請嘗試其他電子郵件地址或其他註冊方式，或聯絡此應用程式的支援人員。',
    CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: () =>
      '另一個帳號已在使用此電子郵件地址登入。請先使用密碼或電子郵件連結登入該帳號，然後在帳號設定中連結該供應商。',
    RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
      type === 'second_factor_required'
        ? '請設定雙重驗證以使用您的帳號。'
        : type === 'waiting'
          ? '您的註冊正在等待核准。'
          : type === 'email_not_verified'
            ? '請先驗證您的電子郵件地址，然後再使用您的帳號。'
            : `您的帳號已遭停權${until ? `，直到 ${moment(until)}` : ''}。${reason ? `原因：${reason}` : ''}`,
    RATE_LIMITED: ({ retry_after_seconds: seconds }) =>
      seconds === null ? '嘗試次數過多。請稍後再試。' : `嘗試次數過多。請在 ${seconds} 秒後再試一次。`,
    PASSWORD_TOO_SHORT: ({ min_length }) => `密碼過短。最小長度為 ${min_length} 個字元。`,
    PASSWORD_TOO_LONG: ({ maxLength }) => `密碼過長。最大長度為 ${maxLength} 個字元。`,
    PASSWORD_REQUIREMENTS_NOT_MET: () => '此密碼太容易被猜到。請另選一個密碼。',
    USER_EMAIL_ALREADY_EXISTS: () => '已有使用者使用此電子郵件地址。',
  },
  provider: {
    appRejected: (provider, reason) =>
      `${provider} 拒絕了此應用程式的設定（${reason ?? '不明的錯誤'}）。請聯絡此應用程式的營運者。`,
    misconfigured: (provider) => `透過 ${provider} 登入的設定不正確。請聯絡此應用程式的營運者。`,
    noAddress: (provider) =>
      `${provider} 未提供此帳號的電子郵件地址。請允許 ${provider} 分享該地址，或使用其他登入方式。`,
    noAnswer: (provider) => `${provider} 目前沒有回應。請稍後再試。`,
    notVerified: (provider) => `${provider} 傳送的回應無法驗證。請重新登入。`,
    signInExpired: (provider) => `在 ${provider} 的登入已過期。請重新登入。`,
  },
  signInNotFound: '找不到此次登入。它已經完成，或是在其他瀏覽器中開始的。請重新登入。',
  overloaded: '服務過載。請稍後再試。',
  unavailable: '服務無法使用。請稍後再試。',
  unexpected: (requestId) => `伺服器內部錯誤。請回報此錯誤，並附上要求 ID ${requestId}。`,
}
