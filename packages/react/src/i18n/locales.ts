import type { Locale } from './locales/locale.ts'

const loaders: Readonly<Record<string, () => Promise<Locale>>> = {
  'de-DE': async () => (await import('./locales/de-DE.ts')).locale,
}

type Entry = { locale: Locale | null } | { pending: Promise<void> }

const entries = new Map<string, Entry>()

/** The locale that serves a language tag: itself, or one of the same language (`de` and `de-AT` give `de-DE`). */
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
 * Begins to load a language, unless that has been done.
 *
 * A language file that cannot be loaded gives English: the words are a comfort, signing in is the purpose.
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

/** The texts of a language, or null for English. Suspends while the language is on its way. */
export function readLocale(lang: string): Locale | null {
  const entry = loadLocale(lang)
  // React 18 has no `use`: a thrown promise is how a component says "not yet" there, and still is in 19.
  if ('pending' in entry) throw entry.pending
  return entry.locale
}

/** The texts of a language if they are here already, else null. */
export function peekLocale(lang: string): Locale | null {
  const entry = entries.get(resolveLocale(lang) ?? '')
  return entry && 'locale' in entry ? entry.locale : null
}
