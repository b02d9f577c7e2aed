import { english, sentencesOf, tags } from './all-languages.ts'
import { coverageOf, readRecord, statusOf } from './record.ts'
import { securitySentences } from './security-sentences.ts'

const BEGIN = '<!-- languages -->'
const END = '<!-- /languages -->'

/** How many of a language's texts were checked. */
export interface LanguageRow {
  readonly tag: string
  /** The name of the language in itself. */
  readonly name: string
  readonly machine: number
  readonly checked: number
  readonly native: number
  /** Security sentences that were not checked. */
  readonly uncheckedSecurity: number
}

export async function languageRows(): Promise<readonly LanguageRow[]> {
  return Promise.all(
    tags.map(async (tag) => {
      const sentences = await sentencesOf(tag)
      const record = readRecord(tag)
      const unchecked = securitySentences.filter((id) => statusOf(record, id, sentences.get(id) ?? '') === 'machine')
      const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
      return { tag, name, ...coverageOf(record, sentences), uncheckedSecurity: unchecked.length }
    }),
  )
}

/** Returns the page of the documentation with the current table of languages. */
export async function languagePage(document: string): Promise<string> {
  return document.replace(new RegExp(`(?<=${BEGIN}\n\n)[^]*?(?=\n\n${END})`), await languageTable())
}

async function languageTable(): Promise<string> {
  const rows = await languageRows()
  return [
    `| Tag | Language | Texts | machine | checked | native | Security sentences not checked, of ${securitySentences.length} |`,
    '|---|---|---|---|---|---|---|',
    ...rows.map(
      ({ tag, name, machine, checked, native, uncheckedSecurity }) =>
        `| \`${tag}\` | ${name} | ${english.size} | ${machine} | ${checked} | ${native} | ${uncheckedSecurity} |`,
    ),
  ].join('\n')
}
