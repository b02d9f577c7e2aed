import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { compileCache } from '../test/operator.ts'

// Runs the service like an operator: starts, stops and kills it as a separate process.

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const seed = fileURLToPath(new URL('../test/seed.json', import.meta.url))
const running = new Set<ChildProcess>()

/** Ends all processes, so that the next one can open the data folder. */
async function killAll(): Promise<void> {
  for (const child of running) {
    child.kill('SIGKILL')
    await exitOf(child)
  }
  running.clear()
}

interface Service {
  child: ChildProcess
  url: string
  output: () => string
}

interface LaunchOptions {
  /** A script that runs before the service. */
  readonly before?: string
  /** A file that replaces the standard output. */
  readonly stdout?: string
}

function launch(
  env: Record<string, string>,
  { before, stdout }: LaunchOptions = {},
): { child: ChildProcess; output: () => string } {
  const imports = before === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(before)}`]
  const child = spawn(process.execPath, ['--conditions=@portico/source', ...imports, main], {
    stdio: ['ignore', stdout === undefined ? 'pipe' : openSync(stdout, 'w'), 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      PORTICO_SEED: seed,
      PORTICO_LOG: 'error',
      PORTICO_RATE_LIMITS: 'off',
      PORTICO_ARGON2_MEMORY_KIB: '256',
      PORTICO_ARGON2_PASSES: '1',
      ...env,
    },
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  return { child, output: () => output }
}

async function start(env: Record<string, string>, options?: LaunchOptions): Promise<Service> {
  const port = await freePort()
  const { child, output } = launch({ PORTICO_PORT: String(port), ...env }, options)
  const url = `http://${env['PORTICO_HOST'] === '::1' ? '[::1]' : '127.0.0.1'}:${port}`
  while (child.exitCode === null) {
    const ready = await fetch(`${url}/ready`).catch(() => null)
    if (ready?.ok) return { child, url, output }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The service did not become ready:\n${output()}`)
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const folder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'portico-main-'))

const headers = {
  'content-type': 'application/json',
  'x-stack-project-id': 'internal',
  'x-stack-access-type': 'client',
  'x-stack-publishable-client-key': 'pck_main_test',
}

function signUp(url: string, email: string): Promise<Response> {
  return fetch(`${url}/api/v1/auth/password/sign-up`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      email,
      password: 'correct horse battery staple',
      verification_callback_url: 'http://localhost:3000/verify',
    }),
  })
}

function signIn(url: string, email: string): Promise<Response> {
  return fetch(`${url}/api/v1/auth/password/sign-in`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: 'correct horse battery staple' }),
  })
}

/** Sends a sign-up up to the middle of its body and waits until the service has read the headers. */
async function beginSignUp(url: string, email: string): Promise<{ finish: () => Promise<number | undefined> }> {
  const body = JSON.stringify({
    email,
    password: 'correct horse battery staple',
    verification_callback_url: 'http://localhost:3000/verify',
  })
  const agent = new Agent({ keepAlive: true })
  const call = request(`${url}/api/v1/auth/password/sign-up`, {
    agent,
    method: 'POST',
    // The service answers "100 Continue" once it has read the headers (RFC 9110 section 10.1.1).
    headers: { ...headers, 'content-length': Buffer.byteLength(body), expect: '100-continue' },
  })
  const failed = once(call, 'error').then(([error]: Error[]) => Promise.reject(error))
  failed.catch(() => {})
  call.flushHeaders()
  await Promise.race([once(call, 'continue'), failed])
  call.write(body.slice(0, 10))
  return {
    finish: async () => {
      call.end(body.slice(10))
      const [response] = (await Promise.race([once(call, 'response'), failed])) as [IncomingMessage]
      await response.resume().toArray()
      return response.statusCode
    },
  }
}

/** Waits until the service accepts no new connections. */
async function untilClosed(url: string): Promise<void> {
  const port = Number(new URL(url).port)
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (!isOpen) return
    await sleep(20)
  }
}

/** All services of this file use this folder in turn, because a start on an existing database takes half the time. */
let dataDir: string
/** The base URL of the first start and a token that it issued. */
let first: { readonly baseUrl: string; readonly accessToken: string }

beforeAll(async () => {
  dataDir = await folder()
})
afterAll(killAll)

describe('a service whose first start was killed while it created the database', () => {
  let afterKill: string[]
  let service: Service

  beforeAll(async () => {
    const { child } = launch({ PORTICO_DATA_DIR: dataDir, PORTICO_PORT: String(await freePort()) })
    while (!existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))) await sleep(2)

    child.kill('SIGKILL')
    await exitOf(child)

    afterKill = await readdir(dataDir)
    service = await start({ PORTICO_DATA_DIR: dataDir })
  })
  afterAll(killAll)

  test('signs a user up, and prints the link of the first admin', async () => {
    expect(afterKill).toContain('postgres.incomplete')
    const answer = await signUp(service.url, 'ada@example.com')
    expect(answer.status).toBe(200)
    const { access_token: accessToken } = (await answer.json()) as { access_token: string }
    first = { baseUrl: service.url, accessToken }
    const secret = /First admin +\S+#(\S+)/.exec(service.output())?.[1]
    expect(secret).toMatch(/./)
    const created = await fetch(`${service.url}/first-admin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.url, 'x-portico-own-page': '1' },
      body: JSON.stringify({ secret, email: 'admin@example.com', password: 'correct horse battery staple' }),
    })
    expect(created.status).toBe(200)
  })

  test('finishes a sign-up in progress before it stops, also if it gets the signal twice', async () => {
    const slow = await beginSignUp(service.url, 'bob@example.com')
    service.child.kill('SIGTERM')
    await untilClosed(service.url)
    service.child.kill('SIGTERM')

    const status = await slow.finish()

    expect(status).toBe(200)
    // A stopping service asks the client to close its keep-alive connection. Otherwise the stop could take 25 seconds.
    expect(await Promise.race([exitOf(service.child), sleep(15_000, 'still waiting')])).toBe(0)
  })
})

