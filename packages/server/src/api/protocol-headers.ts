const spelling = 'x-stack-'
/** The vendor's newest clients spell the same headers after its new name. */
const newerSpelling = 'x-hexclave-'

/** The headers of a request in the one spelling the service reads; where both are sent, the older one counts. */
export function protocolHeaders(headers: Headers): Headers {
  if (!headers.has(`${newerSpelling}project-id`)) return headers
  const normalised = new Headers(headers)
  for (const [name, value] of headers) {
    if (!name.startsWith(newerSpelling)) continue
    const known = spelling + name.slice(newerSpelling.length)
    if (!headers.has(known)) normalised.set(known, value)
  }
  return normalised
}

/** The request headers of the protocol in both spellings, as preflight answers list them. */
export function bothSpellings(names: readonly string[]): string[] {
  return names.flatMap((name) =>
    name.startsWith(spelling) ? [name, newerSpelling + name.slice(spelling.length)] : [name],
  )
}
