import { authorizationRequest, createTestPortico, ProviderVisitor, type TestPortico } from '@portico/testkit'
import type { Seed } from '@portico/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

type Shared = NonNullable<Seed['shared_oauth_providers']>

const keys = { client_id: 'an id', client_secret: 'a secret' }

describe('shared keys of the operator', () => {
  test.each<[string, Shared]>([
    ['an unknown provider', { nonsense: keys }],
    ['one endpoint of three', { google: { ...keys, token_url: 'https://example.com/token' } }],
    [
      'an issuer and an endpoint',
      { google: { ...keys, issuer: 'https://example.com', token_url: 'https://example.com/token' } },
    ],
    ['plain http beyond loopback', { google: { ...keys, issuer: 'http://example.com' } }],
  ])('stop the startup with an error for %s', async (_case, shared) => {
    await expect(createTestPortico({ seed: { shared_oauth_providers: shared } })).rejects.toThrow(/provider/)
  })
})

describe('providers of a project', () => {
  let portico: TestPortico

  beforeAll(async () => {
    portico = await createTestPortico({ seed: { shared_oauth_providers: { gitlab: keys } } })
  })

  afterAll(() => portico.close())

  test('are refused with INVALID_SHARED_OAUTH_PROVIDER_ID if there are no shared keys', async () => {
    const project = await portico.createProject()
    const switchOn = (id: string): ReturnType<ReturnType<typeof project.admin>['patch']> =>
      project.admin().patch('/internal/projects/current', { config: { oauth_providers: [{ id, type: 'shared' }] } })

    expect(await switchOn('facebook')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_SHARED_OAUTH_PROVIDER_ID', details: { provider_id: 'facebook' } },
    })
    expect((await switchOn('google')).status).toBe(200)
    expect((await switchOn('gitlab')).status).toBe(200)
  })

  test('use the real provider with shared keys and with own keys', async () => {
    const project = await portico.createProject({
      config: {
        oauth_providers: [
          { id: 'gitlab', type: 'shared' },
          { id: 'github', type: 'standard', client_id: 'ours', client_secret: 'ours' },
        ],
      },
    })
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const goTo = async (id: 'gitlab' | 'github'): Promise<URL | null> =>
      (await visitor.send(new Request(authorizationRequest(portico.baseUrl, project, id).url))).location

    const [gitlab, github] = [await goTo('gitlab'), await goTo('github')]

    expect(gitlab?.origin).toBe('https://gitlab.com')
    expect(gitlab?.searchParams.get('client_id')).toBe('an id')
    expect(github?.origin).toBe('https://github.com')
    expect(github?.searchParams.get('client_id')).toBe('ours')
  })

  test('request the base scopes followed by the extra scopes without duplicates', async () => {
    const project = await portico.createProject({
      config: { oauth_providers: [{ id: 'github', type: 'standard', client_id: 'ours', client_secret: 'ours' }] },
    })
    const { url } = authorizationRequest(portico.baseUrl, project, 'github', { provider_scope: 'repo user:email gist' })

    const { location } = await new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(url))

    expect(location?.searchParams.get('scope')).toBe('user:email repo gist')
  })
})
