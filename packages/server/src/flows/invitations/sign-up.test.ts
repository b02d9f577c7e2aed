import {
  createTestPortico,
  lookAlikeProviders,
  someEmail,
  TEST_PASSWORD,
  type Answer,
  type HttpClient,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'
import {
  accept,
  check,
  createTeam,
  invite,
  sendInvitation,
  signUpVerified,
  type TestTeam,
} from '../../../test/invitations.ts'

let portico: TestPortico
/** Sign-up is open. */
let open: TestProject
/** Sign-up is closed, also for invited people. */
let closed: TestProject
/** Sign-up is closed, except for invited people. */
let invited: TestProject

const verification_callback_url = 'http://localhost:3000/handler/email-verification'
const MAILS_PER_ACCOUNT = 5

beforeAll(async () => {
  portico = await createTestPortico()
  const config = { magic_link_enabled: true, oauth_providers: lookAlikeProviders }
  open = await portico.createProject({ config })
  closed = await portico.createProject({ config })
  invited = await portico.createProject({ config: { ...config, invited_sign_up_enabled: true } })
})

afterAll(() => portico.close())

/** Invites an address while sign-up is open, and closes it afterwards. */
async function inviteAndClose(project: TestProject, email?: string): ReturnType<typeof invite> {
  await setOpen(project, true)
  const invitation = await invite(portico, project, email === undefined ? {} : { email })
  await setOpen(project, false)
  return invitation
}

async function setOpen(project: TestProject, isOpen: boolean): Promise<void> {
  await project.admin().patch('/internal/projects/current', { config: { sign_up_enabled: isOpen } })
}

function signUp(client: HttpClient, email: string, code?: string): Promise<Answer> {
  return client.post('/auth/password/sign-up', {
    email,
    password: TEST_PASSWORD,
    verification_callback_url,
    ...(code !== undefined && { team_invitation_code: code }),
  })
}

function asUser(project: TestProject, { body }: Answer): HttpClient {
  return project.client({
    accessToken: String(body['access_token']),
    refreshToken: String(body['refresh_token']),
  })
}

async function subjectsTo(email: string): Promise<string[]> {
  return (await portico.mailbox.to(email)).map(({ subject }) => subject)
}

async function revoke(project: TestProject, { id, team }: Awaited<ReturnType<typeof invite>>): Promise<void> {
  await project.server().delete(`/team-invitations/${id}?team_id=${team.id}`)
}

const notEnabled = { status: 400, body: { code: 'SIGN_UP_NOT_ENABLED' } }
const revoked = { status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } }

