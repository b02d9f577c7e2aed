import type { PostingPageTexts } from '../en/posting-page.ts'

export const postingPage: PostingPageTexts = {
  title: '少々お待ちください · Portico',
  heading: '少々お待ちください',
  lead: '元のサイトに戻ります。',
  continue: '続ける',
}
