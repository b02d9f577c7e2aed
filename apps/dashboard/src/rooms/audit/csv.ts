import { csvLine } from '../../kit/csv.ts'

/** The columns of the export as CSV, by their names on the wire. */
const columns = [
  'at',
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

/** A value of an event on the wire. */
type Value = string | number | readonly string[] | null

/** The first line of the file. */
export const eventsCsvHead = csvLine(columns)

/** Turns an event as a line of JSON into a line of CSV. */
export function eventCsvLine(json: string): string {
  const event = JSON.parse(json) as Readonly<Record<string, Value>>
  const at = new Date(Number(event['at_millis'])).toISOString()
  return csvLine(columns.map((name) => (name === 'at' ? at : textOf(event[name]))))
}

function textOf(value: Value | undefined): string {
  return Array.isArray(value) ? value.join(' ') : String(value ?? '')
}
