import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { ConnectionDomainRead, DomainProofRead, TeamConnectionRead } from '@portico/contract'
import {
  authorizationRequest,
  createTestPortico,
  type HttpClient,
  ProviderVisitor,
  totpCode,
  type Answer,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, vi } from 'vitest'

import { test, testOfBothEngines } from '../../../test/engines.ts'
import { startDnsServer, type DnsServer } from '../../../../../tools/dns-server.ts'
import { asOwner, signUpOwner } from '../../../test/owner.ts'
import { checkConnectionDomains } from '../../delivery/connection-domains.ts'
import { noResult, statement } from '../../kernel/statement.ts'
import { listSubscribers } from '../../delivery/subscribers/subscribers.ts'
import { emittingDatabase } from '../../platform/db/emitting-database.ts'
import { createLog } from '../../platform/log/log.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import { insertCode } from '../../records/authorization-codes/store.ts'
import { insertAccountWithoutTokens } from '../../records/credentials/provider-account.ts'
import { isVouchedDomainLost } from '../../records/queries/users/vouched-domain.ts'
import { SECRET_MASK } from '../../records/projects/secret-mask.ts'

const HOUR_MILLIS = 60 * 60_000
const DAY_MILLIS = 24 * HOUR_MILLIS
const WEEK_MILLIS = 7 * DAY_MILLIS
const SERVFAIL = 2

let dns: DnsServer
let portico: TestPortico
let project: TestProject
let issuer: string
const server: Server = createServer((_request, response) => {
  const paths = { issuer: '', authorization_endpoint: '/authorize', token_endpoint: '/token', jwks_uri: '/keys' }
  const addresses = Object.entries(paths).map(([name, path]) => [name, `${issuer}${path}`])
  response.end(JSON.stringify({ ...Object.fromEntries(addresses), keys: [{ kty: 'EC' }] }))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  dns = await startDnsServer()
  portico = await createTestPortico({ settings: { PORTICO_DNS_SERVER: dns.address } })
})

beforeEach(async () => {
  dns.names.clear()
  project = await portico.createProject()
})

afterAll(async () => {
  await portico.close()
  await dns.close()
  server.close()
})

function createTeam(name = 'Acme'): Promise<string> {
  return project.createTeam({ displayName: name })
}

function connect(
  team_id: string,
  changed: object = {},
  by: HttpClient = project.server(),
): Promise<Answer<TeamConnectionRead>> {
  const authentication = { method: 'client_secret_basic', client_secret: 'a secret' }
  const settings = { display_name: 'Acme ID', issuer_url: issuer, client_id: 'portico', authentication }
  return by.post('/team-connections', { team_id, ...settings, ...changed })
}

function change(
  connectionId: string,
  changes: object,
  by: HttpClient = project.server(),
): Promise<Answer<TeamConnectionRead>> {
  return by.patch(`/team-connections/${connectionId}`, changes)
}

/** Writes an authorization code as the callback of the connection does. */
async function issueCode(
  connection: TeamConnectionRead,
  userId: string,
): Promise<{ exchange(): Promise<Answer<Record<string, unknown>>> }> {
  const [code, verifier, redirectUri] = [randomUUID(), randomUUID().repeat(2), 'http://localhost:3000/']
  const issuedAt = portico.clock.now()
  await portico.database.db.run(
    insertCode(project.id, {
      ...{ userId, redirectUri, issuedAt, providerId: connection.provider_id, isNewUser: false, removed: [] },
      ...{ afterCallbackRedirectUrl: null, pendingSealed: null, codeHash: sha256(code) },
      codeChallenge: sha256(verifier).toString('base64url'),
      expiresAt: new Date(issuedAt.getTime() + 60_000),
    }),
  )
  const grant = { grant_type: 'authorization_code', client_id: project.id, redirect_uri: redirectUri }
  return { exchange: () => portico.anonymous().post('/auth/oauth/token', { ...grant, code, code_verifier: verifier }) }
}

async function list(teamId: string): Promise<TeamConnectionRead[]> {
  const { body } = await project.server().get<{ items: TeamConnectionRead[] }>(`/team-connections?team_id=${teamId}`)
  return body.items
}

