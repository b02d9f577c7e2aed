import type { StaffRole } from '@portico/contract'

import type { Person } from '../en/mail-frame.ts'
import { isAboutRole, type OwnerMailTexts } from '../en/owner-mails.ts'

type OwnerChanged = Parameters<OwnerMailTexts['ownerChanged']>[0]
type FailedEmailsDigest = Parameters<OwnerMailTexts['failedEmailsDigest']>[0]

function failedMails({ count, from, isMore, ownedProject, until, mails }: FailedEmailsDigest): string {
  const number = isMore ? `이메일을 ${count}통 넘게` : `이메일 ${count}통을`
  const lines = mails.map(
    ({ recipient, subject }, index) =>
      `${index + 1}. ${subject === '' ? '(제목 없음)' : `“${subject}”`}, 받는 사람: ${recipient}`,
  )
  return [
    `${from}부터 ${until}까지 “${ownedProject}” 프로젝트의 ${number} 전달하지 못했습니다.`,
    [...(isMore || count > lines.length ? [`최근 ${lines.length}통:`] : []), ...lines].join('\n'),
    '대시보드의 보낸 이메일 목록에서 각 이메일이 실패한 이유를 확인할 수 있으며, 다시 보내는 것이 도움이 될 수 있는 경우 다시 보낼 수 있습니다.',
  ].join('\n\n')
}

const roles: Readonly<Record<StaffRole, string>> = {
  owner: '소유자',
  admin: '관리자',
  developer: '개발자',
  support: '지원 담당자',
  viewer: '뷰어',
}

function invitation({
  isTransfer,
  ownedProject,
  personAddress,
  personName,
  project,
  role,
}: Parameters<OwnerMailTexts['ownerInvitation']>[0]): string {
  const inviter = personAddress || (personName === '' ? '' : `“${personName}”`)
  const invited = inviter === '' ? '초대되었습니다.' : `${inviter} 님이 회원님을 초대했습니다.`
  if (role !== 'owner') return `${project}의 “${ownedProject}” 프로젝트에 ${invited} 역할: ${roles[role]}.`
  const leaves = isTransfer ? ' 초대를 수락하면 초대한 사람은 더 이상 소유자가 아닙니다.' : ''
  return `${project}의 “${ownedProject}” 프로젝트 소유자로 ${invited}${leaves}`
}

function ownerChange({ change, changedAt, isRecipient, ownedProject, role, ...person }: OwnerChanged): string {
  const isUnnamed = person.personName === '' && person.personAddress === ''
  const who = isRecipient ? '회원님이' : isUnnamed ? '한 사용자가' : `${named(person, '사용자')} 님이`
  if (change === 'left') return `${changedAt}부터 회원님은 “${ownedProject}” 프로젝트에 더 이상 액세스할 수 없습니다.`
  if (change === 'role_changed')
    return `${changedAt}에 “${ownedProject}” 프로젝트에서 회원님의 역할이 변경되었습니다. 새 역할: ${roles[role]}.`
  if (change === 'joined') {
    return `${changedAt}에 ${who} “${ownedProject}” 프로젝트에 액세스할 수 있게 되었습니다. 역할: ${roles[role]}.`
  }
  return change === 'added'
    ? `${changedAt}에 ${who} “${ownedProject}” 프로젝트의 소유자가 되었습니다.`
    : `${changedAt}에 ${who} “${ownedProject}” 프로젝트의 소유자에서 빠졌습니다.`
}

function adviceFor({ change, isRecipient }: OwnerChanged): string {
  if (change === 'added') {
    return ' 소유자는 프로젝트의 모든 항목에 액세스할 수 있습니다. 예상하지 못한 일이라면 프로젝트 설정에서 소유자를 삭제하세요.'
  }
  return isRecipient && change === 'removed' ? ' 예상하지 못한 일이라면 다른 소유자에게 문의하세요.' : ''
}

function named({ personAddress, personName }: Person, unnamed: string): string {
  return `${personName === '' ? unnamed : `“${personName}”`}${personAddress === '' ? '' : `(${personAddress})`}`
}

const list = new Intl.ListFormat('ko')

const settings: Readonly<Record<string, string>> = {
  'config.email_config': '메일 서버',
  'config.domains': '신뢰할 수 있는 도메인',
  'config.allow_localhost': 'localhost 신뢰',
  'config.native_app_redirects_enabled': '네이티브 앱으로의 리디렉션',
  'config.oauth_providers': '로그인 제공업체',
  'config.oidc_providers': 'OpenID Connect 발급자',
  'config.old_system': '프로젝트의 이전 시스템',
  'config.recent_sign_in_required': '최근 로그인 요구',
  'config.support_can_impersonate': '지원팀의 사용자 대리 로그인',
  is_production_mode: '프로덕션 모드',
  email_templates: '이메일 템플릿',
  partner_access: '파트너의 액세스',
  team_connections: '팀의 OpenID Connect 발급자',
  webhooks: '웹훅 엔드포인트',
}

