import { movedRecord, movedRecordKinds, parsePart, type MovedRecord, type MovedRecordKind } from '@portico/contract'

import { readJsonObjects, type JsonObject } from './input/json.ts'
import { requireFile, UnreadableInput, type ReadLine, type Source, type SourceInput } from './input/source.ts'

/** The format of the service: one record of the contract per line. */
export const portico: Source = {
  id: 'portico',
  title: 'Portico',
  files: [
    {
      name: 'users',
      isRequired: true,
      description: `One JSON record per line (NDJSON), in the order of the kinds: ${movedRecordKinds.join(', ')}.`,
    },
  ],
  options: [],
  read: readPortico,
}

async function* readPortico(input: SourceInput): AsyncGenerator<ReadLine> {
  let isFirst = true
  let last: MovedRecordKind = 'permission_definition'
  for await (const item of readJsonObjects(requireFile(input, 'users'))) {
    if ('problem' in item) {
      yield { line: item.line, problem: item.problem }
      continue
    }
    if (isFirst && !('kind' in item.value)) throw new UnreadableInput(wrongFile(item.value))
    isFirst = false
    const parsed = parsePart('record', movedRecord, item.value)
    if (!parsed.ok) {
      yield { line: item.line, problem: `${parsed.lines.join('; ')}.` }
      continue
    }
    const { kind } = parsed.value
    if (isBefore(kind, last)) {
      yield { line: item.line, problem: `A record of the kind ${kind} must come before those of the kind ${last}.` }
      continue
    }
    last = kind
    // The schema accepts the value as its input.
    yield { line: item.line, record: item.value as MovedRecord }
  }
}

function isBefore(kind: MovedRecordKind, other: MovedRecordKind): boolean {
  return movedRecordKinds.indexOf(kind) < movedRecordKinds.indexOf(other)
}

function wrongFile(first: JsonObject): string {
  const seen = Object.keys(first).slice(0, 20).join(', ')
  return `The file is not a file of records: its first entry has no kind. Its fields are ${seen}.`
}
