import type { ErrorPageTexts } from '../en/error-page.ts'

export const errorPage: ErrorPageTexts = {
  title: 'Un problème est survenu · Portico',
  heading: 'Un problème est survenu',
  closeOrGoBack: 'Vous pouvez fermer cette page, ou revenir à l’application et réessayer.',
  back: 'Retour à l’application',
}
