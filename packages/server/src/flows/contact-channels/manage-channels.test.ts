import { randomUUID } from 'node:crypto'

import type { ContactChannelRead } from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { magic_link_enabled: true } })
})

afterAll(() => portico.close())

const callback_url = 'http://localhost:3000/handler/email-verification'

type Client = ReturnType<TestProject['client']>
type List = Answer<{ items: ContactChannelRead[] }>

interface NewChannel {
  readonly value?: string
  readonly used_for_auth?: boolean
  readonly is_primary?: boolean
  readonly is_verified?: boolean
  readonly user_id?: string
  readonly totp_code?: string
  readonly type?: string
  readonly display_name?: string
}

function add(client: Client, fields: NewChannel = {}): Promise<Answer<ContactChannelRead>> {
  return client.post('/contact-channels', {
    user_id: 'me',
    type: 'email',
    value: someEmail(),
    used_for_auth: false,
    ...fields,
  })
}

async function addressesOf(user: TestUser): Promise<ContactChannelRead[]> {
  const { body }: List = await project.client(user).get('/contact-channels?user_id=me')
  return body.items
}

async function primaryOf(user: TestUser): Promise<ContactChannelRead> {
  const channel = (await addressesOf(user)).find(({ is_primary: isPrimary }) => isPrimary)
  if (!channel) throw new Error('The user has no primary address.')
  return channel
}

async function prove(user: TestUser, channel: ContactChannelRead, client = project.client(user)): Promise<void> {
  // Mails are delivered concurrently, so the mail of the sign-up could arrive last.
  await portico.service.idle()
  await project.client(user).post(`/contact-channels/me/${channel.id}/send-verification-code`, { callback_url })
  const code = await portico.mailbox.latestCode(channel.value)
  expect((await client.post('/contact-channels/verify', { code, account: 'mine' })).status).toBe(200)
}

function signIn(email: string, password = TEST_PASSWORD): Promise<Answer> {
  return project.client().post('/auth/password/sign-in', { email, password })
}

async function subjectsTo(email: string): Promise<string[]> {
  await portico.service.idle()
  return (await portico.mailbox.to(email)).map(({ subject }) => subject)
}