function claim(connectionId: string, domain: string): Promise<Answer<ConnectionDomainRead>> {
  return project.server().post(`/team-connections/${connectionId}/domains`, { domain })
}

function prove(connectionId: string, domain: string, by = project.server()): Promise<Answer<DomainProofRead>> {
  return by.post(`/team-connections/${connectionId}/domains/${domain}/prove`, {})
}

/** Creates a connection that claims the domain for a new team, with its DNS record beside other records. */
async function connectWithRecord(domain: string): Promise<TeamConnectionRead> {
  const { body: connection } = await connect(await createTeam())
  const { record_name: name, record_value: value } = (await claim(connection.id, domain)).body
  const present = dns.names.get(name)
  dns.names.set(name, { txt: [...(typeof present === 'object' ? (present.txt ?? []) : []), value] })
  return connection
}

async function hasConnectionDomains(): Promise<unknown> {
  const { body } = await project.client().get<{ config: Record<string, unknown> }>('/projects/current')
  return body.config.has_connection_domains
}

async function leadsTo(email: string): Promise<string | null> {
  const { body } = await project.client().post<{ provider_id: string | null }>('/auth/oauth/connection', { email })
  return body.provider_id
}

/** Runs the worker as another node does. */
function checkAgain(): Promise<void> {
  const { clock, database } = portico
  const db = emittingDatabase(database.db, listSubscribers(null))
  return checkConnectionDomains({ clock, db, log: createLog('error'), settings: { dnsServer: dns.address } })
}

async function actionsOf(connectionId: string): Promise<string[]> {
  const { body } = await project
    .admin()
    .get<{ items: { action: string }[] }>(`/internal/audit-events?target_id=${connectionId}`)
  return body.items.map(({ action }) => action).toReversed()
}

