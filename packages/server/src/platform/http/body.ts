import type { Readable } from 'node:stream'

import {
  BODY_MAX_BYTES,
  BODY_MAX_DEPTH,
  BODY_MAX_KEYS,
  BODY_WITH_DOCUMENT_MAX_BYTES,
  BODY_WITH_DOCUMENT_MAX_KEYS,
  BODY_WITH_IMAGE_MAX_BYTES,
  BODY_WITH_RECORDS_MAX_BYTES,
  BODY_WITH_RECORDS_MAX_KEYS,
} from '@portico/contract'

import { hasDuplicateKey, parseEscapedKeys, type EscapedKey } from './duplicate-keys.ts'
import { receiveBody } from './receive-body.ts'
import { holdsInexactNumber } from './exact-numbers.ts'
import type { BodyShare } from './body-budget.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { TooBusy } from '../../kernel/too-busy.ts'

export interface BodyRules {
  /** The endpoint accepts inline images, so its bodies may be larger. */
  mayCarryImage?: boolean | undefined
  /** The endpoint accepts the configuration of a project, so its bodies may be larger and have more keys. */
  mayCarryDocument?: boolean | undefined
  /** The endpoint accepts a batch of records, so its bodies may be larger and have more keys. */
  mayCarryRecords?: boolean | undefined
  /** The endpoint accepts bytes, at most this many. */
  takesBytes?: number | undefined
  acceptsForm?: boolean | undefined
  /** A smaller limit than the API's. */
  maxBytes?: number
}

const jsonType = 'application/json'
const formType = 'application/x-www-form-urlencoded'
const textType = 'text/plain'
const textTypes = new Set([jsonType, formType, textType])
const bytesType = 'application/octet-stream'
/** Content types that the protocol defines. Only endpoints that take bytes accept one of them. */
const otherTypes = new Set([textType, bytesType])

/** Where the bytes of a body come from and what they count towards. */
export interface BodySource {
  /** The body as Node receives it; see `ConnectionInfo`. */
  readonly incoming: Readable | undefined
  readonly share: BodyShare
}

/**
 * Reads the body of a request. Size limits apply before parsing, and the parsed value is checked here once.
 *
 * @returns the parsed value, the bytes for an endpoint that takes them, or undefined if there is no body
 */
export async function readBody(request: Request, rules: BodyRules, source: BodySource): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  const declaredType = request.headers.get('content-type') ?? ''
  const contentType = declaredType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (contentType === '') return undefined
  if (!isPlain(request.headers.get('content-encoding'))) {
    throw new PlainError(415, 'Compressed request bodies are not accepted. Send the body uncompressed.')
  }
  // guard: a body is in UTF-8
  if (textTypes.has(contentType)) requireUtf8(declaredType)
  const bytes = await readBytes(request, maxBytesOf(rules, contentType), source).catch(refuseIncompleteBody)
  if (contentType === bytesType && rules.takesBytes !== undefined) return bytes
  if (contentType === jsonType) {
    // Many HTTP clients send the type with every request.
    if (bytes.byteLength === 0) return undefined
    return parseJson(bytes, maxKeysOf(rules))
  }
  if (contentType === formType && rules.acceptsForm) return parseForm(bytes)
  if (contentType === formType || otherTypes.has(contentType)) return new UnusableBody(contentType)
  throw unreadable(`The content type ${contentType} is not supported. Send ${jsonType}.`)
}

/** Whether the body is not compressed. RFC 9110 section 8.4.1: `identity` means no encoding. */
function isPlain(contentEncoding: string | null): boolean {
  return (contentEncoding ?? '').split(',').every((coding) => /^\s*(?:identity\s*)?$/i.test(coding))
}

function maxKeysOf({ mayCarryDocument, mayCarryRecords }: BodyRules): number {
  if (mayCarryRecords) return BODY_WITH_RECORDS_MAX_KEYS
  return mayCarryDocument ? BODY_WITH_DOCUMENT_MAX_KEYS : BODY_MAX_KEYS
}

function maxBytesOf(
  { mayCarryDocument, mayCarryImage, mayCarryRecords, maxBytes, takesBytes }: BodyRules,
  contentType: string,
): number {
  if (maxBytes !== undefined) return maxBytes
  if (takesBytes !== undefined && contentType === bytesType) return takesBytes
  if (mayCarryRecords) return BODY_WITH_RECORDS_MAX_BYTES
  if (mayCarryDocument) return BODY_WITH_DOCUMENT_MAX_BYTES
  return mayCarryImage ? BODY_WITH_IMAGE_MAX_BYTES : BODY_MAX_BYTES
}

/** A body that an endpoint without a declared body ignores. Schemas refuse it. */
class UnusableBody {
  readonly contentType: string

  constructor(contentType: string) {
    this.contentType = contentType
  }
}