const taken = { status: 409, body: { code: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE' } }

describe('contact channels', () => {
  test('are listed oldest first, with the address of the sign-up', async () => {
    const user = await project.signUp()

    const added = await add(project.client(user), { value: `  Second.${user.email.toUpperCase()} ` })

    expect(added.status).toBe(201)
    expect(await addressesOf(user)).toEqual([
      {
        user_id: user.id,
        id: expect.any(String) as unknown,
        type: 'email',
        value: user.email,
        is_primary: true,
        is_verified: false,
        is_claimed: false,
        used_for_auth: true,
      },
      {
        user_id: user.id,
        id: added.body.id,
        type: 'email',
        value: `second.${user.email}`,
        is_primary: false,
        is_verified: false,
        is_claimed: false,
        used_for_auth: false,
      },
    ])
  })

  test('are read one at a time, and only for their user', async () => {
    const [user, other] = [await project.signUp(), await project.signUp()]
    const channel = await primaryOf(user)

    expect((await project.client(user).get(`/contact-channels/me/${channel.id}`)).body).toEqual(channel)
    expect((await project.client(user).get(`/contact-channels/me/${randomUUID()}`)).status).toBe(404)
    expect((await project.client(other).get(`/contact-channels/me/${channel.id}`)).status).toBe(404)
    expect((await project.server().get(`/contact-channels/${other.id}/${channel.id}`)).status).toBe(404)
    const other404 = { status: 400, text: 'The contact channel was not found.' }
    expect(await project.client(other).patch(`/contact-channels/me/${channel.id}`, {})).toMatchObject(other404)
    expect(await project.client(other).delete(`/contact-channels/me/${channel.id}`)).toMatchObject(other404)
    expect(await addressesOf(user)).toEqual([channel])
  })

  test('require a user', async () => {
    const answer = { status: 400, body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' } }

    expect(await project.client().get('/contact-channels?user_id=me')).toMatchObject(answer)
    expect(await add(project.client())).toMatchObject(answer)
    expect(await add(project.server())).toMatchObject(answer)
    expect((await project.client(await project.signUp()).get('/contact-channels')).status).toBe(403)
  })

  test('are listed for a server: those of the project, of one user, or one of them', async () => {
    const own = await portico.createProject()
    const users = [await own.signUp(), await own.signUp()]
    const list = async (query: string): Promise<string[]> =>
      ((await own.server().get(`/contact-channels${query}`)) as List).body.items.map(({ value }) => value)
    const [first] = ((await own.server().get('/contact-channels')) as List).body.items

    expect(await list('')).toEqual(users.map(({ email }) => email))
    expect(await list(`?user_id=${users[1]?.id}`)).toEqual([users[1]?.email])
    expect(await list(`?contact_channel_id=${first?.id}`)).toEqual([users[0]?.email])
    expect(await list(`?user_id=${users[1]?.id}&contact_channel_id=${first?.id}`)).toEqual([])
    expect(await list(`?user_id=${randomUUID()}`)).toEqual([])
  })

  test('behave like missing ones in another project', async () => {
    const user = await project.signUp()
    const channel = await primaryOf(user)
    const foreign = (await portico.createProject()).server()

    expect((await foreign.get(`/contact-channels/${user.id}/${channel.id}`)).status).toBe(404)
    expect((await foreign.patch(`/contact-channels/${user.id}/${channel.id}`, { is_primary: false })).status).toBe(400)
    expect((await foreign.delete(`/contact-channels/${user.id}/${channel.id}`)).status).toBe(400)
    expect((await add(foreign, { user_id: user.id })).body).toMatchObject({ code: 'USER_NOT_FOUND' })
    expect(((await foreign.get(`/contact-channels?user_id=${user.id}`)) as List).body.items).toEqual([])
    expect(await addressesOf(user)).toEqual([channel])
  })

  test('are added without user_id for the signed-in user', async () => {
    const user = await project.signUp()

    const added = await project.client(user).post('/contact-channels', {
      type: 'email',
      value: someEmail(),
      used_for_auth: false,
    })

    expect(added).toMatchObject({ status: 201, body: { user_id: user.id } })
  })

  test.each([
    ['not an address', { value: 'no-at-sign' }],
    ['an empty address', { value: '' }],
    ['two addresses', { value: 'a@example.com,b@example.com' }],
    ['another type', { type: 'phone' }],
    ['a verification by the client', { is_verified: true }],
    ['an unknown field', { display_name: 'x' }],
  ])('are refused with %s', async (_what, fields) => {
    const user = await project.signUp()
    const { id } = await primaryOf(user)

    expect(await add(project.client(user), fields)).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(await project.client(user).patch(`/contact-channels/me/${id}`, fields)).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR' },
    })
  })

  test('have each address once per user', async () => {
    const user = await project.signUp()
    const added = await add(project.client(user))
    const exists = { status: 400, text: 'The user already has this e-mail address.' }

    expect(await add(project.client(user), { value: user.email })).toMatchObject(exists)
    expect(
      await project.client(user).patch(`/contact-channels/me/${added.body.id}`, { value: user.email }),
    ).toMatchObject(exists)
  })

  test('are limited to the largest number per user', async () => {
    const user = await project.signUp()
    const answers: Answer<ContactChannelRead>[] = []
    for (let count = 1; count <= 50; count += 1) answers.push(await add(project.server(user)))

    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 49 }, () => 201), 400])
    expect(answers.at(-1)?.text).toBe('A user can have at most 50 e-mail addresses.')
  })

  test('cannot be changed by an impersonating session or an anonymous user', async () => {
    const user = await project.signUp()
    const { id } = await primaryOf(user)
    const { body } = await project.server().post('/auth/sessions', { user_id: user.id, is_impersonation: true })
    const impersonator = project.client({ accessToken: String(body.access_token), refreshToken: '' })

    expect((await add(impersonator)).status).toBe(403)
    expect((await impersonator.delete(`/contact-channels/me/${id}`)).status).toBe(403)
    expect(await add(project.client(await project.signUpAnonymously()))).toMatchObject({ status: 400 })
  })

  test('require a code of the authenticator app to change an address for sign-in', async () => {
    const user = await project.signUp()
    const client = project.client(user)
    const added = await add(client)
    const secret = await project.enrolTotp(user)
    const path = `/contact-channels/me/${added.body.id}`
    const invalid = { status: 400, body: { code: 'INVALID_TOTP_CODE' } }

    expect(added.status).toBe(201)
    for (const change of [{ is_primary: true }, { used_for_auth: true }]) {
      expect(await client.patch(path, change)).toMatchObject(invalid)
      expect(await add(client, change)).toMatchObject(invalid)
    }
    expect(await client.patch('/users/me', { primary_email: someEmail() })).toMatchObject(invalid)
    expect(await primaryOf(user)).toMatchObject({ value: user.email })
    const totp_code = await totpCode(secret, portico.clock, 1)
    expect((await client.patch(path, { is_primary: true, totp_code })).body).toMatchObject({ is_primary: true })
    expect(await client.patch(path, { used_for_auth: true, totp_code })).toMatchObject(invalid)
  })
})

