/** What is wrong with a JSON text; a key of the kit's texts. */
export type JsonProblem =
  | 'colon'
  | 'comma'
  | 'duplicate'
  | 'end'
  | 'escape'
  | 'extra'
  | 'key'
  | 'number'
  | 'object'
  | 'string'
  | 'trailing'
  | 'value'

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: JsonProblem; readonly line: number }

class JsonMalformed extends Error {
  readonly problem: JsonProblem
  readonly at: number

  constructor(problem: JsonProblem, at: number) {
    super(problem)
    this.problem = problem
    this.at = at
  }
}

/**
 * Parses JSON like `JSON.parse` and names the line of an error, which browsers report differently. Refuses a key that
 * occurs twice, because one of its values would be lost.
 */
export function parseJson(text: string): ParsedJson {
  try {
    new Scanner(text).scan()
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (error) {
    if (!(error instanceof JsonMalformed)) throw error
    return { ok: false, problem: error.problem, line: text.slice(0, error.at).split('\n').length }
  }
}

/** Parses JSON that has to be an object, such as a document. */
export function parseJsonObject(text: string): ParsedJson {
  const parsed = parseJson(text)
  if (!parsed.ok) return parsed
  const isObject = typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value)
  return isObject ? parsed : { ok: false, problem: 'object', line: 1 }
}

/** Whether two texts are the same JSON: spaces and the order of keys do not count. */
export function isSameJson(one: string, other: string): boolean {
  const [left, right] = [parseJson(one), parseJson(other)]
  return left.ok && right.ok && inOrder(left.value) === inOrder(right.value)
}

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

/** Reads a text from left to right and throws at the first error. */
class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  scan(): void {
    this.#value()
    this.#space()
    if (this.#at < this.#text.length) this.#fail('extra')
  }

  #value(): void {
    this.#space()
    const character = this.#text[this.#at]
    if (character === '{') this.#object()
    else if (character === '[') this.#list()
    else if (character === '"') this.#string()
    else if (character !== undefined && /[-\d]/.test(character)) this.#number()
    else if (!this.#take(/true|false|null/y)) this.#fail('value')
  }

  #object(): void {
    this.#at++
    const keys = new Set<unknown>()
    if (this.#closes('}')) return
    do {
      this.#space()
      if (this.#text[this.#at] !== '"') this.#fail('key')
      const start = this.#at
      this.#string()
      const key: unknown = JSON.parse(this.#text.slice(start, this.#at))
      if (keys.has(key)) throw new JsonMalformed('duplicate', start)
      keys.add(key)
      this.#space()
      if (!this.#take(/:/y)) this.#fail('colon')
      this.#value()
    } while (this.#continues('}'))
  }

  #list(): void {
    this.#at++
    if (this.#closes(']')) return
    do this.#value()
    while (this.#continues(']'))
  }

  #string(): void {
    const start = this.#at
    this.#at++
    for (;;) {
      // Control characters, such as the end of the line, are not allowed in strings.
      // oxlint-disable-next-line no-control-regex
      this.#take(/[^"\\\u0000-\u001f]*/y)
      if (this.#take(/"/y)) return
      if (this.#text[this.#at] !== '\\') throw new JsonMalformed('string', start)
      if (!this.#take(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y)) this.#fail('escape')
    }
  }

  #number(): void {
    const start = this.#at
    if (!this.#take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y) || /[\w.]/.test(this.#text[this.#at] ?? ' ')) {
      throw new JsonMalformed('number', start)
    }
  }

  /** Whether another element follows. */
  #continues(end: string): boolean {
    this.#space()
    const start = this.#at
    if (this.#take(/,/y)) {
      this.#space()
      // Also for a closing bracket of the wrong kind: the comma is on the line to correct.
      if (/[}\]]/.test(this.#text[this.#at] ?? '')) throw new JsonMalformed('trailing', start)
      return true
    }
    if (this.#text[this.#at] === end) {
      this.#at++
      return false
    }
    return this.#fail('comma')
  }

  #closes(end: string): boolean {
    this.#space()
    if (this.#text[this.#at] !== end) return false
    this.#at++
    return true
  }

  #space(): void {
    this.#take(/[ \t\r\n]*/y)
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const [taken] = pattern.exec(this.#text) ?? []
    if (taken === undefined) return false
    this.#at += taken.length
    return true
  }

  #fail(problem: JsonProblem): never {
    throw new JsonMalformed(this.#at >= this.#text.length ? 'end' : problem, this.#at)
  }
}