/** Refuses a body that is missing or does not consist of bytes. */
export function requireBytes(body: unknown): void {
  if (body instanceof Uint8Array && body.byteLength > 0) return
  throw unreadable(`This endpoint takes bytes: send a body that is not empty, with the content type ${bytesType}.`)
}

/** Refuses a body whose content type the endpoint cannot use. */
export function requireUsableBody(body: unknown): void {
  if (body instanceof UnusableBody) {
    throw unreadable(`This endpoint takes ${jsonType}, but the body has the content type ${body.contentType}.`)
  }
}

const charsetParameter = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/gi

/**
 * Refuses charsets other than UTF-8, under any of its names. Decoding the bytes as another charset would produce
 * different text.
 */
function requireUtf8(contentType: string): void {
  for (const [, quoted, plain] of contentType.matchAll(charsetParameter)) {
    const charset = quoted ?? plain ?? ''
    if (!isUtf8(charset)) {
      throw new PlainError(415, `The charset ${JSON.stringify(charset)} is not supported. Send the body in UTF-8.`)
    }
  }
}

/** Uses the names of the Encoding Standard. */
function isUtf8(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding === 'utf-8'
  } catch {
    return false
  }
}

async function readBytes(request: Request, limit: number, { incoming, share }: BodySource): Promise<Uint8Array> {
  const tooLarge = (): PlainError => new PlainError(413, `The request body is larger than ${limit} bytes.`)
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit) throw tooLarge()
  share.announce(declared)
  const pieces: Uint8Array[] = []
  let size = 0
  await receiveBody(request, incoming, (piece) => {
    size += piece.byteLength
    // guard: a body of undeclared length has a bounded size
    if (size > limit) throw tooLarge()
    share.hold(piece.byteLength)
    pieces.push(piece)
  })
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
}

/** Answers 400 if the connection ends within the body: the client causes it, whichever error the socket reports. */
function refuseIncompleteBody(error: unknown): never {
  throw error instanceof PlainError || error instanceof TooBusy
    ? error
    : new PlainError(400, 'The request body ended before it was complete.')
}

function parseJson(bytes: Uint8Array, maxKeys: number): unknown {
  const text = decodeText(bytes)
  const value = parseOrRefuse(text)
  checkShape(value, maxKeys)
  // guard: a number of a body that would change is refused
  if (holdsInexactNumber(text)) {
    throw unreadable(
      'The request body has a number that would change: write integers beyond 9007199254740991 (2^53 - 1), and numbers beyond the range of a double, as strings.',
    )
  }
  // Check the shape first: it bounds the number of keys that are remembered here.
  const escapedKeys: EscapedKey[] = []
  // guard: a duplicate key in a body is refused
  if (hasDuplicateKey(text, (key) => escapedKeys.push(key))) {
    throw unreadable('The request body has an object that names a key more than once.')
  }
  if (escapedKeys.length === 0) return value
  const exact = parseEscapedKeys(text, escapedKeys)
  checkShape(exact, maxKeys)
  return exact
}

function parseOrRefuse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable('The request body is not valid JSON.')
  }
}

function parseForm(bytes: Uint8Array): Record<string, string> {
  const fields = [...new URLSearchParams(decodeText(bytes))]
  const value = Object.fromEntries(fields)
  // RFC 6749 section 3.2: parameters must not be included more than once.
  if (fields.length !== Object.keys(value).length) throw unreadable('The form names a field more than once.')
  checkShape(value, BODY_MAX_KEYS)
  return value
}

function decodeText(bytes: Uint8Array): string {
  try {
    // Without `ignoreBOM`, one byte order mark at the start is removed (RFC 8259 section 8.1 permits that).
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('The request body is not valid UTF-8.')
  }
}

/** Bounds the depth and the number of keys, and refuses strings that the database or a header cannot hold. */
function checkShape(root: unknown, maxKeys: number): void {
  let keys = 0
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { value, depth } = item
    if (typeof value === 'string') checkText(value)
    if (typeof value !== 'object' || value === null) continue
    // guard: a body has a bounded depth
    if (depth >= BODY_MAX_DEPTH) throw unreadable(`The request body is nested more than ${BODY_MAX_DEPTH} levels deep.`)
    for (const [key, inner] of Object.entries(value)) {
      keys += 1
      // guard: a body has a bounded number of keys
      if (keys > maxKeys) throw unreadable(`The request body has more than ${maxKeys} keys.`)
      checkText(key)
      pending.push({ value: inner, depth: depth + 1 })
    }
  }
}

/**
 * Whether a text contains neither NUL, which PostgreSQL refuses, nor unpaired surrogates, which UTF-8 cannot encode.
 */
export function isCleanText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function checkText(text: string): void {
  if (!isCleanText(text)) throw unreadable('The request body holds a NUL character or an unpaired surrogate.')
}

function unreadable(message: string): KnownError {
  return new KnownError('BODY_PARSING_ERROR', { message })
}
