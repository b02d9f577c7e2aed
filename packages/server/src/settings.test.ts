import { randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { SettingsProblems } from './settings-reader.ts'
import { readSettings } from './settings.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const secret = 'kZ0pW8vqTn3yB6sE1hUjR5xLc9aFgMdO2iX7'
const production = {
  PORTICO_MODE: 'production',
  PORTICO_HOST: '0.0.0.0',
  PORTICO_BASE_URL: 'https://auth.example.com',
  PORTICO_SECRET: secret,
  PORTICO_SMTP_URL: 'smtp://user:pass@mail.example.com:587',
  PORTICO_MAIL_FROM: 'Acme <noreply@acme.example>',
  DATABASE_URL: 'postgres://portico@db.example.com/portico',
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof SettingsProblems) return error.problems
    throw error
  }
  return []
}

/** A file with this content, in a folder of its own. */
function fileWith(content: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'portico-settings-')), 'file')
  writeFileSync(file, content)
  return file
}

function problemsOfSeed(seed: unknown, env: Record<string, string> = { PORTICO_SECRET: secret }): string {
  return problemsOf({ ...env, PORTICO_SEED: fileWith(JSON.stringify(seed)) }).join('\n')
}

describe('readSettings', () => {
  test('given nothing but a secret, when read, then every setting has its documented default', () => {
    const settings = readSettings({ PORTICO_SECRET: secret })

    expect(settings).toMatchObject({
      mode: 'development',
      host: '127.0.0.1',
      port: 4100,
      baseUrl: 'http://127.0.0.1:4100',
      dashboardUrl: 'http://127.0.0.1:4100',
      databaseUrl: null,
      databasePool: 10,
      smtpUrl: null,
      passwordChecks: 'full',
      accessTokenSeconds: 600,
      codeMaxAttempts: 5,
      sessionsPerUser: 100,
      logLevel: 'info',
      metricsPort: null,
    })
    expect(settings.hashCost).toMatchObject({ memoryKib: 19_456, passes: 2 })
  })

  test('given many wrong values, when read, then one error names every variable and says what to write', () => {
    const problems = problemsOf({
      PORTICO_SECRET: secret,
      PORTICO_MODE: 'staging',
      PORTICO_PORT: '99999',
      PORTICO_BASE_URL: 'auth.example.com/path',
      DATABASE_URL: 'mysql://x',
      REDIS_URL: 'redis://h:notaport',
      PORTICO_SMTP_URL: 'mail.example.com',
      PORTICO_MAIL_FROM: 'Acme',
      PORTICO_TRUSTED_PROXIES: '10.0.0.0/8, nonsense',
      PORTICO_RATE_LIMITS: '{"passwordSignIn":{"perMoon":[1,1]},"flying":{}}',
      PORTICO_CODE_LIFETIMES: '{"password_reset":"soon"}',
      PORTICO_SEED: '/does/not/exist.json',
      PORTICO_PROT: '1',
    })

    const names = [
      'PORTICO_MODE',
      'PORTICO_PORT',
      'PORTICO_BASE_URL',
      'DATABASE_URL',
      'REDIS_URL',
      'PORTICO_SMTP_URL',
      'PORTICO_MAIL_FROM',
      'PORTICO_TRUSTED_PROXIES',
      'PORTICO_RATE_LIMITS',
      'PORTICO_CODE_LIFETIMES',
      'PORTICO_SEED',
      'PORTICO_PROT',
    ]
    for (const name of names) expect(problems.join('\n')).toContain(name)
  })

  test('given a password in a database address, when that is wrong, then the message does not repeat it', () => {
    const problems = problemsOf({ PORTICO_SECRET: secret, DATABASE_URL: 'mysql://root:hunter2@db' })

    expect(problems.join('\n')).not.toContain('hunter2')
  })

  test('given development mode on a public address, when read, then it is refused', () => {
    expect(problemsOf({ PORTICO_SECRET: secret, PORTICO_HOST: '0.0.0.0' }).join('\n')).toContain('loopback')
  })

  test.each([
    'https://demo.tunnel.example',
    'http://192.168.1.7:4100',
    'http://localhost.evil.example',
    'http://[2001:db8::1]',
  ])('given development mode under the address %s, when read, then it is refused and says what to do', (baseUrl) => {
    expect(problemsOf({ PORTICO_SECRET: secret, PORTICO_BASE_URL: baseUrl })).toEqual([
      expect.stringMatching(/^PORTICO_BASE_URL is .*this machine only.*PORTICO_MODE=production/),
    ])
  })

  test.each(['http://localhost:4200', 'https://localhost', 'http://127.0.0.2', 'http://[::1]:4100'])(
    'given development mode under the loopback address %s, when read, then it is accepted',
    (baseUrl) => {
      expect(readSettings({ PORTICO_SECRET: secret, PORTICO_BASE_URL: baseUrl })).toMatchObject({ baseUrl })
    },
  )

  test('given production settings, when read, then they are accepted', () => {
    expect(readSettings(production)).toMatchObject({ mode: 'production', baseUrl: 'https://auth.example.com' })
  })

  test.each([
    ['DATABASE_URL', ''],
    ['PORTICO_SECRET', ''],
    ['PORTICO_SECRET', 'short'],
    ['PORTICO_SECRET', 'changeme-changeme-changeme-changeme-changeme'],
    ['PORTICO_SECRET', 'x'.repeat(40)],
    ['PORTICO_SMTP_URL', ''],
    ['PORTICO_MAIL_FROM', ''],
    ['PORTICO_BASE_URL', 'http://auth.example.com'],
    ['PORTICO_RATE_LIMITS', 'off'],
    ['PORTICO_PASSWORD_CHECKS', 'length'],
    ['PORTICO_ARGON2_MEMORY_KIB', '1024'],
  ])('given %s="%s" in production, when read, then the start is refused', (name, value) => {
    expect(problemsOf({ ...production, [name]: value }).join('\n')).toContain(name)
  })

  test.each([
    ['REDIS_URL', 'redis://h:notaport'],
    ['REDIS_URL', 'redis://h/name'],
    ['REDIS_URL', 'redis://u%zz:p@h'],
    ['REDIS_URL', 'redis://'],
    ['PORTICO_SMTP_URL', 'smtp://u%zz:p@h:587'],
    ['PORTICO_SMTP_URL', 'smtp://h?pool=true'],
    ['PORTICO_SMTP_URL', 'smtp://'],
    ['PORTICO_MAIL_FROM', 'Acme <a@example.com>, b@example.com'],
  ])('given %s=%s, when read, then it is a problem like any other', (name, value) => {
    expect(problemsOf({ PORTICO_SECRET: secret, PORTICO_PORT: 'nope', [name]: value })).toEqual([
      expect.stringContaining('PORTICO_PORT'),
      expect.stringContaining(name),
    ])
  })

  test.each(['redis://127.0.0.1', 'rediss://user:p%25ss@[::1]:6380/3', 'redis://:password@redis.example.com:6379'])(
    'given REDIS_URL=%s, when read, then it is accepted',
    (url) => {
      expect(readSettings({ PORTICO_SECRET: secret, REDIS_URL: url }).redisUrl).toBe(url)
    },
  )

  test('given a data folder that cannot be, when read, then that is one problem beside the others', () => {
    const dataDir = path.join(fileWith(''), 'x')

    expect(problemsOf({ PORTICO_DATA_DIR: dataDir, PORTICO_PORT: 'nope' })).toEqual([
      expect.stringContaining('PORTICO_PORT'),
      expect.stringMatching(/^PORTICO_DATA_DIR .*ENOTDIR.*Give a folder/),
    ])
  })

  test('given a data folder whose secret is empty, when read, then it is not taken for one', () => {
    const file = fileWith('')
    const dataDir = path.dirname(file)
    writeFileSync(path.join(dataDir, 'secret'), '')

    expect(problemsOf({ PORTICO_DATA_DIR: dataDir })).toEqual([expect.stringContaining(path.join(dataDir, 'secret'))])
  })

  test('given an IPv6 address to listen on, when read, then the base URL has it in brackets', () => {
    expect(readSettings({ PORTICO_SECRET: secret, PORTICO_HOST: '::1' }).baseUrl).toBe('http://[::1]:4100')
  })

  test('given names that the SDK, the command line and our tools read, when read, then they are not taken for misspelt', () => {
    const files = globSync(['packages/{client,react,cli}/src/**/*.{ts,tsx}', 'examples/*/src/**/*.ts', 'tools/*.ts'], {
      cwd: root,
    })
    const sources = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n')
    // The command line puts its prefixes together with the names of single variables.
    const direct = sources.match(/(?<![A-Z_])PORTICO_[A-Z_]*[A-Z]\b/g) ?? []
    const prefixed = [...sources.matchAll(/optionOrEnvironment\([^)]*'([A-Z_]+)'\)/g)].map(
      ([, name]) => `PORTICO_${name}`,
    )
    const names = new Set([...direct, ...prefixed])

    expect([...names]).toEqual(expect.arrayContaining(['PORTICO_APP_URL', 'PORTICO_API_URL', 'PORTICO_REDIS_SERVER']))
    const env = Object.fromEntries([...names].filter((name) => !documented().includes(name)).map((name) => [name, 'x']))
    expect(problemsOf({ PORTICO_SECRET: secret, ...env })).toEqual([])
  })

  test('given limits as JSON, when read, then they replace single values and leave the rest', () => {
    const { rateLimits } = readSettings({
      PORTICO_SECRET: secret,
      PORTICO_RATE_LIMITS: '{"passwordSignIn":{"perAddress":[5,10]}}',
    })

    expect(rateLimits?.passwordSignIn.perAddress).toEqual({ calls: 5, seconds: 10 })
    expect(rateLimits?.passwordSignIn.perAccountAndAddress).toEqual({ calls: 20, seconds: 60 })
    expect(rateLimits?.signUp.perAddress).toEqual({ calls: 20, seconds: 60 })
  })

  test('given development without a secret, when read twice, then one is made, kept private and found again', () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'portico-settings-'))

    const first = readSettings({ PORTICO_DATA_DIR: dataDir }).secrets[0]
    const second = readSettings({ PORTICO_DATA_DIR: dataDir }).secrets[0]

    expect(second).toBe(first)
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(statSync(path.join(dataDir, 'secret')).mode & 0o077).toBe(0)
  })

  test('given secrets that openssl made, when read, then none is taken for an example', () => {
    for (let index = 0; index < 500; index += 1) {
      expect(problemsOf({ PORTICO_SECRET: randomBytes(33).toString('base64') })).toEqual([])
    }
  })
})

