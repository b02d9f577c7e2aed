import { styleText } from 'node:util'

import { toPlainText } from './plain-text.ts'

// Results go to standard output, and everything else to standard error, so that results can be piped.

const CLEAR_LINE = '\r\u001B[K'
const DRAW_MILLIS = 100
const BAR_CELLS = 24

/** Prints a result for people. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Prints the result for programs, as one line of JSON. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

/** Prints what is not a result: hints, warnings, states. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

/**
 * Formats rows under a header, with columns of equal width. Numbers are aligned to the right.
 *
 * @param rows untrusted text is allowed
 */
export function formatTable(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => toPlainText(String(cell))))
  const widths = header.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)))
  const isNumeric = header.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'))
  const toLine = (row: readonly string[]): string =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? ''
        return isNumeric[column] ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  // Leaves the text as it is without a terminal and with NO_COLOR.
  const title = styleText('bold', toLine(header), { stream: process.stdout })
  return [title, ...cells.map(toLine)].join('\n')
}

/** The state of long work in one line of a terminal. */
export interface Progress {
  /** @param share done, from 0 to 1; null if it is unknown */
  show(share: number | null, text: string): void
  /** Removes the line. */
  end(): void
}

/** Shows progress in a terminal, and nothing in a log or a pipe. */
export function startProgress(output: NodeJS.WriteStream = process.stderr): Progress {
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    show(share, text) {
      if (!output.isTTY || performance.now() - drawnAt < DRAW_MILLIS) return
      drawnAt = performance.now()
      const line = share === null ? text : `${drawBar(share)} ${text}`
      output.write(CLEAR_LINE + line.slice(0, output.columns - 1))
    },
    end() {
      if (output.isTTY) output.write(CLEAR_LINE)
    },
  }
}

function drawBar(share: number): string {
  const filled = Math.round(Math.min(1, share) * BAR_CELLS)
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_CELLS - filled)}] ${String(Math.floor(Math.min(1, share) * 100)).padStart(3)} %`
}
