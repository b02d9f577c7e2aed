import { randomUUID } from 'node:crypto'

import { createTestPortico, someEmail, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  accept,
  acceptById,
  countMemberships,
  createTeam,
  invite,
  sendInvitation,
  signUpVerified,
} from '../../../test/invitations.ts'

const WEEK_MILLIS = 7 * 24 * 60 * 60 * 1_000

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

const unknown = { status: 404, text: 'The invitation was not found.' }

function restricted(type: string): object {
  return {
    status: 403,
    body: { code: 'TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED', details: { restricted_reason: { type } } },
  }
}

describe('acceptance by id', () => {
  test('makes the owner of the mailbox a member, once', async () => {
    const user = await signUpVerified(portico, project)
    const { id, code, team } = await invite(portico, project, { email: user.email })

    expect(await acceptById(project.client(user), id)).toMatchObject({ status: 200, body: {} })

    expect(await countMemberships(portico, project, team.id)).toMatchObject({ [user.id]: 1 })
    expect(await acceptById(project.client(user), id)).toMatchObject(unknown)
    expect(await accept(project.client(await project.signUp()), code)).toMatchObject({
      status: 409,
      body: { code: 'VERIFICATION_CODE_ALREADY_USED' },
    })
  })

  test('counts for the user that a server names', async () => {
    const user = await signUpVerified(portico, project)
    const { id, team } = await invite(portico, project, { email: user.email })

    expect(await acceptById(project.server(), id, randomUUID())).toMatchObject({ body: { code: 'USER_NOT_FOUND' } })
    expect(await acceptById(project.server(), id, user.id)).toMatchObject({ status: 200 })

    expect(await countMemberships(portico, project, team.id)).toMatchObject({ [user.id]: 1 })
  })

  test('requires the session of the user', async () => {
    const user = await signUpVerified(portico, project)
    const { id } = await invite(portico, project, { email: user.email })

    expect(await acceptById(project.client(), id)).toMatchObject({ body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' } })
    expect(await acceptById(project.client(await project.signUp()), id, user.id)).toMatchObject({ status: 403 })
  })

  test('answers an invitation to another mailbox like one that does not exist', async () => {
    const email = someEmail()
    const { id } = await invite(portico, project, { email })
    const stranger = await signUpVerified(portico, project)
    const unverified = await project.signUp(email)

    for (const user of [stranger, unverified]) {
      expect(await acceptById(project.client(user), id)).toMatchObject(unknown)
    }
    expect(await acceptById(project.client(stranger), randomUUID())).toMatchObject(unknown)
  })

  test('requires that the account belongs to the owner of the mailbox', async () => {
    // An attacker signed up with the address, and its owner opened the mailed link in another browser without an
    // answer.
    const attacker = await project.signUp()
    const verification = await portico.mailbox.latestCode(attacker.email)
    await project.client().post('/contact-channels/verify', { code: verification })
    const { id, team } = await invite(portico, project, { email: attacker.email })

    expect(await acceptById(project.client(attacker), id)).toMatchObject(unknown)

    expect(await countMemberships(portico, project, team.id)).not.toHaveProperty(attacker.id)
  })

  test('requires that the address is verified, also if its owner has reset the password', async () => {
    const user = await project.signUp()
    const reset = { email: user.email, callback_url: 'http://localhost:3000/handler/password-reset' }
    await project.client().post('/auth/password/send-reset-code', reset)
    const code = await portico.mailbox.latestCode(user.email)
    await project.client().post('/auth/password/reset', { code, password: 'another long passphrase' })
    const { id } = await invite(portico, project, { email: user.email })

    expect(await acceptById(project.server(), id, user.id)).toMatchObject(unknown)
    const { body } = await project.server().get<{ items: object[] }>(`/team-invitations?user_id=${user.id}`)
    expect(body.items).toEqual([])
  })

  test('answers an invitation of another project, a revoked and an expired one like one that does not exist', async () => {
    const user = await signUpVerified(portico, project)
    const other = await portico.createProject()
    const elsewhere = await invite(portico, other, { email: user.email })
    const team = await createTeam(project)
    const revoked = await invite(portico, project, { team, email: user.email })
    await project.client(team.creator).delete(`/team-invitations/${revoked.id}?team_id=${team.id}`)
    const { body: expired } = await sendInvitation(project.server(), team.id, user.email)
    portico.clock.advance(WEEK_MILLIS)

    for (const id of [elsewhere.id, revoked.id, expired.id]) {
      expect(await acceptById(project.server(), id, user.id)).toMatchObject(unknown)
    }
  })

  test('is refused to anonymous and suspended users', async () => {
    const guest = await project.signUpAnonymously()
    const user = await signUpVerified(portico, project)
    const { id } = await invite(portico, project, { email: user.email })
    await project.server().patch(`/users/${user.id}`, { restricted_by_admin: true })

    expect(await acceptById(project.client(guest), id)).toMatchObject(restricted('anonymous'))
    expect(await acceptById(project.server(), id, user.id)).toMatchObject(restricted('restricted_by_administrator'))
  })
})
