import { loadOnce } from './load-once.ts'

/** Texts by key. A text with parameters is a function. */
export interface TextTable {
  readonly [key: string]: string | ((...params: never[]) => string) | TextTable
}

/** The texts of one area in all languages. English is part of the code that uses them; the others load on demand. */
export interface Texts<Table> {
  readonly en: Table
  load(language: string): Promise<Table>
  /** Returns the texts in a language. Suspends the component while they load. */
  read(language: string): Table
}

/** What each other language has to provide for an area. */
export type TextsOf<Area extends Texts<unknown>> = Area['en']

/** All areas of one application. */
export interface Catalogue {
  /** Defines the English texts of an area. They are the type of the other languages. */
  readonly defineTexts: <Table extends TextTable>(area: string, en: Table) => Texts<Table>
  /** Loads the texts of all areas in use, so that a change to the language does not suspend. */
  readonly loadTexts: (language: string) => Promise<void>
}

/** @param load loads the texts of an area in a language other than English */
export function createCatalogue(load: (language: string, area: string) => Promise<TextTable>): Catalogue {
  const areas = new Set<Texts<TextTable>>()
  return {
    defineTexts: <Table extends TextTable>(area: string, en: Table) => {
      // Each language's file has the type of the English texts. Texts in the wrong language are better than none.
      const loaded = loadOnce(async (language: string) => (await load(language, area)) as Table, en)
      const texts: Texts<Table> = {
        en,
        load: async (language) => (language === 'en' ? en : loaded.load(language)),
        read: (language) => (language === 'en' ? en : loaded.read(language)),
      }
      areas.add(texts)
      return texts
    },
    loadTexts: async (language) => {
      await Promise.all([...areas].map((area) => area.load(language)))
    },
  }
}
