import { serviceLanguages, type ServiceLanguage } from '@portico/contract/service-languages'
import { closestLanguage, firstClosestLanguage } from '@portico/ui/language/closest-language'
import { parseAccept } from 'hono/utils/accept'

import { ar } from '../texts/ar/texts.ts'
import { de } from '../texts/de/texts.ts'
import { en, type Texts } from '../texts/en/texts.ts'
import { es419 } from '../texts/es-419/texts.ts'
import { esES } from '../texts/es-ES/texts.ts'
import { frCA } from '../texts/fr-CA/texts.ts'
import { frFR } from '../texts/fr-FR/texts.ts'
import { he } from '../texts/he/texts.ts'
import { it } from '../texts/it/texts.ts'
import { ja } from '../texts/ja/texts.ts'
import { ko } from '../texts/ko/texts.ts'
import { ptBR } from '../texts/pt-BR/texts.ts'
import { ptPT } from '../texts/pt-PT/texts.ts'
import { zhCN } from '../texts/zh-CN/texts.ts'
import { zhTW } from '../texts/zh-TW/texts.ts'

export const languages: Readonly<Record<ServiceLanguage, Texts>> = {
  en,
  ar,
  de,
  'es-419': es419,
  'es-ES': esES,
  'fr-CA': frCA,
  'fr-FR': frFR,
  he,
  it,
  ja,
  ko,
  'pt-BR': ptBR,
  'pt-PT': ptPT,
  'zh-CN': zhCN,
  'zh-TW': zhTW,
}

export type Language = ServiceLanguage

/** The language of a mail whose recipient's language is unknown. */
const defaultLanguage = 'en' satisfies Language

export function textsOf(language: Language): Texts {
  return languages[language]
}

/** The language that a browser prefers, or else English. */
export function preferredLanguage(acceptLanguage: string | null): Language {
  return wantedLanguage(acceptLanguage) ?? defaultLanguage
}

/** Returns the service's first language among the tags, which are in order of preference. */
export function firstLanguage(tags: readonly (string | null | undefined)[]): Language {
  const known = tags.filter((tag) => tag !== null && tag !== undefined)
  return firstClosestLanguage(serviceLanguages, known) ?? defaultLanguage
}

/**
 * Returns the language of the service that a browser prefers (RFC 9110 section 12.5.4): `de` also for `de-AT`.
 *
 * @param acceptLanguage the header of the request
 * @returns null if the browser prefers none
 */
export function wantedLanguage(acceptLanguage: string | null): Language | null {
  const ranges = parseAccept(acceptLanguage ?? '')
  const named = new Set(ranges.map(({ type }) => languageOf(type)))
  for (const { q, type } of ranges) {
    const found = type === '*' ? serviceLanguages.find((tag) => !named.has(tag)) : languageOf(type)
    if (q > 0 && found !== undefined) return found
  }
  return null
}

function languageOf(range: string): Language | undefined {
  return closestLanguage(serviceLanguages, range)
}