describe('a service that is restarted', () => {
  let service: Service
  let metricsUrl: string
  let slowClosed: Promise<number>

  beforeAll(async () => {
    const metricsPort = await freePort()
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
    const before = `
      process.on('SIGUSR2', () => {
        Promise.reject(new Error('a rejected promise'))
        for (let count = 0; count < 2; count += 1) setImmediate(() => { throw new Error('an injected error') })
      })`
    const env = { PORTICO_BASE_URL: first.baseUrl, PORTICO_METRICS_PORT: String(metricsPort) }
    service = await start({ PORTICO_DATA_DIR: dataDir, ...env }, { before })
    // The ten seconds pass during the other tests.
    slowClosed = sendIncompleteHeaders(service.url)
  })
  afterAll(killAll)

  test('keeps users and sessions, and does not print the used link of the first admin again', async () => {
    expect((await signIn(service.url, 'ada@example.com')).status).toBe(200)
    expect((await signIn(service.url, 'bob@example.com')).status).toBe(200)
    const me = await fetch(`${service.url}/api/v1/users/me`, {
      headers: { ...headers, 'x-stack-access-token': first.accessToken },
    })
    expect(me.status).toBe(200)
    expect(service.output()).not.toContain('First admin')
  })

  test('reports the process that uses the data folder and what to do', async () => {
    const { child, output } = launch({ PORTICO_PORT: String(await freePort()), PORTICO_DATA_DIR: dataDir })

    expect(await exitOf(child)).toBe(1)
    expect(output()).toContain(`process ${service.child.pid}`)
    expect(output()).toContain('PORTICO_DATA_DIR')
    expect(output()).not.toContain('    at ')
  })

  test('serves metrics on their own port, such as sign-ins by method and outcome', async () => {
    const readCounts = async (): Promise<Map<string, number>> => {
      const lines = (await (await fetch(metricsUrl)).text()).split('\n')
      return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
    }
    const before = await readCounts()
    await signUp(service.url, 'eve@example.com')
    await signIn(service.url, 'eve@example.com')
    await signIn(service.url, 'eve@example.com')
    await signIn(service.url, 'unknown@example.com')

    const after = await readCounts()

    const added = [...after].flatMap(([name, count]) => {
      const more = count - (before.get(name) ?? 0)
      return /^portico_(sign_ins_total|http_request_seconds_count)/.test(name) && more > 0 ? [`${name} ${more}`] : []
    })
    expect(added).toContain(
      'portico_http_request_seconds_count{route="/auth/password/sign-up",method="POST",status_class="2xx"} 1',
    )
    expect(added.filter((line) => line.startsWith('portico_sign_ins_total')).toSorted()).toEqual([
      'portico_sign_ins_total{method="password",outcome="refused"} 1',
      'portico_sign_ins_total{method="password",outcome="signed_in"} 2',
      'portico_sign_ins_total{method="password",outcome="signed_up"} 1',
    ])
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404)
  })

  test('answers no malformed HTTP request with a 5xx', async () => {
    const close = 'Connection: close\r\n\r\n'
    const json = 'Host: x\r\nContent-Type: application/json\r\n'
    const requests = [
      `GET /api/v1 HTTP/1.1\r\nHost: a b\r\n${close}`,
      `GET /api/v1 HTTP/1.1\r\n${close}`,
      `GET //evil.example/api/v1/ HTTP/1.1\r\nHost: x\r\n${close}`,
      `GET http://evil.example/api/v1 HTTP/1.1\r\nHost: x\r\n${close}`,
      `GET /api/v1/auth/sessions/%E0%A4%A HTTP/1.1\r\nHost: x\r\n${close}`,
      `GET /api/v1/projects/%00/.well-known/jwks.json HTTP/1.1\r\nHost: x\r\n${close}`,
      `GET /api/v1/projects/%ff%fe/.well-known/jwks.json HTTP/1.1\r\nHost: x\r\n${close}`,
      `GET /api/v1?%00=1 HTTP/1.1\r\nHost: x\r\n${close}`,
      `GET /api/v1 HTTP/1.1\r\nHost: x\r\nx-stack-access-type: client\r\nx-stack-project-id: \xff\r\nx-stack-publishable-client-key: \xfe\r\n${close}`,
      `TRACE /api/v1 HTTP/1.1\r\nHost: x\r\n${close}`,
      `GET /api/v1 HTTP/1.1\r\nHost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n${close}`,
      `POST /api/v1/check-version HTTP/1.1\r\n${json}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n${close}0\r\n\r\n`,
      `POST /api/v1/check-version HTTP/1.1\r\n${json}Content-Length: 500\r\n\r\n{"a`,
    ]

    const failed: string[] = []
    for (const request of requests) {
      const answer = await sendRaw(Number(new URL(service.url).port), request)
      if (answer.startsWith('HTTP/1.1 5')) failed.push(request)
    }
    expect(failed).toEqual([])
    expect((await fetch(`${service.url}/health`)).status).toBe(200)
    expect(service.output()).not.toContain('error')
  })

  test('closes a connection whose headers are not complete after ten seconds', async () => {
    const millis = await slowClosed

    expect(millis).toBeGreaterThan(9_500)
    // By default, Node closes it after a minute.
    expect(millis).toBeLessThan(50_000)
  })

  test('logs an uncaught exception once, answers what it was asked, and exits with 1', async () => {
    const slow = await beginSignUp(service.url, 'carol@example.com')

    service.child.kill('SIGUSR2')
    await untilClosed(service.url)

    expect(await slow.finish()).toBe(200)
    expect(await exitOf(service.child)).toBe(1)
    expect(service.output().match(/an injected error/g)).toHaveLength(1)
    expect(service.output()).toContain('a rejected promise')
  })
})

