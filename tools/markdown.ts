import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'oxfmt'

import { repositoryFiles } from './repository-files.ts'

const root = join(import.meta.dirname, '..')

/** The files that a program of another system wrote. */
const otherFiles = /^packages\/moving\/samples\//

/** A Markdown file of the repository, as it is and as it is formatted. */
export interface FormattedFile {
  /** Path from the root of the repository. */
  readonly file: string
  readonly text: string
  readonly formatted: string
}

/** Formats the Markdown files that are part of the repository, or will be. */
export async function formatMarkdownFiles(): Promise<readonly FormattedFile[]> {
  return Promise.all(
    repositoryFiles(/\.md$/)
      .filter((file) => !otherFiles.test(file))
      .map(async (file) => {
        const text = readFileSync(join(root, file), 'utf8')
        return { file, text, formatted: await formatMarkdown(text) }
      }),
  )
}

/**
 * Wraps the prose of a Markdown text. Code stays as it is.
 *
 * The formatter pads each cell to the width of its column, so that a longer cell changes every line of the table.
 * Tables are compact instead.
 */
export async function formatMarkdown(text: string): Promise<string> {
  const options = { embeddedLanguageFormatting: 'off', printWidth: 120, proseWrap: 'always' } as const
  const { code, errors } = await format('README.md', text, options)
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return withCompactTables(code)
}

function withCompactTables(text: string): string {
  const codeOrRow = /^(?<indent> *)(?<fence>`{3,})[^]*?\n\1\2$|^(?<start> *)\|(?<cells>.*)\|$/gm
  return text.replace(codeOrRow, (all, _indent, fence, start: string, cells: string) =>
    fence === undefined ? `${start}|${compactCells(cells)}|` : all,
  )
}

function compactCells(cells: string): string {
  return cells
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .map((cell) => (/^:?-+:?$/.test(cell) ? cell.replace(/-+/, '---') : ` ${cell} `))
    .join('|')
}
