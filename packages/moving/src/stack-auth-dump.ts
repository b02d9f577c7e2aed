import type { MovedRecord, MovedTeam, MovedTeamMember, MovedUser } from '@portico/contract'

import { asObject, parseObject, parseValue, type JsonObject } from './input/json.ts'
import { requireFile, UnreadableInput, type FoundLine, type SideTable, type SourceInput } from './input/source.ts'
import { readSqlDump, type SqlRow } from './input/sql-dump.ts'
import { definitionsInOrder, type FoundDefinition } from './values/definitions.ts'
import { imageOf, isTrue, millisOf, present, textOf } from './values/fields.ts'
import { movedPassword } from './values/password-hashes.ts'
import { movedAccounts, type FoundAccount } from './values/provider-accounts.ts'

// The tables of Stack Auth 2.8 (apps/backend/prisma/schema.prisma). The key of a record is its tenancy (project and
// branch) and its id.

const BRANCH = 'main'

/** Tables whose rows belong to a user. */
const tablesOfUsers = [
  'ContactChannel',
  'PasswordAuthMethod',
  'PasskeyAuthMethod',
  'OtpAuthMethod',
  'OAuthAuthMethod',
  'ProjectUserOAuthAccount',
  'TeamMember',
]

/** Permission definitions of versions before 2.8. Their schema is not published. */
const tablesNotRead = ['Permission', 'PermissionEdge']

interface Project {
  readonly id: string
  /** The domain of its passkeys, which the dump does not have. */
  readonly rpId: string | null
  readonly tenancies: Set<string>
  readonly definitions: Map<string, FoundDefinition>
  /** The line of the configuration that has the definitions. */
  definitionsLine: number
  readonly ofUsers: SideTable
  readonly grants: SideTable
}

/**
 * Reads a dump four times, because an import needs teams before users before members, and the tables are in another
 * order.
 */
export async function* readStackAuthDump(input: SourceInput, projectId: string): AsyncGenerator<FoundLine> {
  const project: Project = {
    id: projectId,
    rpId: input.options['rp_id'] ?? null,
    tenancies: new Set(),
    definitions: new Map(),
    definitionsLine: 1,
    ofUsers: input.createSideTable(),
    grants: input.createSideTable(),
  }
  try {
    yield* readSides(input, project)
    const { definitionsLine: line } = project
    const { problems, records } = definitionsInOrder([...project.definitions.values()])
    for (const record of records) yield { line, record }
    for (const problem of problems) yield { line, problem }
    yield* readTable(input, project, 'Team', toTeam)
    yield* readTable(input, project, 'ProjectUser', (row) => toUser(row, project))
    yield* readTable(input, project, 'TeamMember', (row) => toMember(row, project))
    yield* readTable(input, project, 'ProjectUserDirectPermission', toProjectPermission)
  } finally {
    project.ofUsers.close()
    project.grants.close()
  }
}

/** Reports the problems of all tables, so that the later readings report none. */
async function* readSides(input: SourceInput, project: Project): AsyncGenerator<FoundLine> {
  const grants = 'TeamMemberDirectPermission'
  const seenNotRead = new Set<string>()
  const others = [
    ...tablesNotRead,
    'Tenancy',
    'EnvironmentConfigOverride',
    'Team',
    'ProjectUser',
    'ProjectUserDirectPermission',
    grants,
  ]
  const otherProjects = new Set<string>()
  let last: FoundLine | undefined
  for await (const item of readSqlDump(requireFile(input, 'users'), [...tablesOfUsers, ...others].map(inPublic))) {
    if ('problem' in item) {
      last = { line: item.line, problem: item.table === '' ? item.problem : `In ${item.table}: ${item.problem}` }
      yield last
      continue
    }
    const { line, row } = item
    const table = item.table.slice(inPublic('').length)
    if (tablesNotRead.includes(table)) {
      if (!seenNotRead.has(table)) yield { line, problem: notRead(table) }
      seenNotRead.add(table)
    } else if (table === 'Tenancy') {
      if (row['projectId'] === project.id && row['branchId'] === BRANCH) project.tenancies.add(row['id'] ?? '')
      else if (otherProjects.size < 20) otherProjects.add(row['projectId'] ?? '')
    } else if (table === 'EnvironmentConfigOverride') {
      if (row['projectId'] === project.id && row['branchId'] === BRANCH) {
        addDefinitions(project, row['config'])
        project.definitionsLine = line
      }
    } else if (table === grants) {
      project.grants.add(keyOf(row, 'teamId', 'projectUserId'), line, JSON.stringify(row))
    } else if (tablesOfUsers.includes(table)) {
      project.ofUsers.add(keyOf(row, 'projectUserId'), line, JSON.stringify({ table, row }))
    }
  }
  if (project.tenancies.size > 0) return
  const missing = `The dump does not have the project ${project.id} in the table Tenancy.`
  if (otherProjects.size > 0)
    throw new UnreadableInput(`${missing} Its projects are ${[...otherProjects].join(', ')}.`, { code: 'wrong_file' })
  const problem = last && 'problem' in last ? ` Line ${last.line}: ${last.problem}` : ''
  throw new UnreadableInput(`${missing}${problem}`, { code: 'wrong_file' })
}

