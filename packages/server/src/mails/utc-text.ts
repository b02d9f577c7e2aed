/** Formats a time with its time zone, such as "21 November 2026, 05:20 UTC"; the zone of the reader is unknown. */
export function utcText(millis: number): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(millis)).replace(' at ', ', ')} UTC`
}
