import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findPortPair, NpmStart } from '../e2e/npm-start.ts'

const root = join(import.meta.dirname, '..')

describe('npm start with the demo', () => {
  // Some machines have no IPv6.
  const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === '::1'),
  )
  let folder: string
  let started: NpmStart

  beforeAll(async () => {
    // Inside the repository, like the default data folder.
    await mkdir(join(root, 'e2e/.artifacts'), { recursive: true })
    folder = await mkdtemp(join(root, 'e2e/.artifacts/start-'))
    started = await NpmStart.run(folder, await findPortPair(), hasIpv6 ? { PORTICO_HOST: '::1' } : {}, true)
  })

  afterAll(async () => {
    await started.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('configures the demo with the URL of the service, also for an IPv6 address', async () => {
    const source = await (await fetch(`${started.demoUrl}/@fs${root}/packages/client/src/environment.ts`)).text()

    expect(source).toContain(`"VITE_PORTICO_API_URL": "${started.serviceUrl}"`)
    expect(started.output).toContain(` ${started.demoUrl}\n`)
  })

  test('serves the files that the demo uses', async () => {
    const paths = [
      '/',
      '/src/main.tsx',
      `/@fs${root}/packages/react/src/react.ts`,
      `/@fs${root}/packages/react/src/styles.css`,
    ]
    const answers = await Promise.all(paths.map((path) => fetch(started.demoUrl + path)))

    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  })

  test('forbids other sites from framing the demo', async () => {
    const answers = await Promise.all(['/', '/handler/sign-in'].map((path) => fetch(started.demoUrl + path)))

    expect(answers.map(({ headers }) => headers.get('content-security-policy'))).toEqual([
      "frame-ancestors 'none'",
      "frame-ancestors 'none'",
    ])
  })

  test.each(['', '?raw', '?url', '?import&raw', '?raw??', '?inline', '?import&url&inline', '?.svg?.wasm?init'])(
    'serves no other file of the repository with the query "%s"',
    async (query) => {
      const secret = (await readFile(join(folder, 'secret'), 'utf8')).trim()
      const paths = [
        `/@fs${folder}/secret`,
        `/@fs${folder}/../${folder.slice(folder.lastIndexOf('/') + 1)}/secret`,
        `/@fs//${folder}/secret`,
        `/@fs${root}/package.json`,
        `/@fs${root}/.git/HEAD`,
        `/@fs${root}/examples/react-vite/.env`,
        `/@fs${root}/examples/react-vite/portico.seed.json`,
        `/@fs${root}/packages/server/src/main.ts`,
        '/.env',
        '/portico.seed.json',
        '/package.json',
        '/vite.config.ts',
        '/../../package.json',
        '/%2e%2e/%2e%2e/package.json',
      ]

      const confidential = [secret, Buffer.from(secret).toString('base64'), '"workspaces"', 'ref: refs', '6fbbf22e']
      const served: string[] = []
      for (const path of paths) {
        const { status, text } = await get(started.demoUrl, path + query)
        // The server answers unknown paths with the page of the app.
        const isFile = status === 200 && !text.includes('<div id="root">')
        if (isFile || confidential.some((content) => text.includes(content))) served.push(path)
      }
      expect(served).toEqual([])
    },
  )

  // The last test: it stops the service.
  test('answers the call in progress when a supervisor signals the whole process group', async () => {
    const call = request(`${started.serviceUrl}/api/v1/check-version`, {
      method: 'POST',
      // The service answers "100 Continue" once it has read the headers (RFC 9110 section 10.1.1).
      headers: { 'content-type': 'application/json', expect: '100-continue' },
    })
    const answered = once(call, 'response')
    call.flushHeaders()
    await once(call, 'continue')

    started.signalGroup('SIGTERM')
    await untilRefused(started.serviceUrl)
    call.end(JSON.stringify({ clientVersion: 'js 1.0.0' }))

    const [response] = (await answered) as [IncomingMessage]
    expect(response.resume().statusCode).toBe(200)
    expect(await started.ended()).toBe(0)
  })
})

test('npm start names the port of the demo if it is in use, and starts nothing', async () => {
  const port = await findPortPair()
  const other = createServer().listen(port + 1, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const dataDir = join(root, 'e2e/.artifacts', `start-${port}`)

  const started = NpmStart.launch(port, { PORTICO_DATA_DIR: dataDir })

  expect(await started.ended()).toBe(1)
  expect(started.output).toContain(`The demo app cannot use port ${port + 1} on 127.0.0.1`)
  expect(started.output).toContain('PORTICO_PORT')
  expect(started.output).not.toMatch(/ {4}at |Portico is up/)
  expect(existsSync(dataDir)).toBe(false)
})

test.each([
  ['a public address', { PORTICO_HOST: '0.0.0.0' }, 'PORTICO_HOST'],
  ['an invalid port', { PORTICO_PORT: 'nope' }, 'PORTICO_PORT'],
  ['an unknown mode', { PORTICO_MODE: 'staging' }, 'PORTICO_MODE'],
])('npm start names the setting and starts no demo for %s', async (_case, env, name) => {
  const started = NpmStart.launch(await findPortPair(), env)

  expect(await started.ended()).toBe(1)
  expect(started.output).toContain(name)
  expect(started.output).not.toContain('vite')
})

/** Waits until the service accepts no new connections. */
async function untilRefused(origin: string): Promise<void> {
  const isAnswered = (): Promise<boolean> =>
    get(origin, '/health').then(
      () => true,
      () => false,
    )
  await expect.poll(isAnswered).toBe(false)
}

/** Requests a path unchanged. `fetch` would resolve its dot segments. */
async function get(origin: string, path: string): Promise<{ status: number | undefined; text: string }> {
  const pending = request(origin, { path }).end()
  const [response] = (await once(pending, 'response')) as [IncomingMessage]
  const chunks = (await response.toArray()) as Buffer[]
  return { status: response.statusCode, text: Buffer.concat(chunks).toString() }
}
