import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { PorticoClientApp } from '@portico/client'
import { PorticoInternalApp } from '@portico/client/admin'
import { internalKeys, someEmail, TEST_PASSWORD, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileCache, useSharedService } from './service.ts'

// Runs examples/admin-script as its `npm start` does, in a separate process, against the real service.

const INTERNAL_KEY = internalKeys.publishable_client_key
const ownerEmail = someEmail()
const folder = fileURLToPath(new URL('../examples/admin-script', import.meta.url))

let portico: TestPortico
let internal: PorticoInternalApp<true>
let files: string

beforeAll(async () => {
  portico = (await useSharedService()).portico
  files = await mkdtemp(join(tmpdir(), 'portico-admin-script-'))
  internal = new PorticoInternalApp<true>({
    tokenStore: 'memory',
    publishableClientKey: INTERNAL_KEY,
    baseUrl: portico.baseUrl,
  })
  const verificationCallbackUrl = 'http://localhost/verify'
  await internal.signUpWithCredential({ email: ownerEmail, password: TEST_PASSWORD, verificationCallbackUrl })
})

afterAll(async () => {
  await rm(files, { recursive: true })
})

interface Ended {
  readonly code: number | string
  readonly out: string
  readonly errors: string
}

function run(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--conditions=@portico/source', '--env-file=.env', 'src/main.ts', ...args],
      {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: compileCache,
          PORTICO_API_URL: portico.baseUrl,
          PORTICO_PUBLISHABLE_CLIENT_KEY: INTERNAL_KEY,
          OWNER_EMAIL: ownerEmail,
          OWNER_PASSWORD: TEST_PASSWORD,
          ...env,
        },
      },
      (error, out, errors) => resolve({ code: error?.code ?? 0, out, errors }),
    )
  })
}

test('the script sets a project up whose imported users sign in, and changes nothing when it runs again', async () => {
  const first = await run()
  const printed = [...first.out.matchAll(/^(PORTICO_\w+)=(\S+)$/gm)]
  const variables = Object.fromEntries(printed.map(([, name = '', value = '']) => [name, value]))
  const second = await run()

  expect(first).toMatchObject({
    code: 0,
    errors: '',
    out: expect.stringContaining('Created 3 users. 0 existed already.'),
  })
  expect(second).toMatchObject({
    code: 0,
    errors: '',
    out: expect.stringContaining('Created 0 users. 3 existed already.'),
  })
  expect(second.out).not.toContain('PORTICO_')
  const app = new PorticoClientApp<true>({
    tokenStore: 'memory',
    projectId: variables['PORTICO_PROJECT_ID'] ?? '',
    publishableClientKey: variables['PORTICO_PUBLISHABLE_CLIENT_KEY'] ?? '',
    baseUrl: portico.baseUrl,
  })
  await app.signInWithCredential({ email: 'ada@mail.example', password: 'correct horse battery staple' })
  expect(await app.getUser()).toMatchObject({ displayName: 'Ada Lovelace', primaryEmailVerified: true })

  const owner = await internal.getUser({ or: 'throw' })
  const owned = await owner.listOwnedProjects()
  expect(owned).toMatchObject([
    {
      userCount: 3,
      config: { magicLinkEnabled: true, passkeyEnabled: true, domains: [{ domain: 'https://books.example.com' }] },
    },
  ])
  expect(await owned[0]?.app.listInternalApiKeys()).toHaveLength(1)
})

test('a row that the service refuses is reported, and the others are imported', async () => {
  const file = join(files, 'users.json')
  const rows = [
    { email: 'not an address', displayName: 'A', isVerified: false },
    { email: someEmail(), displayName: 'B', isVerified: false, passwordHash: 'md5:0cc175b9c0f1b6a831c399e269772661' },
    { email: someEmail(), displayName: 'C', isVerified: false },
  ]
  await writeFile(file, JSON.stringify(rows))

  const { code, out, errors } = await run([file])

  expect(code).toBe(1)
  expect(out).toContain('Created 1 users.')
  expect(errors).toMatch(/^not an address: .*\n.*body.primary_email is not a valid e-mail address/m)
  expect(errors).toMatch(new RegExp(`^${rows[1]?.email}: .*password_hash has an unknown format`, 'm'))
})

test('a wrong password ends the script with the message of the service', async () => {
  const ended = await run([], { OWNER_PASSWORD: 'wrong' })

  expect(ended).toEqual({ code: 1, out: '', errors: 'Wrong e-mail or password.\n' })
})
