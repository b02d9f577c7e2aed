import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: '如果按钮无法使用，请打开此网址：',
  footer: ({ host, project }) => `由 ${host} 上的 Portico ${project === '' ? '' : `为 ${project} `}发送。`,
  unnamedTeam: '未命名的团队',
  moment: (day, time) => `${day} ${time} UTC`,
}
