import type { LocaleErrors } from '../error-texts.ts'

function sentenceOfKey(
  name: string,
  details: { project_id: string; expired_at_millis?: number; revoked_at_millis?: number },
): string {
  const day = (millis: number): string =>
    new Date(millis).toLocaleDateString('ko-KR', { dateStyle: 'medium', timeZone: 'UTC' })
  const ofProject = `“${details.project_id}” 프로젝트의 ${name}는`
  if (details.revoked_at_millis !== undefined) {
    return `${ofProject} ${day(details.revoked_at_millis)}에 폐기되었습니다. 다른 키를 사용하세요.`
  }
  if (details.expired_at_millis !== undefined) {
    return `${ofProject} ${day(details.expired_at_millis)}에 만료되었습니다. 새 키를 만드세요.`
  }
  return `이 ${name}는 “${details.project_id}” 프로젝트에서 유효하지 않습니다. 키와 프로젝트 ID를 확인하세요.`
}

export const errors: LocaleErrors = {
  // General
  UNSUPPORTED_ERROR: ({ originalErrorCode }) =>
    `서비스가 이 버전에서 알 수 없는 오류(${originalErrorCode})로 응답했습니다. SDK 버전을 업데이트하세요.`,

  // Project authentication
  PROJECT_KEY_WITHOUT_ACCESS_TYPE:
    '요청에 프로젝트 키가 있지만 X-Stack-Access-Type 헤더가 없습니다. 키와 함께 client, server 또는 admin을 보내세요.',
  INVALID_ACCESS_TYPE: ({ accessType }) =>
    `X-Stack-Access-Type 값이 “${accessType}”입니다. client, server 또는 admin이어야 합니다.`,
  ACCESS_TYPE_WITHOUT_PROJECT_ID: ({ request_type }) =>
    `액세스 유형이 ${request_type}인 요청은 X-Stack-Project-Id 헤더에 프로젝트를 지정해야 합니다.`,
  ACCESS_TYPE_REQUIRED: '이 엔드포인트에는 X-Stack-Access-Type 헤더와 그에 맞는 프로젝트 키가 함께 필요합니다.',
  INSUFFICIENT_ACCESS_TYPE: ({ actual_access_type, allowed_access_types }) =>
    `이 엔드포인트는 액세스 유형 ${actual_access_type}에 제공되지 않습니다. 제공되는 유형: ${allowed_access_types.join(', ')}.`,
  INVALID_PUBLISHABLE_CLIENT_KEY: (details) => sentenceOfKey('공개 클라이언트 키', details),
  INVALID_SECRET_SERVER_KEY: (details) => sentenceOfKey('비밀 서버 키', details),
  INVALID_SUPER_SECRET_ADMIN_KEY: (details) => sentenceOfKey('비밀 관리자 키', details),
  UNPARSABLE_ADMIN_ACCESS_TOKEN: '관리자 액세스 토큰을 읽을 수 없습니다.',
  ADMIN_ACCESS_TOKEN_EXPIRED: '관리자 액세스 토큰이 만료되었습니다. 토큰을 갱신한 후 다시 시도하세요.',
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: '이 관리자 액세스 토큰의 프로젝트가 더 이상 존재하지 않습니다.',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: '이 관리자 액세스 토큰의 사용자는 프로젝트의 소유자가 아닙니다.',
  CLIENT_AUTHENTICATION_REQUIRED: '공개 클라이언트 키가 없습니다. X-Stack-Publishable-Client-Key 헤더로 보내세요.',
  SERVER_AUTHENTICATION_REQUIRED: '비밀 서버 키가 없습니다. X-Stack-Secret-Server-Key 헤더로 보내세요.',
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: '요청에 공개 클라이언트 키 또는 비밀 서버 키가 있어야 합니다.',
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: '요청에 공개 클라이언트 키 또는 비밀 관리자 키가 있어야 합니다.',
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED:
    '요청에 공개 클라이언트 키, 비밀 서버 키 또는 비밀 관리자 키가 있어야 합니다.',
  ADMIN_AUTHENTICATION_REQUIRED: '비밀 관리자 키가 없습니다. X-Stack-Super-Secret-Admin-Key 헤더로 보내세요.',
  EXPECTED_INTERNAL_PROJECT: '이 엔드포인트는 “internal” 프로젝트에만 있습니다.',

  // Session and tokens
  UNPARSABLE_ACCESS_TOKEN: '액세스 토큰을 읽을 수 없습니다.',
  ACCESS_TOKEN_EXPIRED: '액세스 토큰이 만료되었습니다. 토큰을 갱신한 후 다시 시도하세요.',
  INVALID_PROJECT_FOR_ACCESS_TOKEN: ({ expected_project_id, actual_project_id }) =>
    `액세스 토큰은 “${actual_project_id}” 프로젝트의 것이지만 요청에는 “${expected_project_id}” 프로젝트가 지정되어 있습니다.`,
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: '세션이 존재하지 않거나 종료되었습니다. 다시 로그인해 주세요.',
  CANNOT_DELETE_CURRENT_SESSION: '현재 세션은 삭제할 수 없습니다. 대신 로그아웃하세요.',
  PROVIDER_REJECTED: '로그인 제공업체가 세션을 종료했습니다. 다시 로그인해 주세요.',
  USER_AUTHENTICATION_REQUIRED: '이 작업을 하려면 로그인해야 합니다.',
  RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
    `변경하려면 다시 로그인하세요. 마지막으로 로그인한 지 ${Math.round(max_age_millis / 60_000)}분이 넘었습니다.`,
  STAFF_PERMISSION_REQUIRED: ({ right, role }) =>
    `이 프로젝트에서의 역할(${role})로는 이 작업을 할 수 없습니다. ${right} 권한이 없습니다. 프로젝트 소유자에게 문의하세요.`,
  CANNOT_GET_OWN_USER_WITHOUT_USER:
    '요청에 “me”가 지정되어 있지만 로그인한 사용자가 없습니다. 사용자의 액세스 토큰을 보내세요.',

  // Users, projects, sign-up, passwords, e-mail
  RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
    type === 'second_factor_required'
      ? '계정을 사용하려면 2단계 인증을 설정하세요.'
      : type === 'waiting'
        ? '가입 승인을 기다리고 있습니다.'
        : type === 'email_not_verified'
          ? '계정을 사용하려면 이메일 주소를 인증하세요.'
          : `계정이 ${until ? `${new Date(until).toLocaleString('ko-KR', { dateStyle: 'long', timeStyle: 'short' })}까지 ` : ''}정지되었습니다.${reason ? ` 사유: ${reason}` : ''}`,
  EMAIL_NOT_VERIFIED:
    '먼저 이메일 주소를 인증해야 합니다. 인증 이메일을 요청하고 로그인한 브라우저에서 이메일의 링크를 여세요.',
  USER_ID_DOES_NOT_EXIST: ({ user_id }) => `ID가 “${user_id}”인 사용자가 없습니다.`,
  USER_NOT_FOUND: '사용자를 찾을 수 없습니다.',
  PROJECT_NOT_FOUND: ({ project_id }) => `“${project_id}” 프로젝트를 찾을 수 없습니다.`,
  EMAIL_TEMPLATE_VERSION_CONFLICT: () =>
    '템플릿을 읽은 후에 템플릿이 변경되었습니다. 아무것도 저장되지 않았습니다. 템플릿을 다시 읽으세요.',
  REQUIRES_CUSTOM_EMAIL_SERVER:
    '이 프로젝트는 공유 서버로 이메일을 보내는데, 공유 서버는 프로젝트가 작성한 이메일을 보내지 않습니다. 먼저 프로젝트의 메일 서버를 설정하세요.',
  PROJECT_VERSION_CONFLICT: ({ conflicts }) =>
    `프로젝트를 읽은 후에 다음 설정이 변경되었습니다: ${conflicts.map(({ path }) => path).join(', ')}. 아무것도 저장되지 않았습니다. 프로젝트를 다시 읽으세요.`,
  BRANCH_DOES_NOT_EXIST: ({ branch_id }) => `“${branch_id}” 브랜치가 없습니다. 유일한 브랜치는 “main”입니다.`,
  SIGN_UP_REJECTED:
    '가입이 거부되었습니다. 다른 이메일 주소나 다른 가입 방법을 시도하거나 이 애플리케이션의 지원팀에 문의하세요.',
  BOT_CHALLENGE_REQUIRED: '로봇이 아님을 확인해 주세요.',
  BOT_CHALLENGE_FAILED: '로봇이 아님을 확인하지 못했습니다. 잠시 후 다시 시도해 주세요.',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: '이 프로젝트에서는 패스키 로그인이 사용 설정되어 있지 않습니다.',
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: '이 프로젝트에서는 익명 사용자가 사용 설정되어 있지 않습니다.',
  REDIRECT_URL_NOT_WHITELISTED:
    '리디렉션 URL이 신뢰할 수 있는 도메인 목록에 없습니다. 프로젝트 설정에서 도메인을 추가하거나 localhost를 허용하세요.',
  USER_DOES_NOT_HAVE_PASSWORD: '이 사용자에게는 비밀번호가 없습니다.',
  PASSWORD_CONFIRMATION_MISMATCH: '비밀번호가 일치하지 않습니다.',
  EMAIL_ALREADY_VERIFIED: '이미 인증된 이메일 주소입니다.',
  EMAIL_NOT_ASSOCIATED_WITH_USER: '이 이메일 주소로 로그인할 수 있는 사용자가 없습니다.',
  EMAIL_IS_NOT_PRIMARY_EMAIL: ({ email }) => `${email} 주소는 사용자의 기본 이메일 주소가 아닙니다.`,

  // Verification codes
  VERIFICATION_CODE_NOT_FOUND: '존재하지 않는 코드입니다. 코드를 확인하거나 새 코드를 요청하세요.',
  VERIFICATION_CODE_EXPIRED: '이 코드는 만료되었습니다. 새 코드를 요청해 주세요.',
  VERIFICATION_CODE_ALREADY_USED: '이 코드는 이미 사용되었습니다.',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: '이 코드의 시도 횟수가 너무 많습니다. 새 코드를 요청해 주세요.',

  // Passkey, second factor, CLI
  PASSKEY_REGISTRATION_FAILED: '패스키를 추가하지 못했습니다.',
  PASSKEY_WEBAUTHN_ERROR: '패스키를 사용하지 못했습니다.',
  PASSKEY_AUTHENTICATION_FAILED: '패스키가 승인되지 않았습니다.',
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: '로그인하려면 2단계 인증이 필요합니다.',
  INVALID_RECOVERY_CODE: '복구 코드가 올바르지 않거나 이미 사용되었습니다. 다른 코드를 사용하세요.',
  MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED: '인증 앱이 없습니다. 먼저 인증 앱을 설정하세요.',
  INVALID_POLLING_CODE: '존재하지 않는 폴링 코드입니다.',
  CLI_AUTH_ERROR: '명령줄 로그인에 실패했습니다.',
  CLI_AUTH_EXPIRED_ERROR: '명령줄 로그인이 만료되었습니다. 다시 시도해 주세요.',
  CLI_AUTH_USED_ERROR: '이 인증 토큰은 이미 사용되었습니다.',

  // OAuth
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: '사용자가 이 제공업체의 계정을 연결하지 않았습니다.',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: '이 제공업체 계정은 이미 다른 사용자에게 연결되어 있습니다.',
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: '연결된 계정이 필요한 범위를 허용하지 않습니다.',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    '추가 범위를 사용하려면 자체 OAuth 키가 필요합니다. 공유 키로는 허용되지 않습니다.',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    '제공업체의 액세스 토큰을 사용하려면 자체 OAuth 키가 필요합니다. 공유 키로는 허용되지 않습니다.',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET:
    'OAuth 클라이언트 ID 또는 보안 비밀이 유효하지 않습니다. 클라이언트 ID는 프로젝트 ID이고, 보안 비밀은 공개 클라이언트 키입니다.',
  INVALID_SCOPE: ({ scope }) => `“${scope}” 범위는 유효하지 않습니다. 유일한 범위는 “legacy”입니다.`,
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: '이 제공업체의 다른 계정을 이미 연결했습니다.',
  OUTER_OAUTH_TIMEOUT: '제공업체 로그인 시간이 초과되었습니다. 다시 로그인해 주세요.',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: '이 제공업체는 이 프로젝트에서 사용 설정되어 있지 않습니다.',
  INVALID_SHARED_OAUTH_PROVIDER_ID: ({ provider_id }) => `“${provider_id}” 제공업체에는 공유 키가 없습니다.`,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: ({ provider_id }) => `“${provider_id}” 제공업체는 존재하지 않습니다.`,
  INVALID_AUTHORIZATION_CODE: '승인 코드가 유효하지 않거나 만료되었습니다.',
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: '현재 제공업체가 응답하지 않습니다. 나중에 다시 시도해 주세요.',
  OAUTH_PROVIDER_ACCESS_DENIED: '제공업체에서 액세스가 거부되었습니다.',
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    '다른 계정이 이미 이 이메일 주소로 로그인하고 있습니다. 제공업체를 사용하려면 먼저 비밀번호나 이메일 링크로 그 계정에 로그인하세요. 그런 다음 계정 설정에서 제공업체를 연결하세요.',

  // Permissions, teams, templates, API keys
  PERMISSION_NOT_FOUND: ({ permission_id }) => `“${permission_id}” 권한을 찾을 수 없습니다.`,
  WRONG_PERMISSION_SCOPE: ({ permission_id, expected_scope }) =>
    `“${permission_id}” 권한은 ${expected_scope === 'team' ? '팀 권한' : '프로젝트 권한'}이 아닙니다.`,
  CONTAINED_PERMISSION_NOT_FOUND: ({ permission_id }) =>
    `“${permission_id}” 권한은 존재하지 않으므로 포함할 수 없습니다.`,
  PERMISSION_ID_ALREADY_EXISTS: ({ permission_id }) => `이미 사용 중인 권한 ID입니다: “${permission_id}”.`,
  PROJECT_PERMISSION_REQUIRED: ({ user_id, permission_id }) =>
    `사용자 ${user_id}에게 “${permission_id}” 프로젝트 권한이 필요합니다.`,
  TEAM_PERMISSION_REQUIRED: ({ team_id, user_id, permission_id }) =>
    `사용자 ${user_id}에게 팀 ${team_id}의 “${permission_id}” 권한이 필요합니다.`,
  TEAM_PERMISSION_NOT_FOUND: ({ team_id, user_id, permission_id }) =>
    `사용자 ${user_id}에게 팀 ${team_id}의 “${permission_id}” 권한이 없습니다.`,
  TEAM_NOT_FOUND: ({ team_id }) => `${team_id} 팀을 찾을 수 없습니다.`,
  TEAM_ALREADY_EXISTS: ({ team_id }) => `${team_id} 팀이 이미 존재합니다.`,
  TEAM_LIMIT_REACHED: ({ max_teams }) =>
    `사용자는 팀을 최대 ${max_teams}개까지 만들 수 있습니다. 더 이상 필요하지 않은 팀을 삭제하세요.`,
  TEAM_MEMBERSHIP_NOT_FOUND: ({ team_id, user_id }) => `${user_id} 사용자는 ${team_id} 팀의 멤버가 아닙니다.`,
  TEAM_MEMBERSHIP_ALREADY_EXISTS: '사용자가 이미 팀의 멤버입니다.',
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: '초대를 수락하기 전에 계정을 만들거나 로그인하세요.',
  EMAIL_TEMPLATE_ALREADY_EXISTS: '이 이메일 템플릿은 이미 사용자 지정되어 있습니다.',
  API_KEY_EXPIRED: 'API 키가 만료되었습니다.',
  API_KEY_REVOKED: 'API 키가 폐기되었습니다.',
  WRONG_API_KEY_TYPE: ({ expected_type, actual_type }) =>
    `이 API 키의 유형은 ${actual_type}입니다. 이 엔드포인트에는 ${expected_type} 유형이 필요합니다.`,
  API_KEY_NOT_FOUND: 'API 키를 찾을 수 없습니다.',
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: '보안 비밀 스캐너로는 공개 API 키를 폐기할 수 없습니다.',
}
