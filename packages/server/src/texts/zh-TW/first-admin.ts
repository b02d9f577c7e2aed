import type { FirstAdminTexts } from '../en/first-admin.ts'

export const firstAdmin: FirstAdminTexts = {
  title: '首位管理員 · Portico',
  heading: '成為首位管理員',
  lead: '您的帳號將擁有此服務：其設定以及所有沒有擁有者的專案。',
  email: '電子郵件',
  password: '密碼',
  passwordHint: '至少 8 個字元；最好是一句話。',
  scriptRequired: '此頁面需要 JavaScript 才能讀取連結中的金鑰。',
  closed: {
    heading: '此連結已關閉',
    lead: '首位管理員連結只能使用一次。請聯絡此服務的擁有者，請對方將您加入。如果此服務已沒有擁有者，其營運者可以建立新連結。',
    dashboard: '開啟資訊主頁',
  },
  script: {
    secretMissing: '連結不完整：缺少金鑰。請開啟終端機中顯示的完整連結。',
    showPassword: '顯示密碼',
    hidePassword: '隱藏密碼',
    emailMissing: '請輸入您的電子郵件地址',
    emailMalformed: '請輸入有效的電子郵件地址',
    passwordMissing: '請輸入您的密碼',
    create: '建立帳號',
    creating: '正在建立帳號…',
    noResponse: '服務沒有回應。請再試一次。',
  },
  invalidLink: '此連結無效。請使用服務顯示的最新連結。',
  closedLink: '首位管理員連結已關閉，因為首位管理員已建立。',
}
