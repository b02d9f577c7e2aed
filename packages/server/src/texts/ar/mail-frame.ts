import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: 'إذا لم يعمل الزر، فيُرجى فتح هذا العنوان:',
  footer: ({ host, project }) => `أُرسلت${project === '' ? '' : ` لصالح ${project}`} بواسطة Portico على ${host}.`,
  unnamedTeam: 'فريق بلا اسم',
  moment: (day, time) => `${day} الساعة ${time} UTC`,
}
