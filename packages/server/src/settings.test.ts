import { randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { SettingsProblems } from './kernel/settings-problems.ts'
import { describeSettings, settingsHelp } from './settings-help.ts'
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

/** Creates a file with this content in a new folder. */
function fileWith(content: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'portico-settings-')), 'file')
  writeFileSync(file, content)
  return file
}

function problemsOfSeed(seed: unknown, env: Record<string, string> = { PORTICO_SECRET: secret }): string {
  return problemsOf({ ...env, PORTICO_SEED: fileWith(JSON.stringify(seed)) }).join('\n')
}

describe('readSettings', () => {
  test('returns the documented defaults if only the secret is set', () => {
    const settings = readSettings({ PORTICO_SECRET: secret })

    expect(settings).toMatchObject({
      mode: 'development',
      host: '127.0.0.1',
      port: 4100,
      baseUrl: 'http://127.0.0.1:4100',
      dashboardUrl: 'http://127.0.0.1:4100',
      databaseUrl: null,
      databasePool: 10,
      databaseDirectUrl: null,
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

  test('refuses a role that does not exist, and one that the embedded database cannot have', () => {
    expect(problemsOf({ PORTICO_SECRET: secret, PORTICO_ROLE: 'boss' })).toStrictEqual([
      'PORTICO_ROLE is "boss". It must be one of: api, worker, all.',
    ])
    expect(problemsOf({ PORTICO_SECRET: secret, PORTICO_ROLE: 'worker' })).toStrictEqual([
      'PORTICO_ROLE is worker, and DATABASE_URL is not set. Only one process uses the embedded database, so it has the role all.',
    ])
    expect(readSettings({ ...production, PORTICO_ROLE: 'api' }).role).toBe('api')
  })

  test('reports every wrong variable in one error', () => {
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

  test('reads the clients of partners', () => {
    const client = { partner: 'custom', client_id: 'acme', client_secret: 'a:b', redirect_uris: ['https://a.example/'] }

    const { partners } = readSettings({ PORTICO_SECRET: secret, PORTICO_PARTNERS: JSON.stringify([client]) })

    expect(partners).toEqual([
      { partner: 'custom', clientId: 'acme', clientSecret: 'a:b', redirectUris: ['https://a.example/'] },
    ])
  })

  const somePartner = { partner: 'neon', client_id: 'neon', client_secret: 'the-secret' }
  test.each([
    ['text that is not JSON', '[the-secret', 'must be a JSON list such as'],
    ['an object', somePartner, 'PORTICO_PARTNERS must be an array.'],
    ['an unknown partner', [{ ...somePartner, partner: 'other' }], 'PORTICO_PARTNERS[0].partner must be one of'],
    ['an id with a colon', [{ ...somePartner, client_id: 'a:b' }], 'PORTICO_PARTNERS[0].client_id must have'],
    [
      'an empty secret',
      [{ ...somePartner, client_secret: '' }],
      'PORTICO_PARTNERS[0].client_secret must not be empty.',
    ],
    ['an unknown name', [{ ...somePartner, secret: 'the-secret' }], 'contains unknown properties: secret.'],
    ['a client twice', [somePartner, somePartner], 'contains the client_id "neon" of neon more than once.'],
    [
      'a redirect URI without TLS',
      [{ ...somePartner, redirect_uris: ['http://neon.example/'] }],
      'PORTICO_PARTNERS[0].redirect_uris[0] must be an https:// URL',
    ],
  ])('refuses %s as partners and does not show the secret', (_what, value, problem) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const problems = problemsOf({ PORTICO_SECRET: secret, PORTICO_PARTNERS: text }).join('\n')

    expect(problems).toContain(problem)
    expect(problems).not.toContain('the-secret')
  })

  test.each(['1', '10/8', '10.1', '0x7f.0.0.1'])('refuses the incomplete address %s as a trusted proxy', (proxy) => {
    expect(problemsOf({ PORTICO_SECRET: secret, PORTICO_TRUSTED_PROXIES: proxy }).join('\n')).toContain(`"${proxy}"`)
  })

  test.each(['192.0.2.53', '192.0.2.53:5353', '2001:db8::53', '[2001:db8::53]', '[2001:db8::53]:5353'])(
    'accepts the resolver %s',
    (dnsServer) => {
      expect(readSettings({ PORTICO_SECRET: secret, PORTICO_DNS_SERVER: dnsServer })).toMatchObject({ dnsServer })
    },
  )

  test.each(['dns.example', '192.0.2', '192.0.2.53:0', '192.0.2.53:65536', '[192.0.2.53]', 'udp://192.0.2.53'])(
    'refuses the resolver %s',
    (server) => {
      expect(problemsOf({ PORTICO_SECRET: secret, PORTICO_DNS_SERVER: server })[0]).toContain(`"${server}"`)
    },
  )

  test('does not repeat the password of a wrong database URL', () => {
    const problems = problemsOf({ PORTICO_SECRET: secret, DATABASE_URL: 'mysql://root:hunter2@db' })

    expect(problems.join('\n')).not.toContain('hunter2')
  })

  test('refuses development mode on a public address', () => {
    expect(problemsOf({ PORTICO_SECRET: secret, PORTICO_HOST: '0.0.0.0' }).join('\n')).toContain('loopback')
  })

  test.each([
    'https://demo.tunnel.example',
    'http://192.168.1.7:4100',
    'http://localhost.evil.example',
    'http://[2001:db8::1]',
  ])('refuses development mode with the base URL %s', (baseUrl) => {
    expect(problemsOf({ PORTICO_SECRET: secret, PORTICO_BASE_URL: baseUrl })).toEqual([
      expect.stringMatching(/^PORTICO_BASE_URL is .*this machine only.*PORTICO_MODE=production/),
    ])
  })

  test.each(['http://localhost:4200', 'https://localhost', 'http://127.0.0.2', 'http://[::1]:4100'])(
    'accepts development mode with the loopback base URL %s',
    (baseUrl) => {
      expect(readSettings({ PORTICO_SECRET: secret, PORTICO_BASE_URL: baseUrl })).toMatchObject({ baseUrl })
    },
  )

  test('reads domains of senders in their ASCII form', () => {
    const { senderDomains } = readSettings({ ...production, PORTICO_SENDER_DOMAINS: 'Example.com, bücher.example,' })

    expect(senderDomains).toEqual(['example.com', 'xn--bcher-kva.example'])
    expect(readSettings(production).senderDomains).toEqual([])
  })

  test('accepts production settings', () => {
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
    ['PORTICO_PARTNERS', '[{"partner":"neon","client_id":"neon","client_secret":"short"}]'],
  ])('refuses %s="%s" in production', (name, value) => {
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
    ['PORTICO_SENDER_DOMAINS', 'example.com, *.example.org'],
    ['PORTICO_SENDER_DOMAINS', 'a@example.com'],
    ['PORTICO_SENDER_DOMAINS', 'localhost'],
  ])('reports %s=%s together with other problems', (name, value) => {
    expect(problemsOf({ PORTICO_SECRET: secret, PORTICO_PORT: 'nope', [name]: value })).toEqual([
      expect.stringContaining('PORTICO_PORT'),
      expect.stringContaining(name),
    ])
  })

  test.each(['redis://127.0.0.1', 'rediss://user:p%25ss@[::1]:6380/3', 'redis://:password@redis.example.com:6379'])(
    'accepts REDIS_URL=%s',
    (url) => {
      expect(readSettings({ PORTICO_SECRET: secret, REDIS_URL: url }).redisUrl).toBe(url)
    },
  )

  test.each(['DATABASE_URL', 'PORTICO_SMTP_URL', 'REDIS_URL'])(
    '%s with an unencoded password explains what to encode',
    (name) => {
      const scheme = { DATABASE_URL: 'postgres', PORTICO_SMTP_URL: 'smtp', REDIS_URL: 'redis' }[name] ?? ''
      for (const password of ['pa/ss', '1/2', 'pa#ss', '1#2', '50%off']) {
        const problems = problemsOf({
          PORTICO_SECRET: secret,
          [name]: `${scheme}://user:${password}@host.example.com:1234`,
        })

        expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} .*/ as %2F, # as %23`))])
        expect(problems.join()).not.toContain(password)
      }
    },
  )

  test.each([
    'postgres://u:p%2Fa%23%25@h/db',
    'postgresql:///db?host=/run/postgresql',
    'postgres://u@/db?host=/run',
    'postgres://[::1]:5433/db?sslmode=require',
    'postgres://u:p@db-1,db-2:5433/db?target_session_attrs=read-write',
  ])('accepts DATABASE_URL=%s', (url) => {
    expect(readSettings({ PORTICO_SECRET: secret, DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  test('reports an impossible data folder together with other problems', () => {
    const dataDir = path.join(fileWith(''), 'x')

    expect(problemsOf({ PORTICO_DATA_DIR: dataDir, PORTICO_PORT: 'nope' })).toEqual([
      expect.stringContaining('PORTICO_PORT'),
      expect.stringMatching(/^PORTICO_DATA_DIR .*ENOTDIR.*Use a folder/),
    ])
  })

  test('refuses an empty secret in the data folder', () => {
    const file = fileWith('')
    const dataDir = path.dirname(file)
    writeFileSync(path.join(dataDir, 'secret'), '')

    expect(problemsOf({ PORTICO_DATA_DIR: dataDir })).toEqual([expect.stringContaining(path.join(dataDir, 'secret'))])
  })

  test('writes an IPv6 host in brackets in the base URL', () => {
    expect(readSettings({ PORTICO_SECRET: secret, PORTICO_HOST: '::1' }).baseUrl).toBe('http://[::1]:4100')
  })

  test('ignores variables of the SDK, the command line and the tools', () => {
    const files = globSync(['packages/{client,react,cli}/src/**/*.{ts,tsx}', 'examples/*/src/**/*.ts', 'tools/*.ts'], {
      cwd: root,
    })
    const sources = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n')
    // The command line builds the names of some variables from a prefix.
    const direct = sources.match(/(?<![A-Z_])PORTICO_[A-Z_]*[A-Z]\b/g) ?? []
    const prefixed = [...sources.matchAll(/optionOrEnvironment\([^)]*'([A-Z_]+)'\)/g)].map(
      ([, name]) => `PORTICO_${name}`,
    )
    const names = new Set([...direct, ...prefixed])

    expect([...names]).toEqual(expect.arrayContaining(['PORTICO_APP_URL', 'PORTICO_API_URL', 'PORTICO_REDIS_SERVER']))
    const env = Object.fromEntries([...names].filter((name) => !documented().includes(name)).map((name) => [name, 'x']))
    expect(problemsOf({ PORTICO_SECRET: secret, ...env })).toEqual([])
  })

  test('merges rate limits from JSON into the defaults', () => {
    const { rateLimits } = readSettings({
      PORTICO_SECRET: secret,
      PORTICO_RATE_LIMITS: '{"passwordSignIn":{"perAddress":[5,10]}}',
    })

    expect(rateLimits?.passwordSignIn.perAddress).toEqual({ calls: 5, seconds: 10 })
    expect(rateLimits?.passwordSignIn.perAccountAndAddress).toEqual({ calls: 20, seconds: 60 })
    expect(rateLimits?.signUp.perAddress).toEqual({ calls: 20, seconds: 60 })
  })

  test('creates a private secret file in development and reads it again', () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'portico-settings-'))

    const first = readSettings({ PORTICO_DATA_DIR: dataDir }).secrets[0]
    const second = readSettings({ PORTICO_DATA_DIR: dataDir }).secrets[0]

    expect(second).toBe(first)
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(statSync(path.join(dataDir, 'secret')).mode & 0o077).toBe(0)
  })

  test('accepts random secrets and mistakes none for an example', () => {
    for (let index = 0; index < 500; index += 1) {
      expect(problemsOf({ PORTICO_SECRET: randomBytes(33).toString('base64') })).toEqual([])
    }
  })
})

describe('the seed of the settings', () => {
  test.each([
    ['is not a file', path.dirname(fileWith('')), 'EISDIR'],
    ['does not exist', path.join(root, 'no-such.json'), 'does not exist'],
    ['is not JSON', fileWith('{ "projects": [ sak_hidden'), 'not JSON'],
  ])('is reported together with other problems if it %s', (_case, file, words) => {
    const problems = problemsOf({ PORTICO_SECRET: secret, PORTICO_PORT: 'nope', PORTICO_SEED: file })

    expect(problems).toEqual([expect.stringContaining('PORTICO_PORT'), expect.stringContaining(words)])
    expect(problems.join('\n')).toContain(file)
    expect(problems.join('\n')).not.toContain('sak_hidden')
  })

  test('is reported with each of its schema errors', () => {
    const problems = problemsOfSeed({
      projects: [{ id: 'internal', config: { sign_ups_enabled: true, magic_link_enabled: 'yes' } }, { id: 'nonsense' }],
    })

    for (const words of ['sign_ups_enabled', 'magic_link_enabled', 'projects[1].id']) expect(problems).toContain(words)
  })

  test('is reported with all of its contradictions', () => {
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

  test('is reported with each masked secret', () => {
    const masked = '••••••••••••'
    const mailServer = { host: 'mail.example.com', port: 587, username: 'acme', password: masked }
    const config = {
      email_config: { type: 'standard', ...mailServer, sender_name: 'Acme', sender_email: 'noreply@acme.example' },
      oauth_providers: [{ id: 'google', type: 'standard', client_id: 'acme', client_secret: masked }],
    }

    const ends_at_millis = Date.now()
    const old_system = { type: 'cognito', region: 'eu-central-1', client_id: 'acme', secret: masked, ends_at_millis }

    const bot_check = { type: 'turnstile', site_key: 'acme', secret_key: masked }

    const problems = problemsOfSeed({ projects: [{ id: 'internal', config: { ...config, old_system, bot_check } }] })

    for (const words of [
      'the password of email_config',
      'the client_secret of the provider google',
      'the secret of old_system',
      'the secret_key of bot_check',
      'the bot_check turnstile, which the dashboard cannot load',
    ]) {
      expect(problems).toContain(words)
    }
  })

  test('is reported with an old system that cannot be asked', () => {
    const ends_at_millis = Date.now()
    const problemsOfSystem = (old_system: object): string =>
      problemsOfSeed(
        { projects: [{ id: 'internal', config: { old_system: { ...old_system, ends_at_millis } } }] },
        production,
      )

    expect(problemsOfSystem({ type: 'auth0', base_url: 'http://acme.example', client_id: 'acme' })).toContain(
      'an old_system whose base_url must start with https://',
    )
    expect(problemsOfSystem({ type: 'endpoint', url: 'https://acme.example' })).toContain('no secret in its old_system')
  })

  test('is refused in production if it contains a published key of this repository', () => {
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

  test('may contain short secret keys only in development', () => {
    const seed = { projects: [{ id: 'internal', keys: { super_secret_admin_key: 'sak_short' } }] }

    expect(problemsOfSeed(seed, production)).toContain('fewer than 32 characters')
    expect(problemsOfSeed(seed)).toBe('')
  })

  test('is part of the settings if its keys are random', () => {
    const seed = {
      projects: [{ id: 'internal', keys: { super_secret_admin_key: randomBytes(32).toString('hex') } }],
    }
    const file = fileWith(JSON.stringify(seed))

    expect(readSettings({ ...production, PORTICO_SEED: file }).seed).toEqual(seed)
  })
})

describe('the help', () => {
  test('lists every setting of docs/settings.md', () => {
    expect(Object.keys(settingsHelp).toSorted()).toEqual(documented().toSorted())
  })

  test('states the default of a setting', () => {
    const withDefaults = Object.entries(settingsHelp).flatMap(([name, help]) =>
      help.default === undefined ? [] : [[name, help.default]],
    )

    expect(readSettings({ PORTICO_SECRET: secret, ...Object.fromEntries(withDefaults) })).toEqual(
      readSettings({ PORTICO_SECRET: secret }),
    )
  })

  test('shows present values without secrets', () => {
    const text = describeSettings({
      PORTICO_PORT: '4200',
      PORTICO_SECRET: secret,
      DATABASE_URL: 'postgres://portico:hunter2@db.example:5432/main?password=hunter2',
      PORTICO_DATABASE_DIRECT_URL: 'postgres://portico:hunter2@db-1,db-2:5433/main',
      REDIS_URL: 'hunter2',
    })

    expect(text).toMatch(/PORTICO_PORT +4200\n/)
    expect(text).toMatch(/PORTICO_HOST +127\.0\.0\.1 \(default\)\n/)
    expect(text).toMatch(/DATABASE_URL +postgres:\/\/…@db\.example:5432\/main\n/)
    expect(text).toMatch(/PORTICO_DATABASE_DIRECT_URL +postgres:\/\/…@db-1,db-2:5433\/main\n/)
    expect(text).toMatch(/PORTICO_SECRET +\(set, hidden\)\n/)
    expect(text).not.toContain(secret)
    expect(text).not.toContain('hunter2')
  })
})

describe('the README', () => {
  test('has a production command with all required settings', () => {
    const [command = ''] = /PORTICO_MODE=production [^`]* npm start/.exec(readDocument('README.md')) ?? []
    const env = Object.fromEntries(
      [...command.matchAll(/([A-Z_]+)=(?:'([^']*)'|(\S+))/g)].map(([, name = '', quoted, plain]) => [
        name,
        (quoted ?? plain ?? '').replace('…', secret),
      ]),
    )

    expect(problemsOf(env)).toEqual([])
    expect(readSettings(env).mode).toBe('production')
  })
})

describe('docs/settings.md', () => {
  test('lists only settings that the service reads', () => {
    const unknown = documented().filter((name) =>
      problemsOf({ PORTICO_SECRET: secret, [name]: 'x' }).some((problem) => problem.includes('is not a setting')),
    )

    expect(unknown).toEqual([])
    expect(documented().length).toBeGreaterThan(20)
  })

  test('lists every setting', () => {
    const source = readFileSync(new URL('./settings.ts', import.meta.url), 'utf8')
    const read = [...source.matchAll(/reader\.\w+\('([A-Z0-9_]+)'/g)].map(([, name = '']) => name)

    expect(read.length).toBeGreaterThan(20)
    expect(documented()).toEqual(expect.arrayContaining(read))
  })
})

function readDocument(name: string): string {
  return readFileSync(path.join(root, name), 'utf8')
}

/** Returns the settings in the table of docs/settings.md. */
function documented(): string[] {
  const rows = readDocument('docs/settings.md').match(/^\| `[A-Z0-9_]+`.*? \|/gm) ?? []
  return rows.flatMap((row) => row.match(/\b[A-Z][A-Z0-9_]{3,}\b/g) ?? [])
}
