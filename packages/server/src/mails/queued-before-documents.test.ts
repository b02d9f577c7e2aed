import { randomUUID } from 'node:crypto'

import type { MailType } from '@portico/contract'
import { createTestPortico, someEmail, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTeam, sendInvitation } from '../../test/invitations.ts'
import { json, statement } from '../kernel/statement.ts'
import { MasterSecret } from '../platform/crypto/master-secret.ts'
import { sealSignInNonce } from './sign-in-code.ts'

/** The kinds of mails from before mails were documents. */
type EarlierType = Exclude<
  MailType,
  | 'factor_reset_started'
  | 'failed_emails_digest'
  | 'second_factor_due'
  | 'new_device'
  | 'sign_in_invitation'
  | 'sign_up_approved'
  | 'sign_up_refused'
  | 'test'
  | 'webhook_endpoint_disabled'
  | 'written'
>

/** A mail as the service stored it at that time. */
interface StoredMail {
  readonly projectId: string
  readonly recipient: string
  readonly payload: object
}

const handler = 'http://localhost:3000/handler'
const changedAtMillis = Date.UTC(2026, 10, 5, 5, 3)

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ displayName: 'Marginalia', config: { magic_link_enabled: true } })
})

afterAll(() => portico.close())

async function userMail(payload: (userId: string) => object): Promise<StoredMail> {
  const { email, id } = await project.signUp()
  return { projectId: project.id, recipient: email, payload: payload(id) }
}

async function ownerMail(payload: (userId: string) => object): Promise<StoredMail> {
  const owner = portico.internal({ accessToken: project.ownerAccessToken })
  const { body } = await owner.get<{ id: string; primary_email: string }>('/users/me')
  return { projectId: 'internal', recipient: body.primary_email, payload: payload(body.id) }
}

/** A mail of each kind with a literal payload, and the start of its subject. */
const mails: Readonly<Record<EarlierType, readonly [() => Promise<StoredMail>, string]>> = {
  address_added: [() => userMail((userId) => ({ userId, changedAtMillis })), 'Your email address was added'],
  api_key_leaked: [
    () =>
      userMail((userId) => ({ userId, description: 'CI', teamDisplayName: null, revokedAtMillis: changedAtMillis })),
    'An API key for Marginalia',
  ],
  email_changed: [() => userMail(() => ({ changedAtMillis })), 'Your email address for Marginalia'],
  email_verification: [
    async () => {
      const { email, id: userId } = await project.signUp()
      const { body } = await project.server().get<{ items: { id: string }[] }>(`/contact-channels?user_id=${userId}`)
      const payload = { userId, channelId: body.items[0]?.id, callbackUrl: `${handler}/email-verification` }
      return { projectId: project.id, recipient: email, payload }
    },
    'Verify your email address',
  ],
  owner_changed: [
    () =>
      ownerMail((userId) => ({
        ...{ userId, change: 'added', isRecipient: false, projectName: 'Shop', ownerName: 'Ada' },
        ...{ ownerEmail: 'ada@acme.example', changedAtMillis },
      })),
    'Roles in a project',
  ],
  owner_invitation: [
    async () => {
      const email = someEmail()
      const { body } = await project
        .admin()
        .post<{ id: string }>('/internal/projects/current/owner-invitations', { email })
      const payload = { invitationId: body.id, pageUrl: `${portico.baseUrl}/owner-invitation` }
      return { projectId: 'internal', recipient: email, payload }
    },
    'You are invited to administer a project',
  ],
  password_changed: [() => userMail((userId) => ({ userId, changedAtMillis })), 'Your password for Marginalia'],
  password_hashes_exported: [
    () =>
      ownerMail((userId) => ({
        ...{ userId, projectName: 'Shop', isOwner: false, ownerName: null, ownerEmail: null, changedAtMillis },
      })),
    'Password hashes of a project',
  ],
  password_reset: [
    () => userMail(() => ({ callbackUrl: `${handler}/password-reset` })),
    'Reset your password for Marginalia',
  ],
  project_settings_changed: [
    () =>
      ownerMail((userId) => ({
        ...{ userId, projectName: 'Shop', isOwner: false, ownerName: null, ownerEmail: null },
        ...{ fields: ['config.domains'], changedAtMillis },
      })),
    'Settings of a project',
  ],
  sign_in_code: [
    async () => {
      const recipient = someEmail()
      const secret = new MasterSecret([portico.secret])
      const sealedNonce = sealSignInNonce(secret, project.id, recipient, 'a'.repeat(39))
      const payload = { callbackUrl: `${handler}/magic-link-callback`, sealedNonce }
      return { projectId: project.id, recipient, payload }
    },
    'Your code to sign in to Marginalia',
  ],
  sign_in_method_changed: [
    () => userMail(() => ({ change: 'passkey_added', changedAtMillis, providerName: '', passkeyName: 'Laptop' })),
    'How you sign in to Marginalia',
  ],
  team_invitation: [
    async () => {
      const email = someEmail()
      const team = await createTeam(project)
      const { body } = await sendInvitation(project.client(team.creator), team.id, email)
      const payload = { invitationId: body.id, callbackUrl: `${handler}/team-invitation` }
      return { projectId: project.id, recipient: email, payload }
    },
    'You are invited to a team at Marginalia',
  ],
}

describe('a mail that was queued before mails were documents', () => {
  test.each(Object.entries(mails))('is delivered: %s', async (template, [prepare, subject]) => {
    const { payload, projectId, recipient } = await prepare()
    // Waits for the mails that the API has queued.
    await portico.mailbox.to(recipient)
    const id = randomUUID()
    const now = portico.clock.now()
    await portico.database.db.run(statement`
      insert into emails (project_id, id, user_id, template, recipient, payload, next_attempt_at, created_at)
      values (${projectId}, ${id}, null, ${template}, ${recipient}, ${json(payload)}::jsonb, ${now}, ${now})`)

    const mail = await portico.mailbox.latest(recipient)

    const { rows } = await portico.database.db.run(statement`
      select state, attempts, error from emails where project_id = ${projectId} and id = ${id}`)
    expect(rows).toEqual([{ state: 'sent', attempts: 1, error: null }])
    expect(mail.subject.startsWith(subject)).toBe(true)
    for (const part of [mail.text, mail.html]) expect(part).not.toMatch(/\{\{|undefined|null/)
  })
})
