import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authorizationRequest, lookAlikeProviders, type TestPortico, type TestProject } from '@portico/testkit'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectGoodLooks } from './looks.ts'
import { useSharedService, type SharedService } from './service.ts'
import { Visitor } from './visitor.ts'

let portico: TestPortico
let profiles: SharedService['profiles']
let project: TestProject
let app: Server
/** An app on another origin, which only shows that the browser has returned. */
let appUrl: string

beforeAll(async () => {
  app = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      '<!doctype html><html lang="en"><link rel="icon" href="data:," /><title>App</title><h1>Back</h1></html>',
    )
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
  const service = await useSharedService()
  portico = service.portico
  profiles = service.profiles
  project = await portico.createProject({ config: { oauth_providers: lookAlikeProviders } })
})

afterAll(() => void app.close())

async function visitor(options: BrowserContextOptions = {}): Promise<Visitor> {
  return new Visitor(await profiles.open(portico.baseUrl, `${portico.baseUrl}/health`, options), [
    portico.baseUrl,
    appUrl,
  ])
}

async function openSignIn(provider: Parameters<typeof authorizationRequest>[2], options = {}): Promise<Page> {
  const parameters = { redirect_uri: `${appUrl}/callback`, error_redirect_url: `${appUrl}/error` }
  return (await visitor(options)).open(authorizationRequest(portico.baseUrl, project, provider, parameters).url)
}

describe('the page of a provider look-alike', () => {
  test.each(['google', 'facebook', 'x'] as const)('is accessible: %s', async (provider) => {
    const page = await openSignIn(provider)

    await page.getByText('More: failures and details').click()
    await expectGoodLooks(page, `look-alike of ${provider}`)
  })

  test('is accessible: list of all providers', async () => {
    const page = await (await visitor()).open(`${portico.baseUrl}/dev/providers`)

    await expectGoodLooks(page, 'look-alikes')
  })

  test.each([
    ['google', true],
    ['google', false],
    ['apple', true],
    ['apple', false],
  ] as const)('returns an authorization code for a predefined person: %s, JavaScript %s', async (provider, scripts) => {
    const page = await openSignIn(provider, scripts ? {} : { javaScriptEnabled: false })

    await page.getByRole('button', { name: 'Ada Okafor' }).click()
    // Apple responds with a form that submits itself only with JavaScript.
    if (provider === 'apple' && !scripts) await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${appUrl}/callback?*`)

    expect(new URL(page.url()).searchParams.get('code')).toMatch(/./)
  })

  test('returns an authorization code for a custom address', async () => {
    const page = await openSignIn('github')

    await page.getByLabel('E-mail').fill('grace@example.com')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${appUrl}/callback?*`)

    expect(new URL(page.url()).searchParams.get('code')).toMatch(/./)
  })

  test('returns an error after a refusal', async () => {
    const page = await openSignIn('linkedin')

    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.waitForURL(`${appUrl}/error?*`)

    expect(new URL(page.url()).searchParams.get('errorCode')).toBe('OAUTH_PROVIDER_ACCESS_DENIED')
  })
})
