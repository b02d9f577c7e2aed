import type { FirstAdminTexts } from '../en/first-admin.ts'

export const firstAdmin: FirstAdminTexts = {
  title: '첫 번째 관리자 · Portico',
  heading: '첫 번째 관리자 되기',
  lead: '회원님의 계정이 이 서비스의 소유자가 됩니다. 서비스의 설정과 소유자가 없는 모든 프로젝트가 포함됩니다.',
  email: '이메일',
  password: '비밀번호',
  passwordHint: '8자 이상이어야 하며, 문장으로 만드는 것이 가장 좋습니다.',
  scriptRequired: '링크에서 비밀 값을 읽으려면 이 페이지에 JavaScript가 필요합니다.',
  closed: {
    heading: '더 이상 사용할 수 없는 링크입니다',
    lead: '첫 번째 관리자 링크는 한 번만 작동합니다. 이 서비스의 소유자에게 추가해 달라고 요청하세요. 서비스에 더 이상 소유자가 없으면 운영자가 새 링크를 만들 수 있습니다.',
    dashboard: '대시보드 열기',
  },
  script: {
    secretMissing: '링크가 불완전합니다. 비밀 값이 없습니다. 콘솔에 표시된 전체 링크를 여세요.',
    showPassword: '비밀번호 표시',
    hidePassword: '비밀번호 숨기기',
    emailMissing: '이메일을 입력하세요',
    emailMalformed: '올바른 이메일을 입력하세요',
    passwordMissing: '비밀번호를 입력하세요',
    create: '계정 만들기',
    creating: '계정을 만드는 중…',
    noResponse: '서비스가 응답하지 않았습니다. 다시 시도하세요.',
  },
  invalidLink: '잘못된 링크입니다. 서비스가 출력한 최신 링크를 사용하세요.',
  closedLink: '첫 번째 관리자가 이미 만들어졌으므로 첫 번째 관리자 링크를 더 이상 사용할 수 없습니다.',
}
