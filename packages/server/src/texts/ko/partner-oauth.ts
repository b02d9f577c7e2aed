import type { PartnerOAuthTexts } from '../en/partner-oauth.ts'

export const partnerOAuth: PartnerOAuthTexts = {
  gone: '이 요청은 만료되었거나 다른 브라우저에서 시작되었습니다. 이곳으로 보낸 사이트로 돌아가 다시 시작하세요.',
  wrongCode: '이 요청에 해당하는 코드가 아닙니다. 이곳으로 보낸 사이트로 돌아가 다시 시작하세요.',
  notAnswered: '이 요청에 아직 응답하지 않았습니다. 이곳으로 보낸 사이트로 돌아가 다시 시작하세요.',
}
