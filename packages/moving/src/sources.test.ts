import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { movedRecord, type MovedUser } from '@portico/contract'
import { describe, expect, test } from 'vitest'

import { auth0 } from './auth0.ts'
import { authjs } from './authjs.ts'
import { betterAuth } from './better-auth.ts'
import { clerk } from './clerk.ts'
import { cognito } from './cognito.ts'
import { firebase } from './firebase.ts'
import { memorySideTable } from './input/memory-side-table.ts'
import type { FoundLine, InputFile, Reader } from './input/source.ts'
import { keycloak } from './keycloak.ts'
import { openFile, temporarySideTable } from './open-input.ts'
import { portico } from './portico.ts'
import { findSource } from './sources.ts'
import { stackAuth } from './stack-auth.ts'
import { supabase } from './supabase.ts'

const samples = join(import.meta.dirname, '../samples')

/** The parameters of the test vector that Firebase publishes with its scrypt. The password is `user1password`. */
const firebaseParameters = {
  signer_key: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  salt_separator: 'Bw==',
  rounds: '8',
  mem_cost: '14',
}

function sample(path: string): InputFile {
  return openFile(join(samples, path))
}

/** In chunks of a few bytes, so that each construct is split at some point. */
function inPieces(bytes: Uint8Array, size = 7): InputFile {
  return {
    async *open() {
      for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size))
    },
  }
}

