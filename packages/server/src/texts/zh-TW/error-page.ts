import type { ErrorPageTexts } from '../en/error-page.ts'

export const errorPage: ErrorPageTexts = {
  title: '發生問題 · Portico',
  heading: '發生問題',
  closeOrGoBack: '您可以關閉此頁面，或返回應用程式再試一次。',
  back: '返回應用程式',
}
