import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { verifyWebhook, type RawWebhookRequest } from '@portico/client/server'
import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { homeOfCommands, runCommand as run, runHere, type CommandRun, useHomeOfCommands } from '../test/run-command.ts'
import { listen } from './webhooks/listen.ts'

useHomeOfCommands()

const example = fileURLToPath(new URL('../../../examples/cli-login/src/main.ts', import.meta.url))

let portico: TestPortico
let project: TestProject
let user: TestUser
let apiUrl: string

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
  user = await project.signUp('ada@example.com')
  await project.client(user).patch('/users/me', { display_name: 'Ada \u001B[31mLovelace' })
  apiUrl = (await portico.listen()).url
})

afterAll(() => portico.close())

function environment(): Record<string, string> {
  return {
    PORTICO_APP_URL: 'https://app.example/',
    PORTICO_PROJECT_ID: project.id,
    PORTICO_PUBLISHABLE_CLIENT_KEY: project.keys.publishable_client_key,
    PORTICO_API_URL: apiUrl,
  }
}

/** Waits for the link and returns its code. */
async function readLoginCode({ child, output }: CommandRun): Promise<string> {
  for (;;) {
    const link = /https:\/\/app\.example\/handler\/cli-auth-confirm\?login_code=(\w+)/.exec(output())
    if (link?.[1]) return link[1]
    if (child.exitCode !== null) throw new Error(`The program ended before it printed a link:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function answer(loginCode: string, body: Record<string, string>): Promise<void> {
  const { status } = await project.client().post('/auth/cli/complete', { login_code: loginCode, ...body })
  expect(status).toBe(200)
}

async function logIn(): Promise<void> {
  const login = run(['login'], environment())
  await answer(await readLoginCode(login), { refresh_token: user.refreshToken })
  expect((await login.ended).code).toBe(0)
}

async function sessionCount(): Promise<number> {
  const { body } = await project.server().get<{ items: unknown[] }>(`/auth/sessions?user_id=${user.id}`)
  return body.items.length
}

const credentials = (): string => join(homeOfCommands(), 'config/portico/credentials.json')

describe('login', () => {
  test('stores the session in a file that only its owner can read', async () => {
    const login = run([
      'login',
      '--app-url=https://app.example',
      `--project-id=${project.id}`,
      `--publishable-client-key=${project.keys.publishable_client_key}`,
      `--api-url=${apiUrl}`,
    ])
    await answer(await readLoginCode(login), { refresh_token: user.refreshToken })
    const { code, stdout, stderr } = await login.ended

    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Waiting') })
    expect(stdout).toContain('Signed in as Ada [31mLovelace <ada@example.com>.')
    expect((await stat(credentials())).mode & 0o777).toBe(0o600)
    const { sessions } = JSON.parse(await readFile(credentials(), 'utf8')) as { sessions: { refreshToken: string }[] }
    expect(sessions).toHaveLength(1)
    expect(stdout + stderr).not.toContain(sessions[0]?.refreshToken)
  })

  test('sends program and operating system as the requester', async () => {
    const login = run(['login'], environment())
    const { body } = await project
      .client()
      .post('/auth/cli/complete', { login_code: await readLoginCode(login), mode: 'check' })

    expect(body).toMatchObject({ requester: { user_agent: expect.stringMatching(/^portico\/\d\S* \(\w+\)$/) } })
  })

  test('ends the session of an earlier login', async () => {
    await logIn()
    const before = await sessionCount()

    await logIn()

    expect(await sessionCount()).toBe(before)
  })

  test('reports a refusal in the browser and stores nothing', async () => {
    const login = run(['login'], environment())
    await answer(await readLoginCode(login), { mode: 'refuse' })

    expect(await login.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('refused in the browser') })
    await expect(stat(credentials())).rejects.toThrow('ENOENT')
  })

  test('names the missing option and variable', async () => {
    const { PORTICO_PROJECT_ID: _id, ...rest } = environment()

    expect(await run(['login'], rest).ended).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--project-id.*PORTICO_PROJECT_ID/),
    })
  })

  test('with the project of an app, but without its address, names the login of an owner', async () => {
    const { PORTICO_APP_URL: _url, ...rest } = environment()

    expect(await runHere(['login'], rest)).toMatchObject({ code: 2, stderr: expect.stringContaining('--owner') })
  })

  test('reads the variables of the original SDK', async () => {
    const original = Object.fromEntries(
      Object.entries(environment()).map(([name, value]) => [name.replace('PORTICO_', 'NEXT_PUBLIC_STACK_'), value]),
    )
    const login = run(['login'], original)
    await answer(await readLoginCode(login), { refresh_token: user.refreshToken })

    expect((await login.ended).code).toBe(0)
  })

  test.each([
    { name: 'a wrong key', env: { PORTICO_PUBLISHABLE_CLIENT_KEY: 'pck_wrong' }, message: 'publishable client key' },
    {
      name: 'a service that does not run',
      env: { PORTICO_API_URL: 'http://127.0.0.1:9' },
      message: 'Check that the service is running',
    },
    { name: 'an invalid URL', env: { PORTICO_APP_URL: 'app.example' }, message: '--app-url must be a URL' },
    {
      name: 'a sign-in page without TLS',
      env: { PORTICO_APP_URL: 'http://app.example' },
      message: '--app-url must start with https://',
    },
  ])('reports $name in one sentence, without a stack trace', async ({ env, message }) => {
    const { code, stderr } = await run(['login'], { ...environment(), ...env }).ended

    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})

describe('whoami and logout', () => {
  test('use the latest login without options; logout ends and removes it', async () => {
    await logIn()
    const before = await sessionCount()

    expect(await run(['whoami']).ended).toMatchObject({
      code: 0,
      stdout: 'Ada [31mLovelace <ada@example.com>\n',
      stderr: expect.stringContaining(project.id),
    })
    expect(JSON.parse((await run(['whoami', '--json']).ended).stdout)).toEqual({
      id: user.id,
      display_name: 'Ada \u001B[31mLovelace',
      primary_email: 'ada@example.com',
      project_id: project.id,
      api_url: apiUrl,
    })
    expect(await run(['logout']).ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Signed out') })

    expect(await sessionCount()).toBe(before - 1)
    await expect(stat(credentials())).rejects.toThrow('ENOENT')
    expect(await run(['whoami']).ended).toMatchObject({ code: 1, stderr: expect.stringContaining('portico login') })
    expect(await run(['logout']).ended).toMatchObject({ code: 0, stdout: 'You are not signed in.\n' })
  })

  test('report a session that was ended elsewhere, and logout removes it', async () => {
    await logIn()
    const { body } = await project.server().get<{ items: { id: string }[] }>(`/auth/sessions?user_id=${user.id}`)
    await project.server().delete(`/auth/sessions/${body.items[0]?.id}`)

    expect(await run(['whoami']).ended).toMatchObject({ code: 1, stderr: expect.stringContaining('has ended') })
    expect((await run(['logout']).ended).code).toBe(0)
    await expect(stat(credentials())).rejects.toThrow('ENOENT')
  })

  test('name a credentials file with unknown content', async () => {
    await logIn()
    await writeFile(credentials(), 'null')

    expect(await run(['whoami']).ended).toMatchObject({ code: 1, stderr: expect.stringContaining(credentials()) })
  })
})

describe('the program', () => {
  test('exits with 2 for an unknown command and with 0 for --help and --version', async () => {
    expect((await run(['frobnicate']).ended).code).toBe(2)
    expect(await run(['--help']).ended).toMatchObject({ code: 0, stdout: expect.stringContaining('whoami') })
    expect(await run(['--version']).ended).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    })
  })
})

describe('the example', () => {
  test('greets the user after the confirmation', async () => {
    const started = run([], environment(), example)
    await answer(await readLoginCode(started), { refresh_token: user.refreshToken })

    expect(await started.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Hello, Ada') })
  })
})

describe('listen', () => {
  const received: RawWebhookRequest[] = []
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(204).end()
    })
  })
  let forward: string

  beforeAll(async () => {
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    forward = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
  })

  afterAll(() => receiver.close())

  const listenEnvironment = (): Record<string, string> => ({
    ...environment(),
    PORTICO_SUPER_SECRET_ADMIN_KEY: project.keys.super_secret_admin_key,
  })

  test('forwards events that verifyWebhook accepts, and ends with its signal', async () => {
    const listening = run(['listen', '--forward', forward, '--events', 'team.created'], listenEnvironment())
    await expect.poll(listening.output).toContain('Forwarding')
    const teamId = await project.createTeam({ displayName: 'Acme' })
    await expect.poll(() => received.length).toBe(1)
    await expect.poll(listening.output).toContain('→ 204')
    listening.child.kill('SIGINT')
    const { code, stdout } = await listening.ended

    const secret = /whsec_\S+/.exec(stdout)?.[0]
    const [request = expect.unreachable()] = received
    const event = await verifyWebhook(request, secret)
    expect(code).toBe(0)
    expect(event).toMatchObject({ type: 'team.created', data: { id: teamId, display_name: 'Acme' } })
    expect(stdout).toContain(`team.created ${event?.id} → 204`)
  })

  test('asks again after an answer that was cut off', async () => {
    const service = createServer((request, response) => {
      if (request.url?.endsWith('/fetch')) response.write('{"items":', () => response.socket?.end())
      else response.end('{"id":"1"}')
    })
    onTestFinished(() => void service.close())
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

    const listening = run(['listen', '--forward', forward], { ...listenEnvironment(), PORTICO_API_URL: url })
    await expect.poll(listening.output).toContain('The service does not answer. Trying again.')
    listening.child.kill('SIGINT')

    expect((await listening.ended).code).toBe(0)
  })

  test.each([
    { name: 'no address', args: [], env: {}, message: '--forward is missing' },
    {
      name: 'an address without TLS',
      args: ['--forward=http://a.example'],
      env: {},
      message: '--forward must start with https://',
    },
    {
      name: 'a wrong key',
      args: ['--forward=https://a.example'],
      env: { PORTICO_SUPER_SECRET_ADMIN_KEY: 'sak_wrong' },
      message: 'admin key',
    },
  ])('reports $name in one sentence', async ({ args, env, message }) => {
    const { code, stderr } = await run(['listen', ...args], { ...listenEnvironment(), ...env }).ended

    expect(code).not.toBe(0)
    expect(stderr).toContain(message)
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  test('refuses a short secret', async () => {
    const options = { forward, apiUrl, projectId: project.id, superSecretAdminKey: project.keys.super_secret_admin_key }

    const listening = listen({ ...options, eventTypes: undefined, secret: 'whsec_short' }, AbortSignal.abort())

    await expect(listening).rejects.toThrow('PORTICO_WEBHOOK_SECRET must be')
  })
})
