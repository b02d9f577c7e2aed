import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { repositoryFiles } from './repository-files.ts'

const root = join(import.meta.dirname, '..')
const glossary = 'docs/glossary.md'

/** The texts of other languages, the words of other systems, and the glossary with its check. */
const otherWords =
  /^docs\/glossary\.md$|^tools\/glossary|^docs\/sdk\/|^interop\/|^bench\/|\/texts\/(?!en\/)[a-z-]+\/|\/i18n\/locales\//i

/** A word that the glossary refuses, where it occurs. */
export interface RefusedWord {
  readonly file: string
  readonly line: number
  readonly word: string
  readonly term: string
}

/** Returns the synonyms in italics of the last column, with their term. */
export function refusedWords(page: string): ReadonlyMap<string, string> {
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  return new Map(
    rows.flatMap(([, term = '', , synonyms = '']) =>
      [...synonyms.replaceAll(/\([^)]*\)/g, '').matchAll(/_([^_]+)_/g)].map(([, word = '']): [string, string] => [
        wordsOf(word),
        term,
      ]),
    ),
  )
}

/** Returns the refused words of a text, with those in names of code: `loginMethod` is "login method". */
export function findRefusedWordsIn(file: string, text: string, refused: ReadonlyMap<string, string>): RefusedWord[] {
  const pattern = new RegExp(`\\b(?:${[...refused.keys()].join('|')})s?\\b`, 'g')
  const words = wordsOf(text)
  // Almost every file has none, so lines are read only if one does.
  if (words.search(pattern) === -1) return []
  return text.split('\n').flatMap((line, index) =>
    [...wordsOf(line).matchAll(pattern)].map(([found]) => {
      const word = refused.has(found) ? found : found.slice(0, -1)
      return { file, line: index + 1, word, term: refused.get(word) ?? '' }
    }),
  )
}

/** Returns the refused words of all files that are part of the repository, or will be. */
export function findRefusedWords(): RefusedWord[] {
  const refused = refusedWords(readFileSync(join(root, glossary), 'utf8'))
  return repositoryFiles(/\.(?:md|ts|tsx)$/)
    .filter((file) => !otherWords.test(file))
    .flatMap((file) => findRefusedWordsIn(file, readFileSync(join(root, file), 'utf8'), refused))
}

function wordsOf(text: string): string {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase()
}
