import { expect, test } from 'vitest'

import { findRefusedWords, findRefusedWordsIn, refusedWords } from './glossary.ts'

test('the glossary refuses its synonyms in italics, in prose and in names', () => {
  const refused = refusedWords(
    '| Term | Meaning | Do not use |\n| magic link | a link that signs in | _login link_, token |',
  )

  expect(findRefusedWordsIn('tools/install.mjs', '// A token.\nconst loginLinks = []', refused)).toEqual([
    { file: 'tools/install.mjs', line: 2, word: 'login link', term: 'magic link' },
  ])
  expect(findRefusedWordsIn('README.md', 'A magic link.', refused)).toEqual([])
})

test('code, texts and documents use the terms of the glossary', () => {
  expect(findRefusedWords()).toEqual([])
})
