import { decodeBase64Url } from './access-token.ts'

/** Why a text is not an access token. */
export type AccessTokenProblem =
  | 'not-a-string'
  | 'not-three-parts'
  | 'no-payload'
  | 'bad-base64url'
  | 'bad-json'
  | 'invalid-claims'

/**
 * Finds out why a text cannot be read as an access token (RFC 7519), for logs.
 *
 * @returns `invalid-claims` also for a token whose claims are an object: the caller knows that it was refused
 */
export function problemOfAccessToken(token: unknown): AccessTokenProblem {
  if (typeof token !== 'string') return 'not-a-string'
  const [, payload, ...others] = token.split('.')
  if (payload === undefined || others.length !== 1) return 'not-three-parts'
  if (payload === '') return 'no-payload'
  let text: string
  try {
    if (!/^[\w-]+$/.test(payload)) return 'bad-base64url'
    text = decodeBase64Url(payload)
  } catch {
    return 'bad-base64url'
  }
  try {
    JSON.parse(text)
    return 'invalid-claims'
  } catch {
    return 'bad-json'
  }
}
