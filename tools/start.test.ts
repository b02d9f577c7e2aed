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
const START_MILLIS = 90_000

describe('npm start beside its demo', { timeout: START_MILLIS }, () => {
  // Not every machine has IPv6.
  const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === '::1'),
  )
  let folder: string
  let started: NpmStart

  beforeAll(async () => {
    // Inside of the checkout, as the folder of a developer is.
    await mkdir(join(root, 'e2e/.artifacts'), { recursive: true })
    folder = await mkdtemp(join(root, 'e2e/.artifacts/start-'))
    started = await NpmStart.run(folder, await findPortPair(), hasIpv6 ? { PORTICO_HOST: '::1' } : {})
  }, START_MILLIS)

  afterAll(async () => {
    await started.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('given an IPv6 address to listen on, when the demo is loaded, then it looks for the service there', async () => {
    const source = await (await fetch(`${started.demoUrl}/@fs${root}/packages/client/src/environment.ts`)).text()

    expect(source).toContain(`"VITE_PORTICO_API_URL": "${started.serviceUrl}"`)
    expect(started.output).toContain(` ${started.demoUrl}\n`)
  })

  test('given what the demo is made of, when it is asked for, then it is served', async () => {
    const paths = [
      '/',
      '/src/main.tsx',
      `/@fs${root}/packages/react/src/react.ts`,
      `/@fs${root}/packages/react/src/styles.css`,
    ]
    const answers = await Promise.all(paths.map((path) => fetch(started.demoUrl + path)))

    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  })

  test('forbids other sites to frame the demo', async () => {
    const answers = await Promise.all(['/', '/handler/sign-in'].map((path) => fetch(started.demoUrl + path)))

    expect(answers.map(({ headers }) => headers.get('content-security-policy'))).toEqual([
      "frame-ancestors 'none'",
      "frame-ancestors 'none'",
    ])
  })

  test.each(['', '?raw', '?url', '?import&raw', '?raw??', '?inline', '?import&url&inline', '?.svg?.wasm?init'])(
    'given the files beside the demo, when they are asked for with "%s", then none is served',
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

      const hidden = [secret, Buffer.from(secret).toString('base64'), '"workspaces"', 'ref: refs', '6fbbf22e']
      const given: string[] = []
      for (const path of paths) {
        const { status, text } = await get(started.demoUrl, path + query)
        // Where there is nothing for it, the server gives the page of the app.
        const isFile = status === 200 && !text.includes('<div id="root">')
        if (isFile || hidden.some((content) => text.includes(content))) given.push(path)
      }
      expect(given).toEqual([])
    },
  )
})

test(
  'given that something listens where the demo goes, when started, then it says so and nothing is started',
  async () => {
    const port = await findPortPair()
    const other = createServer().listen(port + 1, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const dataDir = join(root, 'e2e/.artifacts', `start-${port}`)

    const started = NpmStart.launch(port, { PORTICO_DATA_DIR: dataDir })

    expect(await started.ended()).toBe(1)
    expect(started.output).toContain(`Port ${port + 1} on 127.0.0.1, where the demo app goes, is in use`)
    expect(started.output).toContain('PORTICO_PORT')
    expect(started.output).not.toMatch(/ {4}at |Portico is up/)
    expect(existsSync(dataDir)).toBe(false)
  },
  START_MILLIS,
)

test.each([
  ['a public address', { PORTICO_HOST: '0.0.0.0' }, 'PORTICO_HOST'],
  ['no port', { PORTICO_PORT: 'nope' }, 'PORTICO_PORT'],
  ['a mode nobody knows', { PORTICO_MODE: 'staging' }, 'PORTICO_MODE'],
])(
  'given %s, when started, then the service says what is wrong and there is no demo',
  async (_case, env, name) => {
    const started = NpmStart.launch(await findPortPair(), env)

    expect(await started.ended()).toBe(1)
    expect(started.output).toContain(name)
    expect(started.output).not.toContain('vite')
  },
  START_MILLIS,
)

/** Asks for a path as it is, whose dots `fetch` would resolve by itself. */
async function get(origin: string, path: string): Promise<{ status: number | undefined; text: string }> {
  const asked = request(origin, { path }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const chunks = (await response.toArray()) as Buffer[]
  return { status: response.statusCode, text: Buffer.concat(chunks).toString() }
}