describe('the primary address', () => {
  test('is one: the others lose it first', async () => {
    const user = await project.signUp()

    const added = await add(project.client(user), { is_primary: true })

    expect(added.body).toMatchObject({ is_primary: true, is_verified: false })
    expect((await addressesOf(user)).map(({ is_primary: isPrimary }) => isPrimary)).toEqual([false, true])
    expect((await project.client(user).get('/users/me')).body).toMatchObject({
      primary_email: added.body.value,
      primary_email_verified: false,
    })
  })

  test('may be given up or removed; none takes its place', async () => {
    const user = await project.signUp()
    const added = await add(project.client(user), { is_primary: true })
    const path = `/contact-channels/me/${added.body.id}`

    expect((await project.client(user).patch(path, { is_primary: false })).body).toMatchObject({ is_primary: false })
    expect((await project.client(user).get('/users/me')).body).toMatchObject({ primary_email: null })
    await project.client(user).patch(path, { is_primary: true })
    expect(await project.client(user).delete(path)).toMatchObject({ status: 200, body: { success: true } })
    expect((await project.client(user).get('/users/me')).body).toMatchObject({ primary_email: null })
    expect(await addressesOf(user)).toMatchObject([{ value: user.email, is_primary: false }])
  })

  test('is one after concurrent changes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await project.signUp()
      const added = [await add(project.client(user)), await add(project.client(user))]

      const answers = await Promise.all([
        ...added.map(({ body }) => project.client(user).patch(`/contact-channels/me/${body.id}`, { is_primary: true })),
        project.client(user).patch('/users/me', { primary_email: someEmail() }),
        add(project.client(user), { is_primary: true }),
      ])

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201])
      expect((await addressesOf(user)).filter(({ is_primary: isPrimary }) => isPrimary)).toHaveLength(1)
    }
  })

  test('is changed in place by the user, and starts unverified', async () => {
    const user = await project.signUp()
    await prove(user, await primaryOf(user))
    const { id } = await primaryOf(user)
    const email = someEmail()

    const updated = await project.client(user).patch('/users/me', { primary_email: email })

    expect(updated).toMatchObject({ status: 200, body: { primary_email: email, primary_email_verified: false } })
    expect(await addressesOf(user)).toMatchObject([
      { id, value: email, is_primary: true, is_verified: false, used_for_auth: true },
      { value: user.email, is_primary: false, is_verified: true, is_claimed: true, used_for_auth: true },
    ])
    expect((await project.server(user).get('/users/me')).body).toMatchObject({ primary_email_auth_enabled: true })
    expect((await signIn(email)).status).toBe(400)
    expect(await subjectsTo(user.email)).toContain('Your email address for Test project was changed')
  })

  test.each([
    [
      'the profile',
      (user: TestUser, _id: string, email: string) => project.client(user).patch('/users/me', { primary_email: email }),
    ],
    [
      'its contact channel',
      (user: TestUser, id: string, email: string) =>
        project.client(user).patch(`/contact-channels/me/${id}`, { value: email }),
    ],
  ])('stays for sign-in and recovery after a change of %s until the new address is proved', async (_where, change) => {
    const user = await project.signUp()
    await prove(user, await primaryOf(user))
    const email = someEmail()
    const { id } = await primaryOf(user)

    expect((await change(user, id, email)).status).toBe(200)

    expect(await signIn(user.email)).toMatchObject({ status: 200, body: { user_id: user.id } })
    await project.client().post('/auth/password/send-reset-code', { email: user.email, callback_url })
    expect(await subjectsTo(user.email)).toContain('Reset your password for Test project')
    await prove(user, await primaryOf(user))
    expect((await signIn(user.email)).status).toBe(400)
    expect(await signIn(email)).toMatchObject({ status: 200, body: { user_id: user.id } })
    expect(await addressesOf(user)).toMatchObject([{ id, value: email, is_primary: true, is_claimed: true }])
  })

  test('comes back with its proof when the user takes the change back', async () => {
    const user = await project.signUp()
    await prove(user, await primaryOf(user))
    const before = await addressesOf(user)
    await project.client(user).patch('/users/me', { primary_email: someEmail() })

    const taken = await project.client(user).patch('/users/me', { primary_email: user.email })

    expect(taken.body).toMatchObject({ primary_email: user.email, primary_email_verified: true })
    expect(await addressesOf(user)).toEqual(before)
    expect((await signIn(user.email)).status).toBe(200)
  })

  test('is primary again when the owner of the new mailbox rejects the change', async () => {
    const user = await project.signUp()
    await prove(user, await primaryOf(user))
    const email = someEmail()
    await project.client(user).patch('/users/me', { primary_email: email })
    const { id } = await primaryOf(user)
    await portico.service.idle()
    await project.client(user).post(`/contact-channels/me/${id}/send-verification-code`, { callback_url })
    const code = await portico.mailbox.latestCode(email)

    await project.client().post('/contact-channels/verify', { code, account: 'not_mine' })

    expect(await addressesOf(user)).toMatchObject([{ value: user.email, is_primary: true, is_claimed: true }])
  })

  test('becomes the address that the user already has in another channel', async () => {
    const user = await project.signUp()
    const added = await add(project.client(user))

    await project.client(user).patch('/users/me', { primary_email: added.body.value })

    expect((await addressesOf(user)).map(({ value, is_primary: isPrimary }) => [value, isPrimary])).toEqual([
      [user.email, false],
      [added.body.value, true],
    ])
  })

  test('is removed by the user', async () => {
    const user = await project.signUp()

    await project.client(user).patch('/users/me', { primary_email: null })

    expect(await addressesOf(user)).toEqual([])
  })
})