describe('a connection of a team', () => {
  test('is created, listed with masked secrets and deleted', async () => {
    const [acme, other] = [await createTeam(), await createTeam('Other')]

    const created = await connect(acme)
    const keyed = await connect(other, { authentication: { method: 'private_key_jwt' } })

    expect(created).toMatchObject({
      status: 201,
      body: {
        team_id: acme,
        provider_id: `connection:${created.body.id}`,
        authentication: { method: 'client_secret_basic', client_secret: SECRET_MASK },
        domains: [],
      },
    })
    expect(keyed.body.authentication).toMatchObject({ audience: 'issuer', public_jwk: { alg: 'ES256' } })
    expect(await list(acme)).toEqual([created.body])
    expect(await list(other)).toEqual([keyed.body])
    expect((await project.server().delete(`/team-connections/${created.body.id}`)).status).toBe(200)
    expect(await list(acme)).toEqual([])
    expect((await project.server().delete(`/team-connections/${created.body.id}`)).status).toBe(404)
    expect(await actionsOf(created.body.id)).toEqual(['team_connection.created', 'team_connection.deleted'])
  })

  test('is refused for an unknown team, an issuer that cannot be read, and a masked secret', async () => {
    const team = await createTeam()
    const masked = { method: 'client_secret_basic', client_secret: SECRET_MASK }

    expect(await connect('6fbbf22e-f4b2-4c6e-95a1-beab6fa41063')).toMatchObject({ body: { code: 'TEAM_NOT_FOUND' } })
    const unread = await connect(team, { issuer_url: 'http://127.0.0.1:9' })
    expect(unread).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(unread.text).toContain('http://127.0.0.1:9/.well-known/openid-configuration')
    expect(await connect(team, { issuer_url: 'http://id.example' })).toMatchObject({ status: 400 })
    expect(await connect(team, { authentication: masked })).toMatchObject({ status: 400 })
    expect(await list(team)).toEqual([])
  })

  testOfBothEngines(
    'is changed: absent fields keep their value, and the key stays while the client stays',
    async () => {
      const { body: connection } = await connect(await createTeam(), { authentication: { method: 'private_key_jwt' } })
      const keyOf = ({ body }: Answer<TeamConnectionRead>): unknown => body.authentication

      const renamed = await change(connection.id, { display_name: 'Acme Ltd', scopes: ['openid', 'email', 'groups'] })
      const keyless = { method: 'private_key_jwt', audience: 'token_endpoint' }
      const kept = await change(connection.id, { authentication: keyless })
      const otherClient = await change(connection.id, { client_id: 'other', authentication: keyless })
      const secret = { method: 'client_secret_post', client_secret: 'another secret' }
      const otherMethod = await change(connection.id, { authentication: secret })
      const masked = await change(connection.id, { authentication: { ...secret, client_secret: SECRET_MASK } })

      expect(renamed.body).toEqual({ ...connection, display_name: 'Acme Ltd', scopes: ['email', 'groups'] })
      expect(keyOf(kept)).toEqual({ ...connection.authentication, audience: 'token_endpoint' })
      expect(otherClient.body).toMatchObject({ display_name: 'Acme Ltd', client_id: 'other' })
      expect(keyOf(otherClient)).not.toEqual(keyOf(kept))
      expect(keyOf(otherMethod)).toEqual({ ...secret, client_secret: SECRET_MASK })
      expect(masked.body).toEqual(otherMethod.body)
      expect(await list(connection.team_id)).toEqual([masked.body])
      expect((await actionsOf(connection.id)).at(-1)).toBe('team_connection.updated')
    },
  )

  test('keeps its issuer, and a secret of another client is not kept', async () => {
    const { body: connection } = await connect(await createTeam())
    const masked = { method: 'client_secret_basic', client_secret: SECRET_MASK }

    const refused = [
      await change(connection.id, { issuer_url: 'https://id.example' }),
      await change(connection.id, { client_id: 'other' }),
      await change(connection.id, { client_id: 'other', authentication: masked }),
      await change(connection.id, { authentication: { method: 'private_key_jwt', private_key: 'no PEM' } }),
      await change(connection.id, { display_name: ' ' }),
    ]

    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400))
    expect(refused[1]?.text).toContain('body.authentication is required')
    expect((await change('6fbbf22e-f4b2-4c6e-95a1-beab6fa41063', { display_name: 'Acme' })).status).toBe(404)
    expect(await list(connection.team_id)).toEqual([connection])
  })

  test('gives no session if it is deleted after the callback, with and without a second factor', async () => {
    const { body: connection } = await connect(await createTeam())
    const [first, second, third] = [await project.signUp(), await project.signUp(), await project.signUp()]
    const secret = await project.enrolTotp(third)
    const codes = await Promise.all([first, second, third].map((user) => issueCode(connection, user.id)))
    const [open, late, guarded] = codes

    const signedIn = await open?.exchange()
    const firstStep = await guarded?.exchange()
    await project.server().delete(`/team-connections/${connection.id}`)
    const refused = await late?.exchange()
    const { details } = (firstStep?.body ?? {}) as { details?: { attempt_code?: string } }
    const code = details?.attempt_code
    const totp = await totpCode(secret, portico.clock)
    const secondStep = await project.client().post('/auth/mfa/sign-in', { type: 'totp', code, totp })

    expect(signedIn).toMatchObject({ status: 200, body: { access_token: expect.any(String) } })
    expect(firstStep?.body).toMatchObject({ code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' })
    expect((await late?.exchange())?.body).toMatchObject({ code: 'INVALID_AUTHORIZATION_CODE' })
    for (const answer of [refused, secondStep]) {
      expect(answer?.body).toMatchObject({ code: 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED' })
    }
  })

  test('has its name in the mail about an account that was disconnected', async () => {
    const { body: connection } = await connect(await createTeam())
    const primary_email = 'ada@disconnected.example'
    const { body: user } = await project.server().post('/users', { primary_email, primary_email_verified: true })
    const key = { providerId: connection.provider_id, providerIdentity: connection.provider_id, accountId: 'ada' }
    const { clock, database, mailbox } = portico
    await database.db.run(insertAccountWithoutTokens(project.id, key, String(user.id), null, clock.now()))

    await project.server().delete(`/oauth-providers/${String(user.id)}/${connection.provider_id}`)

    const { text } = await mailbox.latest(primary_email)
    expect(text).toContain('Acme ID')
    expect(text).not.toContain(connection.id)
  })

  testOfBothEngines('sends a sign-in to its issuer until it is deleted', async () => {
    const { body: connection } = await connect(await createTeam())
    const start = async (): Promise<URL | null> => {
      const { url } = authorizationRequest(portico.baseUrl, project, `connection:${connection.id}`)
      return (await new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(url))).location
    }

    expect((await start())?.href).toContain(`${issuer}/authorize?client_id=portico`)
    await project.server().delete(`/team-connections/${connection.id}`)
    expect(await start()).toBeNull()
  })

  test('needs a recent sign-in of an owner to exist, to change and to prove a domain, and the other owners get mails', async () => {
    const [owner, other] = [await signUpOwner(portico), await signUpOwner(portico)]
    const internal = portico.internal({ accessType: 'server' })
    for (const { user_id: id } of [owner, other]) {
      await internal.patch(`/users/${id}`, {
        server_metadata: { managedProjectIds: [project.id] },
        primary_email_verified: true,
      })
    }
    const { primary_email: address } = (await internal.get<{ primary_email: string }>(`/users/${other.user_id}`)).body
    const http = asOwner(portico, project.id, owner.access_token)
    const team = await createTeam()
    const signInAgo = (millis: number): Promise<void> =>
      portico.database.db.run(
        statement`
          update sessions set authenticated_at = ${new Date(portico.clock.now().getTime() - millis)}
          where project_id = 'internal' and user_id = ${owner.user_id}`.map(noResult),
      )

    await signInAgo(16 * 60_000)
    const refused = await connect(team, {}, http)
    await signInAgo(0)
    const { body: connection } = await connect(team, {}, http)
    const { record_name: name, record_value: value } = (await claim(connection.id, 'acme.example')).body
    dns.names.set(name, { txt: [value] })
    await signInAgo(16 * 60_000)
    const unchanged = await change(connection.id, { client_id: 'other' }, http)
    const unproved = await prove(connection.id, 'acme.example', http)
    await signInAgo(0)
    expect((await prove(connection.id, 'acme.example', http)).body.problem).toBeNull()

    expect((await change(connection.id, { display_name: 'Acme' }, http)).status).toBe(200)
    for (const answer of [refused, unchanged, unproved]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'RECENT_SIGN_IN_REQUIRED' } })
    }
    expect(await list(team)).toHaveLength(1)
    const notices = (await portico.mailbox.to(address)).filter(({ text }) => text.includes('issuers of teams'))
    expect(notices).toHaveLength(3)
  })

  test('ends with its team', async () => {
    const connection = await connectWithRecord('acme.example')
    await prove(connection.id, 'acme.example')

    await project.server().delete(`/teams/${connection.team_id}`)

    expect((await connect(connection.team_id)).body).toMatchObject({ code: 'TEAM_NOT_FOUND' })
    expect(await leadsTo('ada@acme.example')).toBeNull()
  })
})

