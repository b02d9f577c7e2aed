import type { PostingPageTexts } from '../en/posting-page.ts'

export const postingPage: PostingPageTexts = {
  title: 'Un instant · Portico',
  heading: 'Un instant',
  lead: 'Vous retournez à l’autre site.',
  continue: 'Continuer',
}
