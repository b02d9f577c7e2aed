import type { PostingPageTexts } from '../en/posting-page.ts'

export const postingPage: PostingPageTexts = {
  title: 'لحظة واحدة · Portico',
  heading: 'لحظة واحدة',
  lead: 'جارٍ الرجوع إلى الموقع الآخر.',
  continue: 'متابعة',
}
