import type { PostingPageTexts } from '../en/posting-page.ts'

export const postingPage: PostingPageTexts = {
  title: 'Un momento · Portico',
  heading: 'Un momento',
  lead: 'Estás volviendo al otro sitio.',
  continue: 'Continuar',
}
