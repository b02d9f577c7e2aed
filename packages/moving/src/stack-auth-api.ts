import type { MovedRecord, MovedTeam, MovedTeamMember, MovedUser } from '@portico/contract'
import { hasPrivateTransport } from '@portico/protocols/private-transport'

import { ApiLists, RefusedCall } from './input/api.ts'
import { asObject, parseObject, type JsonObject } from './input/json.ts'
import { UnreadableInput, type FoundLine, type SideTable, type SourceInput } from './input/source.ts'
import { definitionsInOrder, type FoundDefinition, type OrderedDefinitions } from './values/definitions.ts'
import { imageOf, present, textOf } from './values/fields.ts'
import { movedAccounts, type FoundAccount } from './values/provider-accounts.ts'

const DEFAULT_BASE_URL = 'https://api.stack-auth.com'
const PAGE_SIZE = '200'

/**
 * Reads a project with its super secret admin key. A record has no line, because the same record is elsewhere in a list
 * that is read later.
 */
export async function* readStackAuthApi(input: SourceInput, projectId: string): AsyncGenerator<FoundLine> {
  try {
    for await (const item of readItems(input, projectId)) {
      if (typeof item === 'string') yield { file: 'permission-definitions', line: 0, problem: item }
      else yield { file: listOf[item.kind], line: 0, record: item }
    }
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error
    throw new UnreadableInput(sentenceOf(error, projectId), { cause: error })
  }
}

const listOf: Readonly<Record<MovedRecord['kind'], string>> = {
  permission_definition: 'permission-definitions',
  team: 'teams',
  user: 'users',
  team_member: 'team-member-profiles',
  project_permission: 'project-permissions',
}

/** Yields records, and a string for each problem in the permission definitions. */
async function* readItems(input: SourceInput, projectId: string): AsyncGenerator<MovedRecord | string> {
  const lists = openLists(input, projectId)
  const channels = input.createSideTable()
  const grants = input.createSideTable()
  const connected = input.createSideTable()
  try {
    const { problems, records } = await readDefinitions(lists)
    yield* problems
    yield* records
    for await (const team of readLongList(lists, '/teams')) yield toTeam(team)
    for await (const channel of lists.readWhole('/contact-channels')) addRow(channels, [channel['user_id']], channel)
    for await (const account of readConnectedOnly(lists)) addRow(connected, [account['user_id']], account)
    for await (const user of readUsers(lists)) yield toUser(user, channels, connected)
    for await (const grant of lists.readWhole('/team-permissions')) {
      addRow(grants, [grant['team_id'], grant['user_id']], grant)
    }
    for await (const profile of readLongList(lists, '/team-member-profiles')) yield toMember(profile, grants)
    for await (const { user_id: userId, id } of lists.readWhole('/project-permissions')) {
      yield { kind: 'project_permission', user_source_id: idOf(userId), permission_id: idOf(id) }
    }
  } finally {
    channels.close()
    connected.close()
    grants.close()
  }
}

function openLists({ http, options }: SourceInput, projectId: string): ApiLists {
  const { base_url: baseUrl = DEFAULT_BASE_URL, super_secret_admin_key: key } = options
  if (!key) throw new UnreadableInput('The option "super_secret_admin_key" is missing.')
  if (!http) throw new UnreadableInput('Users of Stack Auth are read over the network, and there is no access to it.')
  return new ApiLists(http, `${requireSafeUrl(baseUrl)}/api/v1`, {
    'x-stack-access-type': 'admin',
    'x-stack-project-id': projectId,
    'x-stack-super-secret-admin-key': key,
  })
}