function notRead(table: string): string {
  return `The table ${table} of an older version of Stack Auth is not read. Create its permissions in the project before the import, or import over the API, which has them.`
}

function inPublic(table: string): string {
  return `public.${table}`
}

function keyOf(row: SqlRow, ...columns: readonly string[]): string {
  return ['tenancyId', ...columns].map((column) => row[column] ?? '').join(' ')
}

/** The configuration has its keys nested, or joined by dots. */
function addDefinitions({ definitions }: Project, config: string | null | undefined): void {
  const root = parseObject(config ?? '')
  const nested = asObject(asObject(root?.['rbac'])?.['permissions']) ?? asObject(root?.['rbac.permissions'])
  const prefix = 'rbac.permissions.'
  const joined = Object.entries(root ?? {}).filter(
    ([key]) => key.startsWith(prefix) && !key.slice(prefix.length).includes('.'),
  )
  const all = [
    ...Object.entries(nested ?? {}),
    ...joined.map(([key, value]) => [key.slice(prefix.length), value] as const),
  ]
  for (const [id, value] of all) {
    const definition = asObject(value)
    if (!definition) continue
    const contained = Object.entries(asObject(definition['containedPermissionIds']) ?? {})
    definitions.set(id, {
      id,
      scope: definition['scope'] === 'project' ? 'project' : 'team',
      description: textOf(definition['description']),
      contained: contained.filter(([, isContained]) => isContained === true).map(([name]) => name),
    })
  }
}

async function* readTable(
  input: SourceInput,
  { tenancies }: Project,
  table: string,
  toRecord: (row: SqlRow) => MovedRecord | string,
): AsyncGenerator<FoundLine> {
  for await (const item of readSqlDump(requireFile(input, 'users'), [inPublic(table)])) {
    // guard: a dump gives the records of the named project only (drop `!tenancies.has(item.row['tenancyId'] ?? '')`)
    //   [sources]
    if ('problem' in item || !tenancies.has(item.row['tenancyId'] ?? '')) continue
    const record = toRecord(item.row)
    yield typeof record === 'string' ? { line: item.line, problem: record } : { line: item.line, record }
  }
}

function metadataOf(row: SqlRow): Pick<MovedUser, 'client_metadata' | 'client_read_only_metadata' | 'server_metadata'> {
  // The columns have JSON.
  return {
    client_metadata: parseValue(row['clientMetadata'] ?? ''),
    client_read_only_metadata: parseValue(row['clientReadOnlyMetadata'] ?? ''),
    server_metadata: parseValue(row['serverMetadata'] ?? ''),
  } as ReturnType<typeof metadataOf>
}

function toTeam(row: SqlRow): MovedTeam | string {
  const id = textOf(row['teamId'])
  if (!id) return 'The team has no teamId.'
  return {
    kind: 'team',
    source_id: id,
    id,
    display_name: row['displayName'] ?? '',
    ...present({
      profile_image_url: imageOf(row['profileImageUrl']),
      ...metadataOf(row),
      created_at_millis: millisOf(row['createdAt']),
    }),
  }
}

/** The rows of a user by their tables. */
type Rows = (table: string) => readonly JsonObject[]

function rowsOfUser(row: SqlRow, { ofUsers }: Project): Rows {
  const all = ofUsers.take(keyOf(row, 'projectUserId')).map(({ value }) => parseObject(value) ?? {})
  return (table) => all.filter((item) => item['table'] === table).map((item) => asObject(item['row']) ?? {})
}

function toUser(row: SqlRow, project: Project): MovedUser | string {
  const id = textOf(row['projectUserId'])
  if (!id) return 'The user has no projectUserId.'
  const rows = rowsOfUser(row, project)
  const passkeys = passkeysOf(rows('PasskeyAuthMethod'), project.rpId)
  const addresses = addressesOf(rows('ContactChannel'))
  const [password] = rows('PasswordAuthMethod')
  const selected = rows('TeamMember').find((member) => isTrue(member['isSelected']))
  return {
    kind: 'user',
    source_id: id,
    id,
    ...present({
      display_name: textOf(row['displayName']),
      profile_image_url: imageOf(row['profileImageUrl']),
      ...metadataOf(row),
      signed_up_at_millis: millisOf(row['createdAt']),
      last_active_at_millis: millisOf(row['lastActiveAt']),
      selected_team_source_id: textOf(selected?.['teamId']),
    }),
    ...(addresses.length > 0 && { addresses }),
    ...movedPassword(textOf(password?.['passwordHash'])),
    ...secondFactorOf(row),
    ...(passkeys.length > 0 && { passkeys }),
    ...(passkeys.length < rows('PasskeyAuthMethod').length && {
      lost_passkeys: rows('PasskeyAuthMethod').length - passkeys.length,
    }),
    ...movedAccounts(accountsOf(rows)),
    ...(rows('OtpAuthMethod').length > 0 && { otp_auth_enabled: true }),
    ...(isTrue(row['isAnonymous']) && { is_anonymous: true }),
    ...(isTrue(row['restrictedByAdmin']) && {
      suspension: {
        reason: textOf(row['restrictedByAdminReason']),
        private_details: textOf(row['restrictedByAdminPrivateDetails']),
        until_millis: null,
      },
    }),
  }
}

