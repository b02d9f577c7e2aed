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

/** Turns lines of JSON, one event each, into lines of CSV (RFC 4180) below a head. */
export function csvOf(lines: readonly string[]): string[] {
  return [
    `${columns.join(',')}\r\n`,
    ...lines.map((line) => {
      const event = JSON.parse(line) as Readonly<Record<string, Value>>
      const at = new Date(Number(event['at_millis'])).toISOString()
      return `${columns.map((name) => cellOf(name === 'at' ? at : event[name])).join(',')}\r\n`
    }),
  ]
}

function cellOf(value: Value | undefined): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '')
  // A spreadsheet would run a text that begins like a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