describe('an address for sign-in', () => {
  test('is reported at once, and signs in once it is proved in a session of the user', async () => {
    const user = await project.signUp()

    const added = await add(project.client(user), { used_for_auth: true })

    expect(added.body).toMatchObject({ used_for_auth: true, is_verified: false })
    expect((await signIn(added.body.value)).status).toBe(400)
    await prove(user, added.body)
    expect(await signIn(added.body.value)).toMatchObject({ status: 200, body: { user_id: user.id } })
    expect((await signIn(user.email)).status).toBe(200)
  })

  test('signs in at once if it is proved already', async () => {
    const user = await project.signUp()
    const added = await add(project.client(user))
    await prove(user, added.body)

    await project.client(user).patch(`/contact-channels/me/${added.body.id}`, { used_for_auth: true })

    expect((await signIn(added.body.value)).status).toBe(200)
  })

  test('no longer signs in when the user turns it off, and its codes end', async () => {
    const user = await project.signUp()
    const { id } = await primaryOf(user)
    await project.client().post('/auth/password/send-reset-code', { email: user.email, callback_url })
    const code = await portico.mailbox.latestCode(user.email)

    await project.client(user).patch(`/contact-channels/me/${id}`, { used_for_auth: false })

    expect((await signIn(user.email)).status).toBe(400)
    expect((await project.client().post('/auth/password/reset', { code, password: TEST_PASSWORD })).body).toMatchObject(
      { code: 'VERIFICATION_CODE_EXPIRED' },
    )
  })

  test('signs in at once and is taken for others if a server sets it', async () => {
    const [user, other] = [await project.signUp(), await project.signUp()]

    const added = await add(project.server(), { user_id: user.id, used_for_auth: true })

    expect((await signIn(added.body.value)).status).toBe(200)
    const second = { user_id: other.id, value: added.body.value }
    expect(await add(project.server(), { ...second, used_for_auth: true })).toMatchObject({
      ...taken,
      body: { ...taken.body, details: { type: 'email', contact_channel_value: added.body.value } },
    })
    const contact = await add(project.server(), second)
    expect(contact.status).toBe(201)
    const path = `/contact-channels/${other.id}/${contact.body.id}`
    expect(await project.server().patch(path, { used_for_auth: true })).toMatchObject({
      ...taken,
      body: { ...taken.body, details: { contact_channel_value: null } },
    })
  })

  test('is refused as an address of another user only when it is to be used for sign-in', async () => {
    const [user, other] = [await project.signUp(), await project.signUp()]
    const client = project.client(user)

    expect(await add(client, { value: other.email, used_for_auth: true })).toMatchObject(taken)
    const contact = await add(client, { value: other.email })
    expect(contact.status).toBe(201)
    expect(await client.patch(`/contact-channels/me/${contact.body.id}`, { used_for_auth: true })).toMatchObject(taken)
    const { id } = await primaryOf(user)
    const third = await project.signUp()
    expect(await client.patch(`/contact-channels/me/${id}`, { value: third.email })).toMatchObject(taken)
    expect(await client.patch('/users/me', { primary_email: third.email })).toMatchObject({
      status: 409,
      body: { code: 'USER_EMAIL_ALREADY_EXISTS' },
    })
  })

  test('belongs to one user after concurrent additions by two servers', async () => {
    for (let round = 0; round < 5; round += 1) {
      const users = [await project.signUp(), await project.signUp()]
      const value = someEmail()

      const answers = await Promise.all(
        users.map(({ id }) => add(project.server(), { user_id: id, value, used_for_auth: true })),
      )

      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
    }
  })

  test('belongs to one user after both prove it at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const users = [await project.signUp(), await project.signUp()]
      const value = someEmail()
      const codes: string[] = []
      for (const user of users) {
        const { body } = await add(project.client(user), { value, used_for_auth: true })
        await project.client(user).post(`/contact-channels/me/${body.id}/send-verification-code`, { callback_url })
        codes.push(await portico.mailbox.latestCode(value))
      }

      const answers = await Promise.all(
        users.map((user, index) =>
          project.client(user).post('/contact-channels/verify', { code: codes[index], account: 'mine' }),
        ),
      )

      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const channels = (await Promise.all(users.map(addressesOf))).flat().filter((channel) => channel.value === value)
      expect(channels.map(({ is_verified: isVerified }) => isVerified)).toEqual([true, true])
      expect(channels.filter(({ used_for_auth: usedForAuth }) => usedForAuth)).toHaveLength(1)
    }
  })

  test('is added once by concurrent calls of one user', async () => {
    const user = await project.signUp()
    const value = someEmail()

    const answers = await Promise.all([1, 2, 3].map(() => add(project.client(user), { value })))

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 400, 400])
  })

  test('can be swapped by two users at the same time without a deadlock', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [one, other] = [await project.signUp(), await project.signUp()]
      const [first, second] = [await primaryOf(one), await primaryOf(other)]

      const answers = await Promise.all([
        project.server().patch(`/contact-channels/${one.id}/${first.id}`, { value: second.value }),
        project.server().patch(`/contact-channels/${other.id}/${second.id}`, { value: first.value }),
      ])

      expect(answers.map(({ status }) => status)).toEqual([409, 409])
    }
  })
})