describe('the seed of the settings', () => {
  test.each([
    ['is no file', path.dirname(fileWith('')), 'EISDIR'],
    ['is not there', path.join(root, 'no-such.json'), 'does not exist'],
    ['is no JSON', fileWith('{ "projects": [ sak_hidden'), 'not JSON'],
  ])('given a seed that %s, when read, then it is a problem like any other', (_case, file, words) => {
    const problems = problemsOf({ PORTICO_SECRET: secret, PORTICO_PORT: 'nope', PORTICO_SEED: file })

    expect(problems).toEqual([expect.stringContaining('PORTICO_PORT'), expect.stringContaining(words)])
    expect(problems.join('\n')).toContain(file)
    expect(problems.join('\n')).not.toContain('sak_hidden')
  })

  test('given a seed with several mistakes, when read, then each is a problem of its own', () => {
    const problems = problemsOfSeed({
      projects: [{ id: 'internal', config: { sign_ups_enabled: true, magic_link_enabled: 'yes' } }, { id: 'nonsense' }],
    })

    for (const words of ['sign_ups_enabled', 'magic_link_enabled', 'projects[1].id']) expect(problems).toContain(words)
  })

  test('given a seed that contradicts itself, when read, then everything about it is said at once', () => {
    const keys = { secret_server_key: 'ssk_shared' }
    const demo = '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063'

    const problems = problemsOfSeed({
      projects: [{ id: 'internal', keys }, { id: demo, keys }, { id: demo }],
      shared_oauth_providers: {
        nonsense: { client_id: 'a', client_secret: 'b' },
        google: { client_id: 'a', client_secret: 'b', issuer: 'http://example.com' },
      },
    })

    for (const words of ['already belongs', 'more than once', 'no sign-in provider "nonsense"', 'plain http']) {
      expect(problems).toContain(words)
    }
    expect(problems).not.toContain('ssk_shared')
  })

  test('given settings that were read from a service, when used as a seed, then each masked secret is named', () => {
    const masked = '••••••••••••'
    const mailServer = { host: 'mail.example.com', port: 587, username: 'acme', password: masked }
    const config = {
      email_config: { type: 'standard', ...mailServer, sender_name: 'Acme', sender_email: 'noreply@acme.example' },
      oauth_providers: [{ id: 'google', type: 'standard', client_id: 'acme', client_secret: masked }],
    }

    const problems = problemsOfSeed({ projects: [{ id: 'internal', config }] })

    for (const words of ['the password of email_config', 'the client_secret of the provider google']) {
      expect(problems).toContain(words)
    }
  })

  test('refuses the published key of each project of a seed of this repository in production', () => {
    const seeds = globSync('examples/*/*.seed.json', { cwd: root }).map((seed) => path.join(root, seed))

    expect(seeds).not.toEqual([])
    for (const seed of seeds) {
      const { projects } = JSON.parse(readFileSync(seed, 'utf8')) as { projects: { id: string }[] }
      expect(problemsOf({ ...production, PORTICO_SEED: seed })).toEqual(
        projects.map(({ id }) => expect.stringMatching(new RegExp(`PORTICO_SEED .*${id} has the key of a demo`))),
      )
      expect(problemsOf({ PORTICO_SECRET: secret, PORTICO_SEED: seed })).toEqual([])
    }
  })

  test('given short secret keys, when read, then production refuses them and development does not', () => {
    const seed = { projects: [{ id: 'internal', keys: { super_secret_admin_key: 'sak_short' } }] }

    expect(problemsOfSeed(seed, production)).toContain('fewer than 32 characters')
    expect(problemsOfSeed(seed)).toBe('')
  })

  test('given random keys in production, when read, then the seed is part of the settings', () => {
    const seed = {
      projects: [{ id: 'internal', keys: { super_secret_admin_key: randomBytes(32).toString('hex') } }],
    }
    const file = fileWith(JSON.stringify(seed))

    expect(readSettings({ ...production, PORTICO_SEED: file }).seed).toEqual(seed)
  })
})

