/** A moment with its time zone, because the reader may be in another one: "21 November 2026, 05:20 UTC". */
export function utcText(millis: number): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(millis)).replace(' at ', ', ')} UTC`
}
