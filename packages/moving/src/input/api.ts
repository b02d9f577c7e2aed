import { parseObject, readJsonLists, type JsonObject } from './json.ts'
import { UnreadableInput, type HttpAccess, type HttpAnswer } from './source.ts'
import { readText } from './text.ts'

const ATTEMPTS = 6
const FIRST_PAUSE_MILLIS = 1000
const PAUSE_MAX_MILLIS = 120_000
/** Pages of the service have at most 16 MiB. */
const PAGE_MAX_CHARACTERS = 64 * 1_048_576

/** An answer that is neither a success nor worth another attempt. */
export class RefusedCall extends Error {
  readonly status: number
  readonly headers: HttpAnswer['headers']

  constructor({ status, headers }: HttpAnswer) {
    super(`Status ${status}`)
    this.status = status
    this.headers = headers
  }
}

type Query = Readonly<Record<string, string>>

/**
 * Reads lists of an API. Repeats a call after 429, 5xx and without an answer, after the pause that the service asks
 * for.
 */
export class ApiLists {
  readonly #http: HttpAccess
  readonly #baseUrl: string
  readonly #headers: Readonly<Record<string, string>>

  /** @param baseUrl without a slash at its end */
  constructor(http: HttpAccess, baseUrl: string, headers: Readonly<Record<string, string>>) {
    this.#http = http
    this.#baseUrl = baseUrl
    this.#headers = headers
  }

  /**
   * The items of a list that has `pagination.next_cursor`.
   *
   * @throws RefusedCall, UnreadableInput
   */
  async *readPages(path: string, query: Query): AsyncGenerator<JsonObject> {
    const seen = { cursor: '' }
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await this.#readPage(path, cursor === '' ? query : { ...query, cursor })
      yield* page.items
      if (page.nextCursor === seen.cursor) throw new UnreadableInput(`GET ${path} repeats its cursor.`)
      seen.cursor = cursor
      cursor = page.nextCursor
    }
  }

  /**
   * The items of a list that the API sends as a whole. Holds one item at a time.
   *
   * @throws RefusedCall, UnreadableInput
   */
  async *readWhole(path: string): AsyncGenerator<JsonObject> {
    const { body } = await this.#attempt(path, {}, (answer) => Promise.resolve(answer))
    if (!body) throw new UnreadableInput(`The answer to GET ${path} is empty.`)
    try {
      for await (const item of readJsonLists({ open: () => body }, ['items'])) {
        if ('problem' in item) throw new UnreadableInput(`The answer to GET ${path} is not complete. Try again.`)
        yield item.value
      }
    } catch (error) {
      if (error instanceof UnreadableInput) throw error
      throw new UnreadableInput(`The connection ended within the answer to GET ${path}. Try again.`, { cause: error })
    }
  }

  #readPage(path: string, query: Query): Promise<{ items: readonly JsonObject[]; nextCursor: string | null }> {
    return this.#attempt(path, query, async ({ body }) => {
      const page = parseObject(await readBody(body))
      const { items, pagination } = page ?? {}
      if (!Array.isArray(items)) throw new UnreadableInput(`The answer to GET ${path} is not a list.`)
      const cursor: unknown =
        typeof pagination === 'object' && pagination ? Reflect.get(pagination, 'next_cursor') : null
      // The API answers with objects, and the reader checks their fields.
      return { items: items as JsonObject[], nextCursor: typeof cursor === 'string' ? cursor : null }
    })
  }

  async #attempt<T>(path: string, query: Query, take: (answer: HttpAnswer) => Promise<T>): Promise<T> {
    const search = new URLSearchParams(query).toString()
    const url = `${this.#baseUrl}${path}${search === '' ? '' : `?${search}`}`
    let failure: unknown
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      let pause = FIRST_PAUSE_MILLIS * 2 ** attempt
      try {
        const answer = await this.#http.get(url, this.#headers)
        if (answer.status === 200) return await take(answer)
        const refusal = new RefusedCall(answer)
        if (answer.status !== 429 && answer.status < 500) throw refusal
        failure = refusal
        pause = pauseOf(answer) ?? pause
      } catch (error) {
        if (error instanceof RefusedCall || error instanceof UnreadableInput) throw error
        failure = error
      }
      if (attempt + 1 < ATTEMPTS) await this.#http.wait(Math.min(pause, PAUSE_MAX_MILLIS))
    }
    const last = failure instanceof RefusedCall ? `answers ${failure.status}` : 'does not answer'
    throw new UnreadableInput(`GET ${this.#baseUrl}${path} ${last}, after ${ATTEMPTS} attempts.`, { cause: failure })
  }
}

/** `Retry-After` in seconds, which services use. */
function pauseOf({ headers }: HttpAnswer): number | null {
  const seconds = headers.get('retry-after')
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : null
}

async function readBody(body: HttpAnswer['body']): Promise<string> {
  let text = ''
  if (!body) return text
  for await (const chunk of readText({ open: () => body })) {
    text += chunk
    if (text.length > PAGE_MAX_CHARACTERS) throw new UnreadableInput('A page of the API is larger than 64 MiB.')
  }
  return text
}
