import { allowedAccessTypes, endpoints, type SignedIn } from '@portico/contract'
import { createTestPortico, HttpClient, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { examplePath } from '../../../test/example-path.ts'
import { asOwner, signUpOwner } from '../../../test/owner.ts'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

/** Sets the list of owned projects as a backend of "internal". */
async function setManagedProjectIds(owner: SignedIn, managedProjectIds: unknown): Promise<void> {
  const answer = await portico
    .internal({ accessType: 'server', accessToken: owner.access_token })
    .patch('/users/me', { server_metadata: { managedProjectIds } })
  expect(answer.status).toBe(200)
}

describe('the admin access token', () => {
  test('replaces the key of any access type', async () => {
    for (const type of ['client', 'server', 'admin'] as const) {
      const answer = await asOwner(portico, project.id, project.ownerAccessToken, type).get('/projects/current')
      expect(answer).toMatchObject({ status: 200, body: { id: project.id } })
    }
  })

  test('makes the service ignore a wrong key in the same call', async () => {
    const http = new HttpClient(portico.service, {
      projectId: project.id,
      accessType: 'admin',
      key: 'wrong',
      adminAccessToken: project.ownerAccessToken,
    })

    expect((await http.get('/internal/projects/current')).status).toBe(200)
  })

  test('is unparsable if it is not a JWT', async () => {
    expect(await asOwner(portico, project.id, 'nonsense').get('/internal/projects/current')).toMatchObject({
      status: 401,
      body: { code: 'UNPARSABLE_ADMIN_ACCESS_TOKEN' },
    })
  })

  test('is unparsable with a wrong signature or without one', async () => {
    const { access_token: another } = await signUpOwner(portico)
    const [head = '', payload = '', signature = ''] = project.ownerAccessToken.split('.')
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const forgeries = [
      `${head}.${payload}.${another.split('.')[2]}`,
      `${head}.${payload}.`,
      `${unsigned}.${payload}.`,
      `${unsigned}.${payload}.${signature}`,
    ]

    for (const forgery of forgeries) {
      expect(await asOwner(portico, project.id, forgery).get('/internal/projects/current')).toMatchObject({
        status: 401,
        body: { code: 'UNPARSABLE_ADMIN_ACCESS_TOKEN' },
      })
    }
  })

  test('requires an access type', async () => {
    const answer = await portico.anonymous().get('/internal/projects/current', {
      headers: { 'x-stack-admin-access-token': project.ownerAccessToken, 'x-stack-project-id': project.id },
    })

    expect(answer).toMatchObject({ status: 400, body: { code: 'PROJECT_KEY_WITHOUT_ACCESS_TYPE' } })
  })

  test('is checked after the access token of the end user', async () => {
    const { access_token: stranger } = await signUpOwner(portico)
    const http = asOwner(portico, project.id, stranger).with({ accessToken: 'nonsense' })

    expect(await http.get('/internal/projects/current')).toMatchObject({
      status: 401,
      body: { code: 'UNPARSABLE_ACCESS_TOKEN' },
    })
  })

  test('is refused after it has expired', async () => {
    portico.clock.advance(11 * 60_000)
    const answer = await asOwner(portico, project.id, project.ownerAccessToken).get('/internal/projects/current')
    portico.clock.advance(-11 * 60_000)

    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'ADMIN_ACCESS_TOKEN_EXPIRED', details: { expired_at_millis: null } },
    })
  })

  test('is refused if it belongs to a user of the project itself', async () => {
    const user = await project.signUp()

    expect(await asOwner(portico, project.id, user.accessToken).get('/internal/projects/current')).toMatchObject({
      status: 401,
      body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' },
    })
  })

  test('is refused if it belongs to the owner of another project, also for "internal" and unknown projects', async () => {
    const { access_token: stranger } = await signUpOwner(portico)

    for (const projectId of [project.id, 'internal', '00000000-0000-4000-8000-000000000000']) {
      expect(await asOwner(portico, projectId, stranger).get('/internal/projects/current')).toMatchObject({
        status: 401,
        body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' },
      })
    }
  })

  test('is refused by every endpoint for every access type if it belongs to the owner of another project', async () => {
    const { access_token: stranger } = await signUpOwner(portico)
    const isRefused = ({ status, text }: Answer): boolean =>
      status === 401 && text.includes('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN')
    const calls = [...endpoints.values()].flatMap((spec) =>
      'public' in spec.access ? [] : allowedAccessTypes(spec).map((accessType) => ({ ...spec, accessType })),
    )
    const problems: string[] = []

    for (const { accessType, method, path } of calls) {
      const call = (token: string): Promise<Answer> =>
        asOwner(portico, project.id, token, accessType).send(
          method,
          examplePath(path, randomUUID()),
          method === 'GET' ? undefined : {},
        )
      const answer = await call(stranger)
      if (!isRefused(answer))
        problems.push(`stranger: ${accessType} ${method} ${path}: ${answer.status} ${answer.text}`)
      // Without this call, the loop would pass for a service that refuses every caller.
      if (method === 'GET' && isRefused(await call(project.ownerAccessToken))) {
        problems.push(`owner: ${accessType} ${method} ${path}`)
      }
    }

    expect(problems).toEqual([])
    expect(calls.length).toBeGreaterThan(endpoints.size)
  })

  test('is refused if it belongs to an anonymous user whose metadata lists the project', async () => {
    const ada = await signUpOwner(portico)
    const { body } = await portico
      .internal({ accessToken: ada.access_token })
      .post<{ id: string }>('/internal/projects', { display_name: 'Made before' })
    await portico.database.db.run(statement`
      update users set is_anonymous = true where project_id = 'internal' and id = ${ada.user_id}`)

    expect(await asOwner(portico, body.id, ada.access_token).get('/internal/projects/current')).toMatchObject({
      status: 401,
      body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' },
    })
  })

  test('is refused for a project that does not exist, even if the metadata of the owner lists it', async () => {
    const ada = await signUpOwner(portico)
    const http = portico.internal({ accessToken: ada.access_token })
    const { body } = await http.post<{ id: string }>('/internal/projects', { display_name: 'Short-lived' })
    await asOwner(portico, body.id, ada.access_token).delete('/internal/projects/current')
    const neverThere = '00000000-0000-4000-8000-000000000000'
    await setManagedProjectIds(ada, [body.id, neverThere])

    for (const projectId of [body.id, neverThere]) {
      expect(await asOwner(portico, projectId, ada.access_token).get('/internal/projects/current')).toMatchObject({
        status: 401,
        body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' },
      })
    }
  })

  test('is refused if the list of owned projects is malformed', async () => {
    const ada = await signUpOwner(portico)

    for (const managedProjectIds of [project.id, { [project.id]: true }, [[project.id]], null]) {
      await setManagedProjectIds(ada, managedProjectIds)
      expect(await asOwner(portico, project.id, ada.access_token).get('/internal/projects/current')).toMatchObject({
        status: 401,
        body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' },
      })
    }
  })

  test('is answered with 401 without a code if its owner was deleted', async () => {
    const ada = await signUpOwner(portico)
    const http = portico.internal({ accessToken: ada.access_token })
    const { body } = await http.post<{ id: string }>('/internal/projects', { display_name: 'Left behind' })
    await portico
      .internal({ accessType: 'server', key: 'ssk_internal_of_a_test_service_only', accessToken: ada.access_token })
      .delete('/users/me')

    const answer = await asOwner(portico, body.id, ada.access_token).get('/internal/projects/current')

    expect(answer.status).toBe(401)
    expect(answer.headers.has('x-stack-known-error')).toBe(false)
  })

  test('counts as expired after its owner signs out', async () => {
    const ada = await signUpOwner(portico)
    const http = portico.internal({ accessToken: ada.access_token })
    const { body } = await http.post<{ id: string }>('/internal/projects', { display_name: 'Mine' })
    await http.delete('/auth/sessions/current')

    expect(await asOwner(portico, body.id, ada.access_token).get('/internal/projects/current')).toMatchObject({
      status: 401,
      body: { code: 'ADMIN_ACCESS_TOKEN_EXPIRED' },
    })
  })
})
