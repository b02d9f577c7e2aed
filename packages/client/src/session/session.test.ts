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
  test('given 20 s left, when asked for, then it is used as it is', async () => {
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
  ])('given %s, when asked for by many at once, then one refresh serves them all', async (_, before) => {
    const after = { accessToken: expiring(600_000), refreshToken: 'r2' }
    const { session, refreshing } = createSession({ accessToken: before, refreshToken: 'r' }, async () => after)

    expect(await Promise.all([session.getTokens(), session.getTokens(), session.getTokens()])).toEqual([
      after,
      after,
      after,
    ])
    expect(refreshing).toHaveBeenCalledTimes(1)
  })

  test('given a token that never expires, when asked for, then it is never refreshed', async () => {
    const { session, refreshing } = createSession({ accessToken: accessToken(), refreshToken: 'r' })

    await session.getTokens()

    expect(refreshing).not.toHaveBeenCalled()
  })

  test.each([60_000, 120_000])('given a demand for %i ms, when asked for, then throws', async (millis) => {
    const { session } = createSession({ accessToken: expiring(600_000), refreshToken: 'r' })

    await expect(session.getTokens(millis)).rejects.toThrow(/less than 60000 ms/)
  })

  test('given a refused token, when the store offers it again, then it is not taken back', async () => {
    const refused = expiring(600_000)
    const after = { accessToken: expiring(600_000, 1), refreshToken: 'r' }
    const { session } = createSession({ accessToken: refused, refreshToken: 'r' }, async () => after)

    session.refuseAccessToken(refused)
    session.adopt({ accessToken: refused, refreshToken: 'r' })

    expect(session.tokens.accessToken).toBeNull()
    expect(await session.getTokens()).toEqual(after)
  })

  test('given a failed refresh, when asked for again, then tries again', async () => {
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

describe('an access token alone', () => {
  test('given some time left, when asked for, then it is used to its end', async () => {
    const tokens = { accessToken: expiring(5_000), refreshToken: null }
    const { session } = createSession(tokens)

    expect(await session.getTokens()).toEqual(tokens)
  })

  test('given it has expired, when asked for, then the session is over', async () => {
    const { session, refreshing } = createSession({ accessToken: expiring(-1), refreshToken: null })

    expect(await session.getTokens()).toEqual(noTokens)
    expect(session.hasEnded).toBe(true)
    expect(refreshing).not.toHaveBeenCalled()
  })
})

describe('the end', () => {
  test('given no tokens, when made, then the session is over from the start', () => {
    expect(createSession(noTokens).session.hasEnded).toBe(true)
  })

  test('given a refresh that gives nothing, when asked for tokens, then there are none, for good', async () => {
    const { session, refreshing } = createSession({ accessToken: null, refreshToken: 'r' })
    const listener = vi.fn<(lastTokens: Tokens) => void>()
    session.onEnd(listener)

    expect(await session.getTokens()).toEqual(noTokens)
    session.adopt({ accessToken: expiring(600_000), refreshToken: 'r' })

    expect(await session.getTokens()).toEqual(noTokens)
    expect(refreshing).toHaveBeenCalledTimes(1)
    expect(listener).toHaveBeenCalledExactlyOnceWith({ accessToken: null, refreshToken: 'r' })
  })

  test('given a sign-out during a refresh, when the refresh succeeds, then the session stays over', async () => {
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
])('given the text "undefined" as a token, when made, then throws', (tokens) => {
  expect(() => createSession(tokens)).toThrow(/"undefined"/)
})

test.each<[string, Tokens, boolean]>([
  ['its own tokens', { accessToken: null, refreshToken: 'r' }, true],
  ['a successor of its refresh token', { accessToken: expiring(1, 7), refreshToken: 'r2' }, true],
  ['tokens of another session', { accessToken: accessToken({ sessionId: 'other' }), refreshToken: 'r2' }, false],
  ['an unknown refresh token', { accessToken: null, refreshToken: 'r2' }, false],
  ['nothing', noTokens, false],
])('given %s, when asked whether they belong to the session, then says %j', (_, tokens, expected) => {
  expect(createSession({ accessToken: expiring(1), refreshToken: 'r' }).session.owns(tokens)).toBe(expected)
})
