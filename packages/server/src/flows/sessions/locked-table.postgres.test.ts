import { createTestPortico, someEmail, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// A migration may lock the table of sessions. Calls without a session must not wait for it.

let portico: TestPortico
let project: TestProject
let unlock: () => void
let isUnlocked: Promise<unknown>

const callback_url = 'http://localhost:3000/handler/x'

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  project = await portico.createProject({ config: { magic_link_enabled: true, passkey_enabled: true } })
  const [isLocked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  isUnlocked = portico.database.db.transaction(async (tx) => {
    await tx.script('set local idle_in_transaction_session_timeout = 0')
    await tx.script('lock table sessions in access exclusive mode')
    isLocked.resolve()
    await end.promise
  })
  unlock = () => end.resolve()
  await isLocked.promise
})

afterAll(async () => {
  unlock()
  await isUnlocked
  await portico.close()
})

async function newLoginCode(): Promise<string> {
  return (await project.client().post<{ login_code: string }>('/auth/cli', {})).body.login_code
}

const calls: Record<string, () => Promise<Answer>> = {
  'starting a CLI login': () => project.client().post('/auth/cli', {}),
  'reading the requester of a CLI login': async () =>
    project.client().post('/auth/cli/complete', { login_code: await newLoginCode(), mode: 'check' }),
  'refusing a CLI login': async () =>
    project.client().post('/auth/cli/complete', { login_code: await newLoginCode(), mode: 'refuse' }),
  'sending a sign-in code': () =>
    project.client().post('/auth/otp/send-sign-in-code', { email: someEmail(), callback_url }),
  'sending a reset code': () =>
    project.client().post('/auth/password/send-reset-code', { email: someEmail(), callback_url }),
  'starting a sign-in with a passkey': () => project.client().post('/auth/passkey/initiate-passkey-authentication', {}),
  'reading the project': () => project.client().get('/projects/current'),
}

describe('locked sessions table', () => {
  test.each(Object.entries(calls))('does not delay %s', async (_name, call) => {
    expect(await call()).toMatchObject({ status: 200 })
  })
})
