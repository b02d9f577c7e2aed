import type { KnownErrorBody } from '@portico/contract'

import { UnknownSecret } from '../../platform/crypto/master-secret.ts'
import { isForeignKeyViolation } from '../../platform/db/database-errors.ts'
import { UNEXPECTED_FAILURE, type Log } from '../../platform/log/log.ts'
import { KnownError, OAuthError, PlainError, RateLimited, TryAgainLater } from '../../kernel/errors.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { TooBusy } from '../../kernel/too-busy.ts'
import { errors } from '../../texts/en/errors.ts'

const jsonType = 'application/json; charset=utf-8'
const textType = 'text/plain; charset=utf-8'
const linesType = 'application/x-ndjson; charset=utf-8'
const UNAVAILABLE_RETRY_SECONDS = 2
/** Lines are sent once they have at least this number of characters. */
const CHUNK_MIN_LENGTH = 65_536

/** An answer without the headers that are common to all answers. */
export interface Draft {
  status: number
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null
  headers: Record<string, string>
}

export interface PageDraft extends Draft {
  body: string
}

export function jsonDraft(status: number, body: unknown, isIndented: boolean): Draft {
  const bytes = typeof body === 'object' && body !== null ? constantBytes.get(body) : undefined
  return {
    status,
    body: bytes?.[isIndented ? 'indented' : 'plain'] ?? serialise(body, isIndented),
    headers: { 'content-type': jsonType },
  }
}

/** An OpenAPI document has its calls in the second level. */
const LEVELS_IN_PARTS = 2

/** The bytes of answers that do not change. */
const constantBytes = new WeakMap<
  object,
  { readonly plain: Uint8Array<ArrayBuffer>; readonly indented: Uint8Array<ArrayBuffer> }
>()

/**
 * Serialises a large answer once. Its calls share the bytes, so that answers that clients read slowly take no memory.
 */
export function serialiseOnce<Body extends object>(body: Body): Body {
  const [plain, indented] = [false, true].map((isIndented) => new TextEncoder().encode(serialise(body, isIndented)))
  if (plain && indented) constantBytes.set(body, { plain, indented })
  return body
}

/** Like `serialiseOnce`, but in steps, for a document that takes long to serialise. */
export function* serialiseInSteps<Body extends object>(body: Body): Generator<void, Body> {
  const plain = yield* bytesOf(textParts(body, '', LEVELS_IN_PARTS))
  const indented = yield* bytesOf(textParts(body, '\n', LEVELS_IN_PARTS))
  constantBytes.set(body, { plain, indented })
  return body
}

function* bytesOf(parts: Iterable<string>): Generator<void, Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (const part of parts) {
    chunks.push(encoder.encode(part))
    yield
  }
  return Buffer.concat(chunks)
}

/**
 * Yields what `JSON.stringify` returns, with each member of the upper levels as a separate part.
 *
 * @param lineBreak with the indentation of the value; empty for a text of one line
 */
function* textParts(value: unknown, lineBreak: string, levels: number): Generator<string, void> {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    yield lineBreak === '' ? JSON.stringify(value) : JSON.stringify(value, null, 2).replaceAll('\n', lineBreak)
    return
  }
  const inner = lineBreak && `${lineBreak}  `
  let start = '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${start}${inner}${JSON.stringify(name)}:${lineBreak && ' '}`
    yield* textParts(member, inner, levels - 1)
    start = ','
  }
  yield start === '{' ? '{}' : `${lineBreak}}`
}

function serialise(body: unknown, isIndented: boolean): string {
  return isIndented ? JSON.stringify(body, null, 2) : JSON.stringify(body)
}

export function textDraft(status: number, text: string): Draft {
  return { status, body: text, headers: { 'content-type': textType } }
}

export function emptyDraft(status: number): Draft {
  return { status, body: null, headers: {} }
}

/** The bytes of an image; null if the caller has it already. The handler sets the headers. */
export function imageDraft(status: number, bytes: Uint8Array<ArrayBuffer> | null): Draft {
  return { status, body: bytes, headers: bytes ? { 'content-length': String(bytes.byteLength) } : {} }
}

