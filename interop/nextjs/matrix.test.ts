import { fileURLToPath } from 'node:url'

import type { TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../browser/steps.ts'
import { signUpLongAgo } from '../render-test/expired-cookies.ts'
import { copyExample, variablesOf, type ExampleCopyOptions } from './example-app.ts'
import { serveNext, type NextHost } from './host.ts'

// examples/nextjs on each version, with and without Cache Components. e2e/nextjs.test.ts walks through it.

interface Setting extends ExampleCopyOptions {
  readonly name: string
}

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

/** The layout of the example, but the server reads no user for it. */
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
  const host = useExample(setting)

  test('a page that reads the project and a team builds and renders', async () => {
    const responses = await Promise.all([1, 2].map(() => fetch(`${host().url}/shelf`)))

    const { body } = await project.server().get<{ display_name: string }>('/projects/current')
    for (const response of responses) expect(await response.text()).toContain(`Ulysses of ${body.display_name}`)
    expect(host().log()).not.toMatch(/error|warn|⚠|⨯/i)
  })

  test('the proxy exchanges an access token that has expired, but not for a prefetch', async () => {
    const { email, cookies } = await signUpLongAgo(service.portico, project)
    const get = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${host().url}/account`, { headers: { cookie: cookies, ...headers } })

    const prefetched = await get({ 'next-router-prefetch': '1' })
    const rendered = await get({})

    expect(prefetched.headers.get('set-cookie')).toBe(null)
    expect(rendered.headers.get('set-cookie')).toMatch(/^stack-access=/)
    expect(rendered.headers.get('cache-control')).toBe('private, no-store')
    expect(await rendered.text()).toContain(email)
  })
})

/** Builds and serves the example before the tests of a group. Returns the server. */
function useExample(setting: Setting): () => NextHost {
  let host: NextHost
  const ends: (() => unknown)[] = []
  beforeAll(async () => {
    const { body } = await project.server().post<{ id: string }>('/teams', { display_name: 'Ulysses' })
    const copy = await copyExample(setting)
    ends.push(copy.remove)
    host = await serveNext(copy.folder, { ...variablesOf(project), TEAM_ID: body.id })
    ends.push(host.close)
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  return () => host
}
