const spelling = 'x-stack-'
/** The vendor's newest clients use its new name in the same headers. */
const newerSpelling = 'x-hexclave-'

/** Normalises the headers of a request to the older spelling. If a request has both, the older one wins. */
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