describe('a service that is killed', () => {
  const USERS = 160
  interface Progress {
    readonly id: string
    readonly state: string
    readonly done: number
    readonly total: number | null
  }
  let service: Service
  let asOwner: Record<string, string>
  let asAdmin: Record<string, string>

  const send = async <Body>(method: string, route: string, body?: object, as: object = headers): Promise<Body> => {
    const answer = await fetch(`${service.url}/api/v1${route}`, {
      method,
      headers: { ...headers, ...as },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    expect([200, 201]).toContain(answer.status)
    return (await answer.json()) as Body
  }

  async function startAgain(): Promise<void> {
    // The tokens of the owner name the base URL, so it must not change with the port.
    service = await start({ PORTICO_DATA_DIR: dataDir, PORTICO_BASE_URL: 'http://127.0.0.1:4100' })
  }

  interface Killed {
    readonly acknowledged: string[]
    /** The progress that was read last before the kill. */
    readonly last: Progress | undefined
  }

  /** Signs users up, begins the work, kills the service while the work is in progress, and starts it again. */
  async function killDuring(
    begin: () => Promise<() => Promise<Progress | undefined>>,
    isInProgress: (progress: Progress) => boolean,
  ): Promise<Killed> {
    const acknowledged: string[] = []
    const round = randomUUID()
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let index = 0; ; index += 1) {
        const email = `user-${round}-${writer}-${index}@example.com`
        const answer = await signUp(service.url, email).catch(() => null)
        if (!answer) return
        if (answer.status === 200) acknowledged.push(email)
      }
    })
    await expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(8)
    const read = await begin()
    let last: Progress | undefined
    await expect.poll(async () => (last = await read()) && isInProgress(last), { interval: 5 }).toBe(true)
    service.child.kill('SIGKILL')
    await Promise.all([...writers, exitOf(service.child)])
    await startAgain()
    return { acknowledged, last }
  }

  async function findLost(acknowledged: readonly string[]): Promise<string[]> {
    const answers = await Promise.all(acknowledged.map((email) => signIn(service.url, email)))
    return acknowledged.filter((_, index) => answers[index]?.status !== 200)
  }

  beforeAll(async () => {
    await startAgain()
    const owner = (await (await signUp(service.url, 'owner@example.com')).json()) as { access_token: string }
    asOwner = { 'x-stack-access-token': owner.access_token }
    const { id } = await send<{ id: string }>('POST', '/internal/projects', { display_name: 'Large' }, asOwner)
    asAdmin = {
      'x-stack-project-id': id,
      'x-stack-access-type': 'admin',
      'x-stack-admin-access-token': owner.access_token,
    }
    const create = (name: number): Promise<unknown> => send('POST', '/users', { display_name: `User ${name}` }, asAdmin)
    for (let from = 0; from < USERS; from += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, n) => create(from + n)))
    }
  })
  afterAll(killAll)

  test('loses no acknowledged write, and continues a job without loss or repetition', async () => {
    let readJob: () => Promise<Progress> = () => Promise.reject(new Error('The job was not created.'))
    const { acknowledged, last } = await killDuring(
      async () => {
        const job = await send<Progress>('POST', '/internal/jobs', { type: 'suspend_users', filter: {} }, asAdmin)
        readJob = () => send('GET', `/internal/jobs/${job.id}`, undefined, asAdmin)
        return readJob
      },
      ({ done }) => done > 0,
    )

    expect(last?.done).toBeLessThan(USERS)
    expect(await findLost(acknowledged)).toEqual([])
    await expect.poll(readJob).toMatchObject({ state: 'done', done: USERS, total: USERS })
    const log = await send<{ items: { target_id: string }[] }>(
      'GET',
      '/internal/audit-events?action=user.suspended&limit=1000',
      undefined,
      asAdmin,
    )
    expect(log.items).toHaveLength(USERS)
    expect(new Set(log.items.map(({ target_id: target }) => target)).size).toBe(USERS)
  })

  test('loses no acknowledged write, and continues the deletion of a project', async () => {
    const readDeletion = async (): Promise<Progress | undefined> =>
      (await send<{ items: Progress[] }>('GET', '/internal/projects/deletions', undefined, asOwner)).items[0]
    const { acknowledged, last } = await killDuring(
      async () => {
        await send('DELETE', '/internal/projects/current', {}, asAdmin)
        return readDeletion
      },
      // Its first piece has counted the users.
      ({ total }) => total !== null,
    )

    expect(last?.state).not.toBe('done')
    expect(await findLost(acknowledged)).toEqual([])
    await expect.poll(readDeletion).toMatchObject({ state: 'done', done: USERS, total: USERS })
  })

  test('exits at once on a later signal', async () => {
    const slow = await beginSignUp(service.url, 'dave@example.com')
    const exited = exitOf(service.child)

    while (service.child.exitCode === null) {
      service.child.kill('SIGTERM')
      await Promise.race([exited, sleep(200)])
    }

    expect(await exited).toBe(1)
    await expect(slow.finish()).rejects.toMatchObject({ code: expect.stringMatching(/^(ECONNRESET|EPIPE)$/) })
  })
})

