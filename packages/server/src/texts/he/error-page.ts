import type { ErrorPageTexts } from '../en/error-page.ts'

export const errorPage: ErrorPageTexts = {
  title: 'משהו השתבש · Portico',
  heading: 'משהו השתבש',
  closeOrGoBack: 'אפשר לסגור את הדף הזה, או לחזור לאפליקציה ולנסות שוב.',
  back: 'חזרה לאפליקציה',
}
