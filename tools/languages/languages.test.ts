import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { english, sentencesOf, tags } from './all-languages.ts'
import { readRecord, statusOf } from './record.ts'
import { securitySentences } from './security-sentences.ts'
import { languagePage } from './page.ts'

const root = join(import.meta.dirname, '../..')
const all = await Promise.all(tags.map(async (tag) => ({ tag, sentences: await sentencesOf(tag) })))

/** Names and words that a language can share with English. */
const sameAsEnglish = JSON.parse(readFileSync(join(root, 'languages/same-as-english.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>

/** Short texts, as on a button, on a tab or in a heading. */
const SHORT_CHARACTERS = 25
const LONGEST_SHARE = 1.8
/** Even a short word gets this room, because another language may need two words. */
const FREE_CHARACTERS = 14

describe.each(all)('the texts in $tag', ({ tag, sentences }) => {
  test('are those of English, with the same placeholders', () => {
    const different = [...english].filter(
      // The English messages of these errors come from a browser or a check. Users do not see them.
      ([id, text]) => !text.includes('{message}') && placeholdersOf(id, sentences.get(id)) !== placeholdersOf(id, text),
    )

    expect([...sentences.keys()]).toEqual([...english.keys()])
    expect(different).toEqual([])
    expect([...sentences].filter(([, text]) => /undefined|NaN|\[object|^\s|\s$/.test(text))).toEqual([])
  })

  test('differ from English, except for listed words', () => {
    const same = [...sentences].filter(
      ([id, text]) => text === english.get(id) && /\p{L}/u.test(withoutPlaceholders(text)),
    )

    expect([...new Set(same.map(([, text]) => text))].toSorted()).toEqual([...(sameAsEnglish[tag] ?? [])].toSorted())
  })

  test('fit in the place of the English ones', () => {
    const long = [...english].flatMap(([id, text]) => {
      const width = widthOf(sentences.get(id) ?? '')
      const isShort = id.startsWith('component: ') && text.length <= SHORT_CHARACTERS && !/[.:!?]$/.test(text)
      return isShort && width > Math.max(text.length + FREE_CHARACTERS, LONGEST_SHARE * text.length)
        ? [`${text}: ${sentences.get(id)}`]
        : []
    })

    expect(long).toEqual([])
  })
})

/** A line break must not separate a quotation mark, a colon or a question mark from its word. */
test.each(['fr-FR', 'fr-CA'] as const)(
  'the texts in %s have spaces that do not break at their punctuation',
  async (tag) => {
    const texts = [...(await sentencesOf(tag))]

    expect(texts.filter(([, text]) => /« | »| [:;!?](?!\w)/.test(text))).toEqual([])
  },
)

test('the security sentences exist in English', () => {
  expect(securitySentences.filter((id) => !english.has(id))).toEqual([])
})

test('a sentence that was changed after its check counts as not checked', () => {
  const record = { a: { text: 'Anmelden', second: 'Einloggen', back: 'Sign in' } }

  expect(statusOf(record, 'a', 'Anmelden')).toBe('checked')
  expect(statusOf(record, 'a', 'Einloggen')).toBe('machine')
  expect(statusOf(record, 'b', 'Abmelden')).toBe('machine')
})

test.each(tags)('the record of %s contains only sentences that exist', (tag) => {
  expect(Object.keys(readRecord(tag)).filter((id) => !english.has(id))).toEqual([])
})

test('the page of the languages is current', async () => {
  const file = join(root, 'docs/languages.md')
  const text = readFileSync(file, 'utf8')

  expect(text, '`npm run generate` writes the table').toBe(await languagePage(text))
})

/** A plural form can write its number as a word or omit it. */
const formForNumber = /^component: .* \(\d+\)$/

function placeholdersOf(id: string, text = ''): string {
  const placeholders = new Set(text.match(/\{\w+\}/g))
  if (formForNumber.test(id)) placeholders.delete('{n}')
  return [...placeholders].toSorted().join(' ')
}

function withoutPlaceholders(text: string): string {
  return text.replaceAll(/\{\w+\}/g, '')
}

/** The width in Latin letters, two for a Chinese, Japanese or Korean character. */
function widthOf(text: string): number {
  return [...text].reduce(
    (width, character) => width + (/[\u1100-\u11ff\u3000-\ud7ff\uf900-\ufaff\uff00-\uff60]/.test(character) ? 2 : 1),
    0,
  )
}
