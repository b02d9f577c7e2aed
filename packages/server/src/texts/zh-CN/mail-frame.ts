import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: '如果按钮无法使用，请打开此网址：',
  footer: ({ host, project }) => `由 ${host} 上的 Portico ${project === '' ? '' : `为 ${project} `}发送。`,
  footerWithoutPortico: ({ host, project }) => `由 ${host} 为 ${project} 发送。`,
  support: (address) => `支持：${address}`,
  terms: '服务条款',
  privacy: '隐私政策',
  unnamedTeam: '未命名的团队',
  moment: (day, time) => `${day} ${time} UTC`,
}
