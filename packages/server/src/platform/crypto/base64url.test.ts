import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isCanonicalBase64url } from './base64url.ts'

describe('isCanonicalBase64url', () => {
  test('accepts the output of an encoder', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(isCanonicalBase64url(Buffer.from(bytes).toString('base64url'))).toBe(true)
      }),
    )
  })

  test.each(['Zg==', 'Zm8=', 'Zh', 'Zm9', 'Z', 'Zm8+', 'Zm8/', 'Zm 8', 'Zm8\n', 'Zm8é'])('refuses %j', (text) => {
    expect(isCanonicalBase64url(text)).toBe(false)
  })
})
