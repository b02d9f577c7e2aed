import { endpoints, type EndpointSpec } from '@portico/contract'
import { describe, expect, test } from 'vitest'

import { getOpenApiDocument } from '../flows/service/openapi-document.ts'
import { exampleOf } from './example.ts'
import { fieldsOf } from './fields.ts'
import { groupsOf } from './groups.ts'
import { apiReferenceRoutes } from './routes.ts'
import type { OpenApiDocument } from './schema.ts'
import { findCalls } from './search.ts'

const baseUrl = 'http://127.0.0.1:4100'
// The contract writes these parts.
const document = (await getOpenApiDocument(baseUrl)) as unknown as OpenApiDocument
const reference = apiReferenceRoutes({ settings: { baseUrl } })

async function read(path: string): Promise<string> {
  const text = await (await reference.request(path)).text()
  // Names can wrap onto the next line.
  return text.replaceAll(/<wbr ?\/?>/g, '')
}

/**
 * Calls whose bodies have rules that JSON Schema cannot express: one of two fields, a key in the format of Standard
 * Webhooks.
 */
const inexact = ['createJob', 'rotateSvixSecret']

test('the example of each body is accepted by its endpoint', () => {
  const bodies = [...endpoints].flatMap(([name, spec]) => {
    const content = document.paths[spec.path]?.[spec.method.toLowerCase()]?.requestBody?.content['application/json']
    const schema = Object.values(spec.access as EndpointSpec['access']).find(({ body }) => body)?.body
    return content && schema ? [{ name, result: schema.safeParse(exampleOf(content.schema, false)) }] : []
  })

  expect(bodies.length).toBeGreaterThan(100)
  expect(bodies.filter(({ result }) => !result.success).map(({ name }) => name)).toEqual(inexact)
})

test('the start page leads to each call', async () => {
  const text = await read('/api-reference')
  const missing = [...endpoints.keys()].filter((name) => !text.includes(`#${name}">`))

  expect(missing).toEqual([])
})

test('the page of a group has each of its calls, with fields by access type, errors and an example', async () => {
  const text = await read('/api-reference/users')

  for (const [name, { tag }] of endpoints) expect(text.includes(`id="${name}"`)).toBe(tag === 'Users')
  expect(text).toContain('<code>server_metadata</code>')
  expect(text).toContain('only server, admin')
  expect(text).toContain('<code>USER_EMAIL_ALREADY_EXISTS</code>')
  expect(text).toContain('curl &#39;http://127.0.0.1:4100/api/v1/users&#39;')
})

test('nested fields have a path, and one of several forms names its access types', () => {
  const list = {
    type: 'object',
    properties: { items: { type: 'array', items: { properties: { id: { type: 'string' } } } } },
  }
  const short = { title: 'client', properties: { name: { type: 'string', maxLength: 5 } }, required: ['name'] }
  const long = { title: 'server', properties: { ...short.properties, secret: { type: ['string', 'null'] } } }

  expect(fieldsOf(list).map(({ path }) => path)).toEqual(['items', 'items[].id'])
  expect(fieldsOf({ anyOf: [short, long] })).toEqual([
    { path: 'name', type: 'string, at most 5 characters', isRequired: true, description: '', access: null },
    { path: 'secret', type: 'string or null', isRequired: false, description: '', access: 'server' },
  ])
})

test('pages run no script and load nothing but style sheets of the service', async () => {
  const response = await reference.request('/api-reference/users')
  const text = await response.text()
  const loaded = [...text.matchAll(/<(?:link|img|script|iframe)[^>]*?(?:href|src)="([^"]*)"/g)].map(
    ([, url = '']) => url,
  )

  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  )
  expect(loaded).toEqual(['data:,', '/portico-pages.css', '/portico-api-reference.css'])
  expect(text).not.toMatch(/<script|style=| on\w+=/)
  for (const path of loaded.slice(1)) expect((await reference.request(path)).status).toBe(200)
})

test('an unknown group is not found', async () => {
  expect((await reference.request('/api-reference/unknown')).status).toBe(404)
})

describe('the search', () => {
  const groups = groupsOf(endpoints)
  const find = (query: string): string[] => findCalls(groups, query).map(({ operationId }) => operationId)

  test.each([
    ['createUser', 'createUser'],
    ['create USER', 'createUser'],
    ['post /users', 'createUser'],
    ['/api/v1/users/me', 'readCurrentUser'],
    ['/users/6fbbf22e-f4b2-4c6e-95a1-beab6fa41063', 'readUser'],
  ])('finds a call by name, by method and path, and by the path of a request: %s', (query, name) => {
    expect(find(query)[0]).toBe(name)
  })

  test('finds words of descriptions and groups, after names and paths', () => {
    expect(find('team invitations get').every((name) => endpoints.get(name)?.method === 'GET')).toBe(true)
    expect(find('rotate')).toContain('refreshSession')
    expect(find('rotate')[0]).toBe('rotateWebhookSecret')
    expect(find('users').slice(0, 2)).toEqual(['listUsers', 'createUser'])
  })

  test('requires each word, and finds nothing without one', () => {
    expect(find('users zzz')).toEqual([])
    expect(find('  ')).toEqual([])
  })

  test('shows what it has found in an order, with links to the calls', async () => {
    const text = await read('/api-reference?q=create+user')

    expect(text).toContain('“create user”')
    expect(text).toContain('href="/api-reference/users#createUser"')
    expect(text).toContain('value="create user"')
  })

  test('says that it has found nothing, and leads back', async () => {
    const text = await read(`/api-reference?q=${encodeURIComponent('"><script>alert(1)</script>')}`)

    expect(text).toContain('No call matches “&quot;&gt;&lt;script&gt;')
    expect(text).not.toContain('<script')
    expect(text).toContain('<a href="/api-reference">All calls</a>')
  })

  test('shows the start page without words, and cuts a long text', async () => {
    expect(await read('/api-reference?q=+')).toBe(await read('/api-reference'))
    expect(await read(`/api-reference?q=${'a'.repeat(500)}`)).toContain(`“${'a'.repeat(200)}”`)
  })
})
