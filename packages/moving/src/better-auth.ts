import type { MovedTeam, MovedTeamMember, MovedUser } from '@portico/contract'

import { parseObject, type JsonObject } from './input/json.ts'
import type { FoundLine, SideTable, Reader, SourceInput } from './input/source.ts'
import type { SqlRow } from './input/sql-dump.ts'
import { openTables, type DeclaredTable } from './input/tables.ts'
import { imageUrlOf, isTrue, metadataOf, millisOf, present, textOf, uuidOf } from './values/fields.ts'
import { betterAuthPassword, type MovedPassword } from './values/password-hashes.ts'
import { movedAccounts } from './values/provider-accounts.ts'

const title = 'better-auth'

const users: DeclaredTable = { file: 'users', names: ['user', 'users'], columns: ['id', 'email', 'emailVerified'] }
const organizations: DeclaredTable = {
  file: 'organizations',
  names: ['organization', 'organizations'],
  columns: ['id', 'name'],
}
const members: DeclaredTable = {
  file: 'members',
  names: ['member', 'members'],
  columns: ['organizationId', 'userId', 'role'],
}
/** Tables whose rows belong to a user. */
const tablesOfUsers: readonly DeclaredTable[] = [
  { file: 'accounts', names: ['account', 'accounts'], columns: ['accountId', 'providerId', 'userId'] },
  { file: 'sessions', names: ['session', 'sessions'], columns: ['userId', 'updatedAt'] },
  { file: 'passkeys', names: ['passkey', 'passkeys'], columns: ['userId'] },
]

/** @see https://www.better-auth.com/docs/concepts/database */
export const betterAuth: Reader = {
  id: 'better-auth',
  title,
  files: [
    {
      name: 'users',
      isRequired: true,
      description: 'The table user as CSV, or a dump of PostgreSQL that has all tables: `pg_dump --data-only`.',
    },
    {
      name: 'accounts',
      isRequired: false,
      description: 'The table account as CSV. Only it has passwords and provider accounts. Not with a dump.',
    },
    {
      name: 'sessions',
      isRequired: false,
      description: 'The table session as CSV, for the last activity. Not with a dump.',
    },
    { name: 'passkeys', isRequired: false, description: 'The table passkey as CSV, to count them. Not with a dump.' },
    { name: 'organizations', isRequired: false, description: 'The table organization as CSV. Not with a dump.' },
    { name: 'members', isRequired: false, description: 'The table member as CSV. Not with a dump.' },
  ],
  options: [],
  read: readBetterAuth,
}

async function* readBetterAuth(input: SourceInput): AsyncGenerator<FoundLine> {
  const tables = await openTables(input, title, users, [...tablesOfUsers, organizations, members])
  const side = input.createSideTable()
  try {
    for (const table of tablesOfUsers) {
      for await (const item of tables.read(table)) {
        if ('problem' in item) yield item
        else side.add(item.row['userId'] ?? '', item.line, JSON.stringify({ table: table.file, row: item.row }))
      }
    }
    for await (const item of tables.read(organizations))
      yield 'problem' in item ? item : { file: item.file, ...toTeam(item.line, item.row) }
    for await (const item of tables.read(users))
      yield 'problem' in item ? item : { file: item.file, ...toUser(item.line, item.row, side) }
    for await (const item of tables.read(members))
      yield 'problem' in item ? item : { file: item.file, ...toMember(item.line, item.row) }
  } finally {
    side.close()
  }
}

function toTeam(line: number, row: SqlRow): FoundLine {
  const id = textOf(row['id'])
  if (!id) return { line, problem: 'The organization has no id.' }
  const slug = textOf(row['slug'])
  const record: MovedTeam = {
    kind: 'team',
    source_id: id,
    display_name: row['name'] ?? '',
    ...present({
      id: uuidOf(id),
      profile_image_url: imageUrlOf(row['logo']),
      server_metadata: metadataOf({ ...parseObject(row['metadata'] ?? ''), ...(slug && { slug }) }),
      created_at_millis: millisOf(row['createdAt']),
    }),
  }
  return { line, record }
}

/** A role has the permissions that new projects come with. */
function toMember(line: number, row: SqlRow): FoundLine {
  const [teamId, userId] = [textOf(row['organizationId']), textOf(row['userId'])]
  if (!teamId || !userId) return { line, problem: 'The member has no organizationId or no userId.' }
  const isAdmin = (row['role'] ?? '').split(',').some((role) => role.trim() === 'owner' || role.trim() === 'admin')
  const record: MovedTeamMember = {
    kind: 'team_member',
    team_source_id: teamId,
    user_source_id: userId,
    permission_ids: [isAdmin ? 'team_admin' : 'team_member'],
  }
  return { line, record }
}

function toUser(line: number, row: SqlRow, side: SideTable): FoundLine {
  const id = textOf(row['id'])
  if (!id) return { line, problem: 'The user has no id.' }
  const rows = side.take(id).map(({ value }) => parseObject(value) ?? {})
  const rowsOf = (table: string): readonly JsonObject[] =>
    rows.flatMap((item) => (item['table'] === table ? [item['row'] as JsonObject] : []))
  const isAnonymous = isTrue(row['isAnonymous'])
  const email = isAnonymous ? null : textOf(row['email'])
  const accounts = rowsOf('accounts')
  const passkeys = rowsOf('passkeys').length
  const activity = rowsOf('sessions').map((session) => millisOf(session['updatedAt']) ?? 0)
  const last = Math.max(0, ...activity)
  const record: MovedUser = {
    kind: 'user',
    source_id: id,
    ...present({
      id: uuidOf(id),
      display_name: textOf(row['name']),
      profile_image_url: imageUrlOf(row['image']),
      server_metadata: metadataOf(
        present({
          username: textOf(row['username']),
          phone_number: textOf(row['phoneNumber']),
          role: textOf(row['role']),
        }),
      ),
      signed_up_at_millis: millisOf(row['createdAt']),
      last_active_at_millis: last > 0 ? last : null,
    }),
    ...(email && {
      addresses: [{ value: email, is_primary: true, is_verified: isTrue(row['emailVerified']), used_for_auth: true }],
    }),
    ...passwordOf(accounts),
    ...movedAccounts(
      accounts
        .filter(({ providerId }) => providerId !== 'credential')
        .map((account) => ({
          provider: textOf(account['providerId']) ?? '',
          accountId: textOf(account['accountId']) ?? '',
        })),
    ),
    // The secret is encrypted with the secret of the application.
    ...(isTrue(row['twoFactorEnabled']) && { lost_second_factor: true }),
    // Their user handle is random, and the service compares it with the id of the user.
    ...(passkeys > 0 && { lost_passkeys: passkeys }),
    ...(isAnonymous && { is_anonymous: true }),
    ...(isTrue(row['banned']) && {
      suspension: {
        reason: textOf(row['banReason']),
        private_details: 'Banned in better-auth.',
        until_millis: millisOf(row['banExpires']),
      },
    }),
  }
  return { line, record }
}

function passwordOf(accounts: readonly JsonObject[]): MovedPassword {
  const account = accounts.find(({ providerId }) => providerId === 'credential')
  return account ? betterAuthPassword(textOf(account['password'])) : {}
}
