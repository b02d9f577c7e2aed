import { parseAccept } from 'hono/utils/accept'

import { de } from '../texts/de/texts.ts'
import { en, type Texts } from '../texts/en/texts.ts'

/** The languages of the service, by their tags. */
export const languages = { en, de } as const satisfies Readonly<Record<string, Texts>>

export type Language = keyof typeof languages

/** The language of a mail whose recipient's language is unknown. */
export const defaultLanguage = 'en' satisfies Language

const tags = Object.keys(languages) as Language[]

export function textsOf(language: Language): Texts {
  return languages[language]
}

/**
 * Returns the language that a browser prefers (RFC 9110 section 12.5.4): `de` also for `de-AT`.
 *
 * @param acceptLanguage the header of the request
 */
export function preferredLanguage(acceptLanguage: string | null): Language {
  const ranges = parseAccept(acceptLanguage ?? '')
  const named = new Set(ranges.map(({ type }) => languageOf(type)))
  for (const { q, type } of ranges) {
    const found = type === '*' ? tags.find((tag) => !named.has(tag)) : languageOf(type)
    if (q > 0 && found !== undefined) return found
  }
  return defaultLanguage
}

/** Finds the longest language that the range begins with (RFC 4647 section 3.4). */
function languageOf(range: string): Language | undefined {
  const tag = `${range.toLowerCase()}-`
  return tags
    .filter((language) => tag.startsWith(`${language.toLowerCase()}-`))
    .toSorted((one, other) => other.length - one.length)[0]
}
