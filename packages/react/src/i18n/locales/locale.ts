import type { LocaleErrors } from './error-texts.ts'
import type { LocaleTexts } from './texts.ts'

/** Everything the components say in one language other than English. */
export interface Locale {
  readonly texts: LocaleTexts
  readonly errors: LocaleErrors
}
