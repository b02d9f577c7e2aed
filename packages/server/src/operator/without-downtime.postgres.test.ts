import { randomBytes, randomUUID } from 'node:crypto'

import {
  createTestPortico,
  HttpClient,
  TEST_PASSWORD,
  totpCode,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { runOperator, type Outcome } from '../../test/operator.ts'
import { createPortico, type Portico } from '../create-portico.ts'
import { MasterSecret } from '../platform/crypto/master-secret.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { createLog } from '../platform/log/log.ts'
import { sealedProjectSecrets, sealedSigningKeys } from '../records/projects/sealed-values.ts'
import { readSettings } from '../settings.ts'
import { connectionSecretIdentity } from '../records/team-connections/connection.ts'
import { sealedConnectionSecrets } from '../records/team-connections/sealed-values.ts'
import { sealedWebhookSecrets } from '../records/webhooks/sealed-values.ts'
import { sealedFactorSecrets } from '../records/credentials/authenticator-app.ts'
import { tokenIdentity, sealedProviderTokens } from '../records/credentials/provider-account.ts'
import { statement } from '../kernel/statement.ts'
import { sealedCellAddresses } from './cell-moves/sealed-addresses.ts'

// Two nodes sign users in, refresh and verify tokens while an operator command works on their database.

const HOUR_MILLIS = 60 * 60_000
const everySource = [
  sealedSigningKeys,
  sealedProjectSecrets,
  sealedFactorSecrets,
  sealedProviderTokens,
  sealedWebhookSecrets,
  sealedConnectionSecrets,
  sealedCellAddresses,
]

let portico: TestPortico
let project: TestProject
let databaseUrl: string
let newSecret: string

beforeEach(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  project = await portico.createProject()
  newSecret = randomBytes(33).toString('base64url')
  const { rows } = await portico.database.db.run(statement<{ name: string }>`select current_database() as name`)
  const server = new URL(process.env.PORTICO_TEST_DATABASE_URL ?? '')
  server.pathname = `/${rows[0]?.name}`
  databaseUrl = server.toString()
})

afterEach(() => portico.close())

/** Starts a node of the same service with these secrets. */
async function startNode(...secrets: string[]): Promise<Portico> {
  const db = await openPostgres(databaseUrl, 5)
  const service = await createPortico({
    settings: readSettings({
      PORTICO_BASE_URL: portico.baseUrl,
      PORTICO_SECRET: secrets.join(','),
      PORTICO_RATE_LIMITS: 'off',
      PORTICO_ARGON2_MEMORY_KIB: '256',
      PORTICO_ARGON2_PASSES: '1',
    }),
    db,
    clock: portico.clock,
    log: createLog('silent'),
  })
  onTestFinished(async () => {
    await service.close()
    await db.close()
  })
  return service
}

function at(node: Portico): HttpClient {
  return new HttpClient(node, {
    projectId: project.id,
    accessType: 'client',
    key: project.keys.publishable_client_key,
  })
}

function run(args: readonly string[], ...secrets: string[]): Promise<Outcome> {
  return runOperator(args, { DATABASE_URL: databaseUrl, PORTICO_SECRET: secrets.join(',') })
}

interface SignedIn {
  readonly access_token: string
  readonly refresh_token: string
}

/** Until the work is done, signs in at each node, uses each token at the other node and refreshes it there. */
async function whileServing<T>(nodes: readonly [Portico, Portico], email: string, work: Promise<T>): Promise<T> {
  let isDone = false
  const outcome = work.finally(() => (isDone = true))
  const failures: string[] = []
  let rounds = 0
  const serve = async (node: Portico, other: Portico): Promise<void> => {
    while (!isDone) {
      const signedIn = await at(node).post<SignedIn>('/auth/password/sign-in', { email, password: TEST_PASSWORD })
      const { access_token: accessToken, refresh_token: refreshToken } = signedIn.body
      const me = await at(other).with({ accessToken }).get('/users/me')
      const refreshed = await at(other).with({ refreshToken }).post('/auth/sessions/current/refresh')
      failures.push(...[signedIn, me, refreshed].filter(({ status }) => status !== 200).map(({ text }) => text))
      rounds += 1
    }
  }
  const [first, second] = nodes
  await Promise.all([outcome, serve(first, second), serve(second, first)])
  expect(failures).toEqual([])
  expect(rounds).toBeGreaterThan(2)
  return outcome
}

