import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: 'ボタンが機能しない場合は、次のアドレスを開いてください：',
  footer: ({ host, project }) => `${host}のPorticoから${project === '' ? '' : `${project}に代わって`}送信されました。`,
  footerWithoutPortico: ({ host, project }) => `${host}から${project}に代わって送信されました。`,
  support: (address) => `サポート：${address}`,
  terms: '利用規約',
  privacy: 'プライバシーポリシー',
  unnamedTeam: '名前のないチーム',
  moment: (day, time) => `${day} ${time}（UTC）`,
}
