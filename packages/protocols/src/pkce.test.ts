import fc from 'fast-check'
import { expect, test } from 'vitest'

import { codeChallengeOf, codeVerifierOf, isCodeVerifier } from './pkce.ts'

// RFC 7636 appendix B.
const octets = [
  116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240, 91,
  88, 5, 88, 83, 132, 141, 121,
]
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

test('given the octets of RFC 7636 appendix B, when a verifier is made of them, then it is the one there', () => {
  expect(codeVerifierOf(Uint8Array.from(octets))).toBe(verifier)
})

test('given the verifier of RFC 7636 appendix B, when its challenge is made, then it is the one there', async () => {
  expect(await codeChallengeOf(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})

test('given any 32 bytes, when a verifier is made of them, then it has length and alphabet of the RFC', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 96 }), (bytes) => {
      expect(isCodeVerifier(codeVerifierOf(bytes))).toBe(true)
    }),
  )
})

test('given too few bytes, when a verifier is asked for, then throws', () => {
  expect(() => codeVerifierOf(new Uint8Array(31))).toThrow(RangeError)
})

test.each(['', 'a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(43)}=`, `${'a'.repeat(43)} `, `${'a'.repeat(42)}ä`])(
  'given %j, when read as a verifier, then it is none',
  (text) => {
    expect(isCodeVerifier(text)).toBe(false)
  },
)
