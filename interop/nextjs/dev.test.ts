import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import type { TestProject } from '@portico/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openContext, useService } from '../browser/steps.ts'
import { signUpLongAgo } from '../render-test/expired-cookies.ts'
import { copyExample, variablesOf, type ExampleCopy } from './example-app.ts'
import { collectProblems, walkExample } from './example-walk.ts'
import { serveNextForDevelopment, type NextHost } from './host.ts'

// examples/nextjs in `next dev`, where React renders twice and Next.js reports what would delay a navigation.

/** A page whose app has these options. */
const pageWith = (options: string): string => `import { createPortico } from '@portico/nextjs/server'

export default async function Page() {
  const app = createPortico(${options})
  return <p>{(await app.getProject()).displayName}</p>
}
`

const files = {
  'app/faults/key/page.tsx': pageWith(`{ secretServerKey: '' }`),
  'app/faults/refused/page.tsx': pageWith(`{ baseUrl: process.env.REFUSING_URL }`),
  'app/faults/html/page.tsx': pageWith(`{ baseUrl: process.env.HTML_URL }`),
  'app/faults/client/page.tsx': `'use client'
import { createPortico } from '@portico/nextjs/server'

export default function Page() {
  return <p>{createPortico().projectId}</p>
}
`,
  'app/api/leave/route.ts': `import { redirect } from 'next/navigation'
import { portico } from '../../../portico'

export const GET = portico.withPortico(async () => redirect('/account'))
`,
}

/** The limit for a test that first compiles its pages, on a machine that runs other programs. */
const SLOW_MILLIS = 600_000
const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const service = useService()
let project: TestProject
let htmlServer: Server
let copy: ExampleCopy
let host: NextHost

beforeAll(async () => {
  project = await service.portico.createProject({
    config: { allow_localhost: true, client_team_creation_enabled: true },
  })
  htmlServer = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'))
  const refusing = createServer()
  const [HTML_URL, REFUSING_URL] = [await listen(htmlServer), await listen(refusing)]
  refusing.close()
  copy = await copyExample({ files })
  host = await serveNextForDevelopment(copy.folder, { ...variablesOf(project), HTML_URL, REFUSING_URL })
})

afterAll(async () => {
  await host.close()
  await copy.remove()
  htmlServer.close()
})

test(
  'a visitor signs up and changes the name, and Next.js reports no issue, in the page, the console and the log',
  async () => {
    const context = await openContext(service.browser, host.url)
    context.setDefaultTimeout(SLOW_MILLIS / 4)
    const problems = collectProblems(context)
    const page = await context.newPage()

    await page.goto('/')
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await walkExample(page)
    await page.goto('/handler/account-settings')
    await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor()

    expect(problems).toEqual([])
    expect(await badgeOf(page)).not.toMatch(/issue|insight|error/i)
    expect(host.log()).not.toMatch(/error|warn|⚠|⨯/i)
  },
  SLOW_MILLIS,
)

test.each([
  ['key', 'The secret server key is missing. Pass `secretServerKey` or set PORTICO_SECRET_SERVER_KEY.'],
  ['refused', 'did not answer. Check that it runs there and that `baseUrl` is right.'],
  ['html', 'answered with HTML, so it is not a Portico service. Check `baseUrl`.'],
  ['client', '@portico/nextjs/server works in server components, actions, route handlers and proxy.ts only.'],
])(
  'the fault /faults/%s is one error that says what to change',
  async (name, sentence) => {
    const before = host.log().length

    const response = await fetch(`${host.url}/faults/${name}`)

    expect(await response.text()).toContain(sentence)
    expect(host.log().slice(before).split(sentence)).toHaveLength(2)
  },
  SLOW_MILLIS,
)

test(
  'a route handler that redirects writes the exchanged access token, and no cache stores the answer',
  async () => {
    const { cookies } = await signUpLongAgo(service.portico, project)

    const { status, headers } = await fetch(`${host.url}/api/leave`, {
      headers: { cookie: cookies },
      redirect: 'manual',
    })

    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
      307,
      '/account',
      'private, no-store',
    ])
    expect(headers.get('set-cookie')).toMatch(/^stack-access=/)
  },
  SLOW_MILLIS,
)

// Runs last, because it adds the types to the packages of the copy.
test(
  'the example compiles with the types of the packages',
  async () => {
    const build = ['--conditions=@portico/source', 'tools/build-packages.ts', 'nextjs']
    await run(process.execPath, build, { cwd: root })
    for (const name of ['client', 'react', 'nextjs']) {
      const dist = `node_modules/@portico/${name}/dist`
      await cp(join(root, 'packages', name, 'dist'), join(copy.folder, dist), { recursive: true })
    }
    const compiler = join(root, 'examples/nextjs/node_modules/typescript/bin/tsc')

    const compile = run(process.execPath, [compiler, '--noEmit'], { cwd: copy.folder })
    // The compiler writes errors to the standard output.
    const { stdout } = await compile.catch((failure: { stdout: string }) => failure)

    expect(stdout).toBe('')
  },
  SLOW_MILLIS,
)

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Returns the text of Next.js's indicator. */
function badgeOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const badges = [...document.querySelectorAll('nextjs-portal')].flatMap((portal) => [
      ...(portal.shadowRoot?.querySelectorAll<HTMLElement>('[data-next-badge]') ?? []),
    ])
    return badges.map((badge) => badge.innerText).join()
  })
}
