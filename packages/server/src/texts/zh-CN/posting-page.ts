import type { PostingPageTexts } from '../en/posting-page.ts'

export const postingPage: PostingPageTexts = {
  title: '请稍候 · Portico',
  heading: '请稍候',
  lead: '您即将返回另一个网站。',
  continue: '继续',
}
