import type { ProjectAdminRead } from '@portico/contract'
import { createTestPortico, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createRsaKey } from '../../../test/dkim.ts'
import { statement } from '../../kernel/statement.ts'
import { isWebhookSecret } from '../../platform/webhooks/webhook-signature.ts'
import { projectConfigDefaults } from '../../records/projects/project.ts'
import { requireUsableSender } from './config-update.ts'

const PROJECT = '/internal/projects/current'
const MASK = '••••••••••••'
const server = {
  type: 'standard',
  host: 'smtp.example.com',
  port: 587,
  username: 'mailer',
  password: 'a mail password',
  sender_name: 'Acme',
  sender_email: 'hello@acme.example',
}
const endpoint = {
  type: 'endpoint',
  url: 'https://acme.example/mails?via=portico',
  sender_name: 'Acme',
  sender_email: 'hello@acme.example',
}
const dkim = { selector: 'portico', private_key: createRsaKey() }

type EmailConfig = ProjectAdminRead['config']['email_config']

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

function write(email_config: object, of = project): Promise<Answer<ProjectAdminRead>> {
  return of.admin().patch<ProjectAdminRead>(PROJECT, { config: { email_config } })
}

async function read(of = project): Promise<EmailConfig> {
  return (await of.admin().get<ProjectAdminRead>(PROJECT)).body.config.email_config
}

async function storedText(of = project): Promise<string> {
  const { rows } = await portico.database.db.run(statement<{ config: string }>`
    select config::text as config from projects where id = ${of.id}`)
  return rows[0]?.config ?? ''
}

describe('the mail server of a project', () => {
  test('has a reply address, a bounce address and a DKIM key, of which only the public part can be read again', async () => {
    const own = await portico.createProject()
    const addresses = { reply_to: 'Support@acme.example ', bounce_email: 'bounces@acme.example' }

    const written = await write({ ...server, ...addresses, dkim }, own)

    expect(written.body.config.email_config.dkim?.private_key).toBe(dkim.private_key)
    const later = await read(own)
    expect(later).toMatchObject({
      reply_to: 'support@acme.example',
      bounce_email: 'bounces@acme.example',
      dkim: { selector: 'portico', private_key: MASK, public_key: expect.stringMatching(/^MII/) },
    })
    expect(await storedText(own)).not.toContain('PRIVATE KEY')
    const sentBack = await write(later, own)
    expect(sentBack.body).toMatchObject({ version: written.body.version, config: { email_config: later } })
    expect((await write({ ...server, ...addresses, dkim }, own)).body.version).toBe(written.body.version)
  })

  test('is replaced as a whole by a client that does not know them', async () => {
    const own = await portico.createProject()
    await write({ ...server, reply_to: 'support@acme.example', dkim }, own)

    await write({ ...server, password: MASK }, own)

    expect(await read(own)).not.toHaveProperty('dkim')
    expect(await read(own)).not.toHaveProperty('reply_to')
  })

  test('changes with a new DKIM key for the same selector', async () => {
    const own = await portico.createProject()
    const { body: before } = await write({ ...server, dkim }, own)

    const { body: after } = await write({ ...server, dkim: { ...dkim, private_key: createRsaKey() } }, own)

    expect(after.version).toBe(before.version + 1)
    expect(after.config.email_config.dkim?.public_key).not.toBe(before.config.email_config.dkim?.public_key)
  })
})

describe('the endpoint of a project', () => {
  test('gets a secret, which only the answer to this call shows', async () => {
    const own = await portico.createProject()

    const { body: written } = await write(endpoint, own)

    const { secret = '' } = written.config.email_config
    expect(isWebhookSecret(secret)).toBe(true)
    const later = await read(own)
    expect(later).toEqual({
      ...endpoint,
      secret: MASK,
      ...{ host: 'acme.example', port: 443, username: '', password: MASK },
    })
    expect(await storedText(own)).not.toContain(secret)
    const { body: kept } = await write({ ...endpoint, secret: MASK }, own)
    expect(kept.version).toBe(written.version)
    const { body: replaced } = await write(endpoint, own)
    expect(replaced.version).toBe(written.version + 1)
    expect(replaced.config.email_config.secret).not.toBe(secret)
  })

  test('shows a new secret also in the answer that creates the project', async () => {
    const owner = await portico.internal().post<{ access_token: string }>('/auth/password/sign-up', {
      ...{ email: 'owner@acme.example', password: 'a long password of an owner' },
      verification_callback_url: 'http://localhost:3000/verify',
    })

    const { body } = await portico
      .internal({ accessToken: owner.body.access_token })
      .post<ProjectAdminRead>('/internal/projects', { display_name: 'Acme', config: { email_config: endpoint } })

    expect(isWebhookSecret(body.config.email_config.secret ?? '')).toBe(true)
  })

  test('is not turned into a mail server by an official client that writes back what it read', async () => {
    const own = await portico.createProject()
    await write(endpoint, own)
    const { host, password, port, sender_email, sender_name, username } = await read(own)

    const answer = await write({ type: 'standard', host, password, port, sender_email, sender_name, username }, own)

    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('email_config.username') })
    expect(await read(own)).toMatchObject({ type: 'endpoint' })
  })
})

