import { pluralsOf } from '@portico/ui/language/plural'

import type { ErrorTexts } from '../en/errors.ts'

const plural = pluralsOf('ko')

const day = (millis: number): string =>
  new Date(millis).toLocaleDateString('ko-KR', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = (millis: number): string =>
  `${new Date(millis).toLocaleString('ko-KR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })}(UTC)`

export const errors: ErrorTexts = {
  known: {
    INVALID_OAUTH_CLIENT_ID_OR_SECRET: () =>
      'OAuth 클라이언트 ID 또는 보안 비밀이 유효하지 않습니다. 클라이언트 ID는 프로젝트 ID이고, 보안 비밀은 공개 클라이언트 키입니다.',
    INVALID_PUBLISHABLE_CLIENT_KEY: ({ expired_at_millis, project_id, revoked_at_millis }) => {
      const key = `“${project_id}” 프로젝트의 공개 클라이언트 키는`
      if (revoked_at_millis !== undefined) {
        return `${key} ${day(revoked_at_millis)}에 폐기되었습니다. 다른 키를 사용하세요.`
      }
      return expired_at_millis === undefined
        ? `이 공개 클라이언트 키는 “${project_id}” 프로젝트에서 유효하지 않습니다. 키와 프로젝트 ID를 확인하세요.`
        : `${key} ${day(expired_at_millis)}에 만료되었습니다. 새 키를 만드세요.`
    },
    OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: () => '이 제공업체는 이 프로젝트에서 사용 설정되어 있지 않습니다.',
    REDIRECT_URL_NOT_WHITELISTED: () =>
      '리디렉션 URL이 신뢰할 수 있는 도메인 목록에 없습니다. 프로젝트 설정에서 도메인을 추가하거나 localhost를 허용하세요.',
    UNPARSABLE_ACCESS_TOKEN: () => '액세스 토큰을 읽을 수 없습니다.',
    ACCESS_TOKEN_EXPIRED: () => '액세스 토큰이 만료되었습니다. 토큰을 갱신한 후 다시 시도하세요.',
    OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: () =>
      '추가 범위를 사용하려면 자체 OAuth 키가 필요합니다. 공유 키로는 허용되지 않습니다.',
    RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
      `변경하려면 다시 로그인하세요. 마지막으로 로그인한 지 ${Math.round(max_age_millis / 60_000)}분이 넘었습니다.`,
    VERIFICATION_CODE_NOT_FOUND: () => '존재하지 않는 코드입니다. 코드를 확인하거나 새 코드를 요청하세요.',
    VERIFICATION_CODE_EXPIRED: () => '이 코드는 만료되었습니다. 새 코드를 요청해 주세요.',
    VERIFICATION_CODE_ALREADY_USED: () => '이 코드는 이미 사용되었습니다.',
    VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: () => '이 코드의 시도 횟수가 너무 많습니다. 새 코드를 요청해 주세요.',
    OUTER_OAUTH_TIMEOUT: () => '제공업체 로그인 시간이 초과되었습니다. 다시 로그인해 주세요.',
    OAUTH_PROVIDER_ACCESS_DENIED: () => '제공업체에서 액세스가 거부되었습니다.',
    OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: () => '현재 제공업체가 응답하지 않습니다. 나중에 다시 시도해 주세요.',
    USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: () => '이 제공업체의 다른 계정을 이미 연결했습니다.',
    OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: () =>
      '이 제공업체 계정은 이미 다른 사용자에게 연결되어 있습니다.',
    SIGN_UP_NOT_ENABLED: () => '현재 신규 사용자는 가입할 수 없습니다.',
    SIGN_UP_REJECTED: () =>
      '가입이 거부되었습니다. 다른 이메일 주소나 다른 가입 방법을 시도하거나 이 애플리케이션의 지원팀에 문의하세요.',
    CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: () =>
      '다른 계정이 이미 이 이메일 주소로 로그인하고 있습니다. 제공업체를 사용하려면 먼저 비밀번호나 이메일 링크로 그 계정에 로그인하세요. 그런 다음 계정 설정에서 제공업체를 연결하세요.',
    RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
      type === 'second_factor_required'
        ? '계정을 사용하려면 2단계 인증을 설정하세요.'
        : type === 'waiting'
          ? '가입 승인을 기다리고 있습니다.'
          : type === 'email_not_verified'
            ? '계정을 사용하려면 이메일 주소를 인증하세요.'
            : `계정이 ${until ? `${moment(until)}까지 ` : ''}정지되었습니다.${reason ? ` 사유: ${reason}` : ''}`,
    RATE_LIMITED: ({ retry_after_seconds: seconds }) =>
      seconds === null
        ? '시도 횟수가 너무 많습니다. 잠시 후 다시 시도해 주세요.'
        : `시도 횟수가 너무 많습니다. ${seconds}${plural(seconds, { other: '초' })} 후에 다시 시도해 주세요.`,
    PASSWORD_TOO_SHORT: ({ min_length }) => `비밀번호가 너무 짧습니다. ${min_length}자 이상이어야 합니다.`,
    PASSWORD_TOO_LONG: ({ maxLength }) => `비밀번호가 너무 깁니다. ${maxLength}자 이하여야 합니다.`,
    PASSWORD_REQUIREMENTS_NOT_MET: () => '이 비밀번호는 너무 쉽게 추측할 수 있습니다. 다른 비밀번호를 선택해 주세요.',
    USER_EMAIL_ALREADY_EXISTS: () => '이 이메일 주소를 사용하는 사용자가 이미 있습니다.',
  },
  provider: {
    appRejected: (provider, reason) =>
      `${provider} 측에서 이 앱의 구성을 거부했습니다(${reason ?? '알 수 없는 오류'}). 앱 운영자에게 문의하세요.`,
    misconfigured: (provider) => `${provider} 로그인이 올바르게 구성되지 않았습니다. 앱 운영자에게 문의하세요.`,
    noAddress: (provider) =>
      `${provider} 측에서 이 계정의 이메일 주소를 제공하지 않았습니다. ${provider} 측에 주소 공유를 허용하거나 다른 로그인 방법을 사용하세요.`,
    noAnswer: (provider) => `현재 ${provider} 측에서 응답하지 않습니다. 잠시 후 다시 시도해 주세요.`,
    notVerified: (provider) => `${provider} 측에서 보낸 응답을 검증할 수 없습니다. 다시 로그인해 주세요.`,
    signInExpired: (provider) => `${provider} 로그인이 만료되었습니다. 다시 로그인해 주세요.`,
  },
  signInNotFound:
    '로그인을 찾을 수 없습니다. 이미 완료되었거나 다른 브라우저에서 시작되었습니다. 다시 로그인해 주세요.',
  overloaded: '서비스가 과부하 상태입니다. 잠시 후 다시 시도하세요.',
  unavailable: '서비스를 이용할 수 없습니다. 잠시 후 다시 시도하세요.',
  unexpected: (requestId) => `내부 서버 오류가 발생했습니다. 신고할 때 다음 요청 ID를 알려 주세요: ${requestId}.`,
}
