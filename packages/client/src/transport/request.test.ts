import { describe, expect, test } from 'vitest'

import { createSurroundings } from '../../test/surroundings.ts'
import { createRequest, type SendRequest } from './request.ts'

/** Creates a client that records the methods and paths of its requests. */
function create() {
  const { ports, sent } = createSurroundings(() => ({ body: {} }))
  const config = {
    projectId: 'p',
    publishableClientKey: '',
    extraRequestHeaders: {},
    apiUrl: () => 'https://api.example',
  }
  return { request: createRequest({ ...config, ports }), sent }
}

describe('the address of a request', () => {
  test('has the encoded parameters, and the query without its undefined fields', async () => {
    const { request, sent } = create()
    const params = { team_id: 'a/b', user_id: 'me' }

    await request('GET /team-member-profiles/{team_id}/{user_id}', { params })
    await request('GET /team-permissions', { query: { team_id: 'a&b', user_id: undefined, recursive: true } })
    await request('DELETE /users/me')

    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /team-member-profiles/a%2Fb/me',
      'GET /team-permissions?team_id=a%26b&recursive=true',
      'DELETE /users/me',
    ])
  })

  test.each(['.', '..'])('never leaves the path by the parameter "%s"', async (id) => {
    const { request, sent } = create()

    await request('DELETE /teams/{team_id}', { params: { team_id: id } })

    expect(sent.map(({ path }) => path)).toEqual(['/teams/'])
  })
})

test('a request has the types of its operation and of its access type', () => {
  const calls = (client: SendRequest, server: SendRequest<'server'>): unknown[] => [
    // @ts-expect-error: no endpoint has this path
    client('GET /user'),
    // @ts-expect-error: clients cannot list all users
    client('GET /users'),
    // @ts-expect-error: the path has a parameter
    server('GET /users/{user_id}'),
    // @ts-expect-error: the body is missing
    client('PATCH /users/me'),
    // @ts-expect-error: the body has no such field
    client('PATCH /users/me', { body: { displayName: 'Ada' } }),
    // @ts-expect-error: clients do not read this field
    client('GET /users/me').then(({ server_metadata }) => server_metadata),
    server('GET /users/me').then(({ server_metadata }) => server_metadata),
    server('GET /users', { query: { limit: 5, verified: true } }),
  ]
  // The compiler checks the calls themselves.
  expect(calls).toBeTypeOf('function')
})
