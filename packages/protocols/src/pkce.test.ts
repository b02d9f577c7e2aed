import fc from 'fast-check'
import { expect, test } from 'vitest'

import { codeChallengeOf, codeVerifierOf, isCodeVerifier } from './pkce.ts'

// RFC 7636 appendix B.
const octets = [
  116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240, 91,
  88, 5, 88, 83, 132, 141, 121,
]
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

test('codeVerifierOf derives the verifier in RFC 7636 appendix B from its octets', () => {
  expect(codeVerifierOf(Uint8Array.from(octets))).toBe(verifier)
})

test('codeChallengeOf derives the challenge in RFC 7636 appendix B from its verifier', async () => {
  expect(await codeChallengeOf(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})

test('codeVerifierOf derives verifiers with the length and alphabet of RFC 7636 from 32 or more bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 96 }), (bytes) => {
      expect(isCodeVerifier(codeVerifierOf(bytes))).toBe(true)
    }),
  )
})

test('codeVerifierOf throws for fewer than 32 bytes', () => {
  expect(() => codeVerifierOf(new Uint8Array(31))).toThrow(RangeError)
})

test.each(['', 'a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(43)}=`, `${'a'.repeat(43)} `, `${'a'.repeat(42)}ä`])(
  'isCodeVerifier refuses %j',
  (text) => {
    expect(isCodeVerifier(text)).toBe(false)
  },
)
