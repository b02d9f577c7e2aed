import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { repositoryFiles } from './repository-files.ts'

const root = join(import.meta.dirname, '..')
const rulesPage = 'docs/security/rules.md'

/** Where a text cites something that a reader of this repository cannot find. */
export interface DeadCitation {
  readonly file: string
  readonly line: number
  readonly citation: string
  readonly problem: string
}

type Report = (index: number, citation: string, problem: string) => void

/** They contain dead citations as examples, or links of pages in another folder. */
const ownFiles = /^tools\/(?:citations\.|sdk-reference\/)/
const checkedFiles = /\.(?:css|js|liquid|md|mjs|sql|ts|tsx|yml)$/

/** The standards whose sections are cited by number. A section of anything else has a title, and a link. */
const standards = /RFC \d|WebAuthn|OpenID|NIST|CSS Color|Secure Contexts|MIME Sniffing|PNG \(|ASVS/
/** A comment names the standard once, then its sections. */
const LINES_BEFORE_A_SECTION = 20

/** Returns the dead citations of all files that are part of the repository, or will be. */
export function findDeadCitations(): readonly DeadCitation[] {
  return repositoryFiles(checkedFiles)
    .filter((file) => !ownFiles.test(file))
    .flatMap((file) => findDeadCitationsIn(file, read(file)))
}

/**
 * Returns the dead citations of one file.
 *
 * @param file path from the root of the repository, which decides what relative names mean
 */
export function findDeadCitationsIn(file: string, text: string): readonly DeadCitation[] {
  const found: DeadCitation[] = []
  texts.set(file, text)
  const report: Report = (index, citation, problem) => {
    found.push({ file, line: text.slice(0, index).split('\n').length, citation, problem })
  }
  if (file.endsWith('.md')) checkLinks(file, text, report)
  checkPages(file, text, report)
  checkNumbers(text, report)
  checkSections(text, report)
  return found
}

/** Links of Markdown: the file and the heading must exist. */
function checkLinks(file: string, text: string, report: Report): void {
  for (const { index, 1: target = '' } of withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue
    const [path = '', heading] = target.split('#')
    const page = path === '' ? file : normalize(join(dirname(file), path))
    if (path !== '' && !existsSync(join(root, page))) report(index, target, 'no such file')
    else if (heading !== undefined && !headingsOf(page).includes(heading)) report(index, target, 'no such heading')
  }
}

/** Names of Markdown files in text, from the root or from a folder above the file, with `#heading` or `, "Heading"`. */
function checkPages(file: string, text: string, report: Report): void {
  const names = /(?<![\w./:@-])((?:[\w-]+\/)*[\w-]+\.md)(?:#([\w-]+)|,?\s"([^"\n]+)")?/g
  const prose = file.endsWith('.md')
    ? text.replace(/\[[^\][]*\]\([^()\s]+\)/g, (link) => ' '.repeat(link.length))
    : text
  for (const { index, 0: citation, 1: name = '', 2: heading, 3: title } of prose.matchAll(names)) {
    const page = findPage(file, name)
    const wanted = heading ?? (title === undefined ? undefined : slugOf(title))
    if (page === null) report(index, citation, 'no such file')
    else if (/^`? \d+\.\d/.test(prose.slice(index + citation.length)))
      report(index, citation, 'its sections have no numbers')
    else if (wanted !== undefined && !headingsOf(page).includes(wanted)) report(index, citation, 'no such heading')
  }
}

function findPage(file: string, name: string): string | null {
  // The root of a packed package.
  if (name.startsWith('package/')) return file
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(root, folder, name))) return normalize(join(folder, name))
    if (folder === '.') return null
  }
}

/** Decisions and rules are cited by number. */
function checkNumbers(text: string, report: Report): void {
  for (const { index, 0: citation } of text.matchAll(/\bdecisions?\s\d{3}(?:(?:,\s|\sand\s|\sto\s)\d{3})*/gi)) {
    for (const [number] of citation.matchAll(/\d{3}/g)) {
      if (!knownNumbers().decisions.has(number)) report(index, citation, 'no such decision')
    }
  }
  for (const { index, 0: citation } of text.matchAll(/\bS-\d+\b/g)) {
    if (!knownNumbers().rules.has(citation)) report(index, citation, `no such rule in ${rulesPage}`)
  }
}

/** Documents that are not in the repository, and sections by number of anything but a standard. */
function checkSections(text: string, report: Report): void {
  for (const { index, 0: citation } of text.matchAll(/\bcontract[\s/]0\d\b/gi)) {
    report(index, citation, 'cite a page of docs/protocol')
  }
  for (const { index, 0: citation } of text.matchAll(/(?<!\b(?:XDG|Directory|GIF89a) )\bspecification\b/gi)) {
    report(index, citation, 'name the page or the standard')
  }
  for (const { index, 0: citation } of text.matchAll(/\bsections?\s\d[\d.]*|§ ?\d[\d.]*/gi)) {
    const before = text
      .slice(0, index + citation.length)
      .split('\n')
      .slice(-LINES_BEFORE_A_SECTION)
      .map((line) => line.replace(/^\s*(?:\*|\/\/)/, ''))
      .join(' ')
      .replaceAll(/\s+/g, ' ')
    if (!standards.test(before)) report(index, citation, 'name the standard, or cite a page by its heading')
  }
}

/** Keeps the length, so that positions stay. */
function withoutCode(text: string): string {
  return text.replace(/^```[^]*?^```|`[^`\n]*`/gm, (code) => code.replaceAll(/[^\n]/g, ' '))
}

const texts = new Map<string, string>()

function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
  texts.set(file, text)
  return text
}

/** The anchors of a page, as code hosts make them. */
function headingsOf(page: string): readonly string[] {
  if (!page.endsWith('.md')) return []
  const seen = new Map<string, number>()
  return [
    ...read(page)
      .replace(/^```[^]*?^```/gm, '')
      .matchAll(/^#{1,6} (.+)$/gm),
  ].map(([, title = '']) => {
    const slug = slugOf(title)
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

function slugOf(title: string): string {
  return title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')
}

let numbers: { readonly decisions: ReadonlySet<string>; readonly rules: ReadonlySet<string> } | undefined

function knownNumbers(): NonNullable<typeof numbers> {
  numbers ??= {
    decisions: new Set(readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 3))),
    rules: new Set(read(rulesPage).match(/(?<=^- \*\*)S-\d+(?=\*\* )/gm)),
  }
  return numbers
}
