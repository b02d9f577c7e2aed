import type { InputFile } from './source.ts'
import { firstCharacter, readLines, readText, RECORD_MAX_CHARACTERS, TruncatedInput } from './text.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** `list` is the key of the list in the top-level object, or empty for a top-level array and for NDJSON. */
export type JsonItem =
  | { readonly line: number; readonly list: string; readonly value: JsonObject }
  | { readonly line: number; readonly list: string; readonly problem: string }

const END_OF_FILE = 'The file ends here, within its data. It is truncated.'

/** The objects of an array or of NDJSON, regardless of the name of the file. */
export async function* readJsonObjects(file: InputFile): AsyncGenerator<JsonItem> {
  if ((await firstCharacter(file)) === '[') {
    yield* readJsonLists(file, [])
    return
  }
  for await (const { line, text, problem } of readLines(file)) {
    if (problem !== undefined) yield { line, list: '', problem }
    else if (text.trim() !== '') yield parseItem(line, '', text)
  }
}

/**
 * The objects of a top-level array, or of the named lists of a top-level object, one at a time. Other values are
 * skipped. Objects may follow each other, as in files that were joined. A scanner finds the bounds of each object, so
 * that a malformed object is one problem and the reading continues.
 *
 * @param lists keys of the top-level object
 */
export async function* readJsonLists(file: InputFile, lists: readonly string[]): AsyncGenerator<JsonItem> {
  const scanner = new ListScanner(lists)
  try {
    for await (const chunk of readText(file)) yield* scanner.scan(chunk)
    if (!scanner.isComplete) yield { line: scanner.line, list: '', problem: END_OF_FILE }
  } catch (error) {
    if (!(error instanceof TruncatedInput)) throw error
    yield { line: scanner.line, list: '', problem: error.message }
  }
}

function parseItem(line: number, list: string, text: string, what = 'line'): JsonItem {
  const value = parseObject(text)
  return value ? { line, list, value } : { line, list, problem: `The ${what} is not a JSON object.` }
}

/** Returns null for anything else. */
export function parseObject(text: string): JsonObject | null {
  return asObject(parseValue(text))
}

/** Returns undefined for anything else. */
export function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns null for anything else. */
export function asObject(value: unknown): JsonObject | null {
  // Arrays are excluded, so the value has string keys.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

const [QUOTE, BACKSLASH, LINE_FEED, COMMA, COLON] = [0x22, 0x5c, 0x0a, 0x2c, 0x3a]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]

class ListScanner {
  line = 1
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** The depth of the elements in the list that is being read, or 0. */
  #elementDepth = 0
  #list = ''
  /** The text of the element or key since its first character, from earlier chunks. */
  #held = ''
  #isHolding = false
  #heldLine = 1
  #key: string | null = null
  #isRootArray = false
  readonly #lists: readonly string[]

  isComplete = false

  constructor(lists: readonly string[]) {
    this.#lists = lists
  }

  *scan(chunk: string): Generator<JsonItem> {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (code === LINE_FEED) this.line++
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (code === BACKSLASH) this.#isEscaped = true
        else if (code === QUOTE) this.#isInString = false
        continue
      }
      const isBoundary = code === COMMA || code === CLOSE_BRACKET || code === CLOSE_BRACE || code === COLON
      if (this.#isHolding && isBoundary && this.#depth === (this.#elementDepth || 1)) {
        const text = this.#held + chunk.slice(start, at)
        const isKey = this.#elementDepth === 0
        if (code !== COLON || isKey) {
          this.#held = ''
          this.#isHolding = false
          if (isKey) this.#key = code === COLON ? parseKey(text) : null
          else yield this.#itemOf(text)
        }
      } else if (!this.#isHolding && !isBoundary && code > 0x20 && this.#startsHeld()) {
        start = at
        this.#held = ''
        this.#isHolding = true
        this.#heldLine = this.line
      }
      this.#step(code)
    }
    if (!this.#isHolding) return
    if (this.#held.length <= RECORD_MAX_CHARACTERS) this.#held += chunk.slice(start)
  }

  /** Whether a character between values starts an element or a key. */
  #startsHeld(): boolean {
    if (this.#elementDepth > 0) return this.#depth === this.#elementDepth
    return !this.#isRootArray && this.#depth === 1 && this.#key === null
  }

  #step(code: number): void {
    if (code === QUOTE) this.#isInString = true
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      const isList = code === OPEN_BRACKET
      this.isComplete = false
      if (this.#depth === 0 && isList) {
        this.#isRootArray = true
        this.#elementDepth = 1
      } else if (this.#depth === 1 && isList && this.#key !== null && this.#lists.includes(this.#key)) {
        this.#elementDepth = 2
        this.#list = this.#key
      }
      this.#depth++
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      this.#depth--
      if (this.#depth < this.#elementDepth) this.#elementDepth = 0
      if (this.#depth === 0) {
        this.isComplete = true
        this.#key = null
      }
    } else if (code === COMMA && this.#depth === 1) this.#key = null
  }

  #itemOf(text: string): JsonItem {
    const [line, list] = [this.#heldLine, this.#list]
    if (text.length <= RECORD_MAX_CHARACTERS) return parseItem(line, list, text, 'entry')
    return { line, list, problem: `The entry is longer than ${RECORD_MAX_CHARACTERS} characters.` }
  }
}

function parseKey(text: string): string | null {
  try {
    const key: unknown = JSON.parse(text)
    return typeof key === 'string' ? key : null
  } catch {
    return null
  }
}