describe('a verification mail', () => {
  test('leaves the link to another address valid', async () => {
    const user = await project.signUp()
    const first = await portico.mailbox.latestCode(user.email)
    const added = await add(project.client(user))
    const send = `/contact-channels/me/${added.body.id}/send-verification-code`

    expect(await project.client(user).post(send, { callback_url })).toMatchObject({ body: { success: true } })

    const second = await portico.mailbox.latestCode(added.body.value)
    for (const code of [second, first]) {
      expect((await project.client(user).post('/contact-channels/verify', { code, account: 'mine' })).status).toBe(200)
    }
    expect((await addressesOf(user)).map(({ is_verified: isVerified }) => isVerified)).toEqual([true, true])
    expect((await project.client(user).post(send, { callback_url })).body).toMatchObject({
      code: 'EMAIL_ALREADY_VERIFIED',
    })
  })

  test.each(['value', 'removal'])('has a link that ends with a change of the %s', async (change) => {
    const user = await project.signUp()
    const { body } = await add(project.client(user))
    const path = `/contact-channels/me/${body.id}`
    await project.client(user).post(`${path}/send-verification-code`, { callback_url })
    const code = await portico.mailbox.latestCode(body.value)

    await (change === 'value'
      ? project.client(user).patch(path, { value: someEmail() })
      : project.client(user).delete(path))

    expect((await project.client(user).post('/contact-channels/verify', { code, account: 'mine' })).body).toMatchObject(
      {
        code: 'VERIFICATION_CODE_EXPIRED',
      },
    )
  })

  test('is not sent for an unknown channel, an unknown user or an untrusted URL', async () => {
    const user = await project.signUp()
    const { id } = await primaryOf(user)
    const send = (client: Client, userId: string, channelId: string, url = callback_url): Promise<Answer> =>
      client.post(`/contact-channels/${userId}/${channelId}/send-verification-code`, { callback_url: url })

    expect((await send(project.client(user), 'me', randomUUID())).status).toBe(404)
    expect((await send(project.server(), user.id, randomUUID())).status).toBe(404)
    expect((await send(project.server(), randomUUID(), id)).body).toMatchObject({ code: 'USER_ID_DOES_NOT_EXIST' })
    expect((await send(project.client(user), user.id, id, 'https://evil.example/')).body).toMatchObject({
      code: 'REDIRECT_URL_NOT_WHITELISTED',
    })
    expect((await send(project.client(await project.signUp()), user.id, id)).status).toBe(400)
  })
})

