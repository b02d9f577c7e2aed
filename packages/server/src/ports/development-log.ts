import { Writable } from 'node:stream'
import { styleText } from 'node:util'

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
export function developmentLogStream(target: NodeJS.WritableStream = process.stdout): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const text of chunk.toString().split('\n').filter(Boolean)) target.write(`${forPeople(text)}\n`)
      done()
    },
  })
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
