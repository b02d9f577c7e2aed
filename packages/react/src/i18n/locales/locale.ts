import type { LocaleErrors } from './error-texts.ts'
import type { LocalePlurals } from './plurals.ts'
import type { LocaleTexts } from './texts.ts'

/** All texts of the components in a language other than English. */
export interface Locale {
  readonly texts: LocaleTexts
  readonly plurals: LocalePlurals
  readonly errors: LocaleErrors
}
