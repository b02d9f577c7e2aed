import type { SignedIn } from '@portico/contract'
import { createTestPortico, type Answer, type HttpClient, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { signUpOwner } from '../../../test/owner.ts'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

/** Returns a server client of "internal" that acts for this user. */
function backend({ access_token: accessToken }: SignedIn): HttpClient {
  return portico.internal({ accessType: 'server', accessToken })
}

async function createProject({ access_token: accessToken }: SignedIn): Promise<string> {
  const { body } = await portico
    .internal({ accessToken })
    .post<{ id: string }>('/internal/projects', { display_name: 'Mine' })
  return body.id
}

async function listOwned({ access_token: accessToken }: SignedIn): Promise<string[]> {
  const { body } = await portico.internal({ accessToken }).get<{ items: { id: string }[] }>('/internal/projects')
  return body.items.map(({ id }) => id)
}

async function readMetadata(user: SignedIn): Promise<unknown> {
  return (await backend(user).get('/users/me')).body.server_metadata
}

function writeMetadata(user: SignedIn, metadata: unknown): Promise<Answer> {
  return backend(user).patch('/users/me', { server_metadata: metadata })
}

describe('managedProjectIds in server_metadata', () => {
  test('lists the projects of the owner beside the rest of the metadata', async () => {
    const ada = await signUpOwner(portico)
    await writeMetadata(ada, { plan: 'pro' })
    const first = await createProject(ada)
    const second = await createProject(ada)

    expect(await readMetadata(ada)).toEqual({ plan: 'pro', managedProjectIds: [first, second] })
  })

  test('is absent for a user who never owned a project', async () => {
    const ada = await signUpOwner(portico)

    expect(await readMetadata(ada)).toBeNull()
  })

  test('sets the owned projects in the given order when it is written', async () => {
    const ada = await signUpOwner(portico)
    const bob = await signUpOwner(portico)
    const [first, second, third] = [await createProject(ada), await createProject(ada), await createProject(ada)]

    const answer = await writeMetadata(bob, { managedProjectIds: [third, first] })
    await writeMetadata(ada, { managedProjectIds: [second, third, first], plan: 'pro' })

    expect(answer.body.server_metadata).toEqual({ managedProjectIds: [third, first] })
    expect(await listOwned(bob)).toEqual([third, first])
    expect(await listOwned(ada)).toEqual([second, third, first])
    expect(await readMetadata(ada)).toEqual({ managedProjectIds: [second, third, first], plan: 'pro' })
  })

  test('keeps its order before a project that is created afterwards', async () => {
    const ada = await signUpOwner(portico)
    const first = await createProject(ada)
    const second = await createProject(ada)
    await writeMetadata(ada, { managedProjectIds: [second, first] })

    const third = await createProject(ada)

    expect(await listOwned(ada)).toEqual([second, first, third])
  })

  test.each([
    ['an empty list', { managedProjectIds: [] }, { managedProjectIds: [] }],
    ['metadata without it', { plan: 'pro' }, { plan: 'pro' }],
    ['no metadata', null, null],
    ['metadata that is a text', 'managedProjectIds', 'managedProjectIds'],
    ['metadata that is a list', ['managedProjectIds'], ['managedProjectIds']],
    ['a value that is not a list', { managedProjectIds: { a: 1 } }, { managedProjectIds: [] }],
    ['members that are not ids', { managedProjectIds: [null, 1, {}] }, { managedProjectIds: [] }],
  ])('ends all ownership when %s is written', async (_what, written, read) => {
    const ada = await signUpOwner(portico)
    await createProject(ada)

    await writeMetadata(ada, written)

    expect(await readMetadata(ada)).toEqual(read)
    expect(await listOwned(ada)).toEqual([])
  })

  test('ignores projects that do not exist and repeated ids', async () => {
    const ada = await signUpOwner(portico)
    const mine = await createProject(ada)

    await writeMetadata(ada, { managedProjectIds: ['nowhere', mine, mine] })

    expect(await readMetadata(ada)).toEqual({ managedProjectIds: [mine] })
  })

  test('stays when other fields are changed', async () => {
    const ada = await signUpOwner(portico)
    const mine = await createProject(ada)

    await backend(ada).patch('/users/me', { display_name: 'Ada', client_metadata: { theme: 'dark' } })

    expect(await readMetadata(ada)).toEqual({ managedProjectIds: [mine] })
    expect(await listOwned(ada)).toEqual([mine])
  })

  test('is empty once the last project of the owner is deleted', async () => {
    const ada = await signUpOwner(portico)
    const project = await portico.createProject()
    await writeMetadata(ada, { managedProjectIds: [project.id] })

    await project.admin().delete('/internal/projects/current')

    expect(await readMetadata(ada)).toEqual({ managedProjectIds: [] })
    expect(await listOwned(ada)).toEqual([])
  })

  test('never makes an anonymous user an owner, even after an upgrade', async () => {
    const ada = await signUpOwner(portico)
    const mine = await createProject(ada)
    const guest = await signUpOwner(portico)
    await portico.database.db.run(statement`
      update users set is_anonymous = true where project_id = 'internal' and id = ${guest.user_id}`)
    await writeMetadata(guest, { managedProjectIds: [mine] })

    await backend(guest).patch('/users/me', { is_anonymous: false })

    expect(await readMetadata(guest)).toEqual({ managedProjectIds: [] })
    expect(await listOwned(guest)).toEqual([])
  })

  test('is plain metadata for a user of another project', async () => {
    const project = await portico.createProject()
    const server = project.server(await project.signUp())
    const metadata = { managedProjectIds: [project.id, 'anything', 1] }

    await server.patch('/users/me', { server_metadata: metadata })

    expect((await server.get('/users/me')).body.server_metadata).toEqual(metadata)
  })
})

describe('ownership', () => {
  test('ends when its user or its project is deleted', async () => {
    const ada = await signUpOwner(portico)
    const bob = await signUpOwner(portico)
    const project = await portico.createProject()
    await createProject(ada)
    await writeMetadata(bob, { managedProjectIds: [project.id] })

    await backend(ada).delete('/users/me')
    await project.admin().delete('/internal/projects/current')

    const { rows } = await portico.database.db.run(statement`
      select 1 from project_owners where user_id in (${ada.user_id}, ${bob.user_id})`)
    expect(rows).toEqual([])
  })

  test('is created together with its project, or not at all if the user is deleted at the same time', async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, () => signUpOwner(portico)))
    const displayName = 'Created by a user who leaves'

    const statuses = await Promise.all(
      owners.flatMap((owner) => [
        portico
          .internal({ accessToken: owner.access_token })
          .post('/internal/projects', { display_name: displayName })
          .then(({ status }) => status),
        backend(owner)
          .delete('/users/me')
          .then(({ status }) => status),
      ]),
    )

    expect(statuses.filter((status) => ![200, 201, 401].includes(status))).toEqual([])
    const { rows } = await portico.database.db.run(
      statement`select 1 from projects where display_name = ${displayName}`,
    )
    expect(rows).toHaveLength(statuses.filter((status) => status === 201).length)
  })

  test('contains exactly the remaining projects when lists are written while projects are deleted', async () => {
    const ada = await signUpOwner(portico)
    const projects = await Promise.all(Array.from({ length: 6 }, () => portico.createProject()))
    const ids = projects.map(({ id }) => id)

    const answers = await Promise.all([
      ...projects.slice(0, 3).map((project) => project.admin().delete('/internal/projects/current')),
      ...[ids, ids.toReversed(), ids].map((managedProjectIds) => writeMetadata(ada, { managedProjectIds })),
    ])

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect((await listOwned(ada)).toSorted()).toEqual(ids.slice(3).toSorted())
  })
})
