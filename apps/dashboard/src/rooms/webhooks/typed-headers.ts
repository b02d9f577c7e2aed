/** Parses headers, one `Name: value` per line. Returns the number of the first malformed line. Ignores empty lines. */
export function parseHeaders(
  typed: string,
): { readonly headers: Readonly<Record<string, string>> } | { readonly wrongLine: number } {
  const headers = new Map<string, string>()
  for (const [index, line] of typed.split('\n').entries()) {
    if (line.trim() === '') continue
    const [, name, value = ''] = /^([^\s:]+)\s*:(.*)$/.exec(line.trim()) ?? []
    if (name === undefined || headers.has(name)) return { wrongLine: index + 1 }
    headers.set(name, value.trim())
  }
  return { headers: Object.fromEntries(headers) }
}