export const ownerMails: OwnerMailTexts = {
  ownerInvitation: (details) => ({
    subject: `${details.project}에 있는 프로젝트의 관리에 초대되었습니다`,
    sentence: invitation(details),
    action: '초대 보기',
    lifetime: `이 초대는 ${details.expiresAt}에 만료됩니다. 확인한 후에만 액세스할 수 있습니다.`,
    reason: `누군가 이 주소를 ${details.project}에 있는 프로젝트에 초대했기 때문에 이 이메일을 보내 드립니다. 따옴표 안의 이름은 사용자가 정한 것입니다. 예상하지 못한 초대라면 이 이메일을 무시하셔도 됩니다.`,
  }),
  ownerChanged: (details) => ({
    subject: `${details.project}에 있는 프로젝트의 역할이 변경되었습니다`,
    sentence: `${ownerChange(details)}${adviceFor(details)}`,
    reason: isAboutRole(details)
      ? '프로젝트에서 회원님의 역할에 관한 내용이므로 이 이메일을 보내 드립니다. 따옴표 안의 이름은 사용자가 정한 것입니다.'
      : `회원님이 프로젝트의 소유자${details.isRecipient && details.change === 'removed' ? '였기' : '이기'} 때문에 이 이메일을 보내 드립니다. 따옴표 안의 이름은 사용자가 정한 것입니다.`,
  }),
  projectSettingsChanged: (details) => ({
    subject: `${details.project}에 있는 프로젝트의 설정이 변경되었습니다`,
    sentence: `${details.changedAt}에 “${details.ownedProject}” 프로젝트의 다음 설정이 변경되었습니다: ${list.format(details.fields.map((field) => settings[field] ?? field))}. 변경한 주체: ${named(details, details.isOwner ? '소유자' : '프로젝트의 키를 가진 프로그램')}. 이 설정을 이용하면 누군가 프로젝트 사용자의 로그인 코드를 받거나 그 사용자로 로그인할 수 있습니다. 예상하지 못한 변경이라면 프로젝트 설정을 확인하고, 변경을 되돌리고, 변경한 소유자나 키를 삭제하세요.`,
    reason:
      '회원님이 프로젝트의 소유자이기 때문에 이 이메일을 보내 드립니다. 따옴표 안의 이름은 사용자가 정한 것입니다.',
  }),
  passwordHashesExported: (details) => ({
    subject: `${details.project}에 있는 프로젝트의 비밀번호 해시를 내보냈습니다`,
    sentence: `${details.changedAt}에 “${details.ownedProject}” 프로젝트의 모든 사용자를 비밀번호 해시와 인증 앱의 비밀 키까지 포함하여 내보냈습니다. 내보낸 주체: ${named(details, details.isOwner ? '소유자' : '프로젝트의 키를 가진 프로그램')}. 이 파일을 이용하면 누군가 프로젝트 사용자의 비밀번호를 알아내어 그 사용자로 로그인할 수 있습니다. 예상하지 못한 내보내기라면 내보낸 소유자나 키를 삭제하고, 사용자에게 새 비밀번호를 설정하고 인증 앱을 다시 설정하도록 요청하세요.`,
    reason:
      '회원님이 프로젝트의 소유자이기 때문에 이 이메일을 보내 드립니다. 따옴표 안의 이름은 사용자가 정한 것입니다.',
  }),
  webhookEndpointDisabled: ({ cause, changedAt, endpointHost, ownedProject, project }) => ({
    subject: `${project}에 있는 프로젝트의 웹훅 엔드포인트가 비활성화되었습니다`,
    sentence: `${changedAt}에 “${ownedProject}” 프로젝트의 “${endpointHost}” 웹훅 엔드포인트가 비활성화되었습니다. ${cause === 'gone' ? '엔드포인트가 410으로 응답했기' : '5일 동안의 모든 전달이 실패했기'} 때문입니다. 그 이후의 이벤트는 30일 동안 보관됩니다. 대시보드에서 엔드포인트를 활성화하면 보관된 이벤트를 전달할 수 있습니다.`,
    reason:
      '회원님이 프로젝트의 소유자이기 때문에 이 이메일을 보내 드립니다. 따옴표 안의 이름은 사용자가 정한 것입니다.',
  }),
  failedEmailsDigest: (details) => ({
    subject: `${details.project}에 있는 프로젝트의 이메일을 전달하지 못했습니다`,
    sentence: failedMails(details),
    reason:
      '회원님이 프로젝트의 소유자이기 때문에 이 이메일을 보내 드립니다. 따옴표 안의 텍스트는 사용자가 정한 것입니다.',
  }),
  test: ({ project }) => ({
    subject: `${project} 테스트 이메일`,
    sentence: `${project} 메일 서버가 정상적으로 작동합니다.`,
    reason: `${project} 관리자가 이 테스트 이메일을 보냈습니다. 무시하셔도 됩니다.`,
  }),
}
