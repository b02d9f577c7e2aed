import type { ErrorPageTexts } from '../en/error-page.ts'

export const errorPage: ErrorPageTexts = {
  title: 'حدث خطأ ما · Portico',
  heading: 'حدث خطأ ما',
  closeOrGoBack: 'يمكنك إغلاق هذه الصفحة أو العودة إلى التطبيق والمحاولة مجددًا.',
  back: 'العودة إلى التطبيق',
}