describe('the README', () => {
  test('given its production command, when its settings are read, then they are all that production needs', () => {
    const [command = ''] = /PORTICO_MODE=production [^`]* npm start/.exec(readme()) ?? []
    const env = Object.fromEntries(
      [...command.matchAll(/([A-Z_]+)=(?:'([^']*)'|(\S+))/g)].map(([, name = '', quoted, plain]) => [
        name,
        (quoted ?? plain ?? '').replace('…', secret),
      ]),
    )

    expect(problemsOf(env)).toEqual([])
    expect(readSettings(env).mode).toBe('production')
  })

  test('given its table of settings, when each is set, then the service knows them all', () => {
    const unknown = documented().filter((name) =>
      problemsOf({ PORTICO_SECRET: secret, [name]: 'x' }).some((problem) => problem.includes('is not a setting')),
    )

    expect(unknown).toEqual([])
    expect(documented().length).toBeGreaterThan(20)
  })

  test('its table lists every setting', () => {
    const source = readFileSync(new URL('./settings.ts', import.meta.url), 'utf8')
    const read = [...source.matchAll(/reader\.\w+\('([A-Z0-9_]+)'/g)].map(([, name = '']) => name)

    expect(read.length).toBeGreaterThan(20)
    expect(documented()).toEqual(expect.arrayContaining(read))
  })
})

function readme(): string {
  return readFileSync(path.join(root, 'README.md'), 'utf8')
}

/** The settings in the README's table. */
function documented(): string[] {
  const rows = readme().match(/^\| `[A-Z0-9_]+`.*? \|/gm) ?? []
  return rows.flatMap((row) => row.match(/\b[A-Z][A-Z0-9_]{3,}\b/g) ?? [])
}
