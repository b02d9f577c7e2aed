import { randomUUID } from 'node:crypto'

export const QUOTE = 0x22
const COMMA = 0x2c
const OPENING_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/** A key in a JSON text that is written with escapes: the positions of its quotes, and its unescaped name. */
export interface EscapedKey {
  readonly start: number
  readonly end: number
  readonly name: string
}

/**
 * Whether an object in a JSON text contains a key twice (RFC 8259 section 4). `JSON.parse` keeps the last one, so
 * another parser could return a different value. One pass over the text; decision 014 states the cost.
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

/**
 * Returns the index of the quote that ends the string. A quote is escaped if an odd number of backslashes precedes it.
 */
export function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0
  while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1
  return backslashes % 2 === 1
}

/** Returns the string between two quotes with its escapes resolved: `"a"` and `"\u0061"` are the same key. */
function readString(json: string, start: number, end: number): string {
  const text = json.slice(start + 1, end)
  return text.includes('\\') ? (JSON.parse(json.slice(start, end + 1)) as string) : text
}

/**
 * Parses a JSON text with escaped keys. `JSON.parse` of V8 14.6 may give an escaped key the name of a previously parsed
 * key, from the request of another caller (decision 014). This function parses a plain placeholder in place of each.
 *
 * @param keys all escaped keys of the text, in their order
 */
export function parseEscapedKeys(json: string, keys: readonly EscapedKey[]): unknown {
  // A random prefix, so that no key of the text equals a placeholder.
  const prefix = randomUUID()
  const names = new Map(keys.map(({ name }, index) => [`${prefix}${index}`, name]))
  const pieces = keys.map(({ start }, index) => `${json.slice(keys[index - 1]?.end ?? 0, start)}"${prefix}${index}"`)
  const plain = pieces.join('') + json.slice(keys.at(-1)?.end ?? 0)
  return JSON.parse(plain, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [names.get(key) ?? key, inner]))
  })
}