function addressesOf(channels: readonly JsonObject[]): NonNullable<MovedUser['addresses']> {
  return channels.flatMap((channel) => {
    const value = channel['type'] === 'EMAIL' ? textOf(channel['value']) : null
    if (!value) return []
    return [
      {
        value,
        is_primary: isTrue(channel['isPrimary']),
        is_verified: isTrue(channel['isVerified']),
        used_for_auth: isTrue(channel['usedForAuth']),
      },
    ]
  })
}

/** A secret that is not required at sign-in is not in use. */
function secondFactorOf(row: SqlRow): Pick<MovedUser, 'totp_secret_base64' | 'lost_second_factor'> {
  if (!isTrue(row['requiresTotpMfa'])) return {}
  const hex = /^\\x((?:[0-9a-f]{2})+)$/i.exec(row['totpSecret'] ?? '')?.[1]
  return hex ? { totp_secret_base64: Buffer.from(hex, 'hex').toString('base64') } : { lost_second_factor: true }
}

function passkeysOf(rows: readonly JsonObject[], rpId: string | null): NonNullable<MovedUser['passkeys']> {
  return rows.flatMap((row) => {
    const [credentialId, publicKey] = [base64UrlOf(row['credentialId']), base64UrlOf(row['publicKey'])]
    if (!rpId || !credentialId || !publicKey) return []
    const isMultiDevice = row['credentialDeviceType'] === 'multiDevice'
    return [
      {
        credential_id: credentialId,
        public_key: publicKey,
        sign_count: Number(textOf(row['counter']) ?? 0),
        rp_id: rpId,
        transports: textOf(row['transports'])?.match(/[\w-]+/g) ?? [],
        is_backup_eligible: isMultiDevice,
        // Not in the dump. The authenticator states it at the next sign-in.
        is_backed_up: isMultiDevice,
        name: null,
        ...present({ created_at_millis: millisOf(row['createdAt']) }),
      },
    ]
  })
}

function base64UrlOf(value: unknown): string | null {
  const text = textOf(value)?.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return text && /^[\w-]+$/.test(text) ? text : null
}

/**
 * Only accounts of `OAuthAuthMethod` sign in. An account that is connected for its tokens must not become a sign-in
 * method, so it is lost.
 */
function accountsOf(rows: Rows): FoundAccount[] {
  const providerOf = (row: JsonObject): string =>
    textOf(row['configOAuthProviderId']) ?? textOf(row['oauthProviderConfigId']) ?? ''
  const methods = rows('OAuthAuthMethod')
  const accounts = rows('ProjectUserOAuthAccount')
  const isOf = (row: JsonObject, other: JsonObject): boolean =>
    providerOf(row) === providerOf(other) && row['providerAccountId'] === other['providerAccountId']
  const connectedOnly = accounts.filter((account) => !methods.some((method) => isOf(method, account)))
  return [
    ...methods.map((method) => ({
      provider: providerOf(method),
      accountId: textOf(method['providerAccountId']) ?? '',
      email: textOf(accounts.find((account) => isOf(method, account))?.['email']),
    })),
    // guard: an account that is connected for its tokens does not become a way in
    //   (replace `''` with `textOf(account['providerAccountId']) ?? ''`) [sources]
    ...connectedOnly.map((account) => ({ provider: providerOf(account), accountId: '' })),
  ]
}

/** Before 2.8, system permissions had a column of their own. */
function permissionOf(row: JsonObject): string | null {
  const system = textOf(row['systemPermission'])
  return textOf(row['permissionId']) ?? (system ? `$${system.toLowerCase()}` : null)
}

function toMember(row: SqlRow, { grants }: Project): MovedTeamMember | string {
  const [teamId, userId] = [textOf(row['teamId']), textOf(row['projectUserId'])]
  if (!teamId || !userId) return 'The member has no teamId or no projectUserId.'
  const granted = grants.take(keyOf(row, 'teamId', 'projectUserId')).map(({ value }) => parseObject(value) ?? {})
  return {
    kind: 'team_member',
    team_source_id: teamId,
    user_source_id: userId,
    ...present({ display_name: textOf(row['displayName']), profile_image_url: imageOf(row['profileImageUrl']) }),
    permission_ids: granted.flatMap((grant) => permissionOf(grant) ?? []),
  }
}

function toProjectPermission(row: SqlRow): MovedRecord | string {
  const [userId, permissionId] = [textOf(row['projectUserId']), permissionOf(row)]
  if (!userId || !permissionId) return 'The permission has no projectUserId or no permissionId.'
  return { kind: 'project_permission', user_source_id: userId, permission_id: permissionId }
}
