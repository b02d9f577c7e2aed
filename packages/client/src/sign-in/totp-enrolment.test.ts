import { decodeBase32 } from '@portico/protocols/base32'
import { oneTimePassword, totpStep } from '@portico/protocols/totp'
import { describe, expect, test } from 'vitest'

import { beginTotpEnrolment } from './totp-enrolment.ts'

const NOW_MILLIS = 1_800_000_000_000
const ports = { now: () => NOW_MILLIS, randomBytes: (length: number) => new Uint8Array(length).fill(7) }

describe('beginTotpEnrolment', () => {
  test('returns a secret of 160 bits as text and in the URI', () => {
    const enrolment = beginTotpEnrolment(ports, { issuer: 'Fernweh', account: 'ada@example.com' })

    expect(enrolment.secret.byteLength).toBe(20)
    expect(decodeBase32(enrolment.secretText)).toEqual(enrolment.secret)
    expect(enrolment.uri).toBe(`otpauth://totp/Fernweh:ada%40example.com?secret=${enrolment.secretText}&issuer=Fernweh`)
  })

  test.each([
    [0, 'right'],
    [-30_000, 'right'],
    [300_000, 'other-time'],
    [-870_000, 'other-time'],
    [3_600_000, 'wrong'],
  ])('checks a code of an app whose clock is %d ms ahead as %s', async (ahead, verdict) => {
    const { secretText, check } = beginTotpEnrolment(ports, { issuer: 'Fernweh', account: 'ada' })
    const code = await oneTimePassword(decodeBase32(secretText), totpStep(NOW_MILLIS + ahead))

    expect(await check(code)).toBe(verdict)
  })

  test.each(['', '12345', 'abcdef', '1234567'])('checks "%s" as wrong', async (code) => {
    expect(await beginTotpEnrolment(ports, { issuer: 'Fernweh', account: 'ada' }).check(code)).toBe('wrong')
  })
})
