import * as errors from 'jose/errors'
import { createRemoteJWKSet, customFetch } from 'jose/jwks/remote'
import { compactVerify } from 'jose/jws/compact/verify'

import type { OutboundHttp } from '../../platform/outbound-http/outbound-http.ts'

/**
 * The accepted signature algorithms of providers. Never `none` or an algorithm with a shared secret (RFC 8725 section
 * 3.1).
 */
export const signatureAlgorithms = ['RS256', 'ES256']

const KEYS_MILLIS = 5 * 60_000
/** How long an unknown key id requests no new keys. */
const RELOAD_PAUSE_MILLIS = 60_000
/** Bounds the work for a token without a key id. */
const KEYS_TRIED_MAX = 10

/**
 * Owners choose the addresses of issuers, so the number of key sets in memory is bounded, and so is the size of each.
 */
const KEY_SETS_MAX = 1_000
const KEY_SET_MAX_CHARACTERS = 65_536

type KeySet = ReturnType<typeof createRemoteJWKSet>

/** Cached public keys of providers by URL, for each service in this process. */
const knownKeySets = new WeakMap<OutboundHttp, Map<string, KeySet>>()

/**
 * Verifies the signature of a JWT with the published keys of a provider (RFC 7515 section 5.2). A token without a key
 * id may be signed with any key of its algorithm. Does not check claims.
 *
 * @throws JOSEError if no key verifies the signature, OutboundProblem if the keys cannot be fetched
 */
export async function verifyProviderSignature(outbound: OutboundHttp, keysUrl: string, jwt: string): Promise<void> {
  const options = { algorithms: signatureAlgorithms }
  try {
    await compactVerify(jwt, keySetOf(outbound, keysUrl), options)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    let tried = 0
    for await (const key of error) {
      tried += 1
      if (tried > KEYS_TRIED_MAX) break
      const isVerified = await compactVerify(jwt, key, options).then(
        () => true,
        (failure: unknown) => {
          if (failure instanceof errors.JWSSignatureVerificationFailed) return false
          throw failure
        },
      )
      if (isVerified) return
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

function keySetOf(outbound: OutboundHttp, keysUrl: string): KeySet {
  const known = knownKeySets.get(outbound) ?? new Map<string, KeySet>()
  knownKeySets.set(outbound, known)
  const keySet =
    known.get(keysUrl) ??
    createRemoteJWKSet(new URL(keysUrl), {
      cacheMaxAge: KEYS_MILLIS,
      cooldownDuration: RELOAD_PAUSE_MILLIS,
      [customFetch]: (url, { headers }) => fetchKeys(outbound, url, headers),
    })
  // The first entry is the least recently used one.
  known.delete(keysUrl)
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size >= KEY_SETS_MAX) known.delete(oldest)
  known.set(keysUrl, keySet)
  return keySet
}

async function fetchKeys(outbound: OutboundHttp, url: string, headers: Headers): Promise<Response> {
  const response = await outbound.fetch(url, { headers })
  const text = await response.text()
  if (text.length > KEY_SET_MAX_CHARACTERS) throw new errors.JWKSInvalid('The key set is too large.')
  return new Response(text, { status: response.status })
}
