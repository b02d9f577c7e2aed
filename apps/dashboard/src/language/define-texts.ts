import { use } from 'react'

import { useLanguage, type Language } from './language.ts'

/** Texts by key. A text with parameters is a function. */
export interface TextTable {
  readonly [key: string]: string | ((...params: never[]) => string) | TextTable
}

/** The texts of one area in all languages. English is part of the code that uses them; the others load on demand. */
export interface Texts<Table> {
  readonly en: Table
  /** Returns the same promise for the same language. */
  load(language: Language): LoadingTable<Table>
}

/** React keeps the state of a promise in these properties. With them, a loaded table does not suspend. */
type LoadingTable<Table> = Promise<Table> | (Promise<Table> & { readonly status: 'fulfilled'; readonly value: Table })

const areas = new Set<Texts<unknown>>()

/** Loads the texts of the shown page in a language, so that a change to it does not suspend. */
export async function loadTexts(language: Language): Promise<void> {
  await Promise.all([...areas].map((area) => area.load(language)))
}

/** @param others loads the texts of each other language; a missing one does not compile */
export function defineTexts<Table extends TextTable>(
  en: Table,
  others: { readonly [Other in Exclude<Language, 'en'>]: () => Promise<Table> },
): Texts<Table> {
  const loaded = new Map<Language, LoadingTable<Table>>([
    ['en', Object.assign(Promise.resolve(en), { status: 'fulfilled' as const, value: en })],
  ])
  const texts: Texts<Table> = {
    en,
    load: (language) => {
      const known = loaded.get(language)
      if (known) return known
      // Texts in the wrong language are better than none.
      const loading = language === 'en' ? Promise.resolve(en) : others[language]().catch(() => en)
      void loading.then((value) => Object.assign(loading, { status: 'fulfilled', value }))
      loaded.set(language, loading)
      return loading
    },
  }
  areas.add(texts)
  return texts
}

/** Returns the texts in the language of the visitor. Suspends while they load. */
export function useTexts<Table>(texts: Texts<Table>): Table {
  return use(texts.load(useLanguage()))
}
