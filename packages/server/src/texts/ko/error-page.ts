import type { ErrorPageTexts } from '../en/error-page.ts'

export const errorPage: ErrorPageTexts = {
  title: '문제가 발생했습니다 · Portico',
  heading: '문제가 발생했습니다',
  closeOrGoBack: '이 페이지를 닫거나 앱으로 돌아가 다시 시도하세요.',
  back: '앱으로 돌아가기',
}
