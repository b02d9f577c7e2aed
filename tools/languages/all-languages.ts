import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Locale } from '../../packages/react/src/i18n/locales/locale.ts'
import { languages } from '../../packages/server/src/language/languages.ts'
import { sentencesOfComponents, sentencesOfService, type Sentences } from './sentences.ts'

const locales = join(import.meta.dirname, '../../packages/react/src/i18n/locales')

/** The tags of all languages but English, by which the components know them. */
export const tags: readonly string[] = readdirSync(locales, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted()

export const english: Sentences = new Map([...sentencesOfComponents(null), ...sentencesOfService(languages.en)])

/**
 * Returns all sentences of a language. The service knows a language without regional variants by its name alone: `de`
 * for `de-DE`.
 */
export async function sentencesOf(tag: string): Promise<Sentences> {
  const { locale } = (await import(join(locales, tag, 'texts.ts'))) as { locale: Locale }
  const table: Readonly<Record<string, typeof languages.en>> = languages
  const texts = table[tag] ?? table[tag.split('-', 1)[0] ?? '']
  if (!texts) throw new Error(`The service has no texts in ${tag}.`)
  return new Map([...sentencesOfComponents(locale), ...sentencesOfService(texts)])
}
