import {
  exportEnd,
  movedRecord,
  movedRecordKinds,
  parsePart,
  type MovedRecord,
  type MovedRecordKind,
} from '@portico/contract'

import { readJsonObjects, type JsonObject } from './input/json.ts'
import { requireFile, UnreadableInput, type FoundLine, type Reader, type SourceInput } from './input/source.ts'

/** The format of the service's exports: one record of the contract per line, and a last line that counts them. */
export const portico: Reader = {
  id: 'portico',
  title: 'Portico',
  files: [
    {
      name: 'users',
      isRequired: true,
      description: 'An export of the service: one JSON record per line (NDJSON), and a last line of the kind `end`.',
    },
  ],
  options: [],
  read: readPortico,
}

async function* readPortico(input: SourceInput): AsyncGenerator<FoundLine> {
  const counts = new Map<unknown, number>()
  let isFirst = true
  let last: MovedRecordKind = 'permission_definition'
  let lastLine = 1
  // A truncated last line, or a truncated compressed file, is reported separately.
  let hasEnd = false
  for await (const item of readJsonObjects(requireFile(input, 'users'))) {
    const { line } = item
    lastLine = line
    hasEnd = 'problem' in item
    if ('problem' in item) {
      yield { line, problem: item.problem }
      continue
    }
    const { kind: given } = item.value
    if (isFirst && given === undefined) throw new UnreadableInput(describeWrongFile(item.value), { code: 'wrong_file' })
    isFirst = false
    if (given === 'end') {
      hasEnd = true
      const problem = problemOfEnd(item.value, counts)
      // guard: an export of the service that lost records is noticed [sources]
      if (problem) yield { line, problem }
      continue
    }
    counts.set(given, (counts.get(given) ?? 0) + 1)
    const parsed = parsePart('record', movedRecord, item.value)
    if (!parsed.ok) {
      yield { line, problem: `${parsed.lines.join('; ')}.` }
      continue
    }
    const { kind } = parsed.value
    if (isBefore(kind, last)) {
      yield { line, problem: `A record of the kind ${kind} must come before those of the kind ${last}.` }
      continue
    }
    last = kind
    // The schema accepts the value as its input.
    yield { line, record: item.value as MovedRecord }
  }
  if (!hasEnd) yield { line: lastLine + 1, problem: 'The file has no last line of the kind end. It is truncated.' }
}

function problemOfEnd(end: JsonObject, counts: ReadonlyMap<unknown, number>): string | null {
  const parsed = parsePart('record', exportEnd, end)
  if (!parsed.ok) return `${parsed.lines.join('; ')}.`
  const wrong = movedRecordKinds.filter((kind) => parsed.value.records[kind] !== (counts.get(kind) ?? 0))
  if (wrong.length === 0) return null
  const found = wrong.map((kind) => `${counts.get(kind) ?? 0} of ${parsed.value.records[kind]} of the kind ${kind}`)
  return `Records are missing or were added: the file has ${found.join(', ')}.`
}

function isBefore(kind: MovedRecordKind, other: MovedRecordKind): boolean {
  return movedRecordKinds.indexOf(kind) < movedRecordKinds.indexOf(other)
}

function describeWrongFile(first: JsonObject): string {
  const seen = Object.keys(first).slice(0, 20).join(', ')
  return `The file is not a file of records: its first entry has no kind. Its fields are ${seen}.`
}
