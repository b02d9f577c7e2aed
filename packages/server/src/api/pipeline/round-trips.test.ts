import { AsyncLocalStorage } from 'node:async_hooks'

import {
  createTestPortico,
  someEmail,
  totpCode,
  type Answer,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { asOwner } from '../../../test/owner.ts'
import type { Database, Executor } from '../../kernel/database.ts'
import { sequence, type Statement } from '../../kernel/statement.ts'

// Counts how often a call waits for the database. This decides how long a sign-in takes if the database is on another
// host.

let portico: TestPortico
let project: TestProject

/** A statement, a batch of statements and a commit are one round trip each. */
interface Counter {
  roundTrips: number
}
const counters = new AsyncLocalStorage<Counter>()

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
  project = await portico.createProject({
    config: { magic_link_enabled: true, oauth_providers: [{ id: 'google', type: 'shared' }] },
  })
  await project.signUp()
  const { db } = portico.database
  const uncounted: Database = { ...db }
  const count = (): void => {
    const counter = counters.getStore()
    if (counter) counter.roundTrips += 1
  }
  const countedRun = <T>(run: Executor['run'], wanted: Statement<T>): Promise<T> => {
    // Calls do not wait while an attempt is given back to its limit.
    const isAwaited = wanted.queries.some(({ text }) => !/^\s*(delete from|update) rate_limits/.test(text))
    if (isAwaited) count()
    return run(wanted)
  }
  const counted: Pick<Database, 'run' | 'batch' | 'transaction'> = {
    run: (wanted) => countedRun(uncounted.run, wanted),
    batch: (batch) => countedRun(uncounted.run, sequence(batch)),
    async transaction(work) {
      const result = await uncounted.transaction((tx) =>
        work({
          ...tx,
          run: (wanted) => countedRun(tx.run, wanted),
          batch: (batch) => countedRun(tx.run, sequence(batch)),
        }),
      )
      count()
      return result
    },
  }
  Object.assign(db, counted)
})

afterAll(() => portico.close())

async function roundTripsOf(call: () => Promise<Answer>, status = 200): Promise<number> {
  // A node reloads a project after five seconds. On a slow machine, the measured call would include the reload.
  await project.client().get('/projects/current')
  const counter: Counter = { roundTrips: 0 }
  const answer = await counters.run(counter, call)
  expect(answer.status).toBe(status)
  return counter.roundTrips
}

async function codeFor(email: string): Promise<string> {
  await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost:3000/x' })
  return portico.mailbox.latestCode(email)
}

const useCode = (code: string): Promise<Answer> => project.client().post('/auth/otp/sign-in', { code })

/**
 * The maximum number of round trips per flow, from a new client address: a sign-in takes one to remember the address.
 */
const flows: Record<string, readonly [budget: number, count: () => Promise<number>]> = {
  'an owner calls with an admin access token': [
    1,
    () => roundTripsOf(() => asOwner(portico, project.id, project.ownerAccessToken, 'server').get('/projects/current')),
  ],
  'a user requests a sign-in code': [
    2,
    () =>
      roundTripsOf(() =>
        project
          .client()
          .post('/auth/otp/send-sign-in-code', { email: someEmail(), callback_url: 'http://localhost:3000/x' }),
      ),
  ],
  'a new user signs in by mail': [
    5,
    async () => {
      const code = await codeFor(someEmail())
      return roundTripsOf(() => useCode(code))
    },
  ],
  'a known user signs in by mail': [
    5,
    async () => {
      const email = someEmail()
      await useCode(await codeFor(email))
      // This sign-in remembers the client address.
      await useCode(await codeFor(email))
      const code = await codeFor(email)
      return roundTripsOf(() => useCode(code))
    },
  ],
  'a user claims an unverified account by mail': [
    13,
    async () => {
      const { email } = await project.signUp()
      const code = await codeFor(email)
      return roundTripsOf(() => useCode(code))
    },
  ],
  'an anonymous user is upgraded by mail': [
    6,
    async () => {
      const anonymous = await project.signUpAnonymously()
      const code = await codeFor(someEmail())
      return roundTripsOf(() => project.client(anonymous).post('/auth/otp/sign-in', { code }))
    },
  ],
  'an anonymous user is upgraded by a password': [
    4,
    async () => {
      const anonymous = await project.signUpAnonymously()
      return roundTripsOf(() =>
        project.client(anonymous).post('/auth/password/sign-up', { email: someEmail(), password: 'a long passphrase' }),
      )
    },
  ],
  'a client exchanges the authorization code of a sign-in at a provider': [
    4,
    async () => {
      const signIn = await project.signInAt('google', { email: someEmail() })
      return roundTripsOf(() => signIn.exchange())
    },
  ],
  'a server that sends all its keys reads the user': [
    1,
    async () => {
      const user = await project.signUp()
      const headers = {
        'x-stack-publishable-client-key': project.keys.publishable_client_key,
        'x-stack-super-secret-admin-key': project.keys.super_secret_admin_key,
      }
      return roundTripsOf(() => project.server(user).get('/users/me', { headers }))
    },
  ],
  'a server renames a user': [
    5,
    async () => {
      const user = await project.signUp()
      return roundTripsOf(() => project.server().patch(`/users/${user.id}`, { display_name: 'Ada' }))
    },
  ],
  'an anonymous user signs up': [2, () => roundTripsOf(() => project.client().post('/auth/anonymous/sign-up'))],
  'a correct password requires a second factor': [
    4,
    async () => {
      const user = await project.signUp()
      await project.enrolTotp(user)
      const { email, password } = user
      return roundTripsOf(() => project.client().post('/auth/password/sign-in', { email, password }), 400)
    },
  ],
  'a user signs in with the second factor': [
    6,
    async () => {
      const user = await project.signUp()
      const secret = await project.enrolTotp(user)
      const { email, password } = user
      const first = await project.client().post('/auth/password/sign-in', { email, password })
      const { attempt_code: code } = (first.body as { details: { attempt_code: string } }).details
      const totp = await totpCode(secret, portico.clock)
      return roundTripsOf(() => project.client().post('/auth/mfa/sign-in', { type: 'totp', code, totp }))
    },
  ],
}

describe('round trips to the database', () => {
  test.each(Object.entries(flows).map(([name, [budget, count]]) => ({ name, budget, count })))(
    'are at most $budget when $name',
    async ({ budget, count }) => {
      expect(await count()).toBeLessThanOrEqual(budget)
    },
  )
})
