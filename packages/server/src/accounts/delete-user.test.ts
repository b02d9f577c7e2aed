import {
  createTestPortico,
  lookAlikeProviders,
  someEmail,
  VirtualAuthenticator,
  type TestPortico,
} from '@portico/testkit'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { SqlName, statement } from '../kernel/statement.ts'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico({ isListening: true, settings: { PORTICO_RATE_LIMITS: 'on' } })
})

afterAll(() => portico.close())

interface StartedRegistration {
  readonly code: string
  readonly options_json: Parameters<VirtualAuthenticator['register']>[0]
}

/** Lists the tables of the schema that have a row with one of the texts, in any column. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { db } = portico.database
  const { rows: tables } = await db.run(statement<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      -- The inbox exists in development mode only, for the developer who wants to read the mails.
      and relname <> 'dev_inbox'
    order by relname`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.run(statement`
      select 1 from ${new SqlName(name)} as t
      where exists (select from unnest(${texts}::text[]) wanted (text) where strpos(lower(t::text), lower(wanted.text)) > 0)`)
    if (rows.length > 0) found.push(name)
  }
  return found
}

describe('deletion of a user', () => {
  test('leaves no row behind except audit entries, which contain ids and no address or name', async () => {
    const project = await portico.createProject({
      config: { oauth_providers: lookAlikeProviders, magic_link_enabled: true, passkey_enabled: true },
    })
    const name = `Name ${randomUUID()}`
    const [providerEmail, otherEmail, removedEmail] = [someEmail(), someEmail(), someEmail()]
    const user = await project.signUp()
    const client = project.client(user)
    const callback_url = 'http://localhost:3000/handler/x'
    await client.patch('/users/me', { display_name: name, profile_image_url: pixel, client_metadata: { name } })
    await client.post('/contact-channels', { user_id: 'me', type: 'email', value: otherEmail, used_for_auth: false })
    const { body: started } = await client.post<StartedRegistration>('/auth/passkey/initiate-passkey-registration', {})
    const credential = new VirtualAuthenticator().register(started.options_json)
    await client.post('/auth/passkey/register', { credential, code: started.code })
    await project.enrolTotp(user)
    await client.post('/contact-channels/send-verification-code', { email: user.email, callback_url })
    await project.client().post('/auth/password/send-reset-code', { email: user.email, callback_url })
    await project.client().post('/auth/otp/send-sign-in-code', { email: user.email, callback_url })
    await project.client().post('/auth/password/sign-in', { email: user.email, password: user.password })
    const linked = await project.signInAt('google', { email: providerEmail }, { type: 'link', token: user.accessToken })
    await linked.exchange()
    await project.server().post('/auth/sessions', { user_id: user.id })
    await portico.service.idle()
    const removed = { user_id: 'me', type: 'email', value: removedEmail, used_for_auth: false }
    const { body: channel } = await project.server(user).post<{ id: string }>('/contact-channels', removed)
    await client.post(`/contact-channels/me/${channel.id}/send-verification-code`, { callback_url })
    await portico.service.idle()
    await client.delete(`/contact-channels/me/${channel.id}`)
    expect(await tablesWith([removedEmail])).toContain('emails')
    const traces = [user.id, user.email, otherEmail, removedEmail, providerEmail, name]
    const before = await tablesWith(traces)

    expect((await project.server().delete(`/users/${user.id}`)).status).toBe(200)
    await portico.service.idle()

    expect(before).toEqual(
      expect.arrayContaining([
        'audit_events',
        'contact_channels',
        'emails',
        'oauth_accounts',
        'passkeys',
        'sessions',
        'users',
      ]),
    )
    expect(await tablesWith(traces.slice(1))).toEqual([])
    expect(await tablesWith([user.id])).toEqual(['audit_events'])
  })

  test('during sign-ins leaves neither a session nor the user, and no answer is a 5xx', async () => {
    const project = await portico.createProject()
    for (let round = 0; round < 5; round += 1) {
      const user = await project.signUp()
      const { email, password } = user
      const signIn = (): Promise<{ status: number }> =>
        project.client().post('/auth/password/sign-in', { email, password })
      const refresh = (): Promise<{ status: number }> => project.client(user).post('/auth/sessions/current/refresh', {})

      const answers = await Promise.all([
        signIn(),
        refresh(),
        project.server().delete(`/users/${user.id}`),
        signIn(),
        project.server().post('/auth/sessions', { user_id: user.id }),
        project.server().patch(`/users/${user.id}`, { primary_email: someEmail(), display_name: 'Late' }),
      ])

      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      expect(await tablesWith([user.id])).toEqual(['audit_events'])
      expect((await signIn()).status).toBe(400)
    }
  }, 60_000)

  test('keeps the codes for an address that the user only added', async () => {
    const project = await portico.createProject({ config: { magic_link_enabled: true } })
    const attacker = await project.signUp()
    const victim = someEmail()
    const channel = { user_id: 'me', type: 'email', value: victim, used_for_auth: false }
    expect((await project.client(attacker).post('/contact-channels', channel)).status).toBe(201)
    const callback_url = 'http://localhost:3000/handler/magic-link-callback'
    await project.client().post('/auth/otp/send-sign-in-code', { email: victim, callback_url })

    await project.server().delete(`/users/${attacker.id}`)

    const code = await portico.mailbox.latestCode(victim)
    expect((await project.client().post('/auth/otp/sign-in', { code })).status).toBe(200)
  })

  test('keeps the codes for an address that another user has as well', async () => {
    const project = await portico.createProject({ config: { magic_link_enabled: true } })
    const owner = await project.signUp()
    const { body: attacker } = await project.server().post<{ id: string }>('/users', { primary_email: owner.email })
    const callback_url = 'http://localhost:3000/handler/magic-link-callback'
    await project.client().post('/auth/otp/send-sign-in-code', { email: owner.email, callback_url })

    await project.server().delete(`/users/${attacker.id}`)

    const code = await portico.mailbox.latestCode(owner.email)
    expect((await project.client().post('/auth/otp/sign-in', { code })).status).toBe(200)
  })
})

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
