import type { Texts } from '@portico/ui/language/catalogue'

import { useLanguage } from './language.ts'

/** Returns the texts in the language of the visitor. Suspends while they load. */
export function useTexts<Table>(texts: Texts<Table>): Table {
  return texts.read(useLanguage())
}
