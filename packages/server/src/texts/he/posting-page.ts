import type { PostingPageTexts } from '../en/posting-page.ts'

export const postingPage: PostingPageTexts = {
  title: 'רק רגע · Portico',
  heading: 'רק רגע',
  lead: 'מתבצעת חזרה לאתר השני.',
  continue: 'המשך',
}
