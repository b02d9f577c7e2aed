import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { FormattedFile } from './markdown.ts'
import { repositoryFiles } from './repository-files.ts'

const root = join(import.meta.dirname, '..')

/** As wide as code. The formatter of code does not wrap comments. */
const WIDTH = 120

const generatedFile = /^\/\/ Written by/
const blockOnOneLine = /^(?<indent> *)\/\*\* (?<body>.+) \*\/$/gm
const block = /^(?<indent> *)(?<start>\/\*\*?)\n(?<lines>(?: *\*(?: .*)?\n)+?) *\*\/$/gm
const lineComment = /^(?<indent> *)\/\/ .*(?:\n\k<indent>\/\/ .*)*$/gm
/** Their line ends have a meaning. */
const markerOrDirective = /^(?:guard:|oxlint-|eslint-|@ts-|@vite-|v8 )/m
const tag = /^@[a-z]+(?: |$)/i
/** An item of a list, or a tag. Its next lines are indented. */
const item = new RegExp(`^\\s*(?:[-*] |\\d+\\. )|${tag.source}`, 'i')
/** Lines that are laid out by hand: code, tables, drawings. */
const layout = /^(?:\||\s)/
const fence = /^\s*```/
/** The lines up to the next tag are code. */
const example = /^@example/

/** Wraps the comments of the code that is part of the repository, or will be. */
export function wrapCommentsOfFiles(): readonly FormattedFile[] {
  return repositoryFiles(/\.(?:ts|tsx|mjs)$/)
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .filter(({ text }) => !generatedFile.test(text))
    .map(({ file, text }) => ({ file, text, formatted: wrapComments(text) }))
}

/**
 * Wraps each paragraph, item and tag with a line beyond the width: in comments of lines, and in blocks that are on one
 * line or begin with a bare start. Others stay as they are.
 */
export function wrapComments(text: string): string {
  return text
    .replace(blockOnOneLine, (all, indent: string, body: string) =>
      all.length <= WIDTH ? all : [`${indent}/**`, ...wrapLines([body], `${indent} * `), `${indent} */`].join('\n'),
    )
    .replace(block, (_all, indent: string, start: string, lines: string) => {
      const body = lines
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/^ *\* ?/, ''))
      return [indent + start, ...wrapLines(body, `${indent} * `), `${indent} */`].join('\n')
    })
    .replace(lineComment, (all, indent: string) => {
      const body = all.split('\n').map((line) => line.slice(`${indent}// `.length))
      return body.some((line) => markerOrDirective.test(line)) ? all : wrapLines(body, `${indent}// `).join('\n')
    })
}

interface Part {
  readonly lines: string[]
  readonly isProse: boolean
}

function wrapLines(lines: readonly string[], prefix: string): string[] {
  return partsOf(lines).flatMap((part) => {
    const isTooLong = part.lines.some((line) => prefix.length + line.length > WIDTH)
    return part.isProse && isTooLong ? fill(part.lines, prefix) : part.lines.map((line) => (prefix + line).trimEnd())
  })
}

/** Divides a comment into paragraphs, items, tags, and lines that stay as they are. */
function partsOf(lines: readonly string[]): Part[] {
  const parts: Part[] = []
  let open: Part | null = null
  let isFenced = false
  let isExample = false
  for (const line of lines) {
    const isFence = fence.test(line)
    if (isFence) isFenced = !isFenced
    if (tag.test(line)) isExample = example.test(line)
    const isInItem: boolean = open !== null && item.test(open.lines[0] ?? '')
    const isVerbatim: boolean = isFence || isFenced || isExample || line === '' || (layout.test(line) && !isInItem)
    if (!isVerbatim && open && !item.test(line)) {
      open.lines.push(line)
      continue
    }
    const part: Part = { lines: [line], isProse: !isVerbatim }
    parts.push(part)
    open = isVerbatim ? null : part
  }
  return parts
}

function fill(lines: readonly string[], prefix: string): string[] {
  const words = lines.flatMap((line) => line.trim().split(/ +/))
  const [first = ''] = lines
  const marker = /^\s*(?:[-*]|\d+\.) /.exec(first)?.[0] ?? (item.test(first) ? '  ' : '')
  const filled: string[] = []
  let start = prefix + (/^\s*/.exec(first)?.[0] ?? '')
  let line = start
  for (const word of words) {
    const isFull = line.trimEnd().length + 1 + word.length > WIDTH
    if (isFull && line.length > start.length) {
      filled.push(line.trimEnd())
      start = prefix + ' '.repeat(marker.length)
      line = start
    }
    line += `${word} `
  }
  return [...filled, line.trimEnd()]
}
