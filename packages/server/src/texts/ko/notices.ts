import { pluralsOf } from '@portico/ui/language/plural'

import { isMadeByOthers, type AccountChange, type AddressChange, type NoticeTexts } from '../en/notices.ts'

const plural = pluralsOf('ko')

type LeakedKey = Parameters<NoticeTexts['apiKeyLeaked']>[0]

const partNames: Readonly<Record<AccountChange['removed'][number], string>> = {
  password: '비밀번호',
  passkey: '모든 패스키',
  authenticator_app: '인증 앱',
  api_keys: '모든 API 키',
}

const recordNames: Readonly<Record<AccountChange['undone'][number], string>> = {
  owned_projects: '모든 프로젝트의 소유권',
  teams_left: '다른 멤버가 있는 팀의 멤버 자격',
  team_members: '이 계정이 초대한 팀 멤버',
  team_invitations: '대기 중인 팀 초대',
  team_api_keys: '팀의 API 키',
  teams: '다른 멤버가 없는 팀의 이름, 사진 및 설정',
  profile: '프로필의 이름, 사진 및 설정',
}

const addressChangeNames: Readonly<Record<AddressChange, string>> = {
  replaces_address: '계정의 다른 주소를 대체함',
  primary: '이제 기본 주소임',
  not_primary: '더 이상 기본 주소가 아님',
  used_for_sign_in: '인증하면 로그인에 사용할 수 있음',
  not_used_for_sign_in: '더 이상 로그인에 사용되지 않음',
}

const apiKey = ({ apiKeyName }: AccountChange): string => (apiKeyName === '' ? 'API 키' : `“${apiKeyName}” API 키`)

const passkey = ({ passkeyName }: AccountChange): string => (passkeyName === '' ? '패스키' : `“${passkeyName}” 패스키`)

function accessRemoved(details: AccountChange): string {
  const { address, changedAt, disconnected, disconnectedCount, removed, undone } = details
  const accounts = plural(disconnectedCount, { other: '연결된 계정' })
  const parts = [
    ...removed.map((part) => partNames[part]),
    ...(disconnectedCount === 0 ? [] : [`${accounts}(${disconnected})`]),
    ...undone.map((record) => recordNames[record]),
  ].join(', ')
  const verified = address === '' ? '이 이메일 주소가' : `회원님 계정의 이메일 주소(${address})가`
  const reconnect = disconnectedCount === 0 ? '' : ` 그곳에서 ${disconnected} 계정도 다시 연결할 수 있습니다.`
  return `${verified} ${changedAt}에 처음으로 인증되었습니다. 그 전에 다른 사람이 로그인 방법이나 API 키를 추가했을 수 있으므로 다음 항목이 삭제되었습니다: ${parts}. 계정 설정에서 다시 설정할 수 있습니다.${reconnect}`
}

const sentences: Readonly<Record<AccountChange['change'], (details: AccountChange) => string>> = {
  authenticator_app_added: ({ changedAt }) =>
    `${changedAt}에 회원님의 계정에 인증 앱이 추가되었습니다. 이제 로그인하려면 이 앱의 코드가 필요합니다.`,
  authenticator_app_replaced: ({ changedAt }) => `${changedAt}에 회원님 계정의 인증 앱이 교체되었습니다.`,
  authenticator_app_removed: ({ changedAt }) =>
    `${changedAt}에 회원님 계정의 인증 앱이 삭제되었습니다. 이제 로그인할 때 이 앱의 코드가 더 이상 필요하지 않습니다.`,
  authenticator_app_reset: ({ changedAt }) =>
    `관리자가 예고한 대로 ${changedAt}에 회원님 계정의 2단계 인증이 삭제되었습니다. 이제 로그인할 때 2단계 인증이 더 이상 필요하지 않습니다.`,
  authenticator_app_reset_cancelled: ({ changedAt }) =>
    `예고된 회원님 계정의 2단계 인증 삭제가 ${changedAt}에 취소되었습니다. 로그인할 때 여전히 2단계 인증이 필요합니다.`,
  recovery_codes_created: ({ changedAt }) =>
    `${changedAt}에 회원님 계정의 새 복구 코드가 만들어졌습니다. 각 코드는 인증 앱의 코드를 한 번 대신합니다. 이전 복구 코드는 더 이상 사용할 수 없습니다.`,
  recovery_code_used: ({ changedAt, unusedCodes }) =>
    `${changedAt}에 인증 앱의 코드 대신 회원님 계정의 복구 코드가 사용되었습니다. 미사용 복구 코드: ${unusedCodes}.`,
  passkey_added: (details) =>
    `${details.changedAt}에 회원님의 계정에 ${passkey(details)}가 추가되었습니다. 이 패스키로 로그인할 수 있습니다.`,
  passkey_removed: (details) =>
    `${details.changedAt}에 회원님의 계정에서 ${passkey(details)}가 삭제되었습니다. 더 이상 이 패스키로 로그인할 수 없습니다.`,
  api_key_created: (details) =>
    `${details.changedAt}에 회원님 계정의 ${apiKey(details)}가 만들어졌습니다. 이 키를 가진 프로그램은 회원님을 대신하여 작업할 수 있습니다.`,
  provider_account_connected: ({ changedAt, providerName }) =>
    `${changedAt}에 ${providerName} 계정이 회원님의 계정에 연결되었습니다. 이 계정으로 로그인할 수 있습니다.`,
  provider_account_disconnected: ({ changedAt, providerName }) =>
    `${changedAt}에 회원님의 계정에서 ${providerName} 계정의 연결이 해제되었습니다. 더 이상 이 계정으로 로그인할 수 없습니다.`,
  unproved_access_removed: accessRemoved,
  address_disowned: ({ address, changedAt }) =>
    `${changedAt}에 회원님의 계정에서 이메일 주소(${address})가 삭제되었습니다. 이 메일함의 소유자가 이 계정이 다른 사람의 것이라고 알려 왔습니다.`,
  address_added: ({ address, changedAt }) => `${changedAt}에 회원님의 계정에 이메일 주소(${address})가 추가되었습니다.`,
  address_updated: (details) =>
    `${details.changedAt}에 회원님 계정의 이메일 주소(${details.address})가 변경되었습니다: ${details.addressChanges.map((change) => addressChangeNames[change]).join(', ')}.`,
  address_removed: ({ address, changedAt }) =>
    `${changedAt}에 회원님의 계정에서 이메일 주소(${address})가 삭제되었습니다.`,
}

