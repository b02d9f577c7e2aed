/**
 * Proof Key for Code Exchange (RFC 7636), method S256 only. With `plain` the challenge equals the verifier, so it gives
 * no protection against an attacker who can read the authorization request.
 */

/** Encodes random bytes as a code verifier (RFC 7636 section 4.1). 32 bytes give the recommended 43 characters. */
export function codeVerifierOf(randomBytes: Uint8Array): string {
  // guard: a code verifier has 32 random bytes
  if (randomBytes.length < 32) throw new RangeError('A code verifier requires at least 32 random bytes.')
  return encodeBase64Url(randomBytes)
}

/**
 * Derives the S256 challenge of a verifier (RFC 7636 section 4.2).
 *
 * @param sha256 default: that of Web Crypto, which React Native lacks
 */
export async function codeChallengeOf(verifier: string, sha256 = webSha256): Promise<string> {
  return encodeBase64Url(new Uint8Array(await sha256(new TextEncoder().encode(verifier))))
}

function webSha256(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', bytes)
}

/** Checks the length and alphabet of RFC 7636 section 4.1. */
export function isCodeVerifier(text: string): boolean {
  // guard: a code verifier has the length and alphabet of RFC 7636
  //   (replace `/^[A-Za-z0-9\-._~]{43,128}$/.test(text)` with `true`)
  return /^[A-Za-z0-9\-._~]{43,128}$/.test(text)
}

/** Base64url without padding (RFC 4648 section 5). */
function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
