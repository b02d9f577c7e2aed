import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectGoodLooks } from './looks.ts'
import { findPortPair, NpmStart } from './npm-start.ts'
import { Profiles } from './profiles.ts'
import { expectVisible, homeOf } from './steps.ts'
import { Visitor } from './visitor.ts'

const root = join(import.meta.dirname, '..')

describe('npm start', () => {
  let folder: string
  let started: NpmStart
  let profiles: Profiles

  beforeAll(async () => {
    profiles = await Profiles.start()
    // Inside the repository, like the default data folder.
    await mkdir(join(root, 'e2e/.artifacts'), { recursive: true })
    folder = await mkdtemp(join(root, 'e2e/.artifacts/start-'))
    started = await NpmStart.run(folder, await findPortPair(), {}, true)
  })

  afterAll(async () => {
    await profiles.close()
    await started.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('prints the URLs of the service, the demo, the inbox, the providers and the first admin', () => {
    const { output, demoUrl, serviceUrl } = started
    const urls = [...output.matchAll(/(Service|Demo app|Mail inbox|Providers|First admin) +(\S+)\n/g)]

    expect(Object.fromEntries(urls.map(([, name, url]) => [name, url]))).toEqual({
      Service: serviceUrl,
      'Demo app': demoUrl,
      'Mail inbox': `${serviceUrl}/dev/inbox`,
      Providers: `${serviceUrl}/dev/providers`,
      'First admin': expect.stringMatching(/./),
    })
    expect(output).toContain(` ${serviceUrl}/first-admin#`)
  })

  test('serves the demo, which offers four providers, and all eleven after the switch on its landing page', async () => {
    const { demoUrl, serviceUrl } = started
    const visitor = new Visitor(await profiles.open(demoUrl, `${demoUrl}/icon.svg`), [serviceUrl, demoUrl])
    const page = await visitor.open(demoUrl)
    const choices = page.locator('.portico-provider')
    const every = { name: 'all eleven providers' }
    await expectGoodLooks(page, 'landing with the switch for providers')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await choices.first().waitFor()
    const offeredByDefault = await choices.allInnerTexts()

    await page.goBack()
    await page.getByRole('switch', every).check()
    await expectVisible(page.getByRole('switch', { ...every, checked: true }))
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Bitbucket' }).click()
    await page.getByRole('button', { name: 'Ada Okafor' }).click()

    expect(offeredByDefault).toEqual(['Apple', 'GitHub', 'Google', 'Microsoft', 'Sign in with a passkey'])
    await expectVisible(homeOf(page, { email: 'ada.okafor@example.com' }))
  })

  test('configures the demo with the URL of the service', async () => {
    const source = await (await fetch(`${started.demoUrl}/@fs${root}/packages/client/src/app/environment.ts`)).text()

    expect(source).toContain(`"VITE_PORTICO_API_URL": "${started.serviceUrl}"`)
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
        // For unknown paths, the server answers with the page of the app.
        const isFile = status === 200 && !text.includes('<div id="root">')
        if (isFile || confidential.some((content) => text.includes(content))) served.push(path)
      }
      expect(served).toEqual([])
    },
  )

  // Runs last, because it stops the service.
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