describe('a change of the addresses', () => {
  test('is reported without a link to another place in the new address', async () => {
    const user = await project.signUp()
    await prove(user, await primaryOf(user))
    const value = `www.evil.example/${randomUUID()}@evil.example`

    const { body } = await add(project.client(user), { value })

    expect(body).toMatchObject({ value })
    const mail = await portico.mailbox.latest(user.email)
    expect(mail.text).toContain('The email address www·evil·example/')
    expect(mail.html).toContain('The email address <bdi>www·evil·example/')
    for (const part of [mail.text, mail.html]) expect(part).not.toContain('www.evil')
  })

  test('informs the verified address and the new one', async () => {
    const user = await project.signUp()
    await prove(user, await primaryOf(user))
    const client = project.client(user)

    const { body } = await add(client)

    expect(await subjectsTo(body.value)).toEqual(['Your email address was added to an account at Test project'])
    expect((await portico.mailbox.latest(user.email)).text).toContain(
      `The email address ${body.value} was added to your account`,
    )
    await prove(user, body)
    await client.patch(`/contact-channels/me/${body.id}`, { is_primary: true, used_for_auth: true })
    for (const email of [user.email, body.value]) {
      // A separate mail about the previous primary address may arrive before or after it.
      expect((await portico.mailbox.to(email)).map(({ text }) => text)).toContainEqual(
        expect.stringMatching(
          new RegExp(
            `${body.value} of your account was changed .*: it is now the primary address, it can be used to sign in`,
          ),
        ),
      )
    }
    const [old] = (await addressesOf(user)).filter(({ value }) => value === user.email)
    await client.delete(`/contact-channels/me/${old?.id}`)
    expect((await portico.mailbox.latest(user.email)).text).toContain('This address was removed from your account')
    expect((await portico.mailbox.latest(body.value)).text).toContain(
      `The email address ${user.email} was removed from your account`,
    )
  })

  test('sends no mail to the new address if a server makes it', async () => {
    const user = await project.signUp()

    const { body } = await add(project.server(user))

    expect(await subjectsTo(body.value)).toEqual([])
  })

  test('is audited without addresses', async () => {
    const own = await portico.createProject()
    const user = await own.signUp()
    const { body } = await add(own.client(user), { is_primary: true })
    await own.client(user).delete(`/contact-channels/me/${body.id}`)

    const { rows: entries } = await portico.database.db.run(statement<{ action: string }>`
      select * from audit_events where project_id = ${own.id}`)
    const actions = entries.map(({ action }) => action).filter((action) => action.startsWith('contact_channel.'))
    expect(actions.toSorted()).toEqual([
      'contact_channel.created',
      'contact_channel.deleted',
      'contact_channel.updated',
    ])
    expect(JSON.stringify(entries)).not.toContain('@')
  })
})
