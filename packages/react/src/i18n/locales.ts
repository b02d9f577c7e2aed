import type { Locale } from './locales/locale.ts'

const loaders: Readonly<Record<string, () => Promise<Locale>>> = {
  'de-DE': async () => (await import('./locales/de-DE.ts')).locale,
}

type Entry = { locale: Locale | null } | { pending: Promise<void> }

const entries = new Map<string, Entry>()

/**
 * Returns the locale for a language tag: the tag itself, or a locale of the same language (`de-DE` for `de` and
 * `de-AT`).
 */
export function resolveLocale(lang: string): string | null {
  const wanted = lang.toLowerCase()
  const locales = Object.keys(loaders)
  const language = wanted.split('-', 1)[0]
  return (
    locales.find((locale) => locale.toLowerCase() === wanted) ??
    locales.find((locale) => locale.toLowerCase().split('-', 1)[0] === language) ??
    null
  )
}

/**
 * Starts to load a language once. If loading fails, the texts are in English, because a missing translation must not
 * prevent a sign-in.
 */
export function loadLocale(lang: string): Entry {
  const name = resolveLocale(lang)
  const load = name === null ? undefined : loaders[name]
  if (name === null || !load) return { locale: null }
  const known = entries.get(name)
  if (known) return known
  const settle = (locale: Locale | null): void => void entries.set(name, { locale })
  const entry = { pending: load().then(settle, () => settle(null)) }
  entries.set(name, entry)
  return entry
}

/** Returns the texts of a language, or null for English. Suspends while the language loads. */
export function readLocale(lang: string): Locale | null {
  const entry = loadLocale(lang)
  // React 18 has no `use`. A thrown promise suspends in React 18 and 19.
  if ('pending' in entry) throw entry.pending
  return entry.locale
}

/** Returns the texts of a language if they are loaded, else null. */
export function peekLocale(lang: string): Locale | null {
  const entry = entries.get(resolveLocale(lang) ?? '')
  return entry && 'locale' in entry ? entry.locale : null
}