/** The key must not travel in the clear, except to this machine. */
function requireSafeUrl(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UnreadableInput('The option "base_url" is not an HTTP address.')
  }
  // guard: the key of another service travels over HTTPS or on this machine only
  if (!hasPrivateTransport(url)) {
    throw new UnreadableInput('The option "base_url" must start with https://, because the calls have a secret key.')
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

const keyErrors = ['INVALID_SUPER_SECRET_ADMIN_KEY', 'SUPER_SECRET_ADMIN_KEY_NOT_FOUND']
const projectErrors = ['PROJECT_NOT_FOUND', 'CURRENT_PROJECT_NOT_FOUND', 'INVALID_PROJECT_ID']

function sentenceOf({ status, headers }: RefusedCall, projectId: string): string {
  const code = headers.get('x-stack-known-error')
  if (code && keyErrors.includes(code))
    return `The super secret admin key does not belong to the project ${projectId}, or is no longer valid.`
  if (code && projectErrors.includes(code)) return `The service has no project ${projectId}.`
  const known = code && /^[A-Z_]{1,100}$/.test(code) ? ` (${code})` : ''
  return `The service answers ${status}${known}. Check the options "base_url" and "project_id".`
}

/** Services of 2025 refuse `limit` for this list, and return the whole list without it. */
async function* readLongList(lists: ApiLists, path: string): AsyncGenerator<JsonObject> {
  const paged = await startedOrRefused(lists.readPages(path, { limit: PAGE_SIZE }))
  yield* paged ?? lists.readWhole(path)
}

/** Newer services leave out anonymous and restricted users by default. Older ones refuse these parameters. */
async function* readUsers(lists: ApiLists): AsyncGenerator<JsonObject> {
  const all = { limit: PAGE_SIZE, include_anonymous: 'true', include_restricted: 'true' }
  const users = await startedOrRefused(lists.readPages('/users', all))
  yield* users ?? lists.readPages('/users', { limit: PAGE_SIZE })
}

/**
 * The accounts that are connected for their tokens and do not sign in. Services before August 2025 do not have this
 * list, and every account signs in there. Our service has it for one user only, and every account signs in there too.
 */
async function* readConnectedOnly(lists: ApiLists): AsyncGenerator<JsonObject> {
  const isAbsent = (error: RefusedCall): boolean => error.status === 404 || isRefusedQuery(error)
  const accounts = await startedOrRefused(lists.readWhole('/oauth-providers'), isAbsent)
  for await (const account of accounts ?? []) if (account['allow_sign_in'] === false) yield account
}

/** Returns null if the service refuses the first call. */
async function startedOrRefused(
  items: AsyncGenerator<JsonObject>,
  isRefused = isRefusedQuery,
): Promise<AsyncGenerator<JsonObject> | null> {
  try {
    const first = await items.next()
    return startingWith(first, items)
  } catch (error) {
    if (error instanceof RefusedCall && isRefused(error)) return null
    throw error
  }
}

function isRefusedQuery({ headers }: RefusedCall): boolean {
  return headers.get('x-stack-known-error') === 'SCHEMA_ERROR'
}

async function* startingWith<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done === true) return
  yield first.value
  yield* rest
}

async function readDefinitions(lists: ApiLists): Promise<OrderedDefinitions> {
  const found: FoundDefinition[] = []
  for (const scope of ['team', 'project'] as const) {
    for await (const item of lists.readWhole(`/${scope}-permission-definitions`)) {
      const contained: readonly unknown[] = Array.isArray(item['contained_permission_ids'])
        ? item['contained_permission_ids']
        : []
      found.push({
        scope,
        id: idOf(item['id']),
        description: textOf(item['description']),
        contained: contained.flatMap((id) => textOf(id) ?? []),
      })
    }
  }
  return definitionsInOrder(found)
}

function addRow(table: SideTable, key: readonly unknown[], value: JsonObject): void {
  table.add(key.map(idOf).join(' '), 0, JSON.stringify(value))
}

function rowsOf(table: SideTable, key: readonly unknown[]): readonly JsonObject[] {
  return table.take(key.map(idOf).join(' ')).map(({ value }) => parseObject(value) ?? {})
}

/** Every object of the protocol has an id. An answer without one comes from another kind of service. */
function idOf(value: unknown): string {
  const id = textOf(value)
  if (id === null) throw new UnreadableInput('The service does not answer like Stack Auth: an object has no id.')
  return id
}

function toTeam(team: JsonObject): MovedTeam {
  const id = idOf(team['id'])
  return {
    kind: 'team',
    source_id: id,
    id,
    display_name: textOf(team['display_name']) ?? '',
    ...present({ ...metadataOf(team), created_at_millis: momentOf(team['created_at_millis']) }),
    ...present({ profile_image_url: imageOf(team['profile_image_url']) }),
  }
}

type Metadata = Pick<MovedUser, 'client_metadata' | 'client_read_only_metadata' | 'server_metadata'>

/** The protocol allows any JSON, such as a list. The values come from JSON. */
function metadataOf(item: JsonObject): Metadata {
  return {
    client_metadata: item['client_metadata'],
    client_read_only_metadata: item['client_read_only_metadata'],
    server_metadata: item['server_metadata'],
  } as Metadata
}

