import type { ReadLine, Source } from './input/source.ts'

/**
 * Returns the source with a problem instead of each record that has a text which the service cannot store. The service
 * would refuse the whole batch of such a record.
 */
export function withStorableTexts(source: Source): Source {
  return { ...source, read: (input) => refuseUnstorable(source.read(input)) }
}

async function* refuseUnstorable(lines: AsyncIterable<ReadLine>): AsyncGenerator<ReadLine> {
  for await (const item of lines) {
    if ('problem' in item || isStorable(item.record)) yield item
    else yield { file: item.file, line: item.line, problem: 'The record has a NUL character or an unpaired surrogate.' }
  }
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner))
}
