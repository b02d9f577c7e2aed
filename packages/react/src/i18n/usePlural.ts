'use client'

import { useContext } from 'react'
import { LanguageContext, useTranslate } from './language.ts'
import { readLocale } from './locales.ts'
import { plurals, type PluralForm, type PluralText } from './locales/plurals.ts'
import type { Text } from './locales/texts.ts'

/** Returns a function that translates a text with a number. Suspends while the language loads. */
export function usePlural(): (text: PluralText, n: number) => string {
  const t = useTranslate()
  const { lang, overrides } = useContext(LanguageContext)
  const locale = readLocale(lang)
  return (text, n) => {
    // Unchecked casts: English texts have these forms, and a pattern that is not a key is used unchanged.
    const english = plurals[text](n) as PluralForm
    const pattern = overrides[english] ?? locale?.plurals[text](n) ?? english
    return t(pattern as Text, { n })
  }
}
