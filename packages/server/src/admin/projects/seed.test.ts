import { createTestPortico } from '@portico/testkit'
import { describe, expect, test } from 'vitest'

import { createPortico } from '../../create-portico.ts'
import type { Database } from '../../kernel/database.ts'
import { statement } from '../../kernel/statement.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { WriteHeld } from '../../platform/db/database-errors.ts'
import { emittingDatabase } from '../../platform/db/emitting-database.ts'
import { createLog } from '../../platform/log/log.ts'
import { findProjectName } from '../../records/projects/store.ts'
import { readSettings } from '../../settings.ts'
import { applySeed, seedLater } from './seed.ts'

const demo = '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063'
const admin = { accessType: 'admin', key: 'sak_internal_of_a_test_service_only' } as const

describe('the seed', () => {
  test('is applied again at a restart and keeps the changes of an admin', async () => {
    await using portico = await createTestPortico({
      seed: {
        projects: [
          {
            id: demo,
            display_name: 'Demo',
            keys: { super_secret_admin_key: 'sak_demo' },
            config: { magic_link_enabled: true },
          },
        ],
      },
    })
    const settings = {
      display_name: 'Our Portico',
      config: { domains: [{ domain: 'https://acme.example', handler_path: '/h' }] },
    }
    await portico.internal(admin).patch('/internal/projects/current', settings)

    await portico.restart()

    expect((await portico.internal(admin).get('/internal/projects/current')).body).toMatchObject(settings)
    const seeded = portico.internal({ projectId: demo, accessType: 'admin', key: 'sak_demo' })
    expect((await seeded.get('/internal/projects/current')).body).toMatchObject({
      display_name: 'Demo',
      config: { magic_link_enabled: true, sign_up_enabled: true },
    })
  })

  test('creates the key of an issuer once, and does not read the issuer', async () => {
    const issuer = { id: 'custom:acme', display_name: 'Acme', issuer_url: 'https://id.example', client_id: 'acme' }
    const authentication = { method: 'private_key_jwt' as const }
    const project = {
      id: demo,
      keys: { super_secret_admin_key: 'sak_demo' },
      config: { oidc_providers: [{ ...issuer, authentication }] },
    }
    await using portico = await createTestPortico({ seed: { projects: [project] } })
    const readIssuers = async (): Promise<unknown> => {
      const seeded = portico.internal({ projectId: demo, accessType: 'admin', key: 'sak_demo' })
      return (await seeded.get<{ config: { oidc_providers: unknown } }>('/internal/projects/current')).body.config
        .oidc_providers
    }
    const atFirst = await readIssuers()

    await portico.restart()

    expect(atFirst).toMatchObject([
      { ...issuer, enabled: true, authentication: { ...authentication, public_jwk: { alg: 'ES256' } } },
    ])
    expect(await readIssuers()).toEqual(atFirst)
  })

  test('defines permissions, in a new project and at each start', async () => {
    const chooseBook = { id: 'choose_book', contained_permission_ids: ['$update_team'] }
    const seeded = {
      id: demo,
      keys: { super_secret_admin_key: 'sak_demo' },
      team_permission_definitions: [
        { ...chooseBook, description: 'Choose the book' },
        { id: 'team_admin', contained_permission_ids: ['choose_book'] },
      ],
      project_permission_definitions: [{ id: 'moderate' }],
    }
    await using portico = await createTestPortico({ seed: { projects: [seeded] } })
    const http = portico.internal({ projectId: demo, accessType: 'admin', key: 'sak_demo' })
    const own = async (scope: 'team' | 'project'): Promise<object[]> => {
      const { body } = await http.get<{ items: { id: string }[] }>(`/${scope}-permission-definitions`)
      return body.items.filter(({ id }) => !id.startsWith('$'))
    }
    const teamAdmin = { id: 'team_admin', description: 'Default permission of team creators.' }
    const atFirst = [await own('team'), await own('project')]
    await http.patch('/team-permission-definitions/choose_book', { contained_permission_ids: [] })
    await http.delete('/project-permission-definitions/moderate')

    seeded.team_permission_definitions = [{ ...chooseBook, description: 'Choose' }]
    await portico.restart()

    expect(atFirst).toMatchObject([
      [
        { ...chooseBook, description: 'Choose the book' },
        { ...teamAdmin, contained_permission_ids: ['choose_book'] },
        { id: 'team_member' },
      ],
      [{ id: 'moderate', contained_permission_ids: [] }],
    ])
    expect([await own('team'), await own('project')]).toMatchObject([
      [{ ...chooseBook, description: 'Choose' }, { contained_permission_ids: ['choose_book'] }, { id: 'team_member' }],
      [{ id: 'moderate' }],
    ])
  })

  test.each([
    [
      'contains one that is not defined before it',
      [{ id: 'outer', contained_permission_ids: ['inner'] }, { id: 'inner' }],
    ],
    ['contains itself', [{ id: 'outer' }, { id: 'outer', contained_permission_ids: ['outer'] }]],
  ])('stops the start if a permission %s', async (_mistake, definitions) => {
    const started = createTestPortico({ seed: { projects: [{ id: demo, team_permission_definitions: definitions }] } })

    await expect(started).rejects.toMatchObject({
      name: 'StartupProblem',
      message: expect.stringContaining('cannot be defined') as unknown,
    })
  })

  test('disables anonymous sign-up of "internal" and keeps it enabled after an admin enables it', async () => {
    await using portico = await createTestPortico()
    const signUp = async (): Promise<{ status: number; body: unknown }> =>
      portico.internal().post('/auth/anonymous/sign-up')
    expect(await signUp()).toMatchObject({ status: 400, body: { code: 'ANONYMOUS_ACCOUNTS_NOT_ENABLED' } })

    await portico.internal(admin).patch('/internal/projects/current', { config: { anonymous_enabled: true } })
    await portico.restart()

    expect((await signUp()).status).toBe(200)
  })

  test('replaces a revoked seeded key set if it contains other keys', async () => {
    const seed = { projects: [{ id: demo, keys: { super_secret_admin_key: 'sak_first' } }] }
    await using portico = await createTestPortico({ seed })
    const first = portico.internal({ projectId: demo, accessType: 'admin', key: 'sak_first' })
    const listed = await first.get<{ items: { id: string }[] }>('/internal/api-keys')
    await first.patch(`/internal/api-keys/${listed.body.items[0]?.id}`, { revoked: true })
    await portico.restart()
    const stillRevoked = await first.get('/projects/current')

    seed.projects = [{ id: demo, keys: { super_secret_admin_key: 'sak_second' } }]
    await portico.restart()

    expect(stillRevoked.status).toBe(401)
    const second = portico.internal({ projectId: demo, accessType: 'admin', key: 'sak_second' })
    expect((await second.get('/projects/current')).status).toBe(200)
  })

  test.each(['publishable_client_key', 'secret_server_key', 'super_secret_admin_key'])(
    'stops the start if two projects have the same %s',
    async (kind) => {
      const started = createTestPortico({
        seed: {
          projects: [
            { id: demo, keys: { [kind]: 'shared' } },
            { id: '7fbbf22e-f4b2-4c6e-95a1-beab6fa41063', keys: { [kind]: 'shared' } },
          ],
        },
      })

      await expect(started).rejects.toMatchObject({
        name: 'StartupProblem',
        message: expect.stringContaining('already belongs'),
      })
    },
  )

  test('stops the start if a key belongs to a project that the seed no longer contains', async () => {
    const keys = { secret_server_key: 'ssk_moved' }
    const seed = { projects: [{ id: demo, keys }] }
    await using portico = await createTestPortico({ seed })

    seed.projects = [{ id: '7fbbf22e-f4b2-4c6e-95a1-beab6fa41063', keys }]

    await expect(portico.restart()).rejects.toMatchObject({
      name: 'StartupProblem',
      message: expect.stringContaining('already belongs'),
    })
  })

  test('is applied later if a move holds the writes of a project, and stops the start if the home cell is down', async () => {
    await using portico = await createTestPortico()
    const { db } = portico.database
    const held = new WriteHeld('It is being moved.')
    const failures: Error[] = [held, held]
    const failing: Database = {
      ...emittingDatabase(db, []),
      transaction: (work) => {
        const failure = failures.shift()
        return failure ? Promise.reject(failure) : emittingDatabase(db, []).transaction(work)
      },
    }
    const dependencies = {
      clock: portico.clock,
      db: failing,
      log: createLog('silent'),
      secret: new MasterSecret([portico.secret]),
      settings: { dashboardUrl: 'http://localhost:8100', mode: 'development' },
    } as const
    const broken = '7fbbf22e-f4b2-4c6e-95a1-beab6fa41063'
    const seed = { projects: [{ id: broken }, { id: demo, display_name: 'Applied later' }] }

    const waiting = await applySeed(dependencies, seed)
    // The error of the first project is not expected, so only the second one is tried again.
    failures.push(new Error('A bug.'), held)
    const seeding = seedLater(dependencies, waiting, 1)

    await expect.poll(() => db.run(findProjectName(demo))).toBe('Applied later')
    await seeding.stop()
    expect(await db.run(findProjectName(broken))).toBeNull()
    failures.push(new StoreUnavailable('It is down.'))
    await expect(applySeed(dependencies, seed)).rejects.toThrow('It is down.')
  })

  test('is not applied with another PORTICO_SECRET, but with both secrets', async () => {
    await using portico = await createTestPortico()
    const other = 'kZ0pW8vqTn3yB6sE1hUjR5xLc9aFgMdO2iX7'
    const start = (secrets: string): Promise<{ close(): Promise<void> }> =>
      createPortico({
        settings: readSettings({ PORTICO_SECRET: secrets, PORTICO_ARGON2_MEMORY_KIB: '256' }),
        db: portico.database.db,
        clock: portico.clock,
        log: createLog('silent'),
        seed: { projects: [{ id: demo }] },
      })

    await expect(start(other)).rejects.toMatchObject({
      name: 'StartupProblem',
      message: expect.stringContaining('PORTICO_SECRET is not the secret this database was used with'),
      nextStep: expect.stringContaining('Set the previous secret.'),
    })
    // Its signing key would be sealed with a secret that the other nodes do not have.
    const { db } = portico.database
    expect(await db.run(statement`select from projects where id = ${demo}`)).toMatchObject({ count: 0 })
    await (await start(`${other},${portico.secret}`)).close()
  })
})
