import { styleText } from 'node:util'

import type { DestinationStream } from 'pino'

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

/** What a developer reads in the terminal instead of JSON: one short line per request, errors in full. */
export function developmentLog(target: { write(text: string): unknown } = process.stdout): DestinationStream {
  return { write: (line) => void target.write(`${forPeople(line)}\n`) }
}

function forPeople(text: string): string {
  // Written by our own logger a moment ago, so it has this shape.
  const line = JSON.parse(text) as Line
  const time = styleText('dim', new Date(line.time).toTimeString().slice(0, 8))
  if (line.route !== undefined && line.status !== undefined) {
    const status = styleText(line.status >= 500 ? 'red' : line.status >= 400 ? 'yellow' : 'green', String(line.status))
    return `  ${time}  ${status}  ${(line.method ?? '').padEnd(6)} ${line.route}  ${styleText('dim', `${line.millis} ms`)}`
  }
  return `  ${time}  ${line.level}  ${line.msg}${line.err ? `\n${line.err.stack ?? line.err.message}` : ''}`
}
