/** The page of an error that a redirected browser shows. */
export const errorPage = {
  title: 'Something went wrong · Portico',
  heading: 'Something went wrong',
  closeOrGoBack: 'You can close this page, or go back to the app and try again.',
  back: 'Back to the app',
}

export type ErrorPageTexts = typeof errorPage