test.each([
  [{ ...server, reply_to: 'Ada <ada@example.com>' }, 'reply_to'],
  [{ ...server, reply_to: '' }, 'reply_to'],
  [{ ...server, bounce_email: 'a@example.com\r\nBcc: b@example.com' }, 'bounce_email'],
  [{ ...server, dkim: { ...dkim, selector: '' } }, 'dkim.selector'],
  [{ ...server, dkim: { ...dkim, selector: 'a;b' } }, 'dkim.selector'],
  [{ ...server, dkim: { ...dkim, selector: `a.${'b'.repeat(63)}` } }, 'dkim.selector'],
  [{ ...server, dkim: { selector: 'a', private_key: 'no key' } }, 'dkim.private_key'],
  [{ ...server, dkim: { selector: 'a', private_key: createRsaKey(1_024) } }, 'dkim.private_key'],
  [
    {
      ...server,
      dkim: {
        selector: 'a',
        private_key: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
    },
    'dkim.private_key',
  ],
  [{ ...server, dkim: { selector: 'a', private_key: 'x'.repeat(8_193) } }, 'dkim.private_key'],
  [{ ...endpoint, url: 'ftp://acme.example' }, 'url'],
  [{ ...endpoint, url: 'https://me:secret@acme.example' }, 'url'],
  [{ ...endpoint, url: `https://acme.example/${'x'.repeat(2_048)}` }, 'url'],
  [{ ...endpoint, secret: 'whsec_c2hvcnQ=' }, 'secret'],
  [{ ...endpoint, bounce_email: 'bounces@acme.example' }, 'bounce_email'],
])('settings with which no mail can be sent are refused with the name of the field (%#)', async (config, field) => {
  const before = await read()

  const answer = await write(config)

  expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  expect(answer.text).toContain(field)
  expect(answer.text).not.toContain('secret@')
  expect(await read()).toEqual(before)
})

test('a masked key or secret needs a stored one', async () => {
  const answers = [
    await write({ ...server, dkim: { ...dkim, private_key: MASK } }),
    await write({ ...endpoint, secret: MASK }),
  ]

  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('no stored secret to keep') })
  }
})

test('an endpoint in production has https', () => {
  const email = { type: 'endpoint', url: 'http://a.example', senderName: 'Acme', senderEmail: 'a@a.example' } as const

  const write = (): void => requireUsableSender({ mode: 'production', senderDomains: [] }, null, { emailConfig: email })

  expect(write).toThrow('url must start with https://')
})

describe('the domains that the operator permits', () => {
  const settings = { mode: 'production', senderDomains: ['acme.example', 'shop.example'] } as const
  const config = (senderEmail: string) =>
    ({ emailConfig: { type: 'endpoint', url: 'https://a.example', senderName: 'Acme', senderEmail } }) as const
  const problemOf = (senderEmail: string, present: string | null = null): string => {
    const stored =
      present === null
        ? null
        : { ...projectConfigDefaults, emailConfig: { ...config(present).emailConfig, secretSealed: '' } }
    try {
      requireUsableSender(settings, stored, config(senderEmail))
      return ''
    } catch (error) {
      return String(error)
    }
  }

  test.each(['a@acme.example', 'a@mail.acme.example', 'a@shop.example'])('include %s', (address) => {
    expect(problemOf(address)).toBe('')
  })

  test.each(['a@other.example', 'a@notacme.example', 'a@acme.example.evil.example', 'acme.example@evil.example'])(
    'exclude %s, with all of them in the answer',
    (address) => {
      expect(problemOf(address)).toContain('acme.example, shop.example')
    },
  )

  test('keep a sender that is stored already', () => {
    expect(problemOf('a@other.example', 'a@other.example')).toBe('')
    expect(problemOf('b@other.example', 'a@other.example')).not.toBe('')
  })
})
