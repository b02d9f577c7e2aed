import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { repositoryFiles } from './repository-files.ts'

const root = join(import.meta.dirname, '..')

/** A title that makes no claim about a subject. */
export interface WrongTitle {
  readonly file: string
  readonly line: number
  readonly title: string
  readonly problem: string
}

/** Returns the titles of the repository's tests that make no claim. */
export function findWrongTitles(): WrongTitle[] {
  return repositoryFiles(/\.test\.tsx?$/).flatMap((file) =>
    findWrongTitlesIn(file, readFileSync(join(root, file), 'utf8')),
  )
}

/** A call with a title, in a formatted file: `test('…', `, or the end of a table, `])('…', `. */
const titledCall =
  /^(?<indent> *)(?<call>(?:test|describe)[\w.]*(?:<.*>)?(?:\(.*\))?|[\])}`][^.='"\n]*?)\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>).)*)\k<quote>,/gm

export function findWrongTitlesIn(file: string, text: string): WrongTitle[] {
  return [...text.matchAll(titledCall)].flatMap(({ index, groups: { call = '', indent = '', title = '' } = {} }) => {
    if (nameOfCall(call, indent, text.slice(0, index)) !== 'test') return []
    const problem = problemOf(title, indent === '')
    return problem === null ? [] : [{ file, line: text.slice(0, index).split('\n').length, title, problem }]
  })
}

/** A table begins with its name, some lines above its end and with the same indentation. */
function nameOfCall(call: string, indent: string, before: string): 'describe' | 'test' {
  if (/^[a-z]/.test(call)) return call.startsWith('test') ? 'test' : 'describe'
  const lines = `\n${before}`
  return lines.lastIndexOf(`\n${indent}test`) > lines.lastIndexOf(`\n${indent}describe`) ? 'test' : 'describe'
}

const emptyStart = /^(?:if|should|tests?|when|works?)\b/
const placeholder = /%[a-z]|\$\w|\$\{/
const predicate =
  /^(?:accepts|adds|allows|answers|applies|asks|can|contains|counts|creates|decodes|deletes|derives|does|encodes|ends|escapes|fails|finds|gets|gives|has|hides|ignores|is|isolates|keeps|leaves|lists|loads|loses|names|normalises|opens|parses|passes|prints|reads|refuses|rejects|removes|renders|repeats|reports|returns|says|selects|sends|serves|sets|shows|stops|stores|takes|throws|truncates|verifies|waits|writes|yields)\b/
const WORDS_MIN = 3

function problemOf(title: string, isTopLevel: boolean): string | null {
  if (emptyStart.test(title)) return 'begin with what happens'
  if (title.split(' ').length < WORDS_MIN && !placeholder.test(title)) return 'say what happens'
  if (isTopLevel && predicate.test(title)) return 'name the subject, here or in a `describe` above'
  return null
}
