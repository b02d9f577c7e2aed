'use client'

import { createFormat, type Format } from '@portico/ui/language/format'
import { useShownLanguage } from './language.ts'

const formats = new Map<string, Format>()

/** Returns the formats of the displayed language, unless `Intl` does not support its tag. */
export function useFormat(): Format {
  const { lang } = useShownLanguage()
  const format = formats.get(lang) ?? createFormat(supported(lang))
  formats.set(lang, format)
  return format
}

function supported(lang: string): string {
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
