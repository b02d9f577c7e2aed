import { describe, expect, test, vi } from 'vitest'

import { noTokens, type Tokens } from './tokens.ts'
import { accessToken, TestClock } from '../../test/surroundings.ts'
import { Session } from './session.ts'

const clock = new TestClock()
const expiring = (millis: number, serial = 0): string =>
  accessToken({ expiresAt: clock.now + millis, sessionId: 's', serial })

function createSession(tokens: Tokens, refresh: () => Promise<Tokens | null> = async () => null) {
  const refreshing = vi.fn<(session: Session) => Promise<Tokens | null>>(refresh)
  return { session: new Session(tokens, () => clock.now, refreshing), refreshing }
}

describe('the access token', () => {
  test('is used without a refresh if it is valid for 20 s', async () => {
    const tokens = { accessToken: expiring(20_000), refreshToken: 'r' }
    const { session, refreshing } = createSession(tokens)

    expect(await session.getTokens()).toEqual(tokens)
    expect(refreshing).not.toHaveBeenCalled()
  })

  test.each([
    ['less than 20 s left', expiring(19_000)],
    ['an expired one', expiring(-1_000)],
    ['none', null],
    ['an unreadable one', 'opaque'],
  ])('is refreshed once for concurrent calls: %s', async (_, before) => {
    const after = { accessToken: expiring(600_000), refreshToken: 'r2' }
    const { session, refreshing } = createSession({ accessToken: before, refreshToken: 'r' }, async () => after)

    expect(await Promise.all([session.getTokens(), session.getTokens(), session.getTokens()])).toEqual([
      after,
      after,
      after,
    ])
    expect(refreshing).toHaveBeenCalledTimes(1)
  })

  test('is never refreshed if it never expires', async () => {
    const { session, refreshing } = createSession({ accessToken: accessToken(), refreshToken: 'r' })

    await session.getTokens()

    expect(refreshing).not.toHaveBeenCalled()
  })

  test.each([60_000, 120_000])('cannot be required to be valid for %i ms', async (millis) => {
    const { session } = createSession({ accessToken: expiring(600_000), refreshToken: 'r' })

    await expect(session.getTokens(millis)).rejects.toThrow(/less than 60000 ms/)
  })

  test('is not adopted from the store again after a refusal', async () => {
    const refused = expiring(600_000)
    const after = { accessToken: expiring(600_000, 1), refreshToken: 'r' }
    const { session } = createSession({ accessToken: refused, refreshToken: 'r' }, async () => after)

    session.refuseAccessToken(refused)
    session.adopt({ accessToken: refused, refreshToken: 'r' })

    expect(session.tokens.accessToken).toBeNull()
    expect(await session.getTokens()).toEqual(after)
  })

  test('is requested again after a failed refresh', async () => {
    const after = { accessToken: expiring(600_000), refreshToken: 'r' }
    let isDown = true
    const { session } = createSession({ accessToken: null, refreshToken: 'r' }, async () => {
      if (isDown) throw new Error('network')
      return after
    })

    await expect(session.getTokens()).rejects.toThrow('network')
    isDown = false

    expect(session.hasEnded).toBe(false)
    expect(await session.getTokens()).toEqual(after)
  })
})

describe('an access token without a refresh token', () => {
  test('is used until it expires', async () => {
    const tokens = { accessToken: expiring(5_000), refreshToken: null }
    const { session } = createSession(tokens)

    expect(await session.getTokens()).toEqual(tokens)
  })

  test('ends the session when it expires', async () => {
    const { session, refreshing } = createSession({ accessToken: expiring(-1), refreshToken: null })

    expect(await session.getTokens()).toEqual(noTokens)
    expect(session.hasEnded).toBe(true)
    expect(refreshing).not.toHaveBeenCalled()
  })
})

describe('the end of a session', () => {
  test('is immediate without tokens', () => {
    expect(createSession(noTokens).session.hasEnded).toBe(true)
  })

  test('follows a refused refresh and is permanent', async () => {
    const { session, refreshing } = createSession({ accessToken: null, refreshToken: 'r' })
    const listener = vi.fn<(lastTokens: Tokens) => void>()
    session.onEnd(listener)

    expect(await session.getTokens()).toEqual(noTokens)
    session.adopt({ accessToken: expiring(600_000), refreshToken: 'r' })

    expect(await session.getTokens()).toEqual(noTokens)
    expect(refreshing).toHaveBeenCalledTimes(1)
    expect(listener).toHaveBeenCalledExactlyOnceWith({ accessToken: null, refreshToken: 'r' })
  })

  test('is permanent if a refresh succeeds after the sign-out', async () => {
    const { promise, resolve } = Promise.withResolvers<Tokens>()
    const { session } = createSession({ accessToken: null, refreshToken: 'r' }, () => promise)
    const waiting = session.getTokens()

    session.end()
    resolve({ accessToken: expiring(600_000), refreshToken: 'r' })

    expect(await waiting).toEqual(noTokens)
  })
})

test.each([
  { accessToken: 'undefined', refreshToken: null },
  { accessToken: null, refreshToken: 'undefined' },
])('the text "undefined" is not accepted as a token', (tokens) => {
  expect(() => createSession(tokens)).toThrow(/"undefined"/)
})

test.each<[string, Tokens, boolean]>([
  ['its own tokens', { accessToken: null, refreshToken: 'r' }, true],
  ['a rotated refresh token of this session', { accessToken: expiring(1, 7), refreshToken: 'r2' }, true],
  ['tokens of another session', { accessToken: accessToken({ sessionId: 'other' }), refreshToken: 'r2' }, false],
  ['an unknown refresh token', { accessToken: null, refreshToken: 'r2' }, false],
  ['no tokens', noTokens, false],
])('owns(%s) is %j', (_, tokens, expected) => {
  expect(createSession({ accessToken: expiring(1), refreshToken: 'r' }).session.owns(tokens)).toBe(expected)
})
