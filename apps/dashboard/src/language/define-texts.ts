import { use } from 'react'

import { currentLanguage, useLanguage, type Language } from './language.ts'

/** Texts by key. A text with parameters is a function. */
export interface TextTable {
  readonly [key: string]: string | ((...params: never[]) => string) | TextTable
}

/** The texts of one area in all languages. English is part of the code that uses them; the others load on demand. */
export interface Texts<Table> {
  readonly en: Table
  load(language: Language): Table | Promise<Table>
}

/** @param others loads the texts of each other language; a missing one does not compile */
export function defineTexts<Table extends TextTable>(
  en: Table,
  others: { readonly [Other in Exclude<Language, 'en'>]: () => Promise<Table> },
): Texts<Table> {
  const loaded = new Map<Language, Table | Promise<Table>>([['en', en]])
  return {
    en,
    load: (language) => {
      const known = loaded.get(language)
      if (known) return known
      const loading = (language === 'en' ? Promise.resolve(en) : others[language]()).then(
        (table) => {
          loaded.set(language, table)
          return table
        },
        // Texts in the wrong language are better than none; the next visit tries again.
        () => en,
      )
      loaded.set(language, loading)
      return loading
    },
  }
}

/** Returns the texts in the language of the visitor. Suspends while they load. */
export function useTexts<Table>(texts: Texts<Table>): Table {
  const table = texts.load(useLanguage())
  return table instanceof Promise ? use(table) : table
}

/** The same outside of components. English while the texts load. */
export function textsNow<Table>(texts: Texts<Table>): Table {
  const table = texts.load(currentLanguage())
  return table instanceof Promise ? texts.en : table
}
