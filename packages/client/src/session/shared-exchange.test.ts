import { expect, test } from 'vitest'

import { accessToken, createSurroundings, knownError, projectId, TestClock } from '../../test/surroundings.ts'
import type { Ports } from '../transport/ports.ts'
import type { SessionHolder } from './session-holder.ts'
import { SessionHolders } from './session-holders.ts'
import { isRefusedToken, requireNewExchange, shareExchanges } from './shared-exchange.ts'

/** A server that renders requests, each with its own tokens. */
function createServer({ timerSpeed = 1 } = {}) {
  const clock = new TestClock()
  let serial = 0
  const endpoint = { isAlive: true, isReachable: true }
  const surroundings = createSurroundings(
    async () => {
      if (!endpoint.isReachable) return new TypeError('fetch failed')
      if (!endpoint.isAlive) return knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401)
      serial += 1
      return { body: { access_token: accessToken({ expiresAt: clock.now + 600_000, sessionId: 's', serial }) } }
    },
    { clock },
  )
  const ports: Ports = {
    ...surroundings.ports,
    after: (millis, run) => surroundings.ports.after(millis / timerSpeed, run),
  }
  const createHolders = () =>
    new SessionHolders({
      projectId,
      publishableClientKey: 'k',
      readUnprefixedCookies: false,
      extraRequestHeaders: {},
      apiUrl: () => 'https://api.example',
      ports: { ...ports, shareExchange: shareExchanges(ports, 'https://api.example p') },
    })
  let holders = createHolders()
  /** The session of another request, and of another app on the same server. */
  const render = (refreshToken = 'r1'): SessionHolder => {
    holders = createHolders()
    const pair = JSON.stringify({ accessToken: null, refreshToken })
    return holders.of(new Request('https://app.example/', { headers: { 'x-stack-auth': pair } }))
  }
  return { ...surroundings, ports, clock, endpoint, render }
}

test('concurrent renders of one session share an exchange, and another session has its own', async () => {
  const { render, sent } = createServer()

  const tokens = await Promise.all([render(), render(), render('r2'), render()].map((it) => it.current().getTokens()))

  expect(sent).toHaveLength(2)
  expect(new Set(tokens.map(({ accessToken: token }) => token)).size).toBe(2)
})

test('the renders of one second share an exchange, and later ones do not', async () => {
  const { render, sent, clock } = createServer()
  await render().current().getTokens()

  await clock.advance(900)
  await render().current().getTokens()
  expect(sent).toHaveLength(1)

  await clock.advance(101)
  await render().current().getTokens()
  expect(sent).toHaveLength(2)
})

test('the timer of a busy process, which fires early, does not end the second', async () => {
  const { render, sent, clock } = createServer({ timerSpeed: 2 })
  await render().current().getTokens()

  await clock.advance(900)
  await render().current().getTokens()

  expect(sent).toHaveLength(1)
})

test('a session that has refused the shared token gets another one', async () => {
  const { render, sent } = createServer()
  const session = render().current()
  const { accessToken: first } = await session.getTokens()

  session.refuseAccessToken(first ?? '')
  const { accessToken: second } = await session.getTokens()

  expect(second).not.toBe(first)
  expect(sent).toHaveLength(2)
})

test('the end of a session is shared, and a failure is not', async () => {
  const { render, sent, endpoint } = createServer()
  endpoint.isReachable = false
  await expect(render().current().getTokens()).rejects.toThrow(/could not be reached|did not answer/)

  endpoint.isReachable = true
  endpoint.isAlive = false
  const before = sent.length
  const sessions = [render().current(), render().current()]
  await Promise.all(sessions.map((session) => session.getTokens()))

  expect(sessions.map(({ hasEnded }) => hasEnded)).toEqual([true, true])
  expect(sent).toHaveLength(before + 1)
})

test('the age of a shared answer counts, also if no timer has run since', async () => {
  const { render, sent, clock } = createServer()
  await render().current().getTokens()

  clock.now += 3_600_000
  await render().current().getTokens()

  expect(sent).toHaveLength(2)
})

test('a session whose shared exchange fails makes one attempt of its own', async () => {
  const { render, endpoint } = createServer()
  endpoint.isReachable = false
  const first = render().current().getTokens()
  const second = render().current().getTokens()

  await expect(first).rejects.toThrow(/could not be reached|did not answer/)
  endpoint.isReachable = true

  expect((await second).accessToken).not.toBeNull()
})

test('an exchange that is required to be new joins no running one, and later callers share it', async () => {
  const { render, sent } = createServer()
  const before = render().current().getTokens()
  const session = render().current()

  requireNewExchange(session)
  const { accessToken: renewed } = await session.getTokens()
  const { accessToken: later } = await render().current().getTokens()

  expect((await before).accessToken).not.toBe(renewed)
  expect(later).toBe(renewed)
  expect(sent).toHaveLength(2)
})

test('a refused refresh token is known to its own environment, for a second', async () => {
  const { render, ports, endpoint, clock } = createServer()
  endpoint.isAlive = false
  await render().current().getTokens()

  expect([isRefusedToken(ports, 'r1'), isRefusedToken({ ...ports }, 'r1')]).toEqual([true, false])
  await clock.advance(1_000)
  expect(isRefusedToken(ports, 'r1')).toBe(false)
})