function toUser(user: JsonObject, channels: SideTable, connected: SideTable): MovedUser {
  const id = idOf(user['id'])
  const addresses = addressesOf(user, rowsOf(channels, [id]))
  return {
    kind: 'user',
    source_id: id,
    id,
    ...present({
      display_name: textOf(user['display_name']),
      profile_image_url: imageOf(user['profile_image_url']),
      ...metadataOf(user),
      signed_up_at_millis: momentOf(user['signed_up_at_millis']),
      last_active_at_millis: lastActiveOf(user),
      locale: textOf(user['locale']),
      selected_team_source_id: textOf(user['selected_team_id']),
    }),
    ...(addresses.length > 0 && { addresses }),
    // The API gives no hashes, authenticator secrets and passkeys.
    ...(user['has_password'] === true && { lost_password: 'no_hash' as const }),
    ...(user['requires_totp_mfa'] === true && { lost_second_factor: true }),
    ...(user['passkey_auth_enabled'] === true && { lost_passkeys: 1 }),
    ...movedAccounts(accountsOf(user['oauth_providers'], rowsOf(connected, [id]))),
    ...(user['otp_auth_enabled'] === true && { otp_auth_enabled: true }),
    ...(user['is_anonymous'] === true && { is_anonymous: true }),
    ...(user['restricted_by_admin'] === true && {
      suspension: {
        reason: textOf(user['restricted_by_admin_reason']),
        private_details: textOf(user['restricted_by_admin_private_details']),
        until_millis: momentOf(user['restricted_by_admin_until_millis']),
      },
    }),
  }
}

/** For a user who has never been active, the API repeats the time of the sign-up. */
function lastActiveOf(user: JsonObject): number | null {
  const { has_been_active: hasBeenActive, last_active_at_millis: last, signed_up_at_millis: signedUp } = user
  if (hasBeenActive === false || (hasBeenActive !== true && last === signedUp)) return null
  return momentOf(last)
}

/** Unlike other systems, the protocol has one format for moments. */
function momentOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

type Addresses = NonNullable<MovedUser['addresses']>

function addressesOf(user: JsonObject, channels: readonly JsonObject[]): Addresses {
  const addresses = channels.flatMap((channel) => {
    const value = channel['type'] === 'email' ? textOf(channel['value']) : null
    if (!value) return []
    return [
      {
        value,
        is_primary: channel['is_primary'] === true,
        is_verified: channel['is_verified'] === true,
        used_for_auth: channel['used_for_auth'] === true,
      },
    ]
  })
  const primary = textOf(user['primary_email'])
  if (addresses.length > 0 || !primary) return addresses
  // The user signed up after the channels were read.
  const isVerified = user['primary_email_verified'] === true
  const isForAuth = user['primary_email_auth_enabled'] === true
  return [{ value: primary, is_primary: true, is_verified: isVerified, used_for_auth: isForAuth }]
}

/**
 * In newer services, `id` names a configuration, and `type` the provider. An account that is connected for its tokens
 * is not a sign-in method, so it is lost.
 */
function accountsOf(listed: unknown, connectedOnly: readonly JsonObject[]): FoundAccount[] {
  const entries: readonly unknown[] = Array.isArray(listed) ? listed : []
  return entries.flatMap((entry) => {
    const account = asObject(entry)
    const provider = textOf(account?.['type']) ?? textOf(account?.['id'])
    if (!account || !provider) return []
    const accountId = textOf(account['account_id']) ?? textOf(account['provider_user_id']) ?? ''
    const isWayIn = !connectedOnly.some(
      ({ account_id: id, type }) => textOf(id) === accountId && textOf(type) === provider,
    )
    return [{ provider, accountId: isWayIn ? accountId : '', email: textOf(account['email']) }]
  })
}

/** A profile without its own name or picture shows the user's. */
function toMember(profile: JsonObject, grants: SideTable): MovedTeamMember {
  const [teamId, userId] = [idOf(profile['team_id']), idOf(profile['user_id'])]
  const user = asObject(profile['user'])
  const own = (field: string): unknown => (profile[field] === user?.[field] ? null : profile[field])
  return {
    kind: 'team_member',
    team_source_id: teamId,
    user_source_id: userId,
    ...present({
      display_name: textOf(own('display_name')),
      profile_image_url: imageOf(own('profile_image_url')),
    }),
    permission_ids: rowsOf(grants, [teamId, userId]).map(({ id }) => idOf(id)),
  }
}
