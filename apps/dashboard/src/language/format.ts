import { createFormat, type Format } from '@portico/ui/language/format'
import { useMemo } from 'react'

import { languages, useLanguage } from './language.ts'

/** Returns the formats of the visitor's language. */
export function useFormat(): Format {
  const { locale } = languages[useLanguage()]
  return useMemo(() => createFormat(locale), [locale])
}
