import type { FirstAdminTexts } from '../en/first-admin.ts'

export const firstAdmin: FirstAdminTexts = {
  title: '首位管理员 · Portico',
  heading: '成为首位管理员',
  lead: '您的账号将拥有此服务：其设置以及所有没有所有者的项目。',
  email: '电子邮箱',
  password: '密码',
  passwordHint: '至少 8 个字符；最好是一句话。',
  scriptRequired: '此页面需要 JavaScript 才能读取链接中的密钥。',
  closed: {
    heading: '此链接已关闭',
    lead: '首位管理员链接只能使用一次。请联系此服务的所有者，请其添加您。如果此服务已没有所有者，其运营者可以创建新链接。',
    dashboard: '打开控制台',
  },
  script: {
    secretMissing: '链接不完整：缺少密钥。请打开终端中显示的完整链接。',
    showPassword: '显示密码',
    hidePassword: '隐藏密码',
    emailMissing: '请输入您的邮箱地址',
    emailMalformed: '请输入有效的邮箱地址',
    passwordMissing: '请输入您的密码',
    create: '创建账号',
    creating: '正在创建账号…',
    noResponse: '服务没有响应。请重试。',
  },
  invalidLink: '此链接无效。请使用服务输出的最新链接。',
  closedLink: '首位管理员链接已关闭，因为首位管理员已创建。',
}