/** Stores a secret of each kind in the project. */
async function storeSecrets(): Promise<{ email: string; totpSecret: string }> {
  const user = await project.signUp()
  const totpSecret = await project.enrolTotp(user)
  await project.admin().patch('/internal/projects/current', {
    config: {
      oauth_providers: [{ id: 'github', type: 'standard', client_id: 'id', client_secret: 'a provider secret' }],
      email_config: {
        type: 'standard',
        host: 'smtp.example.com',
        port: 587,
        username: 'mailer',
        password: 'a mail password',
        sender_name: 'Acme',
        sender_email: 'hello@acme.example',
      },
      old_system: {
        type: 'auth0',
        base_url: 'http://127.0.0.1:9',
        client_id: 'id',
        secret: 'a secret of the old system',
        ends_at_millis: portico.clock.now().getTime(),
      },
    },
  })
  const secret = new MasterSecret([portico.secret])
  const key = { providerId: 'github', providerIdentity: 'github', accountId: '42' }
  const [accessToken, refreshToken] = (['access_token', 'refresh_token'] as const).map((column) =>
    secret.seal(`the ${column}`, tokenIdentity(project.id, key, column)),
  )
  await portico.database.db.run(statement`
    insert into oauth_accounts (project_id, provider_id, authority, account_id, user_id, access_token_sealed,
      refresh_token_sealed, created_at)
    values (${project.id}, 'github', 'github', '42', ${user.id}, ${accessToken}, ${refreshToken}, now())`)
  const [teamId, connectionId] = [await project.createTeam(), randomUUID()]
  const clientSecret = secret.seal('the secret of a connection', connectionSecretIdentity(project.id, connectionId))
  await portico.database.db.run(statement`
    insert into team_connections (project_id, id, team_id, display_name, issuer_url, client_id, scopes,
      authentication_method, secret_sealed, created_at)
    values (${project.id}, ${connectionId}, ${teamId}, 'Acme', 'https://id.acme.example', 'id', '{}',
      'client_secret_basic', ${clientSecret}, now())`)
  return { email: user.email, totpSecret }
}

/** Opens every stored secret with these master secrets. Returns the plaintexts by identity. */
async function openEverything(...secrets: [string, ...string[]]): Promise<Map<string, string>> {
  const secret = new MasterSecret(secrets)
  const opened = new Map<string, string>()
  for (const source of everySource) {
    for (const { values } of await source.list(portico.database.db, null, 1_000)) {
      for (const { identity, sealed } of values) opened.set(identity, secret.open(sealed, identity))
    }
  }
  return opened
}

describe('resealing', () => {
  test('moves every stored secret to the new master secret while two nodes serve, so that the old one can be removed', async () => {
    const { email, totpSecret } = await storeSecrets()
    const visitor = await project.signUp()
    // The sign-ins may exceed the maximum of sessions per user, which ends the oldest one.
    const resident = await project.signUp()
    const before = await openEverything(portico.secret)
    const nodes = [await startNode(newSecret, portico.secret), await startNode(newSecret, portico.secret)] as const

    const outcome = await whileServing(nodes, visitor.email, run(['reseal'], newSecret, portico.secret))

    expect(outcome).toMatchObject({ code: 0, output: expect.stringContaining('Remove the older ones after') })
    expect(before.size).toBeGreaterThan(7)
    expect(await openEverything(newSecret)).toEqual(before)
    const alone = await startNode(newSecret)
    const first = await at(alone).post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
    const { attempt_code: attemptCode } = first.body.details as { attempt_code: string }
    const second = await at(alone).post('/auth/mfa/sign-in', {
      type: 'totp',
      totp: await totpCode(totpSecret, portico.clock),
      code: attemptCode,
    })
    expect(second.status).toBe(200)
    const stillValid = await at(alone).with({ accessToken: resident.accessToken }).get('/users/me')
    expect(stillValid.status).toBe(200)
  })

  test('changes nothing when it is repeated', async () => {
    await storeSecrets()
    await run(['reseal'], newSecret, portico.secret)
    const { rows: before } = await portico.database.db.run(statement`select config from projects order by id`)

    const again = await run(['reseal'], newSecret, portico.secret)

    expect(again.code).toBe(0)
    expect(again.output.match(/: 0 resealed/g)).toHaveLength(everySource.length)
    expect((await portico.database.db.run(statement`select config from projects order by id`)).rows).toEqual(before)
  })

  test('names the values that it cannot open, reseals the others and exits with 1', async () => {
    await storeSecrets()
    const strange = new MasterSecret(['a secret that is no longer in the list']).seal('x', 'y')
    await portico.database.db.run(statement`
      update oauth_accounts set refresh_token_sealed = ${strange} where project_id = ${project.id}`)

    const outcome = await run(['reseal'], newSecret, portico.secret)

    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain(`oauth_accounts/${project.id}/github/42/refresh_token`)
    expect(outcome.output).not.toContain('Remove the older ones')
    const { rows } = await portico.database.db.run(statement<{ access: string; refresh: string }>`
      select access_token_sealed as access, refresh_token_sealed as refresh from oauth_accounts
      where project_id = ${project.id}`)
    expect(rows[0]?.refresh).toBe(strange)
    expect(new MasterSecret([newSecret]).isSealedByFirst(rows[0]?.access ?? '')).toBe(true)
  })

  test('waits for provider tokens that a node is refreshing', async () => {
    await storeSecrets()
    const soon = new Date(Date.now() + 2_000)
    await portico.database.db.run(statement`
      update oauth_accounts set refreshing_until = ${soon} where project_id = ${project.id}`)

    const outcome = await run(['reseal'], newSecret, portico.secret)

    expect(outcome.code).toBe(0)
    expect([...(await openEverything(newSecret)).values()]).toContain('the refresh_token')
    expect(Date.now()).toBeGreaterThan(soon.getTime())
  })
})

