import { loadOnce } from '@portico/ui/language/load-once'
import type { LoadedLocale } from './locales/loaded-locale.ts'

/** A language that cannot be loaded is English, because a missing translation must not prevent a sign-in. */
const loaded = loadOnce<string, LoadedLocale | null>(
  async (lang) => (await import('./load-locale.ts')).loadLocale(lang),
  null,
)

/**
 * The languages with texts. English texts are the keys of the others and need no file. The names of the files load with them, so the list
 * is here for a page that has to know its language at once.
 */
const known = /^(ar|de|es|fr|he|it|iw|ja|ko|pt|zh)\b/i

export function hasLocale(lang: string | null): lang is string {
  return known.test(lang ?? '')
}

/** Returns the texts of the language, or null for English. Suspends while they load. */
export function readLocale(lang: string | null): LoadedLocale | null {
  return hasLocale(lang) ? loaded.read(lang) : null
}

/** Returns the texts of a language, or null for English. Returns nothing and starts to load them if they are not loaded. */
export function peekLocale(lang: string | null): LoadedLocale | null | undefined {
  return hasLocale(lang) ? loaded.peek(lang) : null
}
