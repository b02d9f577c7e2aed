import type { ErrorPageTexts } from '../en/error-page.ts'

export const errorPage: ErrorPageTexts = {
  title: 'Si è verificato un problema · Portico',
  heading: 'Si è verificato un problema',
  closeOrGoBack: 'Puoi chiudere questa pagina oppure tornare all’app e riprovare.',
  back: 'Torna all’app',
}