describe('a sign-up with the code of an invitation', () => {
  test('verifies the invited address without a mail, and leaves the invitation open', async () => {
    const { code, email } = await invite(portico, open)

    const answer = await signUp(open.client(), email, code)

    const client = asUser(open, answer)
    expect((await client.get('/users/me')).body).toMatchObject({ primary_email: email, primary_email_verified: true })
    expect(await subjectsTo(email)).toEqual(['You are invited to a team at Test project'])
    expect(await accept(client, code)).toMatchObject({ status: 200 })
  })

  test('leaves the account unclaimed: the next proof of the mailbox removes what was added before', async () => {
    const { code, email } = await invite(portico, open)
    const reader = asUser(open, await signUp(open.client(), email, code))
    expect(await listsInvitationTo(reader, email)).toBe(false)
    const url = { callback_url: 'http://localhost:3000/handler/magic-link-callback' }
    await open.client().post('/auth/otp/send-sign-in-code', { email, ...url })

    const signIn = await open.client().post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(email) })

    expect(signIn.body).toMatchObject({ is_new_user: false })
    const { status } = await open.client().post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
    expect(status).toBe(400)
    expect((await reader.post('/auth/sessions/current/refresh', {})).status).toBe(401)
    expect(await listsInvitationTo(asUser(open, signIn), email)).toBe(true)
  })

  test('leaves an account that its session claims with a verification link, without loss', async () => {
    const { code, email } = await invite(portico, open)
    const invited = asUser(open, await signUp(open.client(), email, code))
    const mail = { email, callback_url: verification_callback_url }
    expect(await invited.post('/contact-channels/send-verification-code', mail)).toMatchObject({ status: 200 })

    await invited.post('/contact-channels/verify', { code: await portico.mailbox.latestCode(email) })

    expect(await listsInvitationTo(invited, email)).toBe(true)
    expect(await signInByMail(open, email)).toMatchObject({ is_new_user: false })
    const { status } = await open.client().post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
    expect(status).toBe(200)
    expect(await invited.post('/contact-channels/send-verification-code', mail)).toMatchObject({ status: 409 })
  })

  test('counts no mail for the mailbox', async () => {
    await using limited = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
    const project = await limited.createProject({ config: { magic_link_enabled: true } })
    const { code, email } = await invite(limited, project)
    await signUp(project.client(), email, code)
    const mail = { email, callback_url: verification_callback_url }

    const statuses: number[] = []
    for (let count = 0; count <= MAILS_PER_ACCOUNT; count += 1) {
      statuses.push((await project.client().post('/auth/otp/send-sign-in-code', mail)).status)
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('permits no second sign-up, but the acceptance of the invitation', async () => {
    const { code, email } = await inviteAndClose(invited)
    const client = asUser(invited, await signUp(invited.client(), email, code))

    expect(await signUp(invited.client(), email, code)).toMatchObject(notEnabled)

    expect(await accept(client, code)).toMatchObject({ status: 200 })
  })

  test('is an ordinary one if it is the second, after the address has left the account of the first sign-up', async () => {
    const { code, email } = await invite(portico, open)
    const { body: first } = await signUp(open.client(), email, code)
    await open.server().patch(`/users/${String(first['user_id'])}`, { primary_email: someEmail() })
    expect((await check(open.client(), code)).body).toMatchObject({ may_sign_up: true, verifies_address: false })

    const client = asUser(open, await signUp(open.client(), email, code))

    expect((await client.get('/users/me')).body).toMatchObject({ primary_email: email, primary_email_verified: false })
  })

  test('is an ordinary sign-up if the code was mailed to another address', async () => {
    const { code } = await invite(portico, open)
    const email = someEmail()

    const client = asUser(open, await signUp(open.client(), email, code))

    expect((await client.get('/users/me')).body).toMatchObject({ primary_email: email, primary_email_verified: false })
    expect(await subjectsTo(email)).toEqual(['Verify your email address for Test project'])
    expect(await accept(client, code)).toMatchObject({ status: 200 })
  })

  test('is refused if the invitation was revoked or accepted, and creates no user', async () => {
    const invitation = await invite(portico, open)
    await revoke(open, invitation)
    const used = await invite(portico, open)
    await accept(open.client(await open.signUp()), used.code)

    expect(await signUp(open.client(), invitation.email, invitation.code)).toMatchObject(revoked)
    expect(await signUp(open.client(), used.email, used.code)).toMatchObject({ status: 409 })
    for (const { email } of [invitation, used]) {
      expect(await signUp(open.client(), email)).toMatchObject({ status: 200 })
    }
  })

  test('is refused if a user signs in with the address', async () => {
    const { code, email } = await invite(portico, open)
    await open.signUp(email)

    expect(await signUp(open.client(), email, code)).toMatchObject({ body: { code: 'USER_EMAIL_ALREADY_EXISTS' } })
  })

  test('takes no address from an account that belongs to the owner of another mailbox', async () => {
    const { code, email } = await invite(portico, open)
    const owner = await signUpVerified(portico, open)
    const added = { user_id: owner.id, type: 'email', value: email, used_for_auth: true, is_verified: false }
    await open.server().post('/contact-channels', added)
    expect((await check(open.client(), code)).body).toMatchObject({ has_account: true, may_sign_up: false })

    expect(await signUp(open.client(), email, code)).toMatchObject({ body: { code: 'USER_EMAIL_ALREADY_EXISTS' } })

    const { body } = await open.server().get<{ items: { value: string }[] }>(`/contact-channels?user_id=${owner.id}`)
    expect(body.items.map(({ value }) => value)).toContain(email)
  })

  test('upgrades an anonymous user, whose address counts as verified', async () => {
    const { code, email } = await invite(portico, open)
    const guest = await open.signUpAnonymously()

    const answer = await signUp(open.client(guest), email, code)

    expect(answer.body).toMatchObject({ user_id: guest.id })
    const client = asUser(open, answer)
    expect((await client.get('/users/me')).body).toMatchObject({ primary_email: email, primary_email_verified: true })
    expect(await listsInvitationTo(client, email)).toBe(false)
    expect(await accept(client, code)).toMatchObject({ status: 200 })
  })
})

describe('an invitation while sign-up is closed', () => {
  test('permits nothing by default', async () => {
    const { code, email } = await inviteAndClose(closed)

    expect((await check(closed.client(), code)).body).toMatchObject({ has_account: false, may_sign_up: false })
    expect(await signUp(closed.client(), email, code)).toMatchObject(notEnabled)
    expect(await signInByMail(closed, email)).toBe('No account at Test project has this address')
  })

  test('permits a sign-up with its code and its address, if the project allows it', async () => {
    const { code, email } = await inviteAndClose(invited)

    expect((await check(invited.client(), code)).body).toMatchObject({ has_account: false, may_sign_up: true })
    expect(await signUp(invited.client(), email)).toMatchObject(notEnabled)
    expect(await signUp(invited.client(), someEmail(), code)).toMatchObject(notEnabled)
    expect(await signUp(invited.client(), email, code)).toMatchObject({ status: 200 })
  })

  test('permits no second sign-up with its code, which the check of the code says', async () => {
    const { code, email } = await inviteAndClose(invited)
    const { body: first } = await signUp(invited.client(), email, code)
    await invited.server().patch(`/users/${String(first['user_id'])}`, { primary_email: someEmail() })
    const mayAndVerifies = async (): Promise<unknown[]> => {
      const { body } = await check(invited.client(), code)
      return [body['may_sign_up'], body['verifies_address']]
    }
    const setOthers = async (config: object): Promise<unknown> =>
      invited.admin().patch('/internal/projects/current', { config })

    expect(await signUp(invited.client(), email, code)).toMatchObject(notEnabled)
    expect(await mayAndVerifies()).toEqual([true, false])
    await setOthers({ oauth_providers: [] })
    expect(await mayAndVerifies()).toEqual([true, false])
    await setOthers({ magic_link_enabled: false })
    expect(await mayAndVerifies()).toEqual([false, false])
    await setOthers({ magic_link_enabled: true, oauth_providers: lookAlikeProviders })
  })

  test('permits a sign-in by mail to its address', async () => {
    const { email } = await inviteAndClose(invited)

    expect(await signInByMail(invited, email)).toMatchObject({ is_new_user: true })
    expect(await signInByMail(invited, someEmail())).toBe('No account at Test project has this address')
  })

  test.each<[string, (inviter: TestTeam) => Promise<unknown>]>([
    ['has left the team', ({ id, creator }) => invited.server().delete(`/team-memberships/${id}/${creator.id}`)],
    [
      'may only see the members',
      async ({ id, creator }) => {
        const grants = `/team-permissions/${id}/${creator.id}`
        await invited.server().post(`${grants}/$read_members`, {})
        await invited.server().delete(`${grants}/team_admin`)
      },
    ],
    ['is suspended', ({ creator }) => invited.server().patch(`/users/${creator.id}`, { restricted_by_admin: true })],
    // Simulate a node of an earlier version, which does not end the invitations.
    [
      'may only see the members, as another node writes',
      async ({ id, creator }) => {
        await invited.server().post(`/team-permissions/${id}/${creator.id}/$read_members`, {})
        await portico.database.db.run(statement`
          delete from team_permissions
          where project_id = ${invited.id} and user_id = ${creator.id} and permission_key <> '$read_members'`)
      },
    ],
    [
      'is suspended by another node',
      ({ creator }) =>
        portico.database.db.run(statement`
          update users set suspended_until = 'infinity' where project_id = ${invited.id} and id = ${creator.id}`),
    ],
  ])('permits nothing any more once its inviter %s', async (_loss, lose) => {
    const { code, email, team } = await inviteAndClose(invited)
    await lose(team)

    expect(await signUp(invited.client(), email, code)).toMatchObject(revoked)
    expect(await signInByMail(invited, email)).toBe('No account at Test project has this address')
  })

  test('permits nothing any more once it is revoked, also with a code that was mailed before', async () => {
    const invitation = await inviteAndClose(invited)
    const { code, email } = invitation
    const url = { callback_url: 'http://localhost:3000/handler/magic-link-callback' }
    await invited.client().post('/auth/otp/send-sign-in-code', { email, ...url })
    const signInCode = await portico.mailbox.latestCode(email)
    await revoke(invited, invitation)

    expect(await signUp(invited.client(), email, code)).toMatchObject(revoked)
    expect(await invited.client().post('/auth/otp/sign-in', { code: signInCode })).toMatchObject(notEnabled)
  })

  test('permits a sign-in at a provider that vouches for its address', async () => {
    const { email } = await inviteAndClose(invited)

    const unproved = await invited.signInAt('google', { email, emailVerified: false })
    const stranger = await invited.signInAt('google', { email: someEmail() })
    const { body } = await (await invited.signInAt('google', { email })).exchange<{ is_new_user: boolean }>()

    expect([unproved.errorCode, stranger.errorCode]).toEqual(['SIGN_UP_NOT_ENABLED', 'SIGN_UP_NOT_ENABLED'])
    expect(body).toMatchObject({ is_new_user: true })
  })

  test('permits a sign-in at a provider until it is revoked, which deletes the user who has not signed in yet', async () => {
    const invitation = await inviteAndClose(invited)
    const { email } = invitation
    const signIn = await invited.signInAt('google', { email })
    await revoke(invited, invitation)

    expect(await signIn.exchange()).toMatchObject({ status: 400, body: { code: 'SIGN_UP_NOT_ENABLED' } })
    expect((await invited.server().get(`/users?query=${encodeURIComponent(email)}`)).body).toMatchObject({ items: [] })
  })

  test('connects no account of a provider to an existing user', async () => {
    await setOpen(invited, true)
    const user = await signUpVerified(portico, invited)
    const { id, creator } = await createTeam(invited)
    await sendInvitation(invited.client(creator), id, user.email)
    await setOpen(invited, false)

    const { errorCode } = await invited.signInAt('google', { email: user.email })

    expect(errorCode).toBe('SIGN_UP_NOT_ENABLED')
  })
})

/** Whether the user lists an invitation to the address, which requires a proof of ownership. */
async function listsInvitationTo(client: HttpClient, email: string): Promise<boolean> {
  const { body } = await client.get<{ items: { recipient_email: string }[] }>('/team-invitations?user_id=me')
  return body.items.some((invitation) => invitation.recipient_email === email)
}

/** Signs in with a mailed link. Returns the subject if the mail contains no link. */
async function signInByMail(project: TestProject, email: string): Promise<unknown> {
  const callback_url = 'http://localhost:3000/handler/magic-link-callback'
  await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
  const { subject, text } = await portico.mailbox.latest(email)
  if (!text.includes('code=')) return subject
  return (await project.client().post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(email) })).body
}
