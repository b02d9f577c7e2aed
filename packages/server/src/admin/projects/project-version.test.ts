import type { AuditEventWithChanges, ProjectAdminRead } from '@portico/contract'
import { createTestPortico, type Answer, type HttpClient, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { asOwner, signUpOwner } from '../../../test/owner.ts'
import { statement } from '../../kernel/statement.ts'

const path = '/internal/projects/current'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

interface Owner {
  readonly id: string
  readonly http: HttpClient
}

async function addOwner(project: TestProject, displayName: string | null): Promise<Owner> {
  const { user_id: id, access_token: accessToken } = await signUpOwner(portico)
  if (displayName !== null) {
    await portico.internal({ accessToken }).patch('/users/me', { display_name: displayName })
  }
  await portico.database.db.run(statement`
    insert into project_owners (user_id, owned_project_id) values (${id}, ${project.id})`)
  return { id, http: asOwner(portico, project.id, accessToken) }
}

async function read(http: HttpClient): Promise<ProjectAdminRead> {
  return (await http.get<ProjectAdminRead>(path)).body
}

async function latestEvent(http: HttpClient, action: string): Promise<AuditEventWithChanges> {
  const list = await http.get<{ items: { id: string }[] }>(`/internal/audit-events?action=${action}`)
  return (await http.get<AuditEventWithChanges>(`/internal/audit-events/${list.body.items[0]?.id}`)).body
}

function conflicts({ status, body }: Answer): unknown {
  expect({ status, body }).toMatchObject({ status: 409, body: { code: 'PROJECT_VERSION_CONFLICT' } })
  return (body as { details: { conflicts: unknown } }).details.conflicts
}

describe('the version of a project', () => {
  test('grows by one with each update that changes something', async () => {
    const admin = (await portico.createProject()).admin()
    const { version, config } = await read(admin)

    await admin.patch(path, { display_name: 'Renamed', config: { passkey_enabled: true } })
    await admin.patch(path, { display_name: 'Renamed', config: { passkey_enabled: true } })
    const { id: _id, enabled_oauth_providers: _enabled, ...settings } = config
    await admin.patch(path, { config: { ...settings, passkey_enabled: true } })

    expect((await read(admin)).version).toBe(version + 1)
  })

  test('does not grow if a secret is written again', async () => {
    const admin = (await portico.createProject()).admin()
    const provider = { id: 'github', type: 'standard', client_id: 'id', client_secret: 'first' }
    const { body: before } = await admin.patch<ProjectAdminRead>(path, { config: { oauth_providers: [provider] } })

    await admin.patch(path, { config: { oauth_providers: [provider] } })
    expect((await read(admin)).version).toBe(before.version)

    await admin.patch(path, { config: { oauth_providers: [{ ...provider, client_secret: 'second' }] } })
    expect((await read(admin)).version).toBe(before.version + 1)
  })

  test('grows with the permission definitions', async () => {
    const admin = (await portico.createProject()).admin()
    const { version } = await read(admin)

    await admin.post('/team-permission-definitions', { id: 'editor' })
    await admin.patch('/team-permission-definitions/editor', { description: 'Edits' })
    await admin.delete('/team-permission-definitions/editor')

    expect((await read(admin)).version).toBe(version + 3)
  })
})

describe('an update with if_version', () => {
  test('names person, field and value of each conflict, and writes nothing', async () => {
    const project = await portico.createProject({ displayName: 'Before' })
    const [ada, bob] = [await addOwner(project, 'Ada'), await addOwner(project, null)]
    const { version } = await read(ada.http)
    const at = expect.any(Number) as unknown
    await ada.http.patch(path, { display_name: 'Of Ada', if_version: version })
    await project.admin().patch(path, { config: { passkey_enabled: true } })

    const answer = await bob.http.patch(path, {
      display_name: 'Of Bob',
      description: 'Of Bob',
      config: { passkey_enabled: false, magic_link_enabled: true },
      if_version: version,
    })

    expect(conflicts(answer)).toEqual([
      {
        path: 'display_name',
        value: 'Of Ada',
        changed_by: { type: 'owner', user_id: ada.id, display_name: 'Ada' },
        changed_at_millis: at,
      },
      {
        path: 'config.passkey_enabled',
        value: true,
        changed_by: { type: 'key', user_id: null, display_name: null },
        changed_at_millis: at,
      },
    ])
    expect(await read(bob.http)).toMatchObject({
      display_name: 'Of Ada',
      description: '',
      version: version + 2,
      config: { magic_link_enabled: false },
    })
  })

  test('is written if only other settings were changed, or the same value was written', async () => {
    const admin = (await portico.createProject()).admin()
    const { version } = await read(admin)
    await admin.patch(path, { display_name: 'Same', config: { passkey_enabled: true } })

    const answer = await admin.patch(path, {
      display_name: 'Same',
      config: { magic_link_enabled: true },
      if_version: version,
    })

    expect(answer).toMatchObject({
      status: 200,
      body: { display_name: 'Same', config: { passkey_enabled: true, magic_link_enabled: true } },
    })
  })

  test('conflicts with a change of a secret, which it does not show', async () => {
    const admin = (await portico.createProject()).admin()
    const provider = { id: 'github', type: 'standard', client_id: 'id', client_secret: 'first' }
    await admin.patch(path, { config: { oauth_providers: [provider] } })
    const { version } = await read(admin)
    await admin.patch(path, { config: { oauth_providers: [{ ...provider, client_secret: 'other-secret' }] } })

    const answer = await admin.patch(path, {
      config: { oauth_providers: [{ ...provider, client_secret: 'mine' }] },
      if_version: version,
    })

    expect(conflicts(answer)).toMatchObject([{ path: 'config.oauth_providers' }])
    expect(answer.text).not.toMatch(/first|other-secret|mine/)
    const { rows } = await portico.database.db.run(statement`select changes from project_changes`)
    expect(JSON.stringify(rows)).not.toMatch(/first|other-secret|mine/)
  })

  test('conflicts with forgotten changes of every setting that it changes', async () => {
    const project = await portico.createProject()
    const { version } = await read(project.admin())
    await project.admin().patch(path, { config: { passkey_enabled: true } })
    await portico.database.db.run(statement`delete from project_changes where project_id = ${project.id}`)

    const answer = await project.admin().patch(path, { description: 'Other', if_version: version })

    expect(conflicts(answer)).toEqual([{ path: 'description', value: '', changed_by: null, changed_at_millis: null }])
  })

  test('is refused for a version that does not exist yet', async () => {
    const admin = (await portico.createProject()).admin()

    const answer = await admin.patch(path, { display_name: 'Later', if_version: 1_000 })

    expect(answer).toMatchObject({ status: 400 })
    expect(answer.text).toContain('if_version is 1000')
  })

  test('is written by exactly one of several owners at once', async () => {
    const project = await portico.createProject()
    const owners = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => addOwner(project, name)))
    const { version } = await read(project.admin())

    const answers = await Promise.all(
      owners.map(({ http, id }) => http.patch(path, { description: id, if_version: version })),
    )

    const written = answers.findIndex(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
    expect(await read(project.admin())).toMatchObject({ description: owners[written]?.id, version: version + 1 })
  })
})

