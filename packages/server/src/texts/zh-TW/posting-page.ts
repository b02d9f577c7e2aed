import type { PostingPageTexts } from '../en/posting-page.ts'

export const postingPage: PostingPageTexts = {
  title: '請稍候 · Portico',
  heading: '請稍候',
  lead: '您即將返回另一個網站。',
  continue: '繼續',
}
