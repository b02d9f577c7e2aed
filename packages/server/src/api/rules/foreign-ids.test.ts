import {
  allowedAccessTypes,
  endpoints,
  variantFor,
  type AccessType,
  type EndpointSpec,
  type WebhookDeliveryRead,
} from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  VirtualAuthenticator,
  type Answer,
  type HttpClient,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { createTeamKey, createUserKey, withApiKeys } from '../../../test/api-keys.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts'
import { SqlName, statement } from '../../kernel/statement.ts'
import { insertConnection } from '../../records/team-connections/store.ts'
import { insertRememberedDevice } from '../../records/user-devices/store.ts'

// Calls every endpoint with ids of another project in the path, the query and the body, and with records whose owner is
// not the one in the call. A new field that names a record needs its kind in `kinds`, and a new kind needs its record
// in `createRecords`.

const callback_url = 'http://localhost:3000/handler/x'
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs='

type Kind =
  | 'user'
  | 'team'
  | 'channel'
  | 'session'
  | 'passkey'
  | 'device'
  | 'image'
  | 'invitation'
  | 'connection'
  | 'keySet'
  | 'owner'
  | 'ownerInvitation'
  | 'userInvitation'
  | 'auditEvent'
  | 'job'
  | 'import'
  | 'email'
  | 'webhookListener'
  | 'userApiKey'
  | 'teamApiKey'
  | 'teamPermission'
  | 'projectPermission'
  | 'webhookEndpoint'
  | 'webhookMessage'
  | 'webhookDelivery'
  | 'webhookAttempt'

/** The kind of record that a field names, by the start of the path, the part and the name of the field. */
const kinds: readonly (readonly [pattern: RegExp, kind: Kind])[] = [
  [/^\/internal\/projects\/current\/owners\S* params user_id$/, 'owner'],
  [/^\/internal\/projects\/current\/owner-invitations\S* params id$/, 'ownerInvitation'],
  [/ (user_id|user_ids|creator_user_id)$/, 'user'],
  [/^\/internal\/audit-events query (actor_id|target_id)$/, 'user'],
  [/^\/users query cursor$/, 'user'],
  [/ (team_id|selected_team_id)$/, 'team'],
  [/^\/contact-channels\S* params id$/, 'channel'],
  [/ contact_channel_id$/, 'channel'],
  [/^\/auth\/sessions\S* params id$/, 'session'],
  [/ passkey_id$/, 'passkey'],
  [/^\/auth\/mfa\/devices\S* params id$/, 'device'],
  [/ image_id$/, 'image'],
  [/^\/team-invitations\S* params id$/, 'invitation'],
  [/ connection_id$/, 'connection'],
  [/^\/user-invitations\S* params id$/, 'userInvitation'],
  [/^\/internal\/api-keys\S* params id$/, 'keySet'],
  [/^\/integrations\/neon\/api-keys\S* params id$/, 'keySet'],
  [/^\/internal\/audit-events\S* params id$/, 'auditEvent'],
  [/^\/internal\/jobs\S* params id$/, 'job'],
  [/^\/internal\/imports\S* params id$/, 'import'],
  [/^\/internal\/imports\S* body files_from$/, 'import'],
  [/^\/internal\/emails\S* params id$/, 'email'],
  [/^\/internal\/webhook-endpoints\S* params id$/, 'webhookEndpoint'],
  [/ endpoint_id$/, 'webhookEndpoint'],
  [/^\/internal\/webhook-deliveries\S* params id$/, 'webhookDelivery'],
  [/^\/internal\/webhook-listeners\S* params id$/, 'webhookListener'],
  [/^\/user-api-keys\S* params id$/, 'userApiKey'],
  [/^\/team-api-keys\S* params id$/, 'teamApiKey'],
  [/^\/team-permission\S* \w+ (permission_id|contained_permission_ids)$/, 'teamPermission'],
  [/^\/team-permission-definitions\S* params id$/, 'teamPermission'],
  [/^\/project-permission\S* \w+ (permission_id|contained_permission_ids)$/, 'projectPermission'],
  [/^\/project-permission-definitions\S* params id$/, 'projectPermission'],
  [/ msg_id$/, 'webhookMessage'],
  [/ attempt_id$/, 'webhookAttempt'],
]

