import type { MailFrameTexts } from '../en/mail-frame.ts'

export const mailFrame: MailFrameTexts = {
  ifButtonFails: 'אם הלחצן לא פועל, יש לפתוח את הכתובת הזו:',
  footer: ({ host, project }) => `נשלח${project === '' ? '' : ` עבור ${project}`} על ידי Portico בכתובת ${host}.`,
  footerWithoutPortico: ({ host, project }) => `נשלח עבור ${project} על ידי ${host}.`,
  support: (address) => `תמיכה: ${address}`,
  terms: 'תנאי השימוש',
  privacy: 'מדיניות הפרטיות',
  unnamedTeam: 'צוות ללא שם',
  moment: (day, time) => `${day} בשעה ${time} UTC`,
}
