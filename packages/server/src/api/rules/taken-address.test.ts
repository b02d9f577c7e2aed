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
let taken: string
let addresses = 0

beforeAll(async () => {
  portico = await createTestPortico({
    settings: {
      PORTICO_RATE_LIMITS: '{"takenAddress":{"perAddress":[2,3600]}}',
      PORTICO_TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  project = await portico.createProject({
    config: { oauth_account_merge_strategy: 'raise_error', oauth_providers: [{ id: 'google', type: 'shared' }] },
  })
  taken = (await project.signUp()).email
})

afterAll(() => portico.close())

function newAddress(): string {
  addresses += 1
  return `203.0.113.${addresses}`
}

function signUp(email: string, from: string, access: 'client' | 'server' = 'client'): Promise<Answer> {
  return project[access]().post(
    '/auth/password/sign-up',
    { email, password: TEST_PASSWORD },
    { headers: { 'x-forwarded-for': from } },
  )
}

test('an address that many users add gets five notices', async () => {
  const victim = someEmail()
  for (let users = 0; users < 7; users += 1) {
    const added = await project
      .client(await project.signUp())
      .post('/contact-channels', { type: 'email', value: victim, used_for_auth: false })
    expect(added.status).toBe(201)
  }

  expect(await portico.mailbox.to(victim)).toHaveLength(5)
})

describe('a client address that got too many answers that an e-mail address is taken', () => {
  test('cannot sign up with a free address either, so that the refusal reveals nothing', async () => {
    const from = newAddress()

    const answers = [
      await signUp(taken, from),
      await signUp(taken, from),
      await signUp(taken, from),
      await signUp(someEmail(), from),
    ]

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 429, 429])
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(3_500)
  })

  test('cannot add or change an address either', async () => {
    const headers = { 'x-forwarded-for': newAddress() }
    const user = await project.signUp()
    const client = project.client(user)
    const add = (value: string): Promise<Answer> =>
      client.post('/contact-channels', { type: 'email', value, used_for_auth: true }, { headers })

    const answers = [
      await add(taken),
      await client.patch('/users/me', { primary_email: taken }, { headers }),
      await add(taken),
      await add(someEmail()),
      await client.patch('/users/me', { primary_email: someEmail() }, { headers }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 429, 429, 429])
  })

  test('may sign up again an hour later', async () => {
    const from = newAddress()
    await Promise.all([signUp(taken, from), signUp(taken, from)])

    portico.clock.advance(3_601_000)

    expect((await signUp(someEmail(), from)).status).toBe(200)
  })

  test('does not affect clients at other addresses', async () => {
    const from = newAddress()
    await Promise.all([signUp(taken, from), signUp(taken, from)])

    expect((await signUp(someEmail(), newAddress())).status).toBe(200)
  })

  test('can still sign in', async () => {
    const from = newAddress()
    await Promise.all([signUp(taken, from), signUp(taken, from)])

    const answer = await project
      .client()
      .post(
        '/auth/password/sign-in',
        { email: taken, password: TEST_PASSWORD },
        { headers: { 'x-forwarded-for': from } },
      )

    expect(answer.status).toBe(200)
  })

  test('cannot sign up at a provider, but can sign in there with a known account', async () => {
    const known = { email: someEmail() }
    expect((await project.signInAt('google', known)).code).not.toBeNull()
    const refused = [
      await project.signInAt('google', { email: taken }),
      await project.signInAt('google', { email: taken }),
    ]

    const free = await project.signInAt('google', { email: someEmail() })

    expect(refused.map(({ errorCode }) => errorCode)).toEqual(
      Array(2).fill('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE'),
    )
    expect(free).toMatchObject({ status: 429, code: null })
    expect((await project.signInAt('google', known)).code).not.toBeNull()
  })
})

test('a backend that signs up its users is not limited by its address', async () => {
  const from = newAddress()

  const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(taken, from, 'server')))

  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409])
})
