import type { PermissionDefinitionRead, ProjectConfiguration, ProjectImportResult } from '@portico/contract'
import { createTestPortico, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createRsaKey } from '../../../test/dkim.ts'
import { asOwnerWithoutRecentSignIn } from '../../../test/owner.ts'
import { statement } from '../../kernel/statement.ts'

const PROJECT = '/internal/projects/current'
const EXPORT = `${PROJECT}/configuration`
const PASSPHRASE = 'a passphrase of several words'
const FORMAT = { format: 'portico-project', format_version: 1 } as const

let portico: TestPortico
let shop: TestProject

const provider = {
  id: 'github',
  type: 'standard',
  enabled: true,
  client_id: 'github id',
  client_secret: 'github secret',
} as const
const issuer = {
  id: 'custom:okta',
  enabled: true,
  display_name: 'Okta',
  icon_url: null,
  issuer_url: 'https://id.example.com',
  client_id: 'okta id',
  scopes: ['email'],
  authentication: { method: 'client_secret_post', client_secret: 'okta secret' },
} as const
const email = {
  type: 'standard',
  host: 'mail.example.com',
  port: 465,
  username: 'me',
  password: 'mail password',
  sender_name: 'Notes',
  sender_email: 'notes@example.com',
} as const

beforeAll(async () => {
  portico = await createTestPortico()
  shop = await portico.createProject({ displayName: 'Shop' })
  const admin = shop.admin()
  await admin.post('/team-permission-definitions', { id: 'writer', contained_permission_ids: ['$update_team'] })
  await admin.post('/team-permission-definitions', {
    id: 'editor',
    description: 'Edits',
    contained_permission_ids: ['writer', '$read_members'],
  })
  await admin.post('/project-permission-definitions', { id: 'support' })
  await admin.patch(PROJECT, {
    description: 'Sells books',
    is_production_mode: true,
    logo_url: 'data:image/gif;base64,R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs=',
    accent_color: '#3b5bdb',
    support_email: 'help@example.com',
    terms_url: 'https://shop.example.com/terms',
    config: {
      magic_link_enabled: true,
      session_idle_timeout_millis: 3_600_000,
      domains: [{ domain: 'https://shop.example.com', handler_path: '/auth' }],
      oauth_providers: [provider],
      email_config: email,
      team_member_default_permissions: [{ id: 'editor' }],
      user_default_permissions: [{ id: 'support' }],
    },
  })
  // An import does not read the documents of issuers.
  await importInto(shop, { ...FORMAT, config: { oidc_providers: [issuer] } })
})

afterAll(() => portico.close())

async function exportPlain(project: TestProject): Promise<ProjectConfiguration> {
  return (await project.admin().get<ProjectConfiguration>(EXPORT)).body
}

type Sealed = ProjectConfiguration & {
  config: NonNullable<ProjectConfiguration['config']>
  sealed_secrets: NonNullable<ProjectConfiguration['sealed_secrets']>
}

async function exportSealed(project: TestProject): Promise<Sealed> {
  return (await project.admin().post<Sealed>(`${EXPORT}/export`, { passphrase: PASSPHRASE })).body
}

function importInto(
  project: TestProject,
  document: unknown,
  options: object = {},
): Promise<Answer<ProjectImportResult>> {
  return project.admin().post<ProjectImportResult>(`${EXPORT}/import`, { document, ...options })
}

async function definitionsOf(project: TestProject, scope: 'team' | 'project'): Promise<string[]> {
  const path = `/${scope}-permission-definitions`
  const { body } = await project.admin().get<{ items: PermissionDefinitionRead[] }>(path)
  return body.items.map(({ id }) => id).filter((id) => !id.startsWith('$'))
}