function subjectOfChange({ change, project }: AccountChange): string {
  if (change === 'api_key_created') return `${project} 계정의 API 키가 만들어졌습니다`
  if (change === 'recovery_code_used') return `${project} 계정의 복구 코드가 사용되었습니다`
  return change.startsWith('address_')
    ? `${project} 계정의 이메일 주소가 변경되었습니다`
    : `${project} 로그인 방법이 변경되었습니다`
}

function ownerOfKey({ ownerType, project, team }: LeakedKey): string {
  const owner = ownerType === 'user' ? '회원님 계정' : team === '' ? '팀' : `“${team}” 팀`
  return `${project}에 있는 ${owner}`
}

export const notices: NoticeTexts = {
  passwordChanged: ({ changedAt, project }) => ({
    subject: `${project} 비밀번호가 변경되었습니다`,
    sentence: `${changedAt}에 회원님 계정의 비밀번호가 변경되었습니다. 본인이 변경했다면 이 이메일을 무시하셔도 됩니다.`,
    reason: `본인이 변경하지 않았다면 ${project}에 접속하여 로그인 페이지에서 “비밀번호를 잊으셨나요?”를 선택하고 새 비밀번호를 설정하세요. 그러면 모든 세션이 종료됩니다. 이 주소가 계정의 주소이기 때문에 이 이메일을 보내 드립니다.`,
  }),
  emailChanged: ({ changedAt, project }) => ({
    subject: `${project} 이메일 주소가 변경되었습니다`,
    sentence: `${changedAt}에 이 주소가 회원님의 계정에서 삭제되었습니다. 본인이 변경했다면 이 이메일을 무시하셔도 됩니다.`,
    reason: `본인이 변경하지 않았다면 즉시 ${project} 고객지원에 문의하세요. 고객지원에서 누가 변경했는지 확인할 수 있습니다. 이 주소가 계정의 주소였기 때문에 이 이메일을 보내 드립니다.`,
  }),
  addressAdded: ({ changedAt, project }) => ({
    subject: `회원님의 이메일 주소가 ${project} 계정에 추가되었습니다`,
    sentence: `${changedAt}에 이 주소가 ${project} 계정에 추가되었습니다. 회원님이 주소를 인증할 때까지 그 계정은 이 주소로 로그인할 수 없습니다.`,
    reason: `누군가 ${project} 계정 설정에 이 주소를 입력했기 때문에 이 이메일을 보내 드립니다. 본인이 아니라면 이 이메일을 무시하셔도 되며, 이 주소의 인증 링크를 열지 마세요.`,
  }),
  signInMethodChanged: (details) => ({
    subject: subjectOfChange(details),
    sentence: `${sentences[details.change](details)}${isMadeByOthers(details.change) ? '' : ' 본인이 변경했다면 이 이메일을 무시하셔도 됩니다.'}`,
    reason: `본인이 변경하지 않았다면 ${details.project}에 접속하여 계정 설정에서 변경을 되돌리고 모르는 세션을 종료하세요. 더 이상 로그인할 수 없으면 ${details.project} 고객지원에 문의하세요. 이 주소가 계정의 주소이기 때문에 이 이메일을 보내 드립니다.`,
  }),
  newDevice: ({ device, expiresAt, hasLink, place, project, signedInAt }) => ({
    subject: `새 기기에서 ${project}에 로그인했습니다`,
    sentence: `${signedInAt}에 이전에 로그인한 적이 없는 기기에서 회원님의 계정에 로그인했습니다.${device && ` 기기: ${device}.`}${place && ` 위치: ${place}.`} 본인이 로그인했다면 이 이메일을 무시하셔도 됩니다.`,
    action: '본인이 아닙니다',
    lifetime: `이 링크는 ${expiresAt}에 만료됩니다.`,
    reason: hasLink
      ? '본인이 로그인하지 않았다면 “본인이 아닙니다”를 선택하세요. 그러면 해당 세션이 종료되며, 계정에서 비밀번호를 사용할 수 있는 경우 새 비밀번호를 설정하는 이메일을 보내 드립니다. 이 주소가 계정의 주소이기 때문에 이 이메일을 보내 드립니다.'
      : `본인이 로그인하지 않았다면 ${project}에 접속하여 계정 설정에서 알 수 없는 세션을 종료하고 로그인 방법을 변경하세요. 비밀번호가 있다면 로그인 페이지에서 “비밀번호를 잊으셨나요?”를 선택하고 새 비밀번호를 설정하세요. 그러면 모든 세션이 종료됩니다. 이 주소가 계정의 주소이기 때문에 이 이메일을 보내 드립니다.`,
  }),
  factorResetStarted: ({ project, takesEffectAt }) => ({
    subject: `${project}의 2단계 인증이 삭제될 예정입니다`,
    sentence: `${project} 관리자가 ${takesEffectAt}에 회원님 계정의 2단계 인증(인증 앱, 복구 코드, 패스키)을 삭제한다고 예고했습니다. 그 후에는 로그인할 때 2단계 인증이 더 이상 필요하지 않습니다.`,
    action: '삭제 취소',
    lifetime: `${takesEffectAt}까지 취소할 수 있습니다.`,
    reason:
      '2단계 인증 수단을 분실하여 직접 요청했다면 이 이메일을 무시하셔도 됩니다. 요청하지 않았다면 즉시 삭제를 취소하세요. 이 주소가 계정의 인증된 주소이기 때문에 이 이메일을 보내 드립니다.',
  }),
  secondFactorDue: ({ project, dueAt }) => ({
    subject: `${project} 계정에 2단계 인증을 설정하세요`,
    sentence: `${dueAt}부터 ${project} 계정에 2단계 인증(인증 앱 또는 패스키)이 필요합니다. 그 전에 계정 설정에서 설정하세요. 그 후에는 설정을 마쳐야 계정을 사용하실 수 있습니다.`,
    reason: `누군가 회원님의 ${project} 계정에 로그인했기 때문에 이 이메일을 보내 드립니다. 본인이 아니라면 비밀번호를 변경하세요.`,
  }),
  signUpApproved: ({ project }) => ({
    subject: `${project} 가입이 승인되었습니다`,
    sentence: `${project} 가입이 승인되었습니다. 이제 계정을 사용하실 수 있습니다.`,
    action: '로그인',
    reason: `누군가 이 주소로 ${project}에 가입했기 때문에 이 이메일을 보내 드립니다. 본인이 아니라면 이 이메일을 무시하셔도 됩니다.`,
  }),
  signUpRefused: ({ project }) => ({
    subject: `${project} 가입이 거부되었습니다`,
    sentence: `${project} 가입이 거부되어 회원님의 계정이 삭제되었습니다.`,
    reason: `누군가 이 주소로 ${project}에 가입했기 때문에 이 이메일을 보내 드립니다. 본인이 아니라면 이 이메일을 무시하셔도 됩니다.`,
  }),
  apiKeyLeaked: (details) => ({
    subject: `${details.project} API 키가 공개된 곳에서 발견되어 폐기되었습니다`,
    sentence: `${ownerOfKey(details)}의 API 키가 공개된 곳에서 발견되었습니다${details.description === '' ? '' : `: “${details.description}”`}. 이 키는 ${details.revokedAt}에 폐기되었습니다. 이 키를 사용하는 프로그램은 더 이상 액세스할 수 없습니다. 프로그램에 사용할 새 키를 만들고, 공개된 곳에서 이전 키를 삭제하세요. 폐기되기 전에 이 키로 어떤 작업이 이루어졌는지 확인하세요.`,
    reason: `${details.ownerType === 'team' ? '회원님이 팀의 API 키를 관리할 수 있기' : '이 주소가 계정의 주소이기'} 때문에 이 이메일을 보내 드립니다. 따옴표 안의 이름은 ${details.project} 사용자가 정한 것입니다.`,
  }),
}