/** The kinds of owners that a kind of record can have. */
const ownersOf: Partial<Record<Kind, readonly Kind[]>> = {
  channel: ['user'],
  session: ['user'],
  passkey: ['user'],
  device: ['user'],
  userApiKey: ['user'],
  teamApiKey: ['team'],
  invitation: ['user', 'team'],
}

/**
 * Fields that do not name a record of a project: providers and their accounts, the project itself, and the id of a new
 * definition. A job looks up its users after the answer (tested in `admin/jobs/jobs.test.ts`). The ids that a webhook
 * listener has handled can only end its own records.
 */
const namesNoRecord =
  /^\S+ (\w+ (provider_id|provider_account_id|account_id|client_id|facebook_config_id|microsoft_tenant_id|project_id|app_id)|body id)$|^\/internal\/jobs body | body handled_ids$|^\/auth\/passkey\/|^\/emails\S* body (template_id|theme_id|draft_id)$/

type Part = 'params' | 'query' | 'body'

interface Field {
  readonly part: Part
  readonly name: string
  readonly isRequired: boolean
  /** Null for a field that does not name a record. */
  readonly kind: Kind | null
  readonly isList: boolean
}

interface Row {
  readonly name: string
  readonly spec: EndpointSpec
  /** Null for a public endpoint. */
  readonly accessType: AccessType | null
  readonly fields: readonly Field[]
}

const rows: readonly Row[] = [...endpoints].flatMap(([name, spec]) => {
  const callers = 'public' in spec.access ? [null] : allowedAccessTypes(spec)
  return callers.flatMap((accessType) => {
    const fields = fieldsOf(spec, accessType)
    return fields.some(({ kind }) => kind !== null) ? [{ name, spec, accessType, fields }] : []
  })
})

function fieldsOf(spec: EndpointSpec, accessType: AccessType | null): Field[] {
  const variant = variantFor(spec, accessType)
  const parts = { params: spec.params, query: variant?.query, body: variant?.body }
  return (Object.keys(parts) as Part[]).flatMap((part) => {
    const schema = parts[part]
    if (!schema) return []
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return Object.entries(json.properties ?? {}).map(([name, property]) => ({
      part,
      name,
      isRequired: json.required?.includes(name) ?? false,
      kind: kindOf(`${spec.path} ${part} ${name}`, JSON.stringify(property)),
      isList: name.endsWith('_ids'),
    }))
  })
}

/** @param field the path of the endpoint, the part and the name */
function kindOf(field: string, schema: string): Kind | null {
  const isReference = /[ _]ids?$/.test(field) || schema.includes('[0-9a-f]{8}')
  if (!isReference || namesNoRecord.test(field)) return null
  const found = kinds.find(([pattern]) => pattern.test(field))
  if (!found) throw new Error(`Which record does the field "${field}" name? Add it to the list of kinds.`)
  return found[1]
}

type Records = Readonly<Record<Kind, string>>

/** Values of the required fields that do not name a record. */
const examples: Readonly<Record<string, unknown>> = {
  claims: { plan: 'server_metadata.plan' },
  decision: 'approve',
  role: 'viewer',
  callback_url,
  '/team-connections authentication': { method: 'private_key_jwt' },
  '/team-connections issuer_url': 'https://id.example',
  client_id: 'portico',
  domain: 'shop.example',
  description: 'Laptop',
  display_name: 'Readers',
  email: someEmail(),
  event_type: 'user.created',
  eventType: 'user.created',
  expires_at_millis: null,
  handled_ids: [],
  reason: 'Support ticket',
  '/internal/impersonation-links url': callback_url,
  '/internal/imports/{id}/records lines': [{ line: 1, record: { kind: 'user', source_id: '1' } }],
  '/internal/imports/{id}/problems lines': [{ line: 1, problem: 'The line is not JSON.' }],
  '/internal/imports/{id}/files/{name} name': 'users',
  '/internal/imports/{id}/files/{name}/pieces/{index} name': 'users',
  index: '0',
  headers: {},
  id: 'another',
  name: 'Laptop',
  partner: 'neon',
  project_id: '',
  provider_account_id: 'account',
  provider_id: 'github',
  since: '2026-01-01T00:00:00Z',
  since_millis: 0,
  states: ['failed'],
  type: 'email',
  url: 'https://shop.example/hooks',
  used_for_auth: false,
  value: someEmail(),
}

