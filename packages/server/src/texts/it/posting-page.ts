import type { PostingPageTexts } from '../en/posting-page.ts'

export const postingPage: PostingPageTexts = {
  title: 'Un momento · Portico',
  heading: 'Un momento',
  lead: 'Stai tornando all’altro sito.',
  continue: 'Continua',
}
