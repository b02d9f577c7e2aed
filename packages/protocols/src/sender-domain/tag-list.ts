/** Reads a list such as `v=DKIM1; p=…` (RFC 6376 section 3.2), or returns the tag that is invalid. */
export function parseTagList(text: string): Map<string, string> | { readonly invalidTag: string } {
  const tags = new Map<string, string>()
  const parts = text.split(';').map((part) => part.trim())
  // The list may end with a semicolon.
  if (parts.at(-1) === '') parts.pop()
  for (const part of parts) {
    const [, name, value = ''] = /^([a-z]\w*)[ \t]*=[ \t]*(.*)$/is.exec(part) ?? []
    if (name === undefined || tags.has(name)) return { invalidTag: part }
    tags.set(name, value)
  }
  return tags
}