let portico: TestPortico
let receiver: WebhookReceiver
let own: TestProject
let other: TestProject
let user: TestUser
let ownRecords: Records
let otherRecords: Records
let neighbourRecords: Records
let fingerprintBefore: Readonly<Record<string, string>>

beforeAll(async () => {
  portico = await createTestPortico()
  receiver = await startWebhookReceiver()
  const config = {
    ...withApiKeys,
    member_role_management_enabled: true,
    client_team_creation_enabled: true,
    passkey_enabled: true,
    remember_device_days: 30,
  }
  own = await portico.createProject({ config })
  other = await portico.createProject({ config })
  user = await own.signUp()
  ownRecords = await createRecords(own, user)
  otherRecords = await createRecords(other, await other.signUp())
  neighbourRecords = await createRecords(own, await own.signUp())
  await portico.service.idle()
  fingerprintBefore = await fingerprint(other)
})

afterAll(async () => {
  await receiver.close()
  await portico.close()
})

/** Creates one record of each kind. The user has all permissions in the team. */
async function createRecords(project: TestProject, of: TestUser): Promise<Records> {
  const client = project.client(of)
  const server = project.server()
  const suffix = randomBytes(4).toString('hex')
  const define = async (scope: 'team' | 'project'): Promise<string> => {
    const id = `${scope}_${suffix}`
    expect(await project.admin().post(`/${scope}-permission-definitions`, { id })).toMatchObject({ status: 201 })
    return id
  }
  const idOf = async (answer: Promise<Answer>): Promise<string> => String((await answer).body['id'])
  const team = await idOf(client.post('/teams', { display_name: 'Readers' }))
  const records = {
    user: of.id,
    team,
    channel: await idOf(
      server.post('/contact-channels', { user_id: of.id, type: 'email', value: someEmail(), used_for_auth: false }),
    ),
    session: await firstId(client.get('/auth/sessions?user_id=me')),
    passkey: await registerPasskey(client),
    device: await rememberDevice(project, of),
    image:
      String((await client.patch('/users/me', { profile_image_url: pixel })).body['profile_image_url'])
        .split('/')
        .at(-1) ?? '',
    invitation: await idOf(
      client.post('/team-invitations/send-code', { team_id: team, email: someEmail(), callback_url }),
    ),
    connection: await createConnection(project, team),
    keySet: await firstId(project.admin().get('/internal/api-keys')),
    owner: String(
      (await project.admin().get<{ items: { user_id: string }[] }>('/internal/projects/current/owners')).body.items[0]
        ?.user_id,
    ),
    userInvitation: await idOf(server.post('/user-invitations', { email: someEmail(), callback_url })),
    ownerInvitation: await idOf(
      project.admin().post('/internal/projects/current/owner-invitations', { email: someEmail() }),
    ),
    auditEvent: await firstId(project.admin().get('/internal/audit-events')),
    import: await idOf(project.admin().post('/internal/imports', { source: 'auth0', is_dry_run: true })),
    job: await idOf(
      project.admin().post('/internal/jobs', { type: 'export_users', user_ids: [of.id], format: 'json' }),
    ),
    email: await firstId(project.admin().get('/internal/emails')),
    webhookListener: await idOf(project.admin().post('/internal/webhook-listeners', {})),
    userApiKey: (await createUserKey(project, of)).id,
    teamApiKey: (await createTeamKey(project, team)).id,
    teamPermission: await define('team'),
    projectPermission: await define('project'),
    ...(await createWebhook(project)),
  }
  const grants = [
    ...['$manage_roles', records.teamPermission].map((id) => `/team-permissions/${team}/${of.id}/${id}`),
    `/project-permissions/${of.id}/${records.projectPermission}`,
  ]
  for (const path of grants) expect(await server.post(path, {})).toMatchObject({ status: 201 })
  return records
}

/** Creates an endpoint with a message, its delivery and an attempt. */
async function createWebhook(
  project: TestProject,
): Promise<Pick<Records, 'webhookEndpoint' | 'webhookMessage' | 'webhookDelivery' | 'webhookAttempt'>> {
  const fields = { url: receiver.url, event_types: ['user.suspended'] }
  const { body: endpoint } = await project.admin().post<{ id: string }>('/internal/webhook-endpoints', fields)
  const path = `/internal/webhook-endpoints/${endpoint.id}/test`
  const { body } = await project.admin().post<WebhookDeliveryRead>(path, { event_type: 'user.created' })
  await portico.service.idle()
  return {
    webhookEndpoint: endpoint.id,
    webhookMessage: body.message_id,
    webhookDelivery: body.id,
    webhookAttempt: `${body.id}_1`,
  }
}

