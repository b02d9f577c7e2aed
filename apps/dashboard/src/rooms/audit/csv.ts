import { withoutFormula } from '../../kit/csv.ts'

/** The columns of the export as CSV, by their names on the wire. */
const columns = [
  'at',
  'action',
  'outcome',
  'actor_type',
  'actor_id',
  'target_id',
  'reason',
  'changed_fields',
  'client_address',
  'request_id',
  'id',
] as const

/** A value of an event on the wire. */
type Value = string | number | readonly string[] | null

/** The first line of the file (RFC 4180). */
export const csvHead = `${columns.join(',')}\r\n`

/** Turns an event as a line of JSON into a line of CSV. */
export function csvLine(json: string): string {
  const event = JSON.parse(json) as Readonly<Record<string, Value>>
  const at = new Date(Number(event['at_millis'])).toISOString()
  return `${columns.map((name) => cellOf(name === 'at' ? at : event[name])).join(',')}\r\n`
}

function cellOf(value: Value | undefined): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '')
  const safe = withoutFormula(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
