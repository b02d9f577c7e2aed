import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createTestPortico, someEmail, TEST_PASSWORD, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Breached, but not in the list of common passwords. */
const BREACHED = 'breached dinosaur 71'
const MINUTE_MILLIS = 60_000
const DAY_MILLIS = 86_400_000

interface Question {
  readonly path: string | undefined
  readonly padding: string | undefined
}

const questions: Question[] = []
/** The answer of the list for digests that start with the prefix. */
let answer: (prefix: string) => { readonly status: number; readonly text: string }
const list = createServer((request, response) => {
  questions.push({ path: request.url, padding: request.headers['add-padding']?.toString() })
  const { status, text } = answer(request.url?.slice('/range/'.length) ?? '')
  response.writeHead(status).end(text)
})

let portico: TestPortico
let project: TestProject
const refusal = { status: 400, body: { code: 'PASSWORD_REQUIREMENTS_NOT_MET', details: { reason: 'breached' } } }

beforeAll(async () => {
  await new Promise<void>((resolve) => list.listen(0, '127.0.0.1', resolve))
  const { port } = list.address() as AddressInfo
  portico = await createTestPortico({ settings: { PORTICO_BREACHED_PASSWORDS: `http://127.0.0.1:${port}/range/` } })
  project = await portico.createProject({ config: { breached_passwords_refused: true } })
})

afterAll(async () => {
  await portico.close()
  list.close()
})

/** Answers with the password and how often it was seen. Padding has the count 0. */
function rangeWith(password: string, count: number) {
  return (prefix: string) => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
    const others = `${'0'.repeat(35)}:3\r\n${'F'.repeat(35)}:0`
    const own = digest.startsWith(prefix) ? `\r\n${digest.slice(5)}:${count}` : ''
    return { status: 200, text: others + own }
  }
}

function signUp(password: string, on = project) {
  return on.client().post('/auth/password/sign-up', { email: someEmail(), password })
}

/** Counts the audit entries about passwords that could not be compared. */
async function unavailable(): Promise<number> {
  const { body } = await project.admin().get<{ items: { action: string }[] }>('/internal/audit-events?limit=200')
  return body.items.filter(({ action }) => action === 'breached_passwords.unavailable').length
}

describe('a breached password', () => {
  test('is refused wherever a user chooses one, and the list learns five characters of its digest', async () => {
    answer = rangeWith(BREACHED, 12)
    questions.length = 0
    const user = await project.signUp()
    const before = questions.length
    await project.server().patch(`/users/${user.id}`, { primary_email_verified: true })

    const signedUp = await signUp(BREACHED)
    const updated = await project
      .client(user)
      .post('/auth/password/update', { old_password: TEST_PASSWORD, new_password: BREACHED })
    const { body: withoutPassword } = await project
      .server()
      .post<{ id: string }>('/users', { primary_email: someEmail(), primary_email_auth_enabled: true })
    const session = await project.server().post<{ access_token: string; refresh_token: string }>('/auth/sessions', {
      user_id: withoutPassword.id,
    })
    const set = await project
      .client({ accessToken: session.body.access_token, refreshToken: session.body.refresh_token })
      .post('/auth/password/set', { password: BREACHED })
    await project.client().post('/auth/password/send-reset-code', {
      email: user.email,
      callback_url: 'http://localhost:3000/handler/password-reset',
    })
    const code = await portico.mailbox.latestCode(user.email)
    const reset = await project.client().post('/auth/password/reset', { code, password: BREACHED })

    for (const refused of [signedUp, updated, set, reset]) expect(refused).toMatchObject(refusal)
    const prefix = createHash('sha1').update(BREACHED).digest('hex').toUpperCase().slice(0, 5)
    // One request, because its answer is kept.
    expect(questions.slice(before)).toEqual([{ path: `/range/${prefix}`, padding: 'true' }])
    expect(
      await project.client().post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD }),
    ).toMatchObject({
      status: 200,
    })

    portico.clock.advance(DAY_MILLIS)
    await signUp(BREACHED)
    expect(questions.slice(before)).toHaveLength(2)
  })

  test('is permitted if its digest is only padding', async () => {
    answer = rangeWith('padded dinosaur 71', 0)
    expect(await signUp('padded dinosaur 71')).toMatchObject({ status: 200 })
  })

  test('is permitted in a project that does not refuse it, without a question', async () => {
    answer = rangeWith(BREACHED, 12)
    const other = await portico.createProject()
    questions.length = 0

    expect(await signUp(BREACHED, other)).toMatchObject({ status: 200 })
    expect(questions).toEqual([])
  })
})

test.each([
  ['fails', { status: 503, text: '' }],
  ['answers something else', { status: 200, text: '<html>' }],
])('a list that %s permits the password, and is asked again after a pause', async (_what, broken) => {
  portico.clock.advance(MINUTE_MILLIS)
  answer = () => broken
  questions.length = 0
  const before = await unavailable()

  expect(await signUp(`unchecked ${someEmail()}`)).toMatchObject({ status: 200 })
  expect(await signUp(`unchecked ${someEmail()}`)).toMatchObject({ status: 200 })
  expect(questions).toHaveLength(1)
  expect(await unavailable()).toBe(before + 2)

  portico.clock.advance(MINUTE_MILLIS)
  answer = rangeWith(BREACHED, 1)
  expect(await signUp(BREACHED)).toMatchObject(refusal)
})