function text(content: string): InputFile {
  return inPieces(Buffer.from(content))
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

async function read(
  source: Reader,
  files: Record<string, InputFile>,
  options: Record<string, string> = {},
): Promise<{ lines: FoundLine[]; users: MovedUser[]; problems: [number, string][] }> {
  const lines = await collect(source.read({ files, options, createSideTable: temporarySideTable }))
  const users = lines.flatMap((line) => ('record' in line && line.record.kind === 'user' ? [line.record] : []))
  const problems = lines.flatMap((line): [number, string][] => ('problem' in line ? [[line.line, line.problem]] : []))
  return { lines, users, problems }
}

/** Finds a user by the part of the address before the at sign. */
function byName(users: readonly MovedUser[], name: string): MovedUser | undefined {
  return users.find(({ addresses }) => addresses?.some(({ value }) => value.startsWith(`${name}@`)))
}

/** Returns a CSV file for each file of a source. */
function csvFiles(folder: string, { files }: Reader): () => Record<string, InputFile> {
  return () => Object.fromEntries(files.map(({ name }) => [name, sample(`${folder}/${name}.csv`)]))
}

const inputs: [string, Reader, () => Record<string, InputFile>, Record<string, string>][] = [
  ['Auth0, NDJSON', auth0, () => ({ users: sample('auth0/users.json'), hashes: sample('auth0/hashes.ndjson') }), {}],
  ['Auth0, CSV', auth0, () => ({ users: sample('auth0/users.csv'), hashes: sample('auth0/hashes.ndjson') }), {}],
  ['Clerk', clerk, () => ({ users: sample('clerk/users.csv'), details: sample('clerk/users.json') }), {}],
  [
    'Supabase, CSV',
    supabase,
    () => ({
      users: sample('supabase/users.csv'),
      identities: sample('supabase/identities.csv'),
      factors: sample('supabase/factors.csv'),
    }),
    {},
  ],
  ['Supabase, COPY', supabase, () => ({ users: sample('supabase/copy.sql') }), {}],
  ['Supabase, INSERT', supabase, () => ({ users: sample('supabase/insert.sql') }), {}],
  ['Firebase', firebase, () => ({ users: sample('firebase/users.json') }), firebaseParameters],
  ['Cognito', cognito, () => ({ users: sample('cognito/users.json') }), {}],
  ['Keycloak', keycloak, () => ({ users: sample('keycloak/users.json') }), {}],
  ['better-auth, CSV', betterAuth, csvFiles('better-auth', betterAuth), {}],
  ['better-auth, dump', betterAuth, () => ({ users: sample('better-auth/dump.sql') }), {}],
  ['Auth.js, CSV', authjs, csvFiles('authjs', authjs), {}],
  ['Auth.js, dump', authjs, () => ({ users: sample('authjs/dump.sql') }), {}],
  [
    'Stack Auth, dump',
    stackAuth,
    () => ({ users: sample('stack-auth/dump.sql') }),
    { project_id: '72000000-0000-4000-8000-000000000001', rp_id: 'app.example' },
  ],
  ['Portico', portico, () => ({ users: sample('portico/users.ndjson') }), {}],
]

describe('every source', () => {
  test.each(inputs)('%s reads at least 40 users as records of the contract', async (_, source, files, options) => {
    const { users } = await read(source, files(), options)

    expect(users.length).toBeGreaterThanOrEqual(40)
    for (const user of users) expect(movedRecord.safeParse(user).error).toBeUndefined()
  })

  test.each(inputs)('%s reads the same from a compressed file in small pieces', async (_, source, files, options) => {
    const plain = await read(source, files(), options)
    const compressed: Record<string, InputFile> = {}
    for (const [name, file] of Object.entries(files())) {
      const bytes = Buffer.concat(await collect(file.open()))
      compressed[name] = inPieces(gzipSync(bytes), 5)
    }

    expect((await read(source, compressed, options)).lines).toEqual(plain.lines)
  })

  // In these dumps, projects or users come last.
  test.each(inputs.filter(([name]) => name !== 'Stack Auth, dump' && name !== 'better-auth, dump'))(
    '%s reports a file that ends in the middle, with its line',
    async (_, source, files, options) => {
      const whole = Buffer.concat(await collect((files()['users'] ?? text('')).open()))
      const cut = whole.subarray(0, Math.floor(whole.length * 0.6) + 3)
      const compressed = gzipSync(whole)
      const ofPlain = await read(source, { users: inPieces(cut, 1000) }, options)
      const ofCompressed = await read(source, { users: inPieces(compressed.subarray(0, -30), 1000) }, options)

      expect(ofPlain.users.length).toBeGreaterThan(9)
      expect(ofPlain.problems.at(-1)?.[0]).toBeGreaterThan(9)
      expect(ofCompressed.problems.at(-1)?.[1]).toBe('The gzip file is incomplete or damaged.')
    },
  )

  test.each(inputs.filter(([, source]) => ![clerk, supabase, betterAuth, authjs, stackAuth].includes(source)))(
    '%s refuses a file of another source with one sentence',
    async (_, source) => {
      const other = [firebase, cognito, keycloak].includes(source)
        ? '[{"id":1,"name":"Ada"}]'
        : '{"id":1,"name":"Ada"}\n'

      await expect(read(source, { users: text(other) })).rejects.toThrow('Its fields are id, name.')
      await expect(read(source, {})).rejects.toThrow('The file "users" is missing.')
    },
  )
})

describe('Auth0', () => {
  test('joins the hashes by id, and reports lines that are not JSON and hashes without a user', async () => {
    const { users, problems } = await read(auth0, {
      users: sample('auth0/users.json'),
      hashes: sample('auth0/hashes.ndjson'),
    })

    expect(byName(users, 'ada')).toMatchObject({
      source_id: 'auth0|65a1b2c3d4e5f60000000000',
      display_name: 'Ada Sample',
      addresses: [{ value: 'ada@mail.example', is_primary: true, is_verified: true, used_for_auth: true }],
      password_hash: expect.stringMatching(/^\$2b\$04\$/) as string,
      signed_up_at_millis: 1_600_000_000_000,
    })
    expect(byName(users, 'oscar')).toMatchObject({ lost_password: 'no_hash' })
    expect(byName(users, 'priya')).toMatchObject({ lost_password: 'unknown_format' })
    expect(byName(users, 'nia')?.addresses?.[0]?.is_verified).toBe(true)
    expect(byName(users, 'mai')?.addresses?.[0]?.is_verified).toBe(false)
    expect(problems).toEqual([
      [31, 'The line is not a JSON object.'],
      [36, 'In the file of hashes: the file of users has no user auth0|ffffffffffffffffffffffff.'],
    ])
  })

  test('names the file of each line, because lines of two files can have the same number', async () => {
    const users = { ...text('{"user_id":"auth0|1"}\nno JSON\n'), name: 'kim.json' }
    const hashes = text('no JSON\nno JSON\n')
    const source = findSource('auth0') ?? expect.unreachable()

    const lines = await collect(
      source.read({ files: { users, hashes }, options: {}, createSideTable: temporarySideTable }),
    )

    expect(lines.map(({ file, line }) => [file, line])).toEqual([
      ['hashes', 1],
      ['hashes', 2],
      ['kim.json', 1],
      ['kim.json', 2],
    ])
  })

  test('carries provider accounts, blocks and metadata, and counts what it cannot carry', async () => {
    const { users } = await read(auth0, { users: sample('auth0/users.json') })

    expect(byName(users, 'elif')).toMatchObject({
      lost_password: 'no_hash',
      provider_accounts: [{ provider: 'google', account_id: '104233311199', email: 'elif@gmail.example' }],
    })
    expect(byName(users, 'farid')).not.toHaveProperty('lost_password')
    expect(byName(users, 'farid')?.provider_accounts).toEqual([
      { provider: 'github', account_id: '583231', email: null },
    ])
    expect(byName(users, 'grace')?.lost_provider_accounts).toEqual(['samlp'])
    expect(byName(users, 'hana')?.suspension).toMatchObject({ private_details: 'Blocked in Auth0.' })
    expect(byName(users, 'ipek')?.lost_second_factor).toBe(true)
    expect(byName(users, 'jurgen')).toMatchObject({
      client_metadata: { plan: 'pro', note: 'line one\nline two' },
      server_metadata: { roles: ['editor'] },
    })
    expect(byName(users, 'ukasz')?.otp_auth_enabled).toBe(true)
    expect(users.find(({ addresses }) => !addresses)?.server_metadata).toEqual({ phone_number: '+15551234567' })
  })

  test('reads CSV with quoted line breaks, trailing commas and paths as columns', async () => {
    const { users, problems, lines } = await read(auth0, { users: sample('auth0/users.csv') })

    expect(byName(users, 'chloe')?.display_name).toBe('Chloé "Clo"\nSample')
    expect(byName(users, 'jurgen')).toMatchObject({
      client_metadata: { plan: 'pro' },
      server_metadata: { roles: ['editor'] },
    })
    expect(problems).toEqual([[14, 'The row has 2 columns, and the header has 9.']])
    expect(lines.slice(0, 5).map(({ line }) => line)).toEqual([2, 3, 4, 6, 7])
  })
})

describe('Clerk', () => {
  const files = (): Record<string, InputFile> => ({
    users: sample('clerk/users.csv'),
    details: sample('clerk/users.json'),
  })

  test('joins hashes and authenticator secrets of the CSV with accounts, metadata and bans of the JSON', async () => {
    const { users } = await read(clerk, files())

    expect(byName(users, 'chloe')?.totp_secret_base64).toBe('SGVsbG8h3q2+70hlbGxvId6tvu8=')
    expect(byName(users, 'dmitri')?.addresses?.[1]).toEqual({
      value: 'dmitri@work.example',
      is_primary: false,
      is_verified: true,
      used_for_auth: false,
    })
    expect(byName(users, 'elif')).toMatchObject({
      provider_accounts: [{ provider: 'google', account_id: '10777', email: 'elif@gmail.example' }],
      lost_provider_accounts: ['tiktok'],
    })
    expect(byName(users, 'hana')?.password_hash).toMatch(/^\$fbscrypt\$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki/)
    expect(byName(users, 'ipek')?.lost_password).toBe('unknown_format')
    expect(byName(users, 'jurgen')).toMatchObject({
      client_metadata: { theme: 'dark' },
      client_read_only_metadata: { plan: 'pro' },
      server_metadata: { crm: 7 },
      password_hash: expect.stringMatching(/^\$2b\$04\$/) as string,
    })
    expect(byName(users, 'kim')?.lost_passkeys).toBe(2)
    expect(byName(users, 'ukasz')?.lost_second_factor).toBe(true)
    expect(byName(users, 'mai')?.suspension).toBeDefined()
  })

  test('reads a user whom only one of the files has', async () => {
    const { users } = await read(clerk, files())
    const { users: ofCsv } = await read(clerk, { users: sample('clerk/users.csv') })

    expect(byName(users, 'milo')).toMatchObject({ password_hash: expect.any(String) as string })
    expect(byName(users, 'noor')).toMatchObject({ lost_password: 'no_hash', signed_up_at_millis: 1_600_000_039_000 })
    expect(byName(ofCsv, 'bela')?.addresses?.[0]?.is_verified).toBe(false)
    expect(byName(ofCsv, 'dmitri')?.addresses).toHaveLength(2)
  })

  test('refuses files of another source', async () => {
    await expect(read(clerk, {})).rejects.toThrow('A file is missing')
    await expect(read(clerk, { users: text('name,mail\nAda,a@mail.example\n') })).rejects.toThrow(
      'The file is not a CSV file of Clerk: it does not have the columns id, primary_email_address.',
    )
    await expect(read(clerk, { details: text('[{"id":"1"}]') })).rejects.toThrow("not a list of Clerk's users")
  })
})

describe('Supabase', () => {
  test('reads the same users from CSV files, COPY and INSERT, whatever the order of the tables', async () => {
    const [csv, copy, insert] = await Promise.all(
      inputs.filter(([, source]) => source === supabase).map(([, , files]) => read(supabase, files())),
    )

    expect(copy?.users).toEqual(csv?.users)
    expect(insert?.users).toEqual(csv?.users)
    expect(csv?.problems).toEqual([[41, 'The user was deleted in Supabase.']])
  })

  test('keeps ids, and carries hashes, authenticator secrets, accounts, bans and metadata', async () => {
    const { users } = await read(supabase, { users: sample('supabase/insert.sql') })

    expect(byName(users, 'chloe')).toMatchObject({
      id: '50000000-0000-4000-8000-000000000002',
      display_name: 'Chloé "Clo"\nSample',
      client_metadata: { "it's": String.raw`a\b` },
      last_active_at_millis: Date.parse('2024-01-02T01:04:05Z'),
    })
    expect(byName(users, 'dmitri')?.suspension?.until_millis).toBe(Date.parse('2999-01-01T00:00:00Z'))
    expect(byName(users, 'kim')?.suspension?.until_millis).toBeNull()
    expect(byName(users, 'elif')).toMatchObject({
      provider_accounts: [
        { provider: 'google', account_id: '10888', email: 'elif@gmail.example' },
        { provider: 'microsoft', account_id: 'az1', email: null },
      ],
      lost_provider_accounts: ['notion'],
    })
    expect(byName(users, 'grace')).toMatchObject({
      totp_secret_base64: 'SGVsbG8h3q2+70hlbGxvId6tvu8=',
      addresses: [{ is_verified: false }],
    })
    expect(byName(users, 'hana')).toMatchObject({ lost_password: 'unknown_format' })
    expect(byName(users, 'hana')).not.toHaveProperty('lost_second_factor')
    expect(byName(users, 'ipek')).toMatchObject({ lost_second_factor: true })
    expect(byName(users, 'jurgen')).toMatchObject({ lost_second_factor: true })
    expect(users.find(({ is_anonymous: isAnonymous }) => isAnonymous)).not.toHaveProperty('addresses')
  })

  test('moves no account of a GitHub or GitLab server that the project runs itself', async () => {
    const users = text('id,email,encrypted_password,email_confirmed_at\n1,kim@mail.example,,2026-01-01\n')
    const rows = [
      ['github', 'https://api.github.com'],
      ['gitlab', 'https://gitlab.corp.example'],
    ].map(([provider, iss]) => `7,1,"${JSON.stringify({ iss }).replaceAll('"', '""')}",${provider},9`)
    const identities = text(['provider_id,user_id,identity_data,provider,id', ...rows, ''].join('\n'))

    const { users: moved } = await read(supabase, { users, identities })

    expect(moved[0]).toMatchObject({
      provider_accounts: [{ provider: 'github', account_id: '7', email: null }],
      lost_provider_accounts: ['gitlab (own server)'],
    })
  })

  test('refuses a dump without users, and a CSV file of another table', async () => {
    await expect(read(supabase, { users: text('-- dump\nSET a = 1;\n') })).rejects.toThrow('has no rows of auth.users')
    await expect(read(supabase, { users: text('id,name\n1,Ada\n') })).rejects.toThrow('email, encrypted_password')
  })
})

describe('Firebase', () => {
  test('writes hashes with the four parameters', async () => {
    const { users } = await read(firebase, { users: sample('firebase/users.json') }, firebaseParameters)

    expect(users[0]?.password_hash).toBe(
      `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${firebaseParameters.signer_key}$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==`,
    )
    expect(users[0]).toMatchObject({ signed_up_at_millis: 1_600_000_000_000, last_active_at_millis: 1_700_000_000_000 })
    expect(byName(users, 'hana')).toMatchObject({ lost_password: 'unknown_format' })
  })

  test('says whose password is lost without the signer key', async () => {
    const { users } = await read(firebase, { users: sample('firebase/users.json') })

    expect(users.filter(({ lost_password: lost }) => lost === 'no_hash')).toHaveLength(37)
    expect(users.filter(({ password_hash: hash }) => hash)).toEqual([])
  })

  test('carries providers, claims and states', async () => {
    const { users } = await read(firebase, { users: sample('firebase/users.json') }, firebaseParameters)

    expect(users[1]?.provider_accounts).toEqual([{ provider: 'google', account_id: '10523', email: 'b@gmail.example' }])
    expect(users[2]).toMatchObject({
      lost_provider_accounts: ['oidc.acme'],
      provider_accounts: [{ provider: 'x', account_id: '8', email: null }],
    })
    expect(users[3]?.suspension).toBeDefined()
    expect(users[4]?.client_read_only_metadata).toEqual({ role: 'admin', note: 'a ] } " b' })
    expect(users[5]?.is_anonymous).toBe(true)
    expect(users[6]).not.toHaveProperty('is_anonymous')
    expect(users[8]?.lost_second_factor).toBe(true)
    expect(users[9]).not.toHaveProperty('profile_image_url')
  })

  test('reports an entry that is not an object, and reads on', async () => {
    const users = '{"kind":"x]","users":[{"localId":"a"},\n7,\n{"localId":"b",},\n{"localId":"c"}],"more":[1]}'

    const { problems, lines } = await read(firebase, { users: text(users) })

    expect(problems).toEqual([
      [2, 'The entry is not a JSON object.'],
      [3, 'The entry is not a JSON object.'],
    ])
    expect(lines).toHaveLength(4)
  })
})

describe('Cognito', () => {
  test('carries attributes, and says that no password can move', async () => {
    const { users } = await read(cognito, { users: sample('cognito/users.json') })

    expect(users[0]).toMatchObject({
      source_id: 'c0000000-0000-4000-8000-000000000000',
      display_name: 'Ada Sample',
      lost_password: 'no_hash',
      signed_up_at_millis: 1_600_000_000_500,
      server_metadata: { username: 'ada' },
    })
    expect(users[1]).toMatchObject({
      provider_accounts: [{ provider: 'google', account_id: '1099', email: null }],
      signed_up_at_millis: Date.parse('2023-02-12T08:00:00.123Z'),
    })
    expect(users[1]).not.toHaveProperty('lost_password')
    expect(users[3]?.suspension).toBeDefined()
    expect(users[5]?.lost_provider_accounts).toEqual(['LoginWithAmazon'])
    expect(users[6]?.server_metadata).toMatchObject({ 'custom:plan': 'pro', phone_number: '+15557654321' })
    expect(users[7]?.lost_second_factor).toBe(true)
  })

  test('does not take the name of an identity provider for its kind', async () => {
    const identities = [
      { providerName: 'GitHub', providerType: 'SAML', userId: '583231' },
      { providerName: 'Google', providerType: 'OIDC', userId: '1' },
      { providerName: 'SignInWithApple', providerType: 'SignInWithApple', userId: '2' },
      { providerName: 'Facebook', userId: '3' },
      { providerName: 'google', userId: '4' },
    ]
    const user = { Username: 'kim', Attributes: [{ Name: 'identities', Value: JSON.stringify(identities) }] }

    const { users } = await read(cognito, { users: text(JSON.stringify({ Users: [user] })) })

    expect(users[0]?.provider_accounts).toMatchObject([
      { provider: 'apple', account_id: '2' },
      { provider: 'facebook', account_id: '3' },
    ])
    expect(users[0]?.lost_provider_accounts).toEqual(['GitHub (SAML)', 'Google (OIDC)', 'google (unknown)'])
  })
})

describe('Keycloak', () => {
  const file = (): Record<string, InputFile> => ({ users: sample('keycloak/users.json') })

  test('carries hashes, authenticator secrets and attributes from JSON inside strings', async () => {
    const { users, problems } = await read(keycloak, file())

    expect(byName(users, 'ada')).toMatchObject({
      id: 'a0000000-0000-4000-8000-000000000000',
      display_name: 'Ada Sample',
      password_hash: expect.stringMatching(/^\$pbkdf2-sha256\$i=1000\$[\w+/]+\$[\w+/]{86}$/) as string,
      signed_up_at_millis: 1_600_000_000_000,
      server_metadata: { groups: ['/Sales/North'] },
    })
    expect(byName(users, 'oscar')?.password_hash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/)
    expect(byName(users, 'bela')?.totp_secret_base64).toBe(Buffer.from('Hello!Hello!Hello!Hell').toString('base64'))
    expect(byName(users, 'chloe')?.totp_secret_base64).toBe('SGVsbG8h3q2+70hlbGxvId6tvu8=')
    expect(byName(users, 'dmitri')).toMatchObject({
      addresses: [{ is_verified: false }],
      lost_second_factor: true,
      suspension: { private_details: 'Disabled in Keycloak.' },
    })
    expect(byName(users, 'elif')).toMatchObject({
      provider_accounts: [{ provider: 'google', account_id: '1077', email: null }],
      lost_provider_accounts: ['corp-saml (saml)'],
    })
    expect(byName(users, 'elif')).not.toHaveProperty('lost_password')
    expect(byName(users, 'farid')?.lost_password).toBe('no_hash')
    expect(byName(users, 'grace')).toMatchObject({
      profile_image_url: 'https://images.example/g.png',
      locale: 'de',
      server_metadata: { department: ['a', 'b'], username: 'grace', realm_roles: ['editor'] },
    })
    expect(byName(users, 'hana')?.lost_passkeys).toBe(1)
    expect(byName(users, 'ipek')?.lost_password).toBe('unknown_format')
    expect(byName(users, 'kim')?.lost_password).toBe('no_hash')
    expect(users.find(({ addresses }) => !addresses)).not.toHaveProperty('locale')
    expect(problems).toEqual([[917, 'The user is the service account of the client api.']])
  })

  test('does not take an alias for the kind of an identity provider', async () => {
    const realm = {
      identityProviders: [{ alias: 'google', providerId: 'oidc' }],
      users: [
        {
          username: 'kim',
          federatedIdentities: ['google', 'github'].map((alias) => ({ identityProvider: alias, userId: '1' })),
        },
      ],
    }

    const { users } = await read(keycloak, { users: text(JSON.stringify(realm)) })

    expect(users[0]).not.toHaveProperty('provider_accounts')
    expect(users[0]?.lost_provider_accounts).toEqual(['google (oidc)', 'github (unknown)'])
  })

  test('moves no account of a GitHub server of a company', async () => {
    const config = { baseUrl: 'https://github.corp.example', apiUrl: 'https://github.corp.example/api/v3' }
    const realm = {
      identityProviders: [{ alias: 'corp', providerId: 'github', config }],
      users: [{ username: 'kim', federatedIdentities: [{ identityProvider: 'corp', userId: '583231' }] }],
    }

    const { users } = await read(keycloak, { users: text(JSON.stringify(realm)) })

    expect(users[0]).not.toHaveProperty('provider_accounts')
    expect(users[0]?.lost_provider_accounts).toEqual(['corp (GitHub Enterprise)'])
  })

  test('moves no account if the file does not say which systems the aliases are, and says once what to do', async () => {
    const federatedIdentities = [{ identityProvider: 'google', userId: '1077' }]
    const users = ['kim', 'lee', 'max'].map((username) => ({
      username,
      ...(username !== 'kim' && { federatedIdentities }),
    }))

    const found = await read(keycloak, { users: text(JSON.stringify({ realm: 'shop', users }, null, 1)) })

    expect(found.users).toHaveLength(3)
    expect(found.users.map((user) => user.lost_provider_accounts)).toEqual([
      undefined,
      ['google (unknown)'],
      ['google (unknown)'],
    ])
    expect(found.users.filter((user) => user.provider_accounts)).toEqual([])
    expect(found.problems).toEqual([[7, expect.stringContaining('Export the realm too')]])
  })

  test('makes teams of groups without subgroups, from files that were joined', async () => {
    const { lines } = await read(keycloak, file())

    const others = lines.flatMap((line) => ('record' in line && line.record.kind !== 'user' ? [line.record] : []))
    const team = 'b0000000-0000-4000-8000-000000000001'
    expect(others).toEqual([
      { kind: 'team', source_id: team, id: team, display_name: 'Engineering', server_metadata: { floor: ['2'] } },
      { kind: 'team_member', team_source_id: team, user_source_id: 'a0000000-0000-4000-8000-000000000000' },
      { kind: 'team_member', team_source_id: team, user_source_id: 'a0000000-0000-4000-8000-000000000002' },
    ])
  })
})

describe('better-auth', () => {
  const dump = (): Record<string, InputFile> => ({ users: sample('better-auth/dump.sql') })

  test('reads the same records from CSV files, also in snake case, and from a dump', async () => {
    const csv = await read(betterAuth, csvFiles('better-auth', betterAuth)())
    const copy = await read(betterAuth, dump())

    const recordsOf = ({ lines }: typeof csv): unknown[] =>
      lines.flatMap((line) => ('record' in line ? [line.record] : []))
    expect(recordsOf(copy)).toEqual(recordsOf(csv))
    expect(csv.problems).toEqual([[23, 'The row has 2 columns, and the header has 16.']])
    expect(copy.problems).toEqual([])
  })

  test('converts scrypt, and carries accounts, bans, the last activity and names', async () => {
    const { users } = await read(betterAuth, dump())

    expect(byName(users, 'ada')).toMatchObject({
      source_id: 'baUser00kQ7xW2vN9mTzLp4R',
      display_name: 'Ada Sample',
      password_hash: expect.stringMatching(/^\$scrypt\$ln=14,r=16,p=1\$[\w+/]{43}\$[\w+/]{86}$/) as string,
      signed_up_at_millis: Date.parse('2024-05-06T07:08:09.123Z'),
      last_active_at_millis: Date.parse('2025-03-04T05:06:07Z'),
    })
    expect(byName(users, 'ada')).not.toHaveProperty('id')
    expect(byName(users, 'noor')?.id).toBe('80000000-0000-4000-8000-000000000039')
    expect(byName(users, 'bela')?.lost_second_factor).toBe(true)
    expect(byName(users, 'dmitri')?.suspension).toMatchObject({
      reason: 'Spam',
      until_millis: Date.parse('2999-01-01T00:00:00Z'),
    })
    expect(byName(users, 'elif')).toMatchObject({
      provider_accounts: [{ provider: 'google', account_id: '1077', email: null }],
      lost_provider_accounts: ['tiktok'],
    })
    expect(byName(users, 'elif')).not.toHaveProperty('password_hash')
    expect(byName(users, 'farid')?.provider_accounts).toHaveLength(1)
    expect(byName(users, 'grace')?.server_metadata).toEqual({
      username: 'grace',
      phone_number: '+15551234567',
      role: 'admin',
    })
    expect(byName(users, 'hana')?.lost_passkeys).toBe(1)
    expect(byName(users, 'ipek')?.password_hash).toMatch(/^\$2b\$04\$/)
    expect(byName(users, 'kim')?.lost_password).toBe('unknown_format')
    expect(users.find(({ is_anonymous: isAnonymous }) => isAnonymous)).not.toHaveProperty('addresses')
  })

  test('makes teams of organizations, with the permissions of the roles', async () => {
    const { lines } = await read(betterAuth, dump())

    const others = lines.flatMap((line) => ('record' in line && line.record.kind !== 'user' ? [line.record] : []))
    expect(others).toMatchObject([
      { kind: 'team', source_id: 'org1', server_metadata: { floor: 2, slug: 'engineering' } },
      { kind: 'team', display_name: 'Vertrieb "Süd"', id: '81000000-0000-4000-8000-000000000001' },
      { kind: 'team_member', permission_ids: ['team_admin'] },
      { kind: 'team_member', permission_ids: ['team_member'] },
      { kind: 'team_member', permission_ids: ['team_admin'] },
    ])
  })
})

describe('Auth.js', () => {
  test('carries addresses and accounts, from CSV files and from a dump', async () => {
    const { users, problems } = await read(authjs, csvFiles('authjs', authjs)())
    const copy = await read(authjs, { users: sample('authjs/dump.sql') })

    expect(copy.users).toEqual(users)
    expect(problems).toEqual([[23, 'The row has 2 columns, and the header has 5.']])
    expect(byName(users, 'ada')).toEqual({
      kind: 'user',
      source_id: '90000000-0000-4000-8000-000000000000',
      id: '90000000-0000-4000-8000-000000000000',
      display_name: 'Ada Sample',
      addresses: [{ value: 'ada@mail.example', is_primary: true, is_verified: true, used_for_auth: true }],
      otp_auth_enabled: true,
    })
    expect(byName(users, 'bela')).not.toHaveProperty('id')
    expect(byName(users, 'dmitri')).toMatchObject({
      addresses: [{ is_verified: false }],
      provider_accounts: [{ provider: 'microsoft', account_id: 'az4', email: null }],
    })
    expect(byName(users, 'dmitri')).not.toHaveProperty('otp_auth_enabled')
    expect(byName(users, 'elif')?.lost_provider_accounts).toEqual(['twitch'])
    expect(byName(users, 'grace')?.provider_accounts).toMatchObject([{ provider: 'x' }])
    expect(byName(users, 'hana')?.lost_passkeys).toBe(1)
    expect(byName(users, 'ipek')).not.toHaveProperty('lost_provider_accounts')
  })

  test('moves no account of a provider with another spelling, because the application chose that id', async () => {
    const { users } = await read(authjs, {
      users: text('id,email\n1,a@mail.example\n'),
      accounts: text('userId,type,provider,providerAccountId\n1,oidc,GitHub,583231\n'),
    })

    expect(users[0]).not.toHaveProperty('provider_accounts')
    expect(users[0]?.lost_provider_accounts).toEqual(['GitHub'])
  })

  test('takes passwords from a column that the application has added', async () => {
    const { users } = await read(authjs, {
      users: text(`id,email,password_hash\n1,a@mail.example,$2b$10$${'a'.repeat(53)}\n2,b@mail.example,plain\n`),
    })

    expect(users).toMatchObject([
      { password_hash: expect.stringMatching(/^\$2b/) as string },
      { lost_password: 'unknown_format' },
    ])
  })
})

test.each([betterAuth, authjs])(
  '$title refuses files of another source, and reports a dump that ends early',
  async (source) => {
    const start = '-- dump\nCOPY public.account ("userId") FROM stdin;\n1\n'

    expect((await read(source, { users: text(start) })).problems).toEqual([
      [3, 'In the table of accounts: The file ends here, within the rows of a table. It is truncated.'],
    ])
    await expect(read(source, { users: text(`${start}\\.\n`) })).rejects.toThrow(
      'The dump has no rows of the table user',
    )
    await expect(read(source, { users: text('name,mail\nAda,a@mail.example\n') })).rejects.toThrow(
      `The file is not a CSV file of ${source.title}: it does not have the columns id, email`,
    )
    await expect(read(source, {})).rejects.toThrow('The file "users" is missing.')
  },
)

describe('Stack Auth, dump', () => {
  const project = { project_id: '72000000-0000-4000-8000-000000000001' }
  const dump = (): Record<string, InputFile> => ({ users: sample('stack-auth/dump.sql') })

  test('says once that the permission definitions of an older version are not read', async () => {
    const rows = `
INSERT INTO public."Tenancy" ("id", "projectId", "branchId") VALUES ('t1', 'p1', 'main');
INSERT INTO public."Permission" ("queryableId") VALUES ('editor');
INSERT INTO public."Permission" ("queryableId") VALUES ('writer');
INSERT INTO public."PermissionEdge" ("edgeId") VALUES ('1');
`

    const { problems } = await read(stackAuth, { users: text(rows) }, { project_id: 'p1' })

    expect(problems).toEqual([
      [3, expect.stringContaining('The table Permission of an older version of Stack Auth is not read.')],
      [5, expect.stringContaining('The table PermissionEdge')],
    ])
  })

  test('carries hashes, authenticator secrets, passkeys and the accounts that sign in', async () => {
    const { users, problems } = await read(stackAuth, dump(), { ...project, rp_id: 'app.example' })

    expect(users).toHaveLength(40)
    expect(byName(users, 'ada')).toEqual({
      kind: 'user',
      source_id: '70000000-0000-4000-8000-000000000000',
      id: '70000000-0000-4000-8000-000000000000',
      display_name: 'Ada Sample',
      signed_up_at_millis: Date.parse('2025-02-03T04:05:06.789Z'),
      last_active_at_millis: Date.parse('2025-06-07T08:09:10Z'),
      selected_team_source_id: '73000000-0000-4000-8000-000000000001',
      addresses: [{ value: 'ada@mail.example', is_primary: true, is_verified: true, used_for_auth: true }],
      password_hash: expect.stringMatching(/^\$2b\$04\$/) as string,
    })
    expect(byName(users, 'bela')?.totp_secret_base64).toBe('SGVsbG8h3q2+70hlbGxvId6tvu8=')
    expect(byName(users, 'chloe')).toMatchObject({
      display_name: 'Chloé "Clo"\nSample',
      client_metadata: { note: 'tab\there', path: String.raw`a\b` },
    })
    expect(byName(users, 'dmitri')).not.toHaveProperty('totp_secret_base64')
    expect(byName(users, 'elif')?.provider_accounts).toEqual([
      { provider: 'google', account_id: '1077', email: 'elif@gmail.example' },
    ])
    // The first was connected only for its tokens. The service does not have the provider of the other.
    expect(byName(users, 'farid')?.lost_provider_accounts).toEqual(['github'])
    expect(byName(users, 'grace')).toMatchObject({
      lost_provider_accounts: ['twitch'],
      client_read_only_metadata: ['a', 1, null],
      server_metadata: 'text',
    })
    expect(byName(users, 'hana')?.passkeys).toEqual([
      {
        credential_id: 'aGFuYQ',
        public_key: 'pQECAyYgASFYIA',
        sign_count: 7,
        rp_id: 'app.example',
        transports: ['internal', 'hybrid'],
        is_backup_eligible: true,
        is_backed_up: true,
        name: null,
        created_at_millis: Date.parse('2025-02-03T04:05:06.789Z'),
      },
    ])
    expect(byName(users, 'ipek')?.otp_auth_enabled).toBe(true)
    expect(byName(users, 'kim')?.addresses).toHaveLength(2)
    expect(byName(users, 'liam')?.lost_password).toBe('unknown_format')
    expect(byName(users, 'mai')?.lost_second_factor).toBe(true)
    expect(byName(users, 'nia')?.profile_image_url).toMatch(/^data:image\/png/)
    expect(users.find(({ is_anonymous: isAnonymous }) => isAnonymous)).not.toHaveProperty('addresses')
    expect(problems).toEqual([[226, 'In public.ProjectUser: The row has 2 columns, and its statement names 15.']])
  })

  test('carries teams, members, permissions and their grants, of the named project only', async () => {
    const { lines } = await read(stackAuth, dump(), project)

    const others = lines.flatMap((line) => ('record' in line && line.record.kind !== 'user' ? [line.record] : []))
    expect(others).toMatchObject([
      { kind: 'permission_definition', id: 'team_admin', scope: 'team' },
      { kind: 'permission_definition', id: 'edit_pages' },
      { kind: 'permission_definition', id: 'publisher', contained_permission_ids: ['edit_pages', '$read_members'] },
      { kind: 'permission_definition', id: 'beta_tester', scope: 'project' },
      { kind: 'team', display_name: 'Engineering', client_metadata: { floor: 2 } },
      { kind: 'team', display_name: 'Vertrieb "Süd"' },
      { kind: 'team_member', display_name: 'The first', permission_ids: ['team_admin'] },
      { kind: 'team_member', permission_ids: ['publisher', '$invite_members'] },
      { kind: 'project_permission', permission_id: 'beta_tester' },
    ])
  })

  test('counts passkeys as lost without their domain', async () => {
    const { users } = await read(stackAuth, dump(), project)

    expect(byName(users, 'hana')).toMatchObject({ lost_passkeys: 1 })
    expect(byName(users, 'hana')).not.toHaveProperty('passkeys')
  })

  test('refuses a dump without the project, and one that ends before its projects', async () => {
    const whole = Buffer.concat(await collect((dump()['users'] ?? text('')).open()))
    const cut = { users: inPieces(whole.subarray(0, Math.floor(whole.length * 0.6)), 1000) }

    await expect(read(stackAuth, dump(), { project_id: 'p' })).rejects.toThrow(
      'The dump does not have the project p in the table Tenancy. Its projects are 72000000-0000-4000-8000-000000000001',
    )
    await expect(read(stackAuth, cut, project)).rejects.toThrow('The file ends here, within the rows of a table.')
    await expect(read(stackAuth, { users: text('{"id":1}') }, project)).rejects.toThrow('in the table Tenancy.')
  })
})

describe('Portico', () => {
  test('yields the records as they are, and reports lines that the service would refuse', async () => {
    const { lines, users, problems } = await read(portico, { users: sample('portico/users.ndjson') })

    expect(byName(users, 'bela')).toEqual({
      kind: 'user',
      source_id: '60000000-0000-4000-8000-000000000001',
      id: '60000000-0000-4000-8000-000000000001',
      display_name: 'Bela Sample',
      addresses: [{ value: 'bela@mail.example', is_primary: true, is_verified: true, used_for_auth: true }],
      password_hash: expect.stringMatching(/^\$2b\$04\$/) as string,
      totp_secret_base64: 'SGVsbG8h3q2+70hlbGxvId6tvu8=',
      signed_up_at_millis: 1_600_000_001_000,
      last_active_at_millis: 1_700_000_000_000,
    })
    expect(lines.flatMap((line) => ('record' in line && line.record.kind !== 'user' ? line.record.kind : []))).toEqual([
      'permission_definition',
      'permission_definition',
      'permission_definition',
      'team',
      'team',
      'team_member',
      'team_member',
      'team_member',
      'project_permission',
    ])
    expect(problems).toEqual([
      [47, 'The line is not a JSON object.'],
      [48, 'record.kind must be one of: permission_definition, team, user, team_member, project_permission.'],
      [49, expect.stringMatching(/^record\.addresses\[0\]\.value /)],
      [50, 'record contains unknown properties: nickname.'],
      [54, 'A record of the kind team must come before those of the kind team_member.'],
    ])
  })

  const user = '{"kind":"user","source_id":"1"}\n'
  const end = (users: number): string =>
    `{"kind":"end","records":{"permission_definition":0,"team":0,"user":${users},"team_member":0,"project_permission":0},"includes_hashes":true}\n`

  test.each([
    ['has lost its end', user + user, [[3, 'The file has no last line of the kind end. It is truncated.']]],
    [
      'has lost a record',
      user + end(2),
      [[2, 'Records are missing or were added: the file has 1 of 2 of the kind user.']],
    ],
    [
      'continues after its end',
      user + end(1) + user,
      [[4, 'The file has no last line of the kind end. It is truncated.']],
    ],
    ['has another end', `${user}{"kind":"end"}\n`, [[2, expect.stringContaining('record.records must be defined')]]],
    ['is whole', user + end(1), []],
  ])('says that a file %s', async (_, content, expected) => {
    expect((await read(portico, { users: text(content) })).problems).toEqual(expected)
  })
})

test.each([
  ['memory', memorySideTable],
  ['a temporary file', temporarySideTable],
])('a side table in %s keeps the order of rows, and knows which were never taken', (_, create) => {
  const table = create()
  const long = 'x'.repeat(2_000_000)
  for (let key = 0; key < 3000; key++) table.add(`key ${key}`, key, `value ${key}`)
  table.add('key 7', 3001, long)

  expect(table.take('key 7').map(({ line, value }) => [line, value.length])).toEqual([
    [7, 7],
    [3001, 2_000_000],
  ])
  expect(table.take('unknown')).toEqual([])
  expect([...table.remaining()]).toHaveLength(2999)
  table.close()
})
