import type { PostingPageTexts } from '../en/posting-page.ts'

export const postingPage: PostingPageTexts = {
  title: 'Einen Moment · Portico',
  heading: 'Einen Moment',
  lead: 'Sie kehren zur anderen Website zurück.',
  continue: 'Weiter',
}
