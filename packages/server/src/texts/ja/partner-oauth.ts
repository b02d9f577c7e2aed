import type { PartnerOAuthTexts } from '../en/partner-oauth.ts'

export const partnerOAuth: PartnerOAuthTexts = {
  gone: 'このリクエストは期限が切れているか、別のブラウザで開始されました。元のサイトに戻り、最初からやり直してください。',
  wrongCode: 'このコードは、このリクエストのものではありません。元のサイトに戻り、最初からやり直してください。',
  notAnswered: 'このリクエストにはまだ回答していません。元のサイトに戻り、最初からやり直してください。',
}
