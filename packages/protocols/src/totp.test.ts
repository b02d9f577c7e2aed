import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { matchTotpStep, oneTimePassword, totpStep } from './totp.ts'

const secret = new TextEncoder().encode('12345678901234567890')
const anySecret = fc.uint8Array({ minLength: 16, maxLength: 64 }).map((bytes) => Uint8Array.from(bytes))
const anyMoment = fc.integer({ min: 0, max: 4_000_000_000_000 })

describe('RFC 4226 appendix D', () => {
  test.each(
    ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
      (code, counter) => ({ counter, code }),
    ),
  )('computes $code for the counter $counter', async ({ counter, code }) => {
    expect(await oneTimePassword(secret, counter)).toBe(code)
  })
})

describe('RFC 6238 appendix B, SHA-1', () => {
  test.each([
    { seconds: 59, step: 0x1, code: '94287082' },
    { seconds: 1_111_111_109, step: 0x23523ec, code: '07081804' },
    { seconds: 1_111_111_111, step: 0x23523ed, code: '14050471' },
    { seconds: 1_234_567_890, step: 0x273ef07, code: '89005924' },
    { seconds: 2_000_000_000, step: 0x3f940aa, code: '69279037' },
    { seconds: 20_000_000_000, step: 0x27bc86aa, code: '65353130' },
  ])('computes $code at $seconds seconds', async ({ seconds, step, code }) => {
    const millis = seconds * 1_000

    expect(totpStep(millis)).toBe(step)
    expect(await oneTimePassword(secret, step, 8)).toBe(code)
    expect(await matchTotpStep(secret, code.slice(2), millis)).toBe(step)
  })
})

describe('matching', () => {
  const nowMillis = 1_234_567_890_000
  const present = totpStep(nowMillis)

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('matches a code that is %i steps away: %s', async (away, isMatched) => {
    const offered = await oneTimePassword(secret, present + away)

    expect(await matchTotpStep(secret, offered, nowMillis)).toBe(isMatched ? present + away : null)
  })

  test('tries no step before the epoch', async () => {
    expect(await matchTotpStep(secret, await oneTimePassword(secret, 0), 1_000)).toBe(0)
  })

  test('finds the step of the current code for any secret and time', async () => {
    await fc.assert(
      fc.asyncProperty(anySecret, anyMoment, async (bytes, millis) => {
        const step = await matchTotpStep(bytes, await oneTimePassword(bytes, totpStep(millis)), millis)
        // With a probability of one in a million, the next step has the same code.
        expect([totpStep(millis), totpStep(millis) + 1]).toContain(step)
      }),
    )
  })

  test('refuses a correct code followed by another digit', async () => {
    const code = await oneTimePassword(secret, present)

    expect(await matchTotpStep(secret, `${code}0`, nowMillis)).toBeNull()
  })

  test('matches only six digits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string().filter((text) => !/^\d{6}$/.test(text)),
        anyMoment,
        async (offered, millis) => {
          expect(await matchTotpStep(secret, offered, millis)).toBeNull()
        },
      ),
    )
  })
})