/**
 * One JSON object per line. The lines are produced as the client reads them, which saves memory. The first ones are
 * produced before the answer begins, so their failure becomes an error answer. A later failure breaks the connection,
 * so that no client takes the answer for complete.
 *
 * @param onFault called with the cause of such a failure
 */
export async function linesDraft(
  status: number,
  lines: AsyncGenerator<object, void, void>,
  onFault: (error: unknown) => void,
): Promise<Draft> {
  const chunks = chunksOf(lines)
  let first: IteratorResult<Uint8Array<ArrayBuffer>, void> | null = await chunks.next()
  let isCancelled = false
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const next = first ?? (await chunks.next())
          first = null
          if (isCancelled) return
          if (next.done) controller.close()
          else controller.enqueue(next.value)
        } catch (error) {
          onFault(error)
          controller.error(new Error('The answer ended before it was complete.'))
        }
      },
      async cancel() {
        isCancelled = true
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
  return { status, body, headers: { 'content-type': linesType } }
}

async function* chunksOf(
  lines: AsyncGenerator<object, void, void>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const encoder = new TextEncoder()
  let text = ''
  for await (const line of lines) {
    text += `${JSON.stringify(line)}\n`
    if (text.length < CHUNK_MIN_LENGTH) continue
    yield encoder.encode(text)
    text = ''
  }
  if (text !== '') yield encoder.encode(text)
}

/** Redirects a browser, without a `Referer` header: the URL of this endpoint may contain codes. */
export function redirectDraft(status: number, location: string): Draft {
  return {
    ...jsonDraft(status, {}, false),
    headers: { 'content-type': jsonType, location, 'referrer-policy': 'no-referrer' },
  }
}

/** The sentence of an error draft, for a page. */
export function sentenceOf({ body, headers }: Draft): string {
  const text = typeof body === 'string' ? body : ''
  if (headers['content-type'] !== jsonType) return text
  const parsed = JSON.parse(text || '{}') as { error?: string; error_description?: string }
  return parsed.error_description ?? parsed.error ?? ''
}

/**
 * Turns an error into an answer. Expected errors keep their sentence. All others are bugs or outages: the answer
 * reveals no internals, and the log has the error with the request id.
 */
export function errorDraft(error: unknown, requestId: string, log: Log): Draft {
  if (error instanceof KnownError) return knownErrorDraft(error.status, error.toBody())
  if (error instanceof TryAgainLater) return retryLater(error.status, error.message, error.retryAfterSeconds)
  if (error instanceof PlainError) return textDraft(error.status, error.message)
  if (error instanceof OAuthError)
    return jsonDraft(400, { error: error.error, error_description: error.message, ...error.members }, false)
  if (error instanceof RateLimited) return retryLater(429, error.message, error.retryAfterSeconds)
  if (error instanceof TooBusy) return retryLater(503, error.message, error.retryAfterSeconds)
  if (isForeignKeyViolation(error)) {
    return textDraft(404, 'The user or project of this call was deleted during the call.')
  }
  if (error instanceof StoreUnavailable) {
    log.error({ err: error, request_id: requestId }, 'the database is unavailable')
    return retryLater(503, errors.unavailable, UNAVAILABLE_RETRY_SECONDS)
  }
  if (error instanceof UnknownSecret) {
    log.error({ err: error, request_id: requestId }, 'a stored value is encrypted with a secret that is not configured')
    return retryLater(503, errors.unavailable, UNAVAILABLE_RETRY_SECONDS)
  }
  log.error({ err: error, request_id: requestId }, UNEXPECTED_FAILURE)
  return textDraft(500, errors.unexpected(requestId))
}

function knownErrorDraft(status: number, body: KnownErrorBody): Draft {
  const draft = jsonDraft(status, body, true)
  draft.headers['x-stack-known-error'] = body.code
  return draft
}

function retryLater(status: number, sentence: string, seconds: number): Draft {
  const draft = textDraft(status, sentence)
  draft.headers['retry-after'] = String(seconds)
  return draft
}