describe('an exported configuration', () => {
  test('exports the same after an import into another project', async () => {
    const [plain, sealed] = [await exportPlain(shop), await exportSealed(shop)]
    const copy = await portico.createProject()

    const answer = await importInto(copy, sealed, { passphrase: PASSPHRASE, delete_missing: true })

    expect(answer).toMatchObject({ status: 200, body: { is_applied: true, missing_secrets: [] } })
    expect(await exportPlain(copy)).toEqual(plain)
    const again = await importInto(copy, await exportSealed(copy), { passphrase: PASSPHRASE, delete_missing: true })
    expect(again.body).toMatchObject({ settings: [], permission_definitions: [] })
  })

  test('has neither secrets nor keys nor ids of the installation', async () => {
    const text = JSON.stringify([await exportPlain(shop), await exportSealed(shop)])

    expect(text).not.toMatch(/github secret|okta secret|mail password|•/)
    expect(text).not.toContain(shop.id)
    for (const key of Object.values(shop.keys)) expect(text).not.toContain(key)
  })

  test('is audited, with another action if it has secrets', async () => {
    const project = await portico.createProject()
    await exportPlain(project)
    await exportSealed(project)

    const { rows } = await portico.database.db.run(statement`
      select action from audit_events where project_id = ${project.id} and action like 'project.%exported' order by at`)
    expect(rows).toEqual([{ action: 'project.exported' }, { action: 'project.secrets_exported' }])
  })

  test('has secrets only for an owner with a recent sign-in', async () => {
    const http = await asOwnerWithoutRecentSignIn(portico)

    expect(await http.post(`${EXPORT}/export`, { passphrase: PASSPHRASE })).toMatchObject({
      status: 403,
      body: { code: 'RECENT_SIGN_IN_REQUIRED' },
    })
    expect(await http.get(EXPORT)).toMatchObject({ status: 200 })
    const template = { type: 'magic_link', locale: 'en', subject: 'Sign in', content: {} }
    const importOf = (body: object): Promise<Answer<object>> => http.post(`${EXPORT}/email-templates`, body)
    expect(await importOf({ template, dry_run: true })).toMatchObject({ status: 200, body: { change: 'created' } })
    expect(await importOf({ template })).toMatchObject({ status: 403, body: { code: 'RECENT_SIGN_IN_REQUIRED' } })
  })
})

test('an export with a secret that PORTICO_SECRET no longer contains names it, and one without secrets has the rest', async () => {
  const of = await portico.createProject({ config: { oauth_providers: [provider] } })
  await portico.database.db.run(statement`
    update projects set config = regexp_replace(config::text, '"v1[.].{8}[.]', '"v1.unknown!.', 'g')::jsonb
    where id = ${of.id}`)

  const answer = await of.admin().post(`${EXPORT}/export`, { passphrase: PASSPHRASE })

  expect(answer).toMatchObject({
    status: 409,
    text: expect.stringMatching(/^The client secret of the provider "\w+" is encrypted with .* set it again/),
  })
  expect(await of.admin().get(EXPORT)).toMatchObject({ status: 200 })
})

describe('sealed secrets', () => {
  // Hashing the passphrase is slow, so the tests share one document.
  let document: Sealed

  beforeAll(async () => {
    document = await exportSealed(shop)
  })

  test.each<[string, (document: Sealed) => unknown]>([
    ['another ciphertext', ({ sealed_secrets: sealed }) => ({ ...sealed, ciphertext: flip(sealed.ciphertext) })],
    ['another salt', ({ sealed_secrets: sealed }) => ({ ...sealed, salt: flip(sealed.salt) })],
    ['another nonce', ({ sealed_secrets: sealed }) => ({ ...sealed, nonce: flip(sealed.nonce) })],
    ['a short ciphertext', ({ sealed_secrets: sealed }) => ({ ...sealed, ciphertext: 'AAAA' })],
    ['an empty salt', ({ sealed_secrets: sealed }) => ({ ...sealed, salt: '-' })],
  ])('are refused with %s', async (_case, change) => {
    const answer = await importInto(shop, { ...document, sealed_secrets: change(document) }, { passphrase: PASSPHRASE })

    expect(answer).toMatchObject({ status: 400 })
    expect(answer.text).toContain('cannot be opened')
  })

  test('are refused with another passphrase, and ignored without one', async () => {
    expect((await importInto(shop, document, { passphrase: `${PASSPHRASE}.` })).text).toContain('cannot be opened')
    expect((await importInto(shop, document)).body).toMatchObject({ is_applied: true, settings: [] })
  })

  test('open with another Unicode form of the passphrase', async () => {
    const passphrase = 'Käse und Brötchen'
    const { body: document } = await shop
      .admin()
      .post<Sealed>(`${EXPORT}/export`, { passphrase: passphrase.normalize('NFD') })

    const answer = await importInto(shop, document, { passphrase })

    expect(answer.body).toMatchObject({ is_applied: true })
  })

  test('are refused beside a changed client id or mail server', async () => {
    const [github] = document.config.oauth_providers ?? []
    const withoutSecret = { method: issuer.authentication.method }
    const changed = [
      { oauth_providers: [{ ...github, client_id: 'other' }] },
      { oidc_providers: [{ ...issuer, issuer_url: 'https://evil.example', authentication: withoutSecret }] },
      { oidc_providers: [{ ...issuer, client_id: 'other', authentication: withoutSecret }] },
      { email_config: { ...document.config.email_config, host: 'evil.example' } },
      { email_config: { ...document.config.email_config, tls: 'off' } },
    ]

    for (const part of changed) {
      const answer = await importInto(
        shop,
        { ...document, config: { ...document.config, ...part } },
        { passphrase: PASSPHRASE },
      )
      expect(answer).toMatchObject({ status: 400 })
      expect(answer.text).toContain('was changed after its secret was sealed')
    }
  })

  test('need a passphrase of at least 12 characters, and no document chooses their cost', async () => {
    expect(await shop.admin().post(`${EXPORT}/export`, { passphrase: 'too short' })).toMatchObject({ status: 400 })
    for (const sealed of [{ scheme: 'scrypt-n-31' }, { cost: 2 ** 31 }]) {
      const answer = await importInto(shop, { ...document, sealed_secrets: { ...document.sealed_secrets, ...sealed } })
      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    }
  })
})

