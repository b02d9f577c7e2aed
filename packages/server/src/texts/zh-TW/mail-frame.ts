import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: '如果按鈕無法使用，請開啟此網址：',
  footer: ({ host, project }) => `由 ${host} 上的 Portico ${project === '' ? '' : `為 ${project} `}寄送。`,
  footerWithoutPortico: ({ host, project }) => `由 ${host} 為 ${project} 寄送。`,
  support: (address) => `支援：${address}`,
  terms: '服務條款',
  privacy: '隱私權政策',
  unnamedTeam: '未命名的團隊',
  moment: (day, time) => `${day} ${time} UTC`,
}