describe('a service', () => {
  afterEach(killAll)

  test('names what is still open when its time to stop is over, and exits with 1, also on an address of IPv6', async () => {
    const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
    const env = { PORTICO_STOP_SECONDS: '1', ...(hasIPv6 && { PORTICO_HOST: '::1' }) }
    const service = await start({ PORTICO_DATA_DIR: dataDir, ...env })
    const slow = await beginSignUp(service.url, 'frank@example.com')

    service.child.kill('SIGTERM')

    expect(await exitOf(service.child)).toBe(1)
    expect(service.output()).toContain('within 1 s. Still open: 1 connection with 1 request')
    await expect(slow.finish()).rejects.toThrow(/socket hang up|ECONNRESET|EPIPE/)
  })

  test('answers and stops if its log is on a full disk', async () => {
    const metricsPort = await freePort()
    const env = { PORTICO_DATA_DIR: dataDir, PORTICO_LOG: 'info', PORTICO_METRICS_PORT: String(metricsPort) }
    const service = await start(env, { stdout: '/dev/full' })

    expect(await answersWithoutLog(service, metricsPort)).toBe(true)

    service.child.kill('SIGTERM')
    expect(await exitOf(service.child)).toBe(0)
  })

  test('answers, and stops after an uncaught exception, if nothing reads its log', async () => {
    const metricsPort = await freePort()
    const env = { PORTICO_DATA_DIR: dataDir, PORTICO_LOG: 'info', PORTICO_METRICS_PORT: String(metricsPort) }
    const before = `process.on('SIGUSR2', () => { throw new Error('an injected error') })`
    const service = await start(env, { before })
    service.child.stdout?.destroy()
    service.child.stderr?.destroy()

    expect(await answersWithoutLog(service, metricsPort)).toBe(true)

    service.child.kill('SIGUSR2')
    expect(await exitOf(service.child)).toBe(1)
  })

  test('reports a port in use and what to do, without a stack trace', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo

    const { child, output } = launch({ PORTICO_PORT: String(port), PORTICO_DATA_DIR: await folder() })

    expect(await exitOf(child)).toBe(1)
    server.close()
    expect(output()).toContain(`Port ${port} on 127.0.0.1 is in use`)
    expect(output()).toContain('PORTICO_PORT')
    expect(output()).not.toContain('    at ')
  })

  test('reports an unreachable database without the password and without a stack trace', async () => {
    const port = await freePort()
    const { child, output } = launch({ DATABASE_URL: `postgres://portico:hunter2@127.0.0.1:${port}/portico` })

    expect(await exitOf(child)).toBe(1)
    expect(output()).toContain(`127.0.0.1:${port}/portico does not answer`)
    expect(output()).not.toContain('hunter2')
    expect(output()).not.toContain('    at ')
  })

  test.each([
    ['if it is the first process of a container', `Object.defineProperty(process, 'pid', { value: 1 })`],
    ['if a preloaded module handles the signal', `process.on('SIGTERM', () => {})`],
  ])('ends on a signal during its start %s', async (_case, before) => {
    const { child, output } = launch(
      {
        DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/portico`,
        PORTICO_DATABASE_WAIT_SECONDS: '600',
        PORTICO_LOG: 'warn',
      },
      { before },
    )
    await expect.poll(output, { timeout: 20_000 }).toContain('The start waits for it')

    child.kill('SIGTERM')

    expect(await Promise.race([exitOf(child), sleep(15_000, 'still running')])).toBe(143)
  })

  test('reports a wrong seed, sender and mail server before it writes anything', async () => {
    const dataDir = await folder()
    const { child, output } = launch({
      PORTICO_DATA_DIR: dataDir,
      PORTICO_SECRET: 'kZ0pW8vqTn3yB6sE1hUjR5xLc9aFgMdO2iX7',
      PORTICO_SEED: fileURLToPath(new URL('../test/broken-seed.json', import.meta.url)),
      PORTICO_MAIL_FROM: 'Acme',
      PORTICO_SMTP_URL: 'smtp://u%zz:p@h:587',
      REDIS_URL: 'redis://h:notaport',
    })

    expect(await exitOf(child)).toBe(1)
    for (const words of ['sign_ups_enabled', 'PORTICO_MAIL_FROM', 'PORTICO_SMTP_URL', 'REDIS_URL']) {
      expect(output()).toContain(words)
    }
    expect(output()).not.toContain('    at ')
    expect(await readdir(dataDir)).toEqual([])
  })

  test('reports all wrong settings and an impossible data folder in one message', async () => {
    const { child, output } = launch({
      PORTICO_DATA_DIR: path.join(main, 'x'),
      PORTICO_PORT: 'x',
      PORTICO_MODE: 'y',
      PORTICO_TYPO: 'z',
    })

    expect(await exitOf(child)).toBe(1)
    for (const name of ['PORTICO_DATA_DIR', 'PORTICO_PORT', 'PORTICO_MODE', 'PORTICO_TYPO']) {
      expect(output()).toContain(name)
    }
    expect(output()).not.toContain('    at ')
  })
})

/** Calls the service until it has dropped lines of its log. */
async function answersWithoutLog({ url }: Service, metricsPort: number): Promise<boolean> {
  for (;;) {
    if ((await fetch(`${url}/api/v1`)).status !== 200) return false
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    if (/^portico_log_lines_dropped_total [1-9]/m.test(metrics)) return true
    await sleep(50)
  }
}

/** Sends a part of the headers and returns the time until the service closes the connection. */
async function sendIncompleteHeaders(url: string): Promise<number> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const startedAt = performance.now()
  socket.write('GET /api/v1 HTTP/1.1\r\nHost: x\r\n')
  await once(socket.resume(), 'close')
  return performance.now() - startedAt
}

/** Sends these bytes and returns the answer when the connection closes. */
async function sendRaw(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
  socket.on('error', () => {})
  socket.end(Buffer.from(request, 'latin1'))
  await once(socket, 'close')
  return answer
}
