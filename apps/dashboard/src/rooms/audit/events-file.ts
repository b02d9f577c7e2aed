import { csvFile, type RecordFile } from '../../kit/csv.ts'

/** The columns of the export as CSV, by their names on the wire. */
const columns = [
  'action',
  'outcome',
  'actor_type',
  'actor_id',
  'actor_key_set_id',
  'target_id',
  'team_id',
  'permission_id',
  'provider_id',
  'reason',
  'changed_fields',
  'client_address',
  'request_id',
  'id',
] as const

/** An event on the wire. */
type EventRow = Readonly<Record<string, string | number | readonly string[] | null>>

/** Events, each a line of JSON, as CSV. */
export function eventsCsv(): RecordFile<string> {
  const { start, part, end } = csvFile<EventRow>([
    ['at', (event) => new Date(Number(event['at_millis'])).toISOString()],
    ...columns.map((name) => [name, (event: EventRow) => textOf(event[name])] as const),
  ])
  return { start, part: (lines) => part(lines.map((line) => JSON.parse(line) as EventRow)), end }
}

/** Events with all fields, as they come. */
export function eventsJson(): RecordFile<string> {
  return { start: '', part: (lines) => lines.join(''), end: '' }
}

function textOf(value: EventRow[string] | undefined): string {
  return Array.isArray(value) ? value.join(' ') : String(value ?? '')
}
