import type { ErrorPageTexts } from '../en/error-page.ts'

export const errorPage: ErrorPageTexts = {
  title: '出了点问题 · Portico',
  heading: '出了点问题',
  closeOrGoBack: '您可以关闭此页面，或返回应用重试。',
  back: '返回应用',
}