describe('a domain of a connection', () => {
  testOfBothEngines(
    'leads its people to the connection once its record is found, whether or not they have accounts',
    async () => {
      const connection = await connectWithRecord('acme.example')
      const { email } = await project.signUp('known@acme.example')
      expect(await leadsTo(email)).toBeNull()
      expect(await hasConnectionDomains()).toBe(false)

      const proof = await prove(connection.id, 'acme.example')

      expect(proof.body).toEqual({
        domain: {
          domain: 'acme.example',
          is_proved: true,
          record_name: '_portico-connection.acme.example',
          record_value: `portico-connection=${connection.id}`,
        },
        problem: null,
        found: [`portico-connection=${connection.id}`],
      })
      expect(await leadsTo(email)).toBe(connection.provider_id)
      expect(await hasConnectionDomains()).toBe(true)
      expect(await leadsTo('New@ACME.example')).toBe(connection.provider_id)
      expect(await leadsTo('ada@sub.acme.example')).toBeNull()
      expect((await list(connection.team_id))[0]?.domains).toMatchObject([{ domain: 'acme.example', is_proved: true }])
    },
  )

  test('is not proved by another record, and what else the name has stays hidden', async () => {
    const { body: connection } = await connect(await createTeam())
    const { body } = await claim(connection.id, 'acme.example')
    dns.names.set(body.record_name, { txt: ['portico-connection=another', 'v=spf1 ip4:10.0.0.1 -all'] })

    const missing = await prove(connection.id, 'acme.example')
    dns.names.set(body.record_name, SERVFAIL)
    const unanswered = await prove(connection.id, 'acme.example')

    expect(missing.body).toMatchObject({ problem: 'no_record', found: ['portico-connection=another'] })
    expect(unanswered.body).toMatchObject({ problem: 'no_answer', domain: { is_proved: false } })
    expect(await leadsTo('ada@acme.example')).toBeNull()
  })

  testOfBothEngines('is proved by one of several connections that look for it at the same time', async () => {
    const connections = [await connectWithRecord('acme.example'), await connectWithRecord('acme.example')]

    const proofs = await Promise.all(connections.map(({ id }) => prove(id, 'acme.example')))

    expect(new Set(proofs.map(({ body }) => body.problem))).toEqual(new Set([null, 'proved_elsewhere']))
    const winner = connections[proofs.findIndex(({ body }) => body.problem === null)]
    expect(await leadsTo('ada@acme.example')).toBe(winner?.provider_id)
  })

  testOfBothEngines('changes hands when DNS has only the record of the new connection', async () => {
    const [first, second] = [await connectWithRecord('acme.example'), await connectWithRecord('acme.example')]
    const name = '_portico-connection.acme.example'
    await prove(first.id, 'acme.example')
    const whileBoth = await prove(second.id, 'acme.example')
    dns.names.set(name, { txt: [`portico-connection=${second.id}`] })

    const proof = await prove(second.id, 'acme.example')

    expect(whileBoth.body.problem).toBe('proved_elsewhere')
    expect(proof.body).toMatchObject({ problem: null, domain: { is_proved: true } })
    expect(await leadsTo('ada@acme.example')).toBe(second.provider_id)
    expect((await actionsOf(first.id)).at(-1)).toBe('connection_domain.lost')
    expect((await prove(first.id, 'acme.example')).body.problem).toBe('no_record')
  })

  test('keeps a proof that is newer than the answer of DNS that another connection waits for', async () => {
    const [first, second] = [await connectWithRecord('acme.example'), await connectWithRecord('acme.example')]
    const name = '_portico-connection.acme.example'
    const recordOf = ({ id }: TeamConnectionRead): string => `portico-connection=${id}`
    await prove(first.id, 'acme.example')
    dns.asked.length = 0
    dns.names.set(name, { txt: [recordOf(second)], afterMillis: 500 })

    const late = prove(second.id, 'acme.example')
    await vi.waitFor(() => expect(dns.asked).toHaveLength(1))
    dns.names.set(name, { txt: [recordOf(first)] })
    portico.clock.advance(1)
    await project.server().delete(`/team-connections/${first.id}/domains/acme.example`)
    await claim(first.id, 'acme.example')
    const inTime = await prove(first.id, 'acme.example')

    expect(inTime.body.problem).toBeNull()
    expect((await late).body).toMatchObject({ problem: 'proved_elsewhere', domain: { is_proved: false } })
    expect(await leadsTo('ada@acme.example')).toBe(first.provider_id)
    expect((await actionsOf(first.id)).at(-1)).toBe('connection_domain.proved')
  })

  test('stays proved when a call finds no record, and when an update names no field', async () => {
    const connection = await connectWithRecord('acme.example')
    await prove(connection.id, 'acme.example')
    dns.names.clear()

    expect((await prove(connection.id, 'acme.example')).body).toMatchObject({
      problem: 'no_record',
      domain: { is_proved: true },
    })
    expect((await project.server().patch(`/team-connections/${connection.id}`, {})).status).toBe(200)
    expect(await leadsTo('ada@acme.example')).toBe(connection.provider_id)
    expect((await actionsOf(connection.id)).at(-1)).toBe('connection_domain.proved')
  })

  testOfBothEngines('vouches for the accounts that joined their users by it until it is released', async () => {
    const connection = await connectWithRecord('acme.example')
    await prove(connection.id, 'acme.example')
    const user = await project.signUp()
    const account = { providerId: connection.provider_id, providerIdentity: issuer, accountId: '1' }
    const db = portico.serviceDatabase
    await db.run(insertAccountWithoutTokens(project.id, account, user.id, null, portico.clock.now()))
    await db.run(statement`
      update oauth_accounts set vouched_domain = 'acme.example'
      where project_id = ${project.id} and provider_id = ${connection.provider_id}`)
    const isLost = (): Promise<boolean> => db.run(isVouchedDomainLost(project.id, connection.id, account))

    expect(await isLost()).toBe(false)
    await project.server().delete(`/team-connections/${connection.id}/domains/acme.example`)
    expect(await isLost()).toBe(true)
  })

  test('is free for another connection once it is released', async () => {
    const [first, second] = [await connectWithRecord('acme.example'), await connectWithRecord('acme.example')]
    await prove(first.id, 'acme.example')
    const release = (): Promise<Answer> => project.server().delete(`/team-connections/${first.id}/domains/acme.example`)

    const released = await release()

    expect(released.status).toBe(200)
    expect((await release()).status).toBe(404)
    expect((await prove(second.id, 'acme.example')).body.problem).toBeNull()
    expect((await prove(first.id, 'acme.example')).status).toBe(404)
    expect(await actionsOf(first.id)).toEqual([
      'team_connection.created',
      'connection_domain.proved',
      'connection_domain.released',
    ])
  })

  test('is claimed once, in the form that addresses have, and must be one', async () => {
    const { body: connection } = await connect(await createTeam())

    expect((await claim(connection.id, 'Bücher.Example.')).body.domain).toBe('xn--bcher-kva.example')
    expect((await claim(connection.id, 'bücher.example')).status).toBe(201)
    expect((await list(connection.team_id))[0]?.domains).toHaveLength(1)
    for (const wrong of ['example', 'a@example.com', 'https://example.com', '*.example.com', ' ']) {
      expect(await claim(connection.id, wrong)).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    }
  })

  test('is looked for again each week: a record that is missing for a day ends the proof, and a silent DNS does not', async () => {
    const connection = await connectWithRecord('acme.example')
    const kept = await connectWithRecord('kept.example')
    const silent = await connectWithRecord('silent.example')
    const back = await connectWithRecord('back.example')
    const backRecord = dns.names.get('_portico-connection.back.example')
    for (const [{ id }, domain] of [
      [connection, 'acme.example'],
      [kept, 'kept.example'],
      [silent, 'silent.example'],
      [back, 'back.example'],
    ] as const) {
      await prove(id, domain)
    }
    dns.names.delete('_portico-connection.acme.example')
    dns.names.delete('_portico-connection.back.example')
    dns.names.set('_portico-connection.silent.example', SERVFAIL)
    const checkAfter = async (millis: number): Promise<(string | null)[]> => {
      portico.clock.advance(millis)
      await checkAgain()
      return [await leadsTo('ada@acme.example'), await leadsTo('ada@back.example')]
    }
    await checkAgain()

    const missing = await checkAfter(WEEK_MILLIS + 1)
    dns.names.set('_portico-connection.back.example', backRecord ?? 'silent')
    const found = await checkAfter(HOUR_MILLIS + 1)
    const afterADay = await checkAfter(DAY_MILLIS)
    dns.names.delete('_portico-connection.back.example')
    const missingAgain = await checkAfter(WEEK_MILLIS)

    expect(missing).toEqual([connection.provider_id, back.provider_id])
    expect(found).toEqual([connection.provider_id, back.provider_id])
    expect(afterADay).toEqual([null, back.provider_id])
    expect(missingAgain).toEqual([null, back.provider_id])
    expect(await leadsTo('ada@kept.example')).toBe(kept.provider_id)
    expect(await leadsTo('ada@silent.example')).toBe(silent.provider_id)
    expect((await actionsOf(connection.id)).at(-1)).toBe('connection_domain.lost')
  })
})
