import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import { findDeadCitationsIn } from './citations.ts'

const problemsOf = (text: string, file = 'packages/server/src/api/rules/route.ts'): string[] =>
  findDeadCitationsIn(file, text).map(({ line, citation }) => `${line} ${citation}`)

test('a citation of a page, a heading, a decision, a rule or a section of a standard has no problem', () => {
  const text = [
    '// docs/protocol/sessions.md#refresh, platform/db/README.md, "Plans" 2, README.md',
    '// decision 016, decisions 003 and 040, rule S-18, rules S-2 to S-4',
    '// RFC 6749 sections 4.1.3 and 6, also with Basic (section 2.3.1); the XDG specification',
    ...Array.from({ length: 20 }, () => '//'),
    '/**',
    ' * The name of a standard can end on the next line (RFC',
    ' * 9700 section 4.14.2).',
    ' */',
  ].join('\n')

  expect(problemsOf(text)).toEqual([])
})

test.each([
  ['a page that does not exist', 'see look.md', 'look.md'],
  ['a heading that does not exist', 'docs/settings.md#renewal', 'docs/settings.md#renewal'],
  ['a title that does not exist', 'docs/settings.md, "Renewal"', 'docs/settings.md, "Renewal"'],
  ['a decision that does not exist', 'decisions 016 and 999', 'decisions 016 and 999'],
  ['the number of a section of a page', 'docs/security.md` 22.4', 'docs/security.md'],
  ['a rule that does not exist', 'rule S-999', 'S-999'],
  ['a document outside of the repository', 'contract 01', 'contract 01'],
  ['a specification without a name', 'as the specification says', 'specification'],
  ['a section of no standard', 'see section 4.2', 'section 4.2'],
])('%s is a problem of its line', (_, text, citation) => {
  expect(problemsOf(`\n${text}`)).toEqual([`2 ${citation}`])
})

test('a link of a document leads to a file and a heading, except in code', () => {
  const text = [
    '[a](settings.md) [b](operating.md#doctor) [c](#d) [e](https://example.com/x.md) `[f](g)`',
    '## D',
    '[h](missing.png) [i](operating.md#missing) [j](#missing)',
  ].join('\n')

  expect(problemsOf(text, 'docs/example.md')).toEqual(['3 missing.png', '3 operating.md#missing', '3 #missing'])
})

test('no two decisions have the same number', () => {
  const numbers = readdirSync(join(import.meta.dirname, '../docs/decisions')).map((file) => file.slice(0, 3))

  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})