describe('rotation of signing keys', () => {
  test('keeps valid tokens accepted on two nodes before and after the new key starts to sign', async () => {
    const visitor = await project.signUp()
    const nodes = [await startNode(portico.secret), await startNode(portico.secret)] as const
    const kidsAt = async (node: Portico): Promise<string[]> => {
      const answer = await at(node).get<{ keys: { kid: string }[] }>(`/projects/${project.id}/.well-known/jwks.json`)
      return answer.body.keys.map(({ kid }) => kid)
    }
    const signInAt = async (node: Portico): Promise<string> => {
      const credentials = { email: visitor.email, password: TEST_PASSWORD }
      return (await at(node).post<SignedIn>('/auth/password/sign-in', credentials)).body.access_token
    }
    const statusesOf = async (accessToken: string): Promise<number[]> =>
      Promise.all(nodes.map(async (node) => (await at(node).with({ accessToken }).get('/users/me')).status))

    const outcome = await whileServing(nodes, visitor.email, run(['rotate-signing-keys'], portico.secret))
    const kids = await Promise.all(nodes.map(kidsAt))
    const old = await signInAt(nodes[0])
    portico.clock.advance(HOUR_MILLIS)
    const last = await signInAt(nodes[0])
    portico.clock.advance(HOUR_MILLIS / 10)
    const fresh = await Promise.all(nodes.map(signInAt))

    expect(outcome).toMatchObject({ code: 0, output: expect.stringContaining('Projects with a new signing key: 2.') })
    expect(kids.map(({ length }) => length)).toEqual([2, 2])
    const kidOf = (token: string): string | undefined => decodeProtectedHeader(token).kid
    expect(kidOf(last)).toBe(kidOf(old))
    expect(kidOf(fresh[0] ?? '')).not.toBe(kidOf(old))
    expect(kidOf(fresh[0] ?? '')).toBe(kidOf(fresh[1] ?? ''))
    for (const token of [last, ...fresh]) expect(await statusesOf(token)).toEqual([200, 200])
  })

  test('continues after an interruption and can be limited to one project', async () => {
    const one = await run(['rotate-signing-keys', '--project', project.id], portico.secret)
    const all = await run(['rotate-signing-keys'], portico.secret)
    const unknown = await run(['rotate-signing-keys', '--project', 'nothing'], portico.secret)

    expect(one.output).toContain('Projects with a new signing key: 1.')
    expect(all.output).toContain('Projects with a new signing key: 1.')
    expect(all.output).toContain('because their newest key does not sign yet: 1.')
    expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('The project nothing does not exist.') })
  })

  test('is refused with a wrong master secret', async () => {
    const outcome = await run(['rotate-signing-keys'], newSecret)

    expect(outcome).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not the secret this database was used'),
    })
    const { rows } = await portico.database.db.run(
      statement<{ count: number }>`select count(*)::int as count from signing_keys`,
    )
    expect(rows).toEqual([{ count: 2 }])
  })
})