describe('the audit entry of a change', () => {
  test('has the values before and after, with masked secrets', async () => {
    const admin = (await portico.createProject()).admin()
    await admin.patch(path, {
      display_name: 'After',
      config: {
        sign_up_enabled: true,
        email_config: {
          type: 'standard',
          host: 'mail.example.com',
          port: 465,
          username: 'me',
          password: 'hidden password',
          sender_name: 'Notes',
          sender_email: 'notes@example.com',
        },
      },
    })

    const { changed_fields, changes } = await latestEvent(admin, 'project.updated')

    expect(changed_fields).toEqual(['displayName', 'config.emailConfig'])
    expect(changes).toMatchObject([
      { field: 'display_name', after: 'After' },
      { field: 'config.email_config', before: { type: 'shared' }, after: { host: 'mail.example.com', username: 'me' } },
    ])
    expect(JSON.stringify(changes)).not.toContain('hidden')
  })

  test('has the definitions of a permission', async () => {
    const admin = (await portico.createProject()).admin()
    await admin.post('/team-permission-definitions', { id: 'editor', contained_permission_ids: ['$read_members'] })
    await admin.patch(path, { config: { team_member_default_permissions: [{ id: 'editor' }] } })
    await admin.patch('/team-permission-definitions/editor', { id: 'author' })

    const [renamed, settings] = [
      await latestEvent(admin, 'permission_definition.updated'),
      await latestEvent(admin, 'project.updated'),
    ]

    const definition = { contained_permission_ids: ['$read_members'] }
    expect(renamed.changes).toEqual([
      {
        field: 'team_permission_definitions.author',
        before: { id: 'editor', ...definition },
        after: { id: 'author', ...definition },
      },
    ])
    expect(settings.changes).toEqual([
      { field: 'config.team_member_default_permissions', before: [{ id: 'editor' }], after: [{ id: 'author' }] },
    ])
  })

  test('leaves out values that are too large', async () => {
    const admin = (await portico.createProject()).admin()
    const domains = Array.from({ length: 300 }, (_, index) => ({
      domain: `https://app-${index}.example.com`,
      handler_path: '/handler',
    }))

    await admin.patch(path, { config: { domains } })

    expect((await latestEvent(admin, 'project.updated')).changes).toEqual([{ field: 'config.domains' }])
  })

  test('is unknown in another project', async () => {
    const [own, other] = [await portico.createProject(), await portico.createProject()]
    await own.admin().patch(path, { display_name: 'Own' })
    const { id } = await latestEvent(own.admin(), 'project.updated')

    expect(await other.admin().get(`/internal/audit-events/${id}`)).toMatchObject({ status: 404 })
  })
})
