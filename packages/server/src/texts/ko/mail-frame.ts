import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: '버튼이 작동하지 않으면 다음 주소를 여세요:',
  footer: ({ host, project }) =>
    `${host}의 Portico에서 ${project === '' ? '' : `${project} 서비스를 대신하여 `}보냈습니다.`,
  footerWithoutPortico: ({ host, project }) => `${host}에서 ${project} 서비스를 대신하여 보냈습니다.`,
  support: (address) => `지원: ${address}`,
  terms: '서비스 약관',
  privacy: '개인정보처리방침',
  unnamedTeam: '이름 없는 팀',
  moment: (day, time) => `${day} ${time}(UTC)`,
}
