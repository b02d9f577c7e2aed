import { loadOnce } from '@portico/ui/language/load-once'
import type { Locale } from './locales/locale.ts'

/** The languages of the components besides English, by the name of their folder in `locales`. */
const locales = {
  'de-DE': async () => (await import('./locales/de-DE/texts.ts')).locale,
} as const satisfies Readonly<Record<string, () => Promise<Locale>>>

type LocaleName = keyof typeof locales

/** A language that cannot be loaded is English, because a missing translation must not prevent a sign-in. */
const loaded = loadOnce<LocaleName, Locale | null>((name) => locales[name](), null)

/**
 * Returns the locale for a language tag: the tag itself, or a locale of the same language (`de-DE` for `de` and
 * `de-AT`).
 */
export function resolveLocale(lang: string | null): LocaleName | null {
  const wanted = lang?.toLowerCase()
  const language = wanted?.split('-', 1)[0]
  const names = Object.keys(locales) as LocaleName[]
  return (
    names.find((name) => name.toLowerCase() === wanted) ??
    names.find((name) => name.toLowerCase().split('-', 1)[0] === language) ??
    null
  )
}

/** Returns the texts of a language, or null for English. Suspends while the language loads. */
export function readLocale(lang: string | null): Locale | null {
  const name = resolveLocale(lang)
  return name && loaded.read(name)
}

/** Returns the texts of a language, or null for English. Returns nothing and starts to load them if they are not loaded. */
export function peekLocale(lang: string | null): Locale | null | undefined {
  const name = resolveLocale(lang)
  return name && loaded.peek(name)
}
