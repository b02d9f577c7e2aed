import { createStore } from './store.ts'
import { readStored, writeStored } from './storage.ts'

/** What the dashboard has to know about a language, besides its texts. */
interface LanguageFacts {
  /** The name of the language in the language. */
  readonly name: string
  /** The locale of numbers, dates and lists. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
}

/** The dashboard's languages, by the name of their folder in `texts`. */
export const languages = {
  // British dates put the day first, like the languages around it.
  en: { name: 'English', locale: 'en-GB', direction: 'ltr' },
  de: { name: 'Deutsch', locale: 'de-DE', direction: 'ltr' },
} as const satisfies Readonly<Record<string, LanguageFacts>>

export type Language = keyof typeof languages

/** In the order in which a person chooses one. */
export const languageTags = Object.keys(languages) as Language[]

const KEY = 'portico-dashboard-language'
const current = createStore(initialLanguage())

/** Changes the language of every component, and keeps it for the next visit. */
export function chooseLanguage(language: Language): void {
  writeStored(KEY, language)
  current.set(language)
  applyToDocument()
}

export function useLanguage(): Language {
  return current.useValue()
}

/** Sets language and direction of the document. */
export function applyToDocument(): void {
  document.documentElement.lang = current.get()
  document.documentElement.dir = languages[current.get()].direction
}

function initialLanguage(): Language {
  const wanted = [readStored(KEY) ?? '', ...navigator.languages].map((tag) => tag.split('-', 1)[0] ?? '')
  return wanted.find(isLanguage) ?? 'en'
}

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag)
}
