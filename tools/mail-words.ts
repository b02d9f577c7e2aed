import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { repositoryFiles } from './repository-files.ts'

const root = join(import.meta.dirname, '..')

/** A place where code or prose calls a mail an email. */
export interface WrongMailWord {
  readonly file: string
  readonly line: number
  readonly word: string
}

/**
 * The texts of screens say email, the interop tests and the peers have the names of other systems, and the glossary
 * explains the word.
 */
const otherWords =
  /\/texts\/|\/i18n\/|^interop\/|^bench\/peers\/|^languages\/|^packages\/moving\/samples\/|^docs\/(?:sdk\/|glossary)|^tools\/mail-words/

/**
 * An act on a mail, or a part of one, in a name: `queueEmail`, `WrittenEmail`, `EmailSubject`. An address has neither.
 */
const nameOfMail =
  /(?:[sS]en[dt]s?|[qQ]ueued?|[rR]ender(?:ed)?|[lL]ist(?:ed)?|[cC]lose|[rR]etr(?:y|ied)|[dD]eliver(?:ed)?|[cC]omposed?|[pP]review(?:ed)?|[fF]ail(?:ed)?|[wW]rit(?:e|ten)|[pP]resent|[tT]est(?:ed)?|[dD]ue)Emails?(?![a-z]|Config)|[eE]mail(?:Body|Content|Data|Delivery|Digest|Document|Id|Kind|Layout|Link|Log|Page|Parts?|Queue|State|Subject|Template|Theme|Type)s?(?![a-z])/

/** The root block in the published format of mail documents. */
const outsideNames = ['EmailLayout']

const proseOfMail =
  /(?<![\w`'"“.@/:-])(?:e-?mails(?! addresses)|(?:an?|the|each|every|no|this|that|one|another|per|latest|last|next|first|sent|queued|test|written|old|new|whole) e-?mail(?! (?:address|and password|autofill|button|domain|field|form|list|or|permission|row|verification))(?![\w-])|e-?mail (?:body|content|document|layout|part|server|subject|template)s?)\b/gi

/** Returns the places in the repository where names or prose call a mail an email. */
export function findWrongMailWords(): WrongMailWord[] {
  const names = publicNames()
  return repositoryFiles(/\.(?:md|mjs|ts|tsx)$/)
    .filter((file) => !otherWords.test(file))
    .flatMap((file) => findWrongMailWordsIn(file, readFileSync(join(root, file), 'utf8'), names))
}

/** @param names names that are fixed from outside */
export function findWrongMailWordsIn(file: string, text: string, names: ReadonlySet<string>): WrongMailWord[] {
  return text.split('\n').flatMap((line, index) => {
    const prose = (file.endsWith('.md') ? proseOfPage(line) : proseOfCode(line)).replaceAll(quoted, 'X')
    const code = file.endsWith('.md') ? [] : line.matchAll(/(?<![\w$-])[A-Za-z$][A-Za-z0-9$]*(?![\w$])/g)
    const wrongNames = [...code].map(([name]) => name).filter((name) => nameOfMail.test(name) && !isPublic(name, names))
    const wrongProse = [...prose.matchAll(proseOfMail)].map(([words]) => words)
    return [...wrongNames, ...wrongProse].map((word) => ({ file, line: index + 1, word }))
  })
}

/** The names that readers of the SDK, of the wire and of the testkit use. */
function publicNames(): ReadonlySet<string> {
  const reference = readAll('docs/sdk/*.md').flatMap((text) => text.match(/\w+/g) ?? [])
  const wire = readAll('packages/contract/src/**/*.ts').flatMap((text) =>
    [...text.matchAll(/^export (?:const|function|interface|type) (\w+)/gm)].map(([, name = '']) => name),
  )
  const testkit = readAll('packages/testkit/src/testkit.ts').flatMap((text) => text.match(/\w+/g) ?? [])
  return new Set([...reference, ...wire, ...testkit, ...outsideNames])
}

function readAll(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
}

/** The types of a wire record have its name with a suffix. */
function isPublic(name: string, names: ReadonlySet<string>): boolean {
  return names.has(name) || names.has(name.replace(/(?:Fields|Read)$/, ''))
}

const quoted = /`[^`]*`|"[^"]*"|“[^”]*”|\*\*[^*]*\*\*/g

/** The first heading of a folder's page is the name of the folder. */
function proseOfPage(line: string): string {
  return /^# \S+$|^<!--/.test(line) ? '' : line
}

/** The comment or the title of a test in a line of code. */
function proseOfCode(line: string): string {
  const [, comment] = /^\s*(?:\/\/|\/?\*+)(?! @param)(.*)$/.exec(line) ?? []
  const [, title] = /^\s*(?:(?:describe|test)[\w.]*\(|\]\)\()(['"`].*)/.exec(line) ?? []
  return comment ?? title?.slice(1) ?? ''
}
