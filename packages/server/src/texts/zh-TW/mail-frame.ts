import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: '如果按鈕無法使用，請開啟此網址：',
  footer: ({ host, project }) => `由 ${host} 上的 Portico ${project === '' ? '' : `為 ${project} `}寄送。`,
  unnamedTeam: '未命名的團隊',
  moment: (day, time) => `${day} ${time} UTC`,
}
