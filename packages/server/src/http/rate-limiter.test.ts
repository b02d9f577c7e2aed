import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type Answer,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({
    settings: { PORTICO_RATE_LIMITS: 'on', PORTICO_TRUSTED_PROXIES: '127.0.0.1' },
  })
  project = await portico.createProject()
})

afterAll(() => portico.close())

function signIn(email: string, password: string, from: string): Promise<Answer> {
  return project.client().post('/auth/password/sign-in', { email, password }, { headers: { 'x-forwarded-for': from } })
}

describe('limits', () => {
  test('given more sign-ups from one address than allowed, when the next comes, then 429 says when to come again', async () => {
    const signUp = (from: string): Promise<Answer> =>
      project
        .client()
        .post(
          '/auth/password/sign-up',
          { email: someEmail(), password: TEST_PASSWORD },
          { headers: { 'x-forwarded-for': from } },
        )

    const statuses = await Promise.all(Array.from({ length: 25 }, () => signUp('198.51.100.1')))
    const refused = await signUp('198.51.100.1')

    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signUp('198.51.100.2')).status).toBe(200)
    portico.clock.advance(61_000)
    expect((await signUp('198.51.100.1')).status).toBe(200)
  })

  test('given IPv6 addresses of one customer, when they take turns, then they share a limit', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 61 }, (_, index) => signIn(someEmail(), 'wrong password', `2001:db8:1:2::${index + 1}`)),
    )

    expect(statuses.some(({ status }) => status === 429)).toBe(true)
  })
})

describe('failures in a row', () => {
  test('given six wrong passwords, when the right one follows at once, then it must wait; later it is taken', async () => {
    const user = await project.signUp()
    for (let failure = 0; failure < 6; failure += 1) await signIn(user.email, 'wrong password', '198.51.100.10')

    const early = await signIn(user.email, TEST_PASSWORD, '198.51.100.10')
    portico.clock.advance(3_000)
    const later = await signIn(user.email, TEST_PASSWORD, '198.51.100.10')

    expect(early.status).toBe(429)
    expect(later.status).toBe(200)
  })

  test('given an address nobody has, when its password is guessed, then it waits just the same', async () => {
    const nobody = someEmail()
    for (let failure = 0; failure < 6; failure += 1) await signIn(nobody, 'wrong password', '198.51.100.11')

    expect((await signIn(nobody, 'wrong password', '198.51.100.11')).status).toBe(429)
  })

  test('given a stranger who keeps failing, when the owner signs in from elsewhere, then nothing is in their way', async () => {
    const user = await project.signUp()
    for (let failure = 0; failure < 8; failure += 1) await signIn(user.email, 'wrong password', '198.51.100.12')

    expect((await signIn(user.email, TEST_PASSWORD, '198.51.100.13')).status).toBe(200)
  })

  test('given a hundred failures from many addresses, when the next comes from a new one, then it waits, while a known address goes on', async () => {
    const user = await project.signUp()
    await signIn(user.email, TEST_PASSWORD, '203.0.113.1')
    for (let failure = 0; failure < 102; failure += 1) {
      portico.clock.advance(4_000)
      await signIn(user.email, 'wrong password', `198.18.${failure}.1`)
    }

    expect((await signIn(user.email, 'wrong password', '198.19.0.1')).status).toBe(429)
    expect((await signIn(user.email, TEST_PASSWORD, '203.0.113.1')).status).toBe(200)
  })

  test('given a stranger who guesses without end, when the owner comes from an address they have used, then they get in at once', async () => {
    const user = await project.signUp()
    await signIn(user.email, TEST_PASSWORD, '203.0.113.20')

    for (let minute = 0; minute < 3; minute += 1) {
      await Promise.all(Array.from({ length: 25 }, () => signIn(user.email, 'wrong password', '198.51.100.20')))
      expect((await signIn(user.email, TEST_PASSWORD, '203.0.113.20')).status).toBe(200)
      portico.clock.advance(60_000)
    }
  })

  test("given a customer's backend, when it signs many people up from one address, then no limit per address is in its way", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        project.server().post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })
})
