import type { LocaleErrors } from '../error-texts.ts'

function sentenceOfKey(
  name: string,
  details: { project_id: string; expired_at_millis?: number; revoked_at_millis?: number },
): string {
  const day = (millis: number): string =>
    new Date(millis).toLocaleDateString('zh-TW', { dateStyle: 'medium', timeZone: 'UTC' })
  const ofProject = `專案「${details.project_id}」的${name}`
  if (details.revoked_at_millis !== undefined) {
    return `${ofProject}已於 ${day(details.revoked_at_millis)}遭撤銷。請使用其他金鑰。`
  }
  if (details.expired_at_millis !== undefined) {
    return `${ofProject}已於 ${day(details.expired_at_millis)}過期。請建立新的金鑰。`
  }
  return `該${name}對專案「${details.project_id}」無效。請檢查金鑰和專案 ID。`
}

export const errors: LocaleErrors = {
  // General
  UNSUPPORTED_ERROR: ({ originalErrorCode }) => `服務傳回了此版本無法辨識的錯誤 ${originalErrorCode}。`,

  // Project authentication
  PROJECT_KEY_WITHOUT_ACCESS_TYPE:
    '要求包含專案金鑰，但沒有 X-Stack-Access-Type 標頭。請隨金鑰一併傳送 client、server 或 admin。',
  INVALID_ACCESS_TYPE: ({ accessType }) =>
    `X-Stack-Access-Type 的值為「${accessType}」。允許的值為 client、server 和 admin。`,
  ACCESS_TYPE_WITHOUT_PROJECT_ID: ({ request_type }) =>
    `存取類型為 ${request_type} 的要求必須在 X-Stack-Project-Id 標頭中指明其專案。`,
  ACCESS_TYPE_REQUIRED: '此端點需要 X-Stack-Access-Type 標頭以及相應的專案金鑰。',
  INSUFFICIENT_ACCESS_TYPE: ({ actual_access_type, allowed_access_types }) =>
    `此端點不對存取類型 ${actual_access_type} 開放。允許的類型：${allowed_access_types.join('、')}。`,
  INVALID_PUBLISHABLE_CLIENT_KEY: (details) => sentenceOfKey('可公開的用戶端金鑰', details),
  INVALID_SECRET_SERVER_KEY: (details) => sentenceOfKey('伺服器私密金鑰', details),
  INVALID_SUPER_SECRET_ADMIN_KEY: (details) => sentenceOfKey('管理員私密金鑰', details),
  UNPARSABLE_ADMIN_ACCESS_TOKEN: '無法讀取管理員存取權杖。',
  ADMIN_ACCESS_TOKEN_EXPIRED: '管理員存取權杖已過期。請重新整理權杖後再試一次。',
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: '此管理員存取權杖所屬的專案已不存在。',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: '此管理員存取權杖的使用者不是該專案的擁有者。',
  CLIENT_AUTHENTICATION_REQUIRED: '缺少可公開的用戶端金鑰。請在 X-Stack-Publishable-Client-Key 標頭中傳送。',
  SERVER_AUTHENTICATION_REQUIRED: '缺少伺服器私密金鑰。請在 X-Stack-Secret-Server-Key 標頭中傳送。',
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: '要求必須包含可公開的用戶端金鑰或伺服器私密金鑰。',
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: '要求必須包含可公開的用戶端金鑰或管理員私密金鑰。',
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED: '要求必須包含可公開的用戶端金鑰、伺服器私密金鑰或管理員私密金鑰。',
  ADMIN_AUTHENTICATION_REQUIRED: '缺少管理員私密金鑰。請在 X-Stack-Super-Secret-Admin-Key 標頭中傳送。',
  EXPECTED_INTERNAL_PROJECT: '此端點僅存在於專案「internal」中。',

  // Session and tokens
  UNPARSABLE_ACCESS_TOKEN: '無法讀取存取權杖。',
  ACCESS_TOKEN_EXPIRED: '存取權杖已過期。請重新整理權杖後再試一次。',
  INVALID_PROJECT_FOR_ACCESS_TOKEN: ({ expected_project_id, actual_project_id }) =>
    `存取權杖屬於專案「${actual_project_id}」，但要求指明的專案是「${expected_project_id}」。`,
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: '此工作階段不存在或已結束。請重新登入。',
  CANNOT_DELETE_CURRENT_SESSION: '無法刪除目前的工作階段。請改為登出。',
  PROVIDER_REJECTED: '登入服務供應商已結束其工作階段。請重新登入。',
  USER_AUTHENTICATION_REQUIRED: '您必須登入才能執行此操作。',
  RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
    `要執行此操作，請重新登入。您上次登入已超過 ${Math.round(max_age_millis / 60_000)} 分鐘。`,
  STAFF_PERMISSION_REQUIRED: ({ right, role }) =>
    `您在此專案中的角色（${role}）不允許此操作：缺少權限 ${right}。請聯絡專案的擁有者。`,
  CANNOT_GET_OWN_USER_WITHOUT_USER: '要求指定了「me」，但沒有使用者登入。請傳送使用者的存取權杖。',

  // Users, projects, sign-up, passwords, e-mail
  RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
    type === 'second_factor_required'
      ? '請設定雙重驗證以使用您的帳號。'
      : type === 'waiting'
        ? '您的註冊正在等待核准。'
        : type === 'email_not_verified'
          ? '請先驗證您的電子郵件地址，然後再使用您的帳號。'
          : `您的帳號已遭停權${until ? `，直到 ${new Date(until).toLocaleString('zh-TW', { dateStyle: 'long', timeStyle: 'short' })}` : ''}。${reason ? `原因：${reason}` : ''}`,
  EMAIL_NOT_VERIFIED: '必須先驗證電子郵件地址。請先索取驗證郵件，然後在您已登入的瀏覽器中開啟其中的連結。',
  USER_ID_DOES_NOT_EXIST: ({ user_id }) => `不存在 ID 為「${user_id}」的使用者。`,
  USER_NOT_FOUND: '找不到該使用者。',
  PROJECT_NOT_FOUND: ({ project_id }) => `找不到專案「${project_id}」。`,
  EMAIL_TEMPLATE_VERSION_CONFLICT: () => '範本在您讀取之後已被變更。未寫入任何內容。請重新讀取範本。',
  REQUIRES_CUSTOM_EMAIL_SERVER:
    '該專案透過共用伺服器寄送郵件，而共用伺服器不傳送專案自行編寫的郵件。請先為該專案設定郵件伺服器。',
  PROJECT_VERSION_CONFLICT: ({ conflicts }) =>
    `該專案的以下設定在您讀取之後已被變更：${conflicts.map(({ path }) => path).join('、')}。未儲存任何內容。請重新讀取專案。`,
  BRANCH_DOES_NOT_EXIST: ({ branch_id }) => `不存在分支「${branch_id}」。唯一的分支是「main」。`,
  SIGN_UP_REJECTED: '註冊遭到拒絕。請嘗試其他電子郵件地址或其他註冊方式，或聯絡此應用程式的支援人員。',
  BOT_CHALLENGE_REQUIRED: '請確認您不是機器人。',
  BOT_CHALLENGE_FAILED: '無法確認您不是機器人。請稍後再試。',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: '此專案未啟用密碼金鑰登入。',
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: '此專案未啟用匿名使用者。',
  REDIRECT_URL_NOT_WHITELISTED:
    '重新導向網址不屬於該專案的任何受信任網域。請在專案設定中新增該網域，或允許 localhost。',
  USER_DOES_NOT_HAVE_PASSWORD: '此使用者沒有密碼。',
  PASSWORD_CONFIRMATION_MISMATCH: '兩次輸入的密碼不一致。',
  EMAIL_ALREADY_VERIFIED: '該電子郵件地址已驗證。',
  EMAIL_NOT_ASSOCIATED_WITH_USER: '該電子郵件地址不屬於任何可用它登入的使用者。',
  EMAIL_IS_NOT_PRIMARY_EMAIL: ({ email }) => `${email} 不是該使用者的主要電子郵件地址。`,

  // Verification codes
  VERIFICATION_CODE_NOT_FOUND: '此驗證碼不存在。請檢查驗證碼，或索取新的驗證碼。',
  VERIFICATION_CODE_EXPIRED: '此驗證碼已過期。請索取新的驗證碼。',
  VERIFICATION_CODE_ALREADY_USED: '此驗證碼已被使用。',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: '此驗證碼嘗試次數過多。請索取新的驗證碼。',

  // Passkey, second factor, CLI
  PASSKEY_REGISTRATION_FAILED: '無法新增密碼金鑰。',
  PASSKEY_WEBAUTHN_ERROR: '無法使用密碼金鑰。',
  PASSKEY_AUTHENTICATION_FAILED: '密碼金鑰未被接受。',
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: '登入需要完成雙重驗證。',
  INVALID_RECOVERY_CODE: '復原碼不正確或已被使用。請使用其他復原碼。',
  MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED: '沒有驗證器應用程式。請先設定一個。',
  INVALID_POLLING_CODE: '此輪詢代碼不存在。',
  CLI_AUTH_ERROR: '命令列登入失敗。',
  CLI_AUTH_EXPIRED_ERROR: '命令列登入已過期。請再試一次。',
  CLI_AUTH_USED_ERROR: '此登入權杖已被使用。',

  // OAuth
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: '該使用者未連結此供應商的帳號。',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: '此供應商帳號已連結到其他使用者。',
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: '已連結的帳號未授予所需的權限範圍。',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: '額外的權限範圍需要您自己的 OAuth 金鑰。共用金鑰不允許使用。',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    '供應商的存取權杖需要您自己的 OAuth 金鑰。共用金鑰不允許使用。',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET:
    'OAuth 用戶端 ID 或用戶端金鑰無效。用戶端 ID 是專案 ID，用戶端金鑰是可公開的用戶端金鑰。',
  INVALID_SCOPE: ({ scope }) => `權限範圍「${scope}」無效。唯一的權限範圍是「legacy」。`,
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: '您已連結此供應商的其他帳號。',
  OUTER_OAUTH_TIMEOUT: '透過供應商登入時間過長。請重新登入。',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: '此專案未啟用該供應商。',
  INVALID_SHARED_OAUTH_PROVIDER_ID: ({ provider_id }) => `供應商「${provider_id}」沒有共用金鑰。`,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: ({ provider_id }) => `供應商「${provider_id}」不存在。`,
  INVALID_AUTHORIZATION_CODE: '授權碼無效或已過期。',
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: '供應商目前沒有回應。請稍後再試。',
  OAUTH_PROVIDER_ACCESS_DENIED: '存取在供應商端遭到拒絕。',
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    '另一個帳號已在使用此電子郵件地址登入。請先使用密碼或電子郵件連結登入該帳號，然後在帳號設定中連結該供應商。',

  // Permissions, teams, templates, API keys
  PERMISSION_NOT_FOUND: ({ permission_id }) => `找不到權限「${permission_id}」。`,
  WRONG_PERMISSION_SCOPE: ({ permission_id, expected_scope }) =>
    `「${permission_id}」不是${expected_scope === 'team' ? '團隊權限' : '專案權限'}。`,
  CONTAINED_PERMISSION_NOT_FOUND: ({ permission_id }) => `無法包含權限「${permission_id}」，因為它不存在。`,
  PERMISSION_ID_ALREADY_EXISTS: ({ permission_id }) => `權限 ID「${permission_id}」已被使用。`,
  PROJECT_PERMISSION_REQUIRED: ({ user_id, permission_id }) => `使用者 ${user_id} 需要專案權限「${permission_id}」。`,
  TEAM_PERMISSION_REQUIRED: ({ team_id, user_id, permission_id }) =>
    `使用者 ${user_id} 需要在團隊 ${team_id} 中擁有權限「${permission_id}」。`,
  TEAM_PERMISSION_NOT_FOUND: ({ team_id, user_id, permission_id }) =>
    `使用者 ${user_id} 在團隊 ${team_id} 中沒有權限「${permission_id}」。`,
  TEAM_NOT_FOUND: ({ team_id }) => `找不到團隊 ${team_id}。`,
  TEAM_ALREADY_EXISTS: ({ team_id }) => `團隊 ${team_id} 已存在。`,
  TEAM_LIMIT_REACHED: ({ max_teams }) => `一位使用者最多可建立 ${max_teams} 個團隊。請刪除您不再需要的團隊。`,
  TEAM_MEMBERSHIP_NOT_FOUND: ({ team_id, user_id }) => `使用者 ${user_id} 不是團隊 ${team_id} 的成員。`,
  TEAM_MEMBERSHIP_ALREADY_EXISTS: '該使用者已是團隊成員。',
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: '接受邀請之前，請先建立帳號或登入。',
  EMAIL_TEMPLATE_ALREADY_EXISTS: '此郵件範本已自訂。',
  API_KEY_EXPIRED: 'API 金鑰已過期。',
  API_KEY_REVOKED: 'API 金鑰已被撤銷。',
  WRONG_API_KEY_TYPE: ({ expected_type, actual_type }) =>
    `此 API 金鑰的類型為 ${actual_type}。該端點需要的類型為 ${expected_type}。`,
  API_KEY_NOT_FOUND: '找不到 API 金鑰。',
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: '金鑰掃描程式無法撤銷公開的 API 金鑰。',
}
