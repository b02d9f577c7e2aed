import type { PostingPageTexts } from '../en/posting-page.ts'

export const postingPage: PostingPageTexts = {
  title: 'Um momento · Portico',
  heading: 'Um momento',
  lead: 'Está a voltar ao outro site.',
  continue: 'Continuar',
}
