import type { ErrorPageTexts } from '../en/error-page.ts'

export const errorPage: ErrorPageTexts = {
  title: 'Etwas ist schiefgegangen · Portico',
  heading: 'Etwas ist schiefgegangen',
  closeOrGoBack: 'Sie können diese Seite schließen oder zur App zurückgehen und es erneut versuchen.',
  back: 'Zurück zur App',
}
