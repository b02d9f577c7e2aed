import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { PorticoServerApp } from '@portico/client/server'
import { expect, onTestFinished, test } from 'vitest'
import { startCountingProxy } from '../render-test/counting-proxy.ts'
import { signUpLongAgo } from '../render-test/expired-cookies.ts'
import { runRenderTest, type RenderTestReport } from '../render-test/render-test.ts'
import { useService } from './steps.ts'

// Tests the render test itself, with servers whose pages have one line.

const service = useService()

/** Answers with a page. `exchange` asks the service for an access token, as a server without our SDK would. */
type Render = (name: string | null | undefined, response: ServerResponse, exchange: () => Promise<unknown>) => unknown

test('the render test passes a server that exchanges tokens without rotation and writes no cookie', async () => {
  const report = await testServer((name, response) => response.end(`Signed in as ${name}`))

  expect(report).toMatchObject({ faults: [], exchanges: expect.toSatisfy((count: number) => count > 0) })
  expect(report.renders).toBeGreaterThanOrEqual(40)
})

test.each<[fault: string, render: Render]>([
  ['/one was rendered for a signed-out visitor', (_name, response) => response.end('Signed out')],
  ['/one answered 307', (_name, response) => response.writeHead(307, { location: '/sign-in' }).end()],
  [
    'The render of /one wrote a cookie',
    (name, response) => response.writeHead(200, { 'set-cookie': 'stack-access=' }).end(name),
  ],
  [
    'token exchanges of one session in a second',
    async (name, response, exchange) => {
      await exchange()
      response.end(name)
    },
  ],
])('the render test reports: %s', async (fault, render) => {
  const { faults } = await testServer(render)

  expect(faults).toContainEqual(expect.stringContaining(fault))
})

async function testServer(render: Render): Promise<RenderTestReport> {
  const { portico, project, browser } = service
  const proxy = await startCountingProxy(portico.baseUrl)
  onTestFinished(() => proxy.close())
  const app = new PorticoServerApp({ ...project.keys, baseUrl: proxy.url, tokenStore: null })
  const { email, cookies, refreshToken } = await signUpLongAgo(portico, project)
  const body = new URLSearchParams({
    client_id: project.id,
    client_secret: project.keys.publishableClientKey,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  })
  const exchange = (): Promise<unknown> => fetch(`${proxy.url}/api/v1/auth/oauth/token`, { method: 'POST', body })
  const url = await serve(async (request, response) => {
    response.setHeader('content-type', 'text/html')
    const user = await app.getUser({ tokenStore: request })
    await render(user?.primaryEmail, response, exchange)
  })
  return runRenderTest({
    app: url,
    paths: ['/one', '/two'],
    cookies,
    signedInText: email,
    renders: 40,
    browser,
    exchanges: proxy.exchanges,
  })
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<string> {
  const server = createServer((request, response) => {
    // The test may end while a page still waits for the service.
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}`
}
