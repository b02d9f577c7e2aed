import { parseAccept } from 'hono/utils/accept'

import { de } from '../texts/de/texts.ts'
import { en, type Texts } from '../texts/en/texts.ts'

/** The languages of the service, by their tags. */
export const languages = { en, de } as const satisfies Readonly<Record<string, Texts>>

export type Language = keyof typeof languages

/** The language of a mail whose recipient's language is unknown. */
const defaultLanguage = 'en' satisfies Language

const tags = Object.keys(languages) as Language[]

export function textsOf(language: Language): Texts {
  return languages[language]
}

/** The language that a browser prefers, or else English. */
export function preferredLanguage(acceptLanguage: string | null): Language {
  return wantedLanguage(acceptLanguage) ?? defaultLanguage
}

/** Returns the first language of the service among the tags, of which the first counts most. */
export function firstLanguage(tags: readonly (string | null | undefined)[]): Language {
  const found = tags.map((tag) => (tag ? languageOf(tag) : undefined)).find((language) => language !== undefined)
  return found ?? defaultLanguage
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
    const found = type === '*' ? tags.find((tag) => !named.has(tag)) : languageOf(type)
    if (q > 0 && found !== undefined) return found
  }
  return null
}

/** Finds the longest language that the range begins with (RFC 4647 section 3.4). */
function languageOf(range: string): Language | undefined {
  const tag = `${range.toLowerCase()}-`
  return tags
    .filter((language) => tag.startsWith(`${language.toLowerCase()}-`))
    .toSorted((one, other) => other.length - one.length)[0]
}