/**
 * Writes the record as a sign-in with the second factor does. A user with a factor would need its code for other calls.
 */
async function rememberDevice(project: TestProject, of: TestUser): Promise<string> {
  const { clock, database } = portico
  const device = { id: randomUUID(), secretHash: randomBytes(32), userAgent: null }
  await database.db.run(insertRememberedDevice(project.id, of.id, device, [], clock.now()))
  return device.id
}

/** Writes the record, because the call that creates one contacts an issuer. */
async function createConnection(project: TestProject, teamId: string): Promise<string> {
  const { clock, database } = portico
  const id = randomUUID()
  const issuer = { issuerUrl: 'https://id.example', clientId: 'portico', scopes: [], secretSealed: '' }
  const authentication = { method: 'client_secret_basic', audience: null, publicJwk: null } as const
  const shown = { displayName: 'Acme', iconUrl: null, createdAt: clock.now() }
  const connection = { id, teamId, ...issuer, ...authentication, ...shown }
  await database.db.run(insertConnection(project.id, connection))
  return id
}

async function firstId(answer: Promise<Answer>): Promise<string> {
  const { items } = (await answer).body as { items: { id: string }[] }
  return items[0]?.id ?? ''
}

async function registerPasskey(client: HttpClient): Promise<string> {
  const started = await client.post<{ code: string; options_json: Parameters<VirtualAuthenticator['register']>[0] }>(
    '/auth/passkey/initiate-passkey-registration',
    {},
  )
  const { code, options_json: options } = started.body
  const credential = new VirtualAuthenticator().register(options)
  return String((await client.post('/auth/passkey/register', { credential, code })).body['user_handle'])
}

/** Returns an id of the kind that no project has. */
function missing(kind: Kind): string {
  if (kind === 'image') return randomBytes(32).toString('base64url')
  if (kind === 'webhookAttempt') return `${randomUUID()}_1`
  if (kind === 'passkey') return randomBytes(Buffer.from(ownRecords.passkey, 'base64url').length).toString('base64url')
  return kind.endsWith('Permission') ? `missing_${randomBytes(4).toString('hex')}` : randomUUID()
}

/** Calls the endpoint with these ids, and with records of `own` in all other required fields. */
async function call({ accessType, fields, spec }: Row, ids: ReadonlyMap<Field, string>): Promise<Answer> {
  const parts: Record<Part, Record<string, unknown>> = { params: {}, query: {}, body: {} }
  for (const field of fields) {
    const { isList, isRequired, kind, name, part } = field
    const id = ids.get(field) ?? (kind !== null && isRequired ? ownRecords[kind] : undefined)
    if (id !== undefined) parts[part][name] = isList ? [id] : id
    else if (isRequired)
      parts[part][name] = /^(?:project|app)_id$/.test(name)
        ? own.id
        : (examples[`${spec.path} ${name}`] ?? examples[name])
  }
  const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts.params[name])))
  const query = new URLSearchParams(parts.query as Record<string, string>).toString()
  const http = accessType === null ? portico.anonymous() : own[accessType](user)
  return http.send(spec.method, query ? `${path}?${query}` : path, spec.method === 'GET' ? undefined : parts.body)
}

/** The answer without the ids that the caller has sent. */
function seen({ status, text }: Answer, ids: ReadonlyMap<Field, string>): object {
  return { status, text: [...ids.values()].reduce((all, id) => all.replaceAll(id, '<id>'), text) }
}

/**
 * Hashes the rows of a project, by table. Leaves out the entries of refused calls, of which the audit log has one per
 * caller, reason and minute.
 */
async function fingerprint(project: TestProject): Promise<Record<string, string>> {
  const { db } = portico.database
  const { rows: tables } = await db.run(statement<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows: found } = await db.run(statement<{ hash: string }>`
      select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${new SqlName(name)} t
      where t.project_id = ${project.id} and to_jsonb(t) ->> 'action' is distinct from 'access.refused'`)
    hashes[name] = found[0]?.hash ?? ''
  }
  return hashes
}

