const QUOTE = 0x22
const COMMA = 0x2c
const OPENING_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/**
 * Tells whether an object in a JSON text names a key twice (RFC 8259 section 4). `JSON.parse` keeps the last one, so that
 * another reader of the same text could see another value. One pass over the text; decision 014 has the cost.
 *
 * @param json text that `JSON.parse` has accepted
 */
export function hasDuplicateKey(json: string): boolean {
  /** The keys of each open object; null for an open array. */
  const open: (Set<string> | null)[] = []
  let isKeyNext = false
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case OPENING_BRACE:
        open.push(new Set())
        isKeyNext = true
        break
      case OPENING_BRACKET:
        open.push(null)
        isKeyNext = false
        break
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        open.pop()
        isKeyNext = false
        break
      case COMMA:
        isKeyNext = open.at(-1) !== null
        break
      case QUOTE: {
        const end = endOfString(json, at)
        const keys = isKeyNext ? open.at(-1) : null
        if (keys && keys.size === keys.add(readString(json, at, end)).size) return true
        isKeyNext = false
        at = end
      }
    }
  }
  return false
}

/** The index of the quote that ends the string. A quote is escaped if an odd number of backslashes precedes it. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0
  while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1
  return backslashes % 2 === 1
}

/** The string between two quotes, with its escapes resolved: `"a"` and `"\u0061"` are one key. */
function readString(json: string, start: number, end: number): string {
  const text = json.slice(start + 1, end)
  return text.includes('\\') ? (JSON.parse(json.slice(start, end + 1)) as string) : text
}
