import type { FirstAdminTexts } from '../en/first-admin.ts'

export const firstAdmin: FirstAdminTexts = {
  title: 'מנהל המערכת הראשון · Portico',
  heading: 'הגדרת החשבון שלך כמנהל המערכת הראשון',
  lead: 'השירות הזה יהיה בבעלות החשבון שלך: הגדרות השירות וכל פרויקט ללא בעלים.',
  email: 'אימייל',
  password: 'סיסמה',
  passwordHint: 'לפחות 8 תווים; הכי טוב משפט.',
  scriptRequired: 'הדף הזה דורש JavaScript כדי לקרוא את הסוד מהקישור.',
  closed: {
    heading: 'הקישור הזה סגור',
    lead: 'הקישור למנהל המערכת הראשון פועל פעם אחת. יש לבקש מאחד הבעלים של השירות הזה להוסיף אותך. אם כבר אין לשירות בעלים, מפעיל השירות יכול ליצור קישור חדש.',
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
    creating: 'יצירת החשבון מתבצעת…',
    noResponse: 'השירות לא הגיב. יש לנסות שוב.',
  },
  invalidLink: 'הקישור הזה לא תקין. יש להשתמש בקישור האחרון שהשירות הדפיס.',
  closedLink: 'הקישור למנהל המערכת הראשון סגור, כי מנהל המערכת הראשון כבר נוצר.',
}
