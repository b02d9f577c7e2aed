import { loadOnce } from '@portico/ui/language/load-once'
import type { LoadedLocale } from './locales/loaded-locale.ts'

/** A language that cannot be loaded is English, because a missing translation must not prevent a sign-in. */
const loaded = loadOnce<string, LoadedLocale | null>(
  async (lang) => (await import('./load-locale.ts')).loadLocale(lang),
  null,
)

/**
 * The languages with texts. English texts are the keys of the others and need no file. The names of the files load on
 * demand, so this list is separate: a page must know its language at once.
 */
const translated = /^(ar|de|es|fr|he|it|iw|ja|ko|pt|zh)\b/i

type Tag = string | null | undefined

export function hasLocale(lang: Tag): lang is string {
  return translated.test(lang ?? '')
}

/** Returns the first tag whose language has texts; null if that is English or there is none. */
export function firstLocale(tags: readonly Tag[]): string | null {
  const first = tags.find((tag) => hasLocale(tag) || /^en\b/i.test(tag ?? ''))
  return hasLocale(first) ? first : null
}

/** Returns the texts of the language, or null for English. Suspends while they load. */
export function readLocale(lang: string | null): LoadedLocale | null {
  return hasLocale(lang) ? loaded.read(lang) : null
}

/**
 * Returns the texts of a language, or null for English. Returns nothing and starts to load them if they are not loaded.
 */
export function peekLocale(lang: string | null): LoadedLocale | null | undefined {
  return hasLocale(lang) ? loaded.peek(lang) : null
}