function mapFields(fields: readonly Field[], idOf: (kind: Kind) => string): Map<Field, string> {
  return new Map(fields.flatMap((field) => (field.kind === null ? [] : [[field, idOf(field.kind)] as const])))
}

/** Endpoints that accept only one of their ids per call. */
const eitherOr = new Set(['listTeamInvitations'])

describe('the ids of another project', () => {
  test.each(rows)('are like missing ones to $name for access type $accessType', async (row) => {
    const references = row.fields.filter(({ kind }) => kind !== null)
    const single = references.map((field) => [field])
    const choices = references.length === 1 || eitherOr.has(row.name) ? single : [...single, references]
    for (const chosen of choices) {
      const [missingIds, foreignIds] = [mapFields(chosen, missing), mapFields(chosen, (kind) => otherRecords[kind])]

      const ofMissing = await call(row, missingIds)
      const ofForeign = await call(row, foreignIds)

      expect(ofMissing.body['code']).not.toBe('SCHEMA_ERROR')
      expect([chosen.map(({ name }) => name), seen(ofForeign, foreignIds)]).toEqual([
        chosen.map(({ name }) => name),
        seen(ofMissing, missingIds),
      ])
    }
  })

  test('change nothing there', async () => {
    expect(await fingerprint(other)).toEqual(fingerprintBefore)
  })
})

/** The rows in which one field names an owner and another one a record of such an owner. */
const ownedRows = rows.flatMap((row) =>
  row.fields.flatMap((record) => {
    const owner = row.fields.find(({ kind }) => kind !== null && ownersOf[record.kind ?? kind]?.includes(kind))
    return owner ? [{ ...row, row, owner, record, of: owner.kind }] : []
  }),
)

describe('a record of another owner in the same project', () => {
  let ownBefore: Readonly<Record<string, string>>

  beforeAll(async () => {
    await portico.service.idle()
    ownBefore = await fingerprint(own)
  })

  test('is named by calls of every access type', () => {
    const names = new Set(ownedRows.map(({ name }) => name))

    expect([...names]).toEqual(expect.arrayContaining(['deleteSession', 'readUserApiKey', 'updateTeamApiKey']))
    expect(new Set(ownedRows.map(({ accessType }) => accessType))).toEqual(new Set(['client', 'server', 'admin']))
  })

  test.each(ownedRows)(
    'is like a missing one to $name for access type $accessType and a named $of',
    async ({ owner, record, row }) => {
      const kindOfOwner = owner.kind ?? 'user'
      const kindOfRecord = record.kind ?? 'session'
      for (const [ownerId, ofRecord] of [
        [ownRecords[kindOfOwner], neighbourRecords],
        [neighbourRecords[kindOfOwner], ownRecords],
        [missing(kindOfOwner), ownRecords],
      ] as const) {
        const ids = (id: string): Map<Field, string> => new Map([[owner, ownerId] as const, [record, id] as const])
        const [missingIds, foreignIds] = [ids(missing(kindOfRecord)), ids(ofRecord[kindOfRecord])]
        const ofForeign = await call(row, foreignIds)

        expect(seen(ofForeign, foreignIds)).toEqual(seen(await call(row, missingIds), missingIds))
        if (record.part === 'params') expect([400, 401, 403, 404]).toContain(ofForeign.status)
      }
    },
  )

  test('is unchanged after all of these calls', async () => {
    expect(await fingerprint(own)).toEqual(ownBefore)
  })
})

// The comparisons above would pass for an endpoint that ignores the ids.
describe('the ids of the own project', () => {
  const reading = rows.filter(
    ({ accessType, spec }) => spec.method === 'GET' && accessType !== 'client' && !spec.isCompatibilityAnswer,
  )

  test.each(reading)('are not like missing ones to $name for access type $accessType', async (row) => {
    // A query parameter with the name of a path parameter is ignored.
    const isUsed = ({ kind, name, part }: Field): boolean =>
      kind !== null && (part === 'params' || !row.spec.path.includes(`{${name}}`))
    for (const field of row.fields.filter(isUsed)) {
      const ofOwn = await call(
        row,
        mapFields([field], (kind) => ownRecords[kind]),
      )
      const ofMissing = await call(row, mapFields([field], missing))

      expect(ofOwn.status).toBe(200)
      expect(ofOwn.text).not.toBe(ofMissing.text)
    }
  })
})
