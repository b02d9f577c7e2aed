import type { FirstAdminTexts } from '../en/first-admin.ts'

export const firstAdmin: FirstAdminTexts = {
  title: 'מנהל ראשון · Portico',
  heading: 'הגדרת המנהל הראשון',
  lead: 'השירות הזה יהיה בבעלות החשבון שלך: ההגדרות שלו וכל פרויקט ללא בעלים.',
  email: 'אימייל',
  password: 'סיסמה',
  passwordHint: 'לפחות 8 תווים; הכי טוב משפט.',
  scriptRequired: 'הדף הזה דורש JavaScript כדי לקרוא את הסוד מהקישור.',
  closed: {
    heading: 'הקישור הזה סגור',
    lead: 'הקישור למנהל הראשון פועל פעם אחת. יש לבקש מבעלים של השירות הזה להוסיף אותך. אם לשירות אין עוד בעלים, מפעיל השירות יכול ליצור קישור חדש.',
    dashboard: 'פתיחת לוח הבקרה',
  },
  script: {
    secretMissing: 'הקישור לא שלם: הסוד שלו חסר. יש לפתוח את הקישור המלא שמוצג במסוף.',
    showPassword: 'הצגת הסיסמה',
    hidePassword: 'הסתרת הסיסמה',
    emailMissing: 'יש להזין כתובת אימייל',
    emailMalformed: 'יש להזין כתובת אימייל תקינה',
    passwordMissing: 'יש להזין סיסמה',
    create: 'יצירת חשבון',
    creating: 'החשבון נוצר…',
    noResponse: 'השירות לא הגיב. יש לנסות שוב.',
  },
  invalidLink: 'הקישור הזה לא תקין. יש להשתמש בקישור האחרון שהשירות הדפיס.',
  closedLink: 'הקישור למנהל הראשון סגור, כי המנהל הראשון כבר נוצר.',
}
