import type { PostingPageTexts } from '../en/posting-page.ts'

export const postingPage: PostingPageTexts = {
  title: '잠시만 기다려 주세요 · Portico',
  heading: '잠시만 기다려 주세요',
  lead: '원래 사이트로 돌아갑니다.',
  continue: '계속',
}
