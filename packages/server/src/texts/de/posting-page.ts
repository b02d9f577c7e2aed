import type { PostingPageTexts } from '../en/posting-page.ts'

export const postingPage: PostingPageTexts = {
  title: 'Einen Moment · Portico',
  heading: 'Einen Moment',
  lead: 'Sie kommen zurück zur anderen Website.',
  continue: 'Weiter',
}