function flip(text: string): string {
  return (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
}

describe('an import', () => {
  test('keeps the secrets of the same client id and mail server if the document has none', async () => {
    const document = await exportPlain(shop)

    const { body } = await importInto(shop, document)

    expect(body).toMatchObject({ settings: [], missing_secrets: [] })
  })

  test('names missing secrets, and leaves their provider and mail server as they are', async () => {
    const project = await portico.createProject()

    const { body } = await importInto(project, await exportPlain(shop))

    expect(body.missing_secrets).toEqual([
      'config.oauth_providers.github.client_secret',
      'config.oidc_providers.custom:okta.authentication.client_secret',
      'config.email_config.password',
    ])
    expect((await exportPlain(project)).config).toMatchObject({
      oauth_providers: [],
      oidc_providers: [],
      email_config: { type: 'shared' },
      magic_link_enabled: true,
    })
  })

  test.each([
    [
      'a DKIM key',
      { ...email, reply_to: 'help@example.com', dkim: { selector: 'portico', private_key: createRsaKey() } },
      ['config.email_config.password', 'config.email_config.dkim.private_key'],
      { dkim: { selector: 'other' } },
    ],
    [
      'an endpoint',
      { type: 'endpoint', url: 'https://example.com/mails', sender_name: 'Notes', sender_email: 'notes@example.com' },
      ['config.email_config.secret'],
      { url: 'https://evil.example' },
    ],
  ])('moves %s with the other secrets', async (_what, email_config, missing, change) => {
    const [source, copy] = [await portico.createProject(), await portico.createProject()]
    await source.admin().patch(PROJECT, { config: { email_config } })
    const [plain, sealed] = [await exportPlain(source), await exportSealed(source)]

    const incomplete = await importInto(copy, plain)
    const complete = await importInto(copy, sealed, { passphrase: PASSPHRASE })

    expect(JSON.stringify([plain, sealed])).not.toMatch(/PRIVATE KEY|whsec_|•/)
    expect(incomplete.body.missing_secrets).toEqual(missing)
    expect(complete.body).toMatchObject({ is_applied: true, missing_secrets: [] })
    expect(await exportPlain(copy)).toMatchObject({ config: { email_config: plain.config?.email_config } })
    expect((await importInto(copy, plain)).body).toMatchObject({ settings: [], missing_secrets: [] })
    const changed = { ...sealed.config.email_config, ...change }
    const answer = await importInto(
      copy,
      { ...sealed, config: { ...sealed.config, email_config: changed } },
      { passphrase: PASSPHRASE },
    )
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('was changed after') })
  })

  test('moves the secret key of Turnstile for the same site key only', async () => {
    const [source, copy] = [await portico.createProject(), await portico.createProject()]
    const bot_check = { type: 'turnstile', site_key: 'site', secret_key: 'turnstile secret' }
    await source.admin().patch(PROJECT, { config: { bot_check } })
    const [plain, sealed] = [await exportPlain(source), await exportSealed(source)]
    const changed = { ...sealed, config: { ...sealed.config, bot_check: { type: 'turnstile', site_key: 'other' } } }

    const incomplete = await importInto(copy, plain)
    const stranger = await importInto(copy, changed, { passphrase: PASSPHRASE })
    const complete = await importInto(copy, sealed, { passphrase: PASSPHRASE })

    expect(JSON.stringify([plain, sealed])).not.toMatch(/turnstile secret|•/)
    expect(incomplete.body.missing_secrets).toEqual(['config.bot_check.secret_key'])
    expect(stranger).toMatchObject({ status: 400, text: expect.stringContaining('was changed after') })
    expect(complete.body).toMatchObject({ is_applied: true, missing_secrets: [] })
    expect((await importInto(copy, plain)).body).toMatchObject({ settings: [], missing_secrets: [] })
  })

  test('cannot set Turnstile for the project "internal"', async () => {
    const config = { bot_check: { type: 'turnstile', site_key: 'site', secret_key: 'turnstile secret' } }

    const answer = await portico
      .internal({ accessType: 'admin', key: 'sak_internal_of_a_test_service_only' })
      .post(`${EXPORT}/import`, { document: { ...FORMAT, config } })

    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('cannot use Turnstile') })
  })

  test('accepts secrets in clear', async () => {
    const project = await portico.createProject()

    await importInto(project, { ...FORMAT, config: { oauth_providers: [provider], email_config: email } })

    expect((await exportPlain(project)).config).toMatchObject({
      oauth_providers: [{ id: 'github', client_id: 'github id', enabled: true }],
      email_config: { host: 'mail.example.com' },
    })
  })

  test('lists every change and writes nothing as a dry run', async () => {
    const project = await portico.createProject({ displayName: 'Copy' })
    await project.admin().post('/team-permission-definitions', { id: 'old' })
    const before = await exportPlain(project)
    const document = {
      ...FORMAT,
      display_name: 'Shop',
      config: { passkey_enabled: true, credential_enabled: true },
      team_permission_definitions: [
        { id: 'team_member', contained_permission_ids: ['new'] },
        { id: 'new', description: 'New' },
      ],
    }

    const { body } = await importInto(project, document, { dry_run: true, delete_missing: true })

    expect(body).toMatchObject({
      is_applied: false,
      settings: [
        { field: 'display_name', before: 'Copy', after: 'Shop' },
        { field: 'config.passkey_enabled', before: false, after: true },
        { field: 'config.team_creator_default_permissions', before: [{ id: 'team_admin' }], after: [] },
      ],
      missing_secrets: [],
    })
    const changes = body.permission_definitions.map(({ change, id }) => `${change} ${id}`)
    expect(changes.toSorted((one, other) => one.localeCompare(other))).toEqual([
      'created new',
      'deleted old',
      'deleted team_admin',
      'updated team_member',
    ])
    expect(await exportPlain(project)).toEqual(before)
  })

  test('keeps other definitions unless it deletes them, and the grants of those that stay', async () => {
    const project = await portico.createProject()
    await project.admin().post('/project-permission-definitions', { id: 'kept' })
    await project.admin().post('/project-permission-definitions', { id: 'gone' })
    const user = await project.signUp()
    for (const id of ['kept', 'gone']) await project.server().post(`/project-permissions/${user.id}/${id}`, {})
    const document = { ...FORMAT, project_permission_definitions: [{ id: 'kept', description: 'Changed' }] }

    await importInto(project, document)
    expect(await definitionsOf(project, 'project')).toEqual(['gone', 'kept'])

    await importInto(project, document, { delete_missing: true })
    expect(await definitionsOf(project, 'project')).toEqual(['kept'])
    expect(await definitionsOf(project, 'team')).toEqual(['team_admin', 'team_member'])
    const { rows } = await portico.database.db.run(statement`
      select 1 from project_permissions where project_id = ${project.id}`)
    expect(rows).toHaveLength(1)
  })

  test('removes deleted definitions from the default permissions, which a dry run lists', async () => {
    const project = await portico.createProject()
    const document = {
      ...FORMAT,
      config: { user_default_permissions: [{ id: 'team_member' }] },
      team_permission_definitions: [],
      project_permission_definitions: [{ id: 'team_member' }],
    }

    const dry = await importInto(project, document, { dry_run: true, delete_missing: true })
    await importInto(project, document, { delete_missing: true })

    expect(dry.body.settings).toEqual([
      { field: 'config.team_creator_default_permissions', before: [{ id: 'team_admin' }], after: [] },
      { field: 'config.team_member_default_permissions', before: [{ id: 'team_member' }], after: [] },
      { field: 'config.user_default_permissions', before: [], after: [{ id: 'team_member' }] },
    ])
    const { id: creator_user_id } = await project.signUp()
    const team = { display_name: 'Team', creator_user_id }
    expect(await project.server().post('/teams', team)).toMatchObject({ status: 201 })
  })

  test('moves an id to the other scope if it deletes the old definition', async () => {
    const project = await portico.createProject()
    const document = {
      ...FORMAT,
      team_permission_definitions: [],
      project_permission_definitions: [{ id: 'team_admin' }],
    }

    const refused = await importInto(project, document)
    expect(refused).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(refused.text).toContain('body.document.project_permission_definitions[0].id')

    expect(await importInto(project, document, { delete_missing: true })).toMatchObject({ status: 200 })
    expect(await definitionsOf(project, 'project')).toEqual(['team_admin'])
  })

  test('is refused with the version of the dry run after a change of the same setting', async () => {
    const project = await portico.createProject()
    const document = {
      ...FORMAT,
      description: 'Imported',
      team_permission_definitions: [{ id: 'team_member', description: 'Imported' }],
    }
    const { body: dry } = await importInto(project, document, { dry_run: true })
    await project.admin().patch('/team-permission-definitions/team_member', { description: 'Changed' })
    await project.admin().patch(PROJECT, { config: { passkey_enabled: true } })

    const answer = await importInto(project, document, { if_version: dry.version })

    expect(answer).toMatchObject({
      status: 409,
      body: { details: { conflicts: [{ path: 'team_permission_definitions.team_member' }] } },
    })
    expect(await exportPlain(project)).toMatchObject({ description: '', config: { passkey_enabled: true } })
  })

  test.each<[string, object, string]>([
    ['of a newer format', { format_version: 2 }, 'body.document.format_version must be 1'],
    ['of another format', { format: 'other' }, 'body.document.format'],
    ['with unknown settings', { config: { unknown: true } }, 'body.document.config'],
    [
      'with a prototype key',
      { config: JSON.parse('{"__proto__": {"sign_up_enabled": false}}') as object },
      '__proto__',
    ],
    ['with a wrong type', { config: { sign_up_enabled: 'yes' } }, 'body.document.config.sign_up_enabled'],
    ['with a system id', { team_permission_definitions: [{ id: '$update_team' }] }, 'definitions[0].id'],
    [
      'with an id twice',
      { team_permission_definitions: [{ id: 'a' }, { id: 'a' }] },
      'team_permission_definitions[1].id',
    ],
    [
      'with an unknown contained permission',
      { project_permission_definitions: [{ id: 'a', contained_permission_ids: ['$update_team'] }] },
      'body.document.project_permission_definitions[0].contained_permission_ids',
    ],
    [
      'with a permission that contains itself through others',
      {
        team_permission_definitions: [
          { id: 'a', contained_permission_ids: ['b'] },
          { id: 'b', contained_permission_ids: ['c'] },
          { id: 'c', contained_permission_ids: ['a'] },
          { id: 'd', contained_permission_ids: ['a'] },
        ],
      },
      'contains itself',
    ],
    [
      'with too many contained permissions',
      {
        team_permission_definitions: Array.from({ length: 120 }, (_, index) => ({
          id: `p${index}`,
          contained_permission_ids: Array.from({ length: index }, (_one, other) => `p${other}`),
        })),
      },
      'in total',
    ],
    ['with a foreign shared provider', { config: { oauth_providers: [{ id: 'apple', type: 'shared' }] } }, 'apple'],
    [
      'with an old system that is asked for too long',
      {
        config: {
          old_system: {
            type: 'endpoint',
            url: 'https://old.example',
            secret: 'x',
            ends_at_millis: 253_402_300_799_999,
          },
        },
      },
      'at most 366 days ahead',
    ],
  ])('%s answers 400 and writes nothing', async (_case, part, expected) => {
    const before = await exportPlain(shop)

    const answer = await importInto(shop, { ...FORMAT, display_name: 'Written', ...part })

    expect(answer).toMatchObject({ status: 400 })
    expect(answer.text).toContain(expected)
    expect(await exportPlain(shop)).toEqual(before)
  })

  test('refuses a document that is nested too deeply', async () => {
    let nested: object = {}
    for (let depth = 0; depth < 100; depth += 1) nested = { nested }

    expect(await importInto(shop, nested)).toMatchObject({ status: 400, body: { code: 'BODY_PARSING_ERROR' } })
  })

  test('accepts the largest document that a project can export', async () => {
    const project = await portico.createProject()
    const long = 'x'.repeat(110)
    const definitions = Array.from({ length: 1_000 }, (_, index) => ({
      id: `${long}${index}`,
      description: '€'.repeat(256),
      contained_permission_ids: Array.from(
        { length: Math.min(index, 5) },
        (_one, back) => `${long}${index - back - 1}`,
      ),
    }))
    const document = { ...FORMAT, team_permission_definitions: [], project_permission_definitions: definitions }

    const answer = await importInto(project, document, { delete_missing: true })

    expect(answer).toMatchObject({ status: 200 })
    expect((await exportPlain(project)).project_permission_definitions).toHaveLength(1_000)
  })
})
