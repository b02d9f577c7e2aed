import { fileURLToPath } from 'node:url'

import type { TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openContext, useService } from '../browser/steps.ts'
import { startCountingProxy, type CountingProxy } from '../render-test/counting-proxy.ts'
import { signUpLongAgo } from '../render-test/expired-cookies.ts'
import { runRenderTest } from '../render-test/render-test.ts'
import { copyExample, variablesOf, type ExampleCopyOptions } from './example-app.ts'
import { collectProblems, walkExample } from './example-walk.ts'
import { serveNext, type NextHost, type NextOptions } from './host.ts'

// examples/nextjs with each version, and with the settings of Next.js that change its builds and renders.

interface Setting extends ExampleCopyOptions, NextOptions {
  readonly name: string
}

/** The limit for a walk or a render test, on a machine that runs other programs. */
const SLOW_MILLIS = 600_000
const withoutCacheComponents = { cacheComponents: false, partialPrefetching: false }
const next15 = {
  packages: fileURLToPath(new URL('.', import.meta.url)),
  config: { cacheComponents: null, partialPrefetching: null, eslint: { ignoreDuringBuilds: true } },
  hasTailwind: false,
} satisfies ExampleCopyOptions

const service = useService()
let project: TestProject

beforeAll(async () => {
  project = await service.portico.createProject({
    config: { allow_localhost: true, client_team_creation_enabled: true },
  })
})

describe.each<Setting & { readonly renders: number }>([
  { name: '16.4', config: { reactStrictMode: true }, renders: 1_000 },
  { name: '16.4 without Cache Components', config: withoutCacheComponents, renders: 100 },
  { name: '16.4, standalone', isStandalone: true, config: { output: 'standalone' }, renders: 100 },
  { name: '16.4, webpack', bundler: '--webpack', hasTailwind: false, renders: 100 },
  { name: '15.5, Turbopack', ...next15, renders: 100 },
  {
    name: '15.5, webpack, standalone',
    ...next15,
    config: { ...next15.config, output: 'standalone' },
    bundler: null,
    isStandalone: true,
    renders: 100,
  },
])('the example with Next.js $name', (setting) => {
  const app = useExample(setting)

  test(
    'signs a user up, shows each change at once, and logs nothing',
    async () => {
      const context = await openContext(service.browser, app.host().url)
      const problems = collectProblems(context)

      await walkExample(await context.newPage())

      expect(problems).toEqual([])
      expect(app.host().log()).not.toMatch(/error|warn|⚠|⨯/i)
      expect([...app.host().refusedHosts]).toEqual([])
    },
    SLOW_MILLIS,
  )

  test(
    `${setting.renders} renders with an expired access token sign no one out and write no cookie`,
    async () => {
      const { email, cookies } = await signUpLongAgo(service.portico, project)

      const report = await runRenderTest({
        app: app.host().url,
        paths: ['/account', '/teams'],
        cookies,
        signedInText: email,
        renders: setting.renders,
        browser: service.browser,
        exchanges: app.proxy().exchanges,
      })

      expect(report).toMatchObject({ faults: [] })
    },
    SLOW_MILLIS,
  )
})

/** The layout of the example, for which the server does not read the user. */
const layout = `import { PorticoProvider } from '@portico/nextjs'
import { Suspense } from 'react'
import { portico } from '../portico'

export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <body>
        <PorticoProvider app={portico} loadUser={false}>
          <Suspense fallback={null}>{children}</Suspense>
        </PorticoProvider>
      </body>
    </html>
  )
}
`
const shelf = `import { portico } from '../../portico'

export default async function Shelf() {
  const [project, team] = await Promise.all([portico.getProject(), portico.getTeam(process.env.TEAM_ID)])
  return <p>{\`\${team.displayName} of \${project.displayName}\`}</p>
}
`
/** The matcher of docs/frameworks/nextjs.md. */
const proxyFile = (name: 'proxy' | 'middleware'): string => `import { portico } from './portico'

export const ${name} = portico.proxy
export const config = {
  matcher: [{ source: '/((?!_next/).*)', missing: [{ type: 'header', key: 'next-router-prefetch' }] }],
}
`
const optionalFiles = { 'app/layout.tsx': layout, 'app/shelf/page.tsx': shelf }
const files16 = { ...optionalFiles, 'proxy.ts': proxyFile('proxy') }

describe.each<Setting>([
  { name: '16.4', files: files16 },
  { name: '16.4 without Cache Components', files: files16, config: withoutCacheComponents },
  { name: '15.5', ...next15, files: { ...optionalFiles, 'middleware.ts': proxyFile('middleware') } },
])('the example with Next.js $name, with a proxy and without the user in the layout', (setting) => {
  const app = useExample(setting)

  test('a page that reads the project and a team builds and renders', async () => {
    const responses = await Promise.all([1, 2].map(() => fetch(`${app.host().url}/shelf`)))

    const { body } = await project.server().get<{ display_name: string }>('/projects/current')
    for (const response of responses) expect(await response.text()).toContain(`Ulysses of ${body.display_name}`)
    expect(app.host().log()).not.toMatch(/error|warn|⚠|⨯/i)
  })

  test('the proxy exchanges an access token that has expired, but not for a prefetch', async () => {
    const { email, cookies } = await signUpLongAgo(service.portico, project)
    const get = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${app.host().url}/account`, { headers: { cookie: cookies, ...headers } })

    const prefetched = await get({ 'next-router-prefetch': '1' })
    const rendered = await get({})

    expect(prefetched.headers.get('set-cookie')).toBe(null)
    expect(rendered.headers.get('set-cookie')).toMatch(/^stack-access=/)
    expect(rendered.headers.get('cache-control')).toBe('private, no-store')
    expect(await rendered.text()).toContain(email)
  })
})

interface ExampleApp {
  readonly host: () => NextHost
  readonly proxy: () => CountingProxy
}

/** Builds and serves the example before the tests of a group. */
function useExample(setting: Setting): ExampleApp {
  let proxy: CountingProxy
  let host: NextHost
  const ends: (() => unknown)[] = []
  beforeAll(async () => {
    proxy = await startCountingProxy(service.portico.baseUrl)
    ends.push(proxy.close)
    const { body } = await project.server().post<{ id: string }>('/teams', { display_name: 'Ulysses' })
    const copy = await copyExample(setting)
    ends.push(copy.remove)
    host = await serveNext(copy.folder, { ...variablesOf(project, proxy.url), TEAM_ID: body.id }, setting)
    ends.push(host.close)
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  return { host: () => host, proxy: () => proxy }
}
