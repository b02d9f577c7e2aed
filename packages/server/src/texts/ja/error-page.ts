import type { ErrorPageTexts } from '../en/error-page.ts'

export const errorPage: ErrorPageTexts = {
  title: '問題が発生しました · Portico',
  heading: '問題が発生しました',
  closeOrGoBack: 'このページを閉じるか、アプリに戻ってもう一度お試しください。',
  back: 'アプリに戻る',
}
