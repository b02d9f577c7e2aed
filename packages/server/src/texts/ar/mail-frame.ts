import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: 'إذا لم يعمل الزر، فيُرجى فتح هذا العنوان:',
  footer: ({ host, project }) => `أُرسلت${project === '' ? '' : ` لصالح ${project}`} بواسطة Portico على ${host}.`,
  footerWithoutPortico: ({ host, project }) => `أُرسلت لصالح ${project} بواسطة ${host}.`,
  support: (address) => `الدعم: ${address}`,
  terms: 'شروط الخدمة',
  privacy: 'سياسة الخصوصية',
  unnamedTeam: 'فريق بلا اسم',
  moment: (day, time) => `${day} الساعة ${time} UTC`,
}
