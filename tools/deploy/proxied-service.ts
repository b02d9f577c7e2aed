import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request, type RequestOptions } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Certificate } from '../../packages/server/test/certificate.ts'
import { serviceArguments, serviceEnvironment } from '../service-process.mjs'

const root = join(import.meta.dirname, '../..')
const START_TRIES = 600
const TRY_MILLIS = 100

/** How a proxy of `deploy/` is started with its real configuration, whose addresses are replaced. */
export interface Proxy {
  readonly program: string
  /** Writes the configuration into the folder and returns the arguments. */
  configure(at: ProxyAddresses): readonly string[]
}

export interface ProxyAddresses {
  readonly folder: string
  readonly port: number
  /** The ports of two nodes. Nothing listens on the second one, as if it had ended. */
  readonly nodePorts: readonly [number, number]
  readonly certificate: { readonly cert: string; readonly key: string }
}

export const proxies: Readonly<Record<string, Proxy>> = {
  nginx: {
    program: 'nginx',
    configure: ({ certificate, folder, nodePorts, port }) => {
      const site = read('deploy/nginx/portico.conf')
        .replace('listen 443 ', `listen 127.0.0.1:${port} `)
        .replace(/^.*listen \[::\].*\n/m, '')
        .replaceAll('auth.example.com', 'localhost')
        .replace(/ssl_certificate .*/, `ssl_certificate ${certificate.cert};`)
        .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${certificate.key};`)
      const main = join(folder, 'proxy-nginx.conf')
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join(' ')
      const http = `http { access_log off; ${temporary} ${withPorts(site, nodePorts)} }`
      writeFileSync(main, `daemon off; pid ${folder}/proxy.pid; error_log stderr; events {} ${http}`)
      return ['-e', 'stderr', '-c', main]
    },
  },
  caddy: {
    program: 'caddy',
    configure: ({ certificate, folder, nodePorts, port }) => {
      const file = join(folder, 'Proxy.Caddyfile')
      const site = read('deploy/caddy/Caddyfile').replace(
        'auth.example.com {',
        `https://localhost:${port} {\n\ttls ${certificate.cert} ${certificate.key}`,
      )
      writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${withPorts(site, nodePorts)}`)
      return ['run', '--adapter', 'caddyfile', '--config', file]
    },
  },
}

/**
 * Starts the service behind the proxy and calls it as a browser does.
 *
 * @returns what is wrong
 */
export async function callThroughProxy(proxy: Proxy, folder: string, { cert, key }: Certificate): Promise<string[]> {
  const files = { cert: join(folder, 'proxy.crt'), key: join(folder, 'proxy.key') }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
  const [port, first, second] = [await freePort(), await freePort(), await freePort()]
  const baseUrl = `https://localhost:${port}`
  const dataDir = join(folder, `data-${proxy.program}`)
  mkdirSync(dataDir)
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin`, XDG_DATA_HOME: folder, HOME: folder }
  const started = [
    start(process.execPath, serviceArguments, {
      ...env,
      ...serviceEnvironment,
      PORTICO_BASE_URL: baseUrl,
      PORTICO_PORT: String(first),
      PORTICO_DATA_DIR: dataDir,
      PORTICO_SEED: 'packages/server/test/seed.json',
      PORTICO_TRUSTED_PROXIES: '127.0.0.1',
      PORTICO_LOG: 'error',
    }),
    start(proxy.program, proxy.configure({ folder, port, nodePorts: [first, second], certificate: files }), env),
  ]
  try {
    const ended = started.map(async ({ child, output }) => {
      await once(child, 'exit')
      throw new Error(`A process has ended:\n${output()}`)
    })
    return await Promise.race([findProblems(new Caller(baseUrl, cert)), ...ended])
  } catch (error) {
    return [String(error), ...started.map(({ output }) => output())]
  } finally {
    await Promise.all(started.map(({ child }) => stop(child)))
  }
}

async function findProblems(caller: Caller): Promise<string[]> {
  const problems: string[] = []
  const expectThat = (isTrue: boolean, sentence: string): void => void (isTrue || problems.push(sentence))
  await caller.untilReady()

  const page = await caller.call('/handler/sign-in', { headers: { accept: 'text/html' } })
  expectThat(page.status === 200 && page.text.includes('id="root"'), `The sign-in page answers ${page.status}.`)
  expectThat(page.text.includes(caller.baseUrl), 'The page does not name the public address.')
  expectThat('strict-transport-security' in page.headers, 'The page lacks Strict-Transport-Security.')
  const script = /src="(\/assets\/[^"]+)"/.exec(page.text)?.[1] ?? '/assets/none'
  expectThat((await caller.call(script)).status === 200, `The script ${script} is not served.`)

  const key = 'pck_main_test'
  const headers = {
    'content-type': 'application/json',
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': key,
    origin: caller.baseUrl,
    'x-portico-own-page': '1',
  }
  const body = JSON.stringify({
    email: 'ada@example.com',
    password: 'correct horse battery staple',
    verification_callback_url: `${caller.baseUrl}/handler/email-verification`,
  })
  const signUp = await caller.call('/api/v1/auth/password/sign-up', { method: 'POST', headers }, body)
  expectThat(signUp.status === 200, `A sign-up answers ${signUp.status}: ${signUp.text}`)
  const { access_token: accessToken, refresh_token: refreshToken } = JSON.parse(signUp.text) as Record<string, string>
  const claims = JSON.parse(Buffer.from(accessToken?.split('.')[1] ?? '', 'base64url').toString()) as { iss?: string }
  expectThat(claims.iss?.startsWith(`${caller.baseUrl}/`) ?? false, `The issuer of tokens is ${claims.iss}.`)

  const session = await caller.call(
    '/api/v1/internal/dashboard-session',
    { method: 'POST', headers },
    JSON.stringify({ refresh_token: refreshToken }),
  )
  const cookie = session.headers['set-cookie']?.[0] ?? ''
  expectThat(session.status === 200, `The session of the dashboard answers ${session.status}: ${session.text}`)
  expectThat(
    /^__Host-portico-dashboard=[^;]+;.* Path=\/; HttpOnly; SameSite=Strict; Secure$/.test(cookie),
    `The cookie of the dashboard is "${cookie}".`,
  )
  const renewed = await caller.call(
    '/api/v1/internal/dashboard-session/refresh',
    { method: 'POST', headers: { ...headers, cookie: cookie.split(';')[0] } },
    '{}',
  )
  expectThat(renewed.text.includes('"access_token":"'), `The cookie renews no session: ${renewed.text}`)
  const foreign = await caller.call(
    '/api/v1/internal/dashboard-session/refresh',
    { method: 'POST', headers: { ...headers, origin: 'https://evil.example', cookie: cookie.split(';')[0] } },
    '{}',
  )
  expectThat(foreign.status === 403, `A call of another origin answers ${foreign.status}.`)
  return problems
}

interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string[]> & { readonly [name: string]: unknown }
  readonly text: string
}

class Caller {
  readonly baseUrl: string
  readonly #ca: string

  constructor(baseUrl: string, ca: string) {
    this.baseUrl = baseUrl
    this.#ca = ca
  }

  async untilReady(): Promise<void> {
    for (let tries = 0; tries < START_TRIES; tries += 1) {
      const answer = await this.call('/ready').catch(() => null)
      if (answer?.status === 200) return
      await sleep(TRY_MILLIS)
    }
    throw new Error('The service did not become ready behind the proxy.')
  }

  call(path: string, options: RequestOptions = {}, body?: string): Promise<Answer> {
    const { promise, reject, resolve } = Promise.withResolvers<Answer>()
    const sent = request(`${this.baseUrl}${path}`, { ...options, ca: this.#ca, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Answer['headers'],
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
    return promise
  }
}

interface Started {
  readonly child: ChildProcess
  readonly output: () => string
}

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Started {
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.on('error', (error) => (output += String(error)))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function withPorts(text: string, [first, second]: readonly [number, number]): string {
  return text.replace('127.0.0.1:4100', `127.0.0.1:${first}`).replace('127.0.0.1:4101', `127.0.0.1:${second}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
