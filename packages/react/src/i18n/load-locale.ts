import { closestLanguage } from '@portico/ui/language/closest-language'

import { loadedLocale, type LoadedLocale } from './locales/loaded-locale.ts'
import type { Locale } from './locales/locale.ts'

/** The components' languages besides English, by the name of their folder in `locales`. */
const locales = {
  ar: () => import('./locales/ar/texts.ts'),
  'de-DE': () => import('./locales/de-DE/texts.ts'),
  'es-419': () => import('./locales/es-419/texts.ts'),
  'es-ES': () => import('./locales/es-ES/texts.ts'),
  'fr-CA': () => import('./locales/fr-CA/texts.ts'),
  'fr-FR': () => import('./locales/fr-FR/texts.ts'),
  he: () => import('./locales/he/texts.ts'),
  'it-IT': () => import('./locales/it-IT/texts.ts'),
  'ja-JP': () => import('./locales/ja-JP/texts.ts'),
  'ko-KR': () => import('./locales/ko-KR/texts.ts'),
  'pt-BR': () => import('./locales/pt-BR/texts.ts'),
  'pt-PT': () => import('./locales/pt-PT/texts.ts'),
  'zh-CN': () => import('./locales/zh-CN/texts.ts'),
  'zh-TW': () => import('./locales/zh-TW/texts.ts'),
} as const satisfies Readonly<Record<string, () => Promise<{ locale: Locale }>>>

export type LocaleName = keyof typeof locales

export const localeNames = Object.keys(locales) as LocaleName[]

/** Loads the closest language: `es-419` for `es-MX`. Returns null if there is none. */
export async function loadLocale(lang: string): Promise<LoadedLocale | null> {
  const name = closestLanguage(localeNames, lang)
  if (name === undefined) return null
  const { locale } = await locales[name]()
  return loadedLocale(locale)
}
