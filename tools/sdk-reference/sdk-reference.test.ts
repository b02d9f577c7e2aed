import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { formatMarkdown } from '../markdown.ts'
import { firstSentence, referencePages } from './pages.ts'
import { readEntries } from './read-entries.ts'
import { findUndocumented } from './undocumented.ts'

const folder = join(import.meta.dirname, '../../docs/sdk')
const entries = readEntries()
const written = [...referencePages(entries)].map(async ([file, text]): Promise<[string, string]> => [
  file,
  await formatMarkdown(text),
])
const pages = new Map(await Promise.all(written))

describe('the reference of the SDK', () => {
  test('has the pages of the present exports, and no other', () => {
    expect(readdirSync(folder).toSorted()).toEqual([...pages.keys()].toSorted())
  })

  test.each([...pages])('shows the present doc comments in %s', (file, text) => {
    expect(readFileSync(join(folder, file), 'utf8') === text, '`npm run generate` writes the page').toBe(true)
  })

  test.each([...pages])('has each heading of %s once, so that links find it', (_file, text) => {
    const headings = text.match(/^#{2,4} .*/gm)?.map((heading) => heading.replaceAll(/[^\w]/g, '').toLowerCase()) ?? []

    expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([])
  })

  test('has a sentence for each export that says what it is, and a comment for each member', () => {
    expect(Object.fromEntries(findUndocumented(entries))).toEqual({})
  })

  test('describes a member where its type is, and names it in the types that inherit it', () => {
    const page = pages.get('client-types.md')

    expect(page).toContain('From [`ApiKey`](#apikey): `createdAt`')
    expect(page).toContain('#### `ApiKey.revoke`\n\nRevokes the key for good.\n\n```ts\nrevoke(): Promise<void>\n```')
  })

  test('shows a signature as a caller sees it: without body, default values and the names inside', () => {
    expect(pages.get('react-components.md')).toContain('SignIn(props: SignInProps): ReactNode\n```')
    expect(pages.get('react-hooks.md')).toContain('useSignOut(options?: SignOutOptions): Action<[], never>\n```')
  })

  test('leaves out what only our own packages use', () => {
    const exported = entries.flatMap((entry) => entry.exports.map(({ name }) => name))

    expect(exported).not.toContain('porticoAppInternalsSymbol')
    expect(exported).toContain('PorticoClientApp')
  })
})

test.each([
  ['One. Two.', 'One.'],
  ['The id of `a.b`, or\nnull. More.', 'The id of `a.b`, or null.'],
  ['How the SDK navigates:\n- `none`: never', 'How the SDK navigates.'],
  ['One\n\nTwo.', 'One'],
])('the first sentence of %j is %j', (text, sentence) => {
  expect(firstSentence({ text, tags: new Map() })).toBe(sentence)
})
