import { jsonDraft, sentenceOf, type Draft } from '../call/respond.ts'

/** The codes of Svix for errors that have none here. */
const codes: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'authentication_failed',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'request_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  503: 'unavailable',
}

/** The first segment of the paths that Svix clients call. */
const svixPath = /^\/api\/[^/]+\/(?:app|event-type)(?:\/|$)/

/** Whether a path without an endpoint belongs to Svix's API, such as the path for transformations. */
export function isSvixPath({ pathname }: URL): boolean {
  return svixPath.test(pathname)
}

/**
 * Adds the fields that Svix clients read, `code` and `detail`. These clients parse each error of 400 to 499 as JSON.
 */
export function svixError(draft: Draft): Draft {
  const detail = sentenceOf(draft)
  const known = typeof draft.body === 'string' && draft.headers['x-stack-known-error'] !== undefined ? draft.body : null
  const body =
    known === null ? { code: codes[draft.status] ?? 'error', detail } : { ...(JSON.parse(known) as object), detail }
  const { body: bytes, headers, status } = jsonDraft(draft.status, body, false)
  return { status, body: bytes, headers: { ...draft.headers, ...headers } }
}
