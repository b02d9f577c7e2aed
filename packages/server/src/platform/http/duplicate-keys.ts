import { randomUUID } from 'node:crypto'

const QUOTE = 0x22
const COMMA = 0x2c
const OPENING_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/** A key in a JSON text that is written with escapes: where its quotes begin and end, and which name it is. */
export interface EscapedKey {
  readonly start: number
  readonly end: number
  readonly name: string
}

/**
 * Tells whether an object in a JSON text names a key twice (RFC 8259 section 4). `JSON.parse` keeps the last one, so that
 * another reader of the same text could see another value. One pass over the text; decision 014 has the cost.
 *
 * @param json text that `JSON.parse` has accepted
 * @param onEscapedKey called for each key that is written with a backslash, in their order
 */
export function hasDuplicateKey(json: string, onEscapedKey: (key: EscapedKey) => void = () => {}): boolean {
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
        if (keys) {
          const name = readString(json, at, end)
          if (keys.size === keys.add(name).size) return true
          if (end - at - 1 !== name.length) onEscapedKey({ start: at, end: end + 1, name })
        }
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

/**
 * Parses a JSON text with escaped keys. `JSON.parse` of V8 14.6 may give such a key the name of another key that it has read
 * before, in the text of another caller (decision 014). Here it reads a plain key in the place of each.
 *
 * @param keys all escaped keys of the text, in their order
 */
export function parseEscapedKeys(json: string, keys: readonly EscapedKey[]): unknown {
  // Random, so that no key of the text is one of the plain ones.
  const prefix = randomUUID()
  const names = new Map(keys.map(({ name }, index) => [`${prefix}${index}`, name]))
  const pieces = keys.map(({ start }, index) => `${json.slice(keys[index - 1]?.end ?? 0, start)}"${prefix}${index}"`)
  const plain = pieces.join('') + json.slice(keys.at(-1)?.end ?? 0)
  return JSON.parse(plain, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [names.get(key) ?? key, inner]))
  })
}
