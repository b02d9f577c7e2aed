import type { TeamPermissionRead } from '@portico/contract'
import { createTestPortico, type HttpClient, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

const custom = ['a', 'b', 'c', 'd', 'e', 'f']
const system = ['$update_team', '$read_members']
const members = [0, 1] as const

const someId = fc.constantFrom(...custom)
const someIds = fc.uniqueArray(fc.constantFrom(...custom, ...system), { maxLength: 3 })
const someMember = fc.constantFrom(...members)

const change = fc.oneof(
  fc.record({ type: fc.constant('define' as const), id: someId, contained: someIds }),
  fc.record({ type: fc.constant('contain' as const), id: someId, contained: someIds }),
  fc.record({ type: fc.constant('rename' as const), id: someId, to: someId }),
  fc.record({ type: fc.constant('delete' as const), id: someId }),
  fc.record({
    type: fc.constant('grant' as const),
    member: someMember,
    id: fc.oneof(someId, someId, fc.constantFrom(...system)),
  }),
  fc.record({ type: fc.constant('revoke' as const), member: someMember, id: someId }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

/** The reference: the contained ids of each permission, and the direct grants of each member. */
class Reference {
  readonly contained = new Map<string, readonly string[]>()
  readonly grants = members.map(() => new Set<string>())

  /** Returns the ids and everything that they contain. */
  expand(ids: Iterable<string>): Set<string> {
    const all = new Set(ids)
    for (const id of all) for (const inner of this.contained.get(id) ?? []) all.add(inner)
    return all
  }

  /** Applies a change if it is valid, and returns the status of the answer. */
  apply(given: Change): number {
    switch (given.type) {
      case 'define':
        if (this.contained.has(given.id) || !this.#exist(given.contained)) return 400
        this.contained.set(given.id, given.contained)
        return 201
      case 'contain':
        if (!this.contained.has(given.id)) return 404
        if (!this.#exist(given.contained) || this.expand(given.contained).has(given.id)) return 400
        this.contained.set(given.id, given.contained)
        return 200
      case 'rename':
        if (!this.contained.has(given.id)) return 404
        if (given.to === given.id) return 200
        if (this.contained.has(given.to)) return 400
        this.contained.set(given.to, this.contained.get(given.id) ?? [])
        this.#replace(given.id, [given.to])
        return 200
      case 'delete':
        if (!this.contained.has(given.id)) return 404
        this.#replace(given.id, [])
        return 200
      case 'grant':
        if (!this.#exist([given.id])) return 404
        this.grants[given.member]?.add(given.id)
        return 201
      case 'revoke':
        return this.grants[given.member]?.delete(given.id) ? 200 : 401
    }
  }

  #exist(ids: readonly string[]): boolean {
    return ids.every((id) => system.includes(id) || this.contained.has(id))
  }

  #replace(id: string, next: readonly string[]): void {
    this.contained.delete(id)
    for (const [outer, inner] of this.contained) {
      this.contained.set(
        outer,
        inner.flatMap((one) => (one === id ? next : one)),
      )
    }
    for (const grants of this.grants) if (grants.delete(id)) for (const one of next) grants.add(one)
  }
}

interface Scene {
  readonly project: TestProject
  readonly teamId: string
  readonly users: readonly TestUser[]
}

async function createScene(): Promise<Scene> {
  const project = await portico.createProject({ config: { team_member_default_permissions: [] } })
  for (const id of ['team_admin', 'team_member']) await project.admin().delete(`/team-permission-definitions/${id}`)
  const teamId = await project.createTeam()
  const users = [await project.signUp(), await project.signUp()]
  for (const { id } of users) await project.server().post(`/team-memberships/${teamId}/${id}`, {})
  return { project, teamId, users }
}

async function send({ project, teamId, users }: Scene, given: Change): Promise<number> {
  const path = '/team-permission-definitions'
  const admin: HttpClient = project.admin()
  const grants = 'member' in given ? `/team-permissions/${teamId}/${users[given.member]?.id}/${given.id}` : ''
  switch (given.type) {
    case 'define':
      return (await admin.post(path, { id: given.id, contained_permission_ids: given.contained })).status
    case 'contain':
      return (await admin.patch(`${path}/${given.id}`, { contained_permission_ids: given.contained })).status
    case 'rename':
      return (await admin.patch(`${path}/${given.id}`, { id: given.to })).status
    case 'delete':
      return (await admin.delete(`${path}/${given.id}`)).status
    case 'grant':
      return (await project.server().post(grants, {})).status
    case 'revoke':
      return (await project.server().delete(grants)).status
  }
}

describe('random permissions', () => {
  test('give each member what a simple reference gives, and the right to use it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 15, maxLength: 40 }), async (changes) => {
        const scene = await createScene()
        const reference = new Reference()

        for (const given of changes) expect([given, await send(scene, given)]).toEqual([given, reference.apply(given)])

        const { project, teamId, users } = scene
        for (const [member, user] of users.entries()) {
          const client = project.client(user)
          const list = `/team-permissions?team_id=${teamId}&user_id=me`
          const direct = await client.get<{ items: TeamPermissionRead[] }>(list)
          const recursive = await client.get<{ items: TeamPermissionRead[] }>(`${list}&recursive=true`)
          const expected = reference.expand(reference.grants[member] ?? [])

          expect(direct.body.items.map(({ id }) => id)).toEqual([...(reference.grants[member] ?? [])].toSorted())
          expect(recursive.body.items.map(({ id }) => id)).toEqual([...expected].toSorted())
          expect((await client.patch(`/teams/${teamId}`, {})).status).toBe(expected.has('$update_team') ? 200 : 401)
        }
      }),
      { numRuns: 12 },
    )
  })
})
