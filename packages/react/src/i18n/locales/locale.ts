import type { LocaleErrors } from './error-texts.ts'
import type { LocaleTexts } from './texts.ts'

/** All texts of the components in a language other than English. */
export interface Locale {
  readonly texts: LocaleTexts
  readonly errors: LocaleErrors
}
