import { styleText } from 'node:util'

import type { DestinationStream } from 'pino'

import { standardLogOutput } from './log-output.ts'

interface Line {
  level: string
  time: string
  msg: string
  method?: string
  route?: string
  status?: number
  millis?: number
  err?: { message: string; stack?: string }
}

type Format = Parameters<typeof styleText>[0]

const dim = painter('dim')
const red = painter('red')
const yellow = painter('yellow')
const green = painter('green')

/** Writes one short line per request and complete errors, for a developer's terminal instead of JSON. */
export function developmentLog(target: { write(text: string): unknown } = standardLogOutput()): DestinationStream {
  return { write: (line) => void target.write(`${formatLine(line)}\n`) }
}

function formatLine(text: string): string {
  // The logger of this service wrote the line, so it has this shape.
  const line = JSON.parse(text) as Line
  const time = dim(new Date(line.time).toTimeString().slice(0, 8))
  if (line.route !== undefined && line.status !== undefined) {
    const paint = line.status >= 500 ? red : line.status >= 400 ? yellow : green
    return `  ${time}  ${paint(String(line.status))}  ${(line.method ?? '').padEnd(6)} ${line.route}  ${dim(`${line.millis} ms`)}`
  }
  return `  ${time}  ${line.level}  ${line.msg}${line.err ? `\n${line.err.stack ?? line.err.message}` : ''}`
}

/**
 * Reads the terminal's settings once. `styleText` reads them with each call, which is too slow for a line per request.
 */
function painter(format: Format): (text: string) => string {
  const [before = '', after = ''] = styleText(format, '|').split('|')
  return (text) => `${before}${text}${after}`
}
