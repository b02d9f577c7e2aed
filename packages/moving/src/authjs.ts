import type { MovedUser } from '@portico/contract'

import { parseObject } from './input/json.ts'
import type { FoundLine, SideTable, Reader, SourceInput } from './input/source.ts'
import type { SqlRow } from './input/sql-dump.ts'
import { openTables, type DeclaredTable } from './input/tables.ts'
import { imageUrlOf, isTrue, present, textOf, uuidOf } from './values/fields.ts'
import { movedPassword } from './values/password-hashes.ts'
import { movedAccounts } from './values/provider-accounts.ts'

const title = 'Auth.js'

const users: DeclaredTable = { file: 'users', names: ['users', 'user', 'User'], columns: ['id', 'email'] }
const accounts: DeclaredTable = {
  file: 'accounts',
  names: ['accounts', 'account', 'Account'],
  columns: ['userId', 'provider', 'providerAccountId'],
}
const authenticators: DeclaredTable = {
  file: 'authenticators',
  names: ['authenticators', 'authenticator', 'Authenticator'],
  columns: ['userId'],
}

/** @see https://authjs.dev/concepts/database-models */
export const authjs: Reader = {
  id: 'authjs',
  title,
  files: [
    {
      name: 'users',
      isRequired: true,
      description:
        'The table of users of the adapter as CSV, or a dump of PostgreSQL that has all tables: `pg_dump --data-only`.',
    },
    { name: 'accounts', isRequired: false, description: 'The table of accounts as CSV. Not with a dump.' },
    {
      name: 'authenticators',
      isRequired: false,
      description: 'The table of authenticators (passkeys) as CSV, to count them. Not with a dump.',
    },
  ],
  options: [],
  read: readAuthjs,
}

async function* readAuthjs(input: SourceInput): AsyncGenerator<FoundLine> {
  const tables = await openTables(input, title, users, [accounts, authenticators])
  const ofUsers = input.createSideTable()
  const passkeys = input.createSideTable()
  try {
    for await (const item of tables.read(accounts)) {
      if ('problem' in item) yield item
      else ofUsers.add(item.row['userId'] ?? '', item.line, JSON.stringify(item.row))
    }
    for await (const item of tables.read(authenticators)) {
      if ('problem' in item) yield item
      else passkeys.add(item.row['userId'] ?? '', item.line, '')
    }
    for await (const item of tables.read(users)) {
      yield 'problem' in item ? item : { file: item.file, ...toUser(item.line, item.row, ofUsers, passkeys) }
    }
  } finally {
    ofUsers.close()
    passkeys.close()
  }
}

function toUser(line: number, row: SqlRow, ofUsers: SideTable, passkeys: SideTable): FoundLine {
  const id = textOf(row['id'])
  if (!id) return { line, problem: 'The user has no id.' }
  const linked = ofUsers.take(id).map(({ value }) => parseObject(value) ?? {})
  const email = textOf(row['email'])
  const lost = passkeys.take(id).length
  // A moment in most adapters, true or false in some.
  const verified = textOf(row['emailVerified'])
  const isVerified = verified !== null && (isTrue(verified) || /^\d{4}/.test(verified))
  const found = linked.filter(({ type }) => type !== 'credentials' && type !== 'email' && type !== 'webauthn')
  // Auth.js has no passwords. Applications add a column for the provider "credentials".
  const password = movedPassword(
    textOf(row['password']) ?? textOf(row['passwordHash']) ?? textOf(row['hashedPassword']),
  )
  const record: MovedUser = {
    kind: 'user',
    source_id: id,
    ...present({
      id: uuidOf(id),
      display_name: textOf(row['name']),
      profile_image_url: imageUrlOf(row['image']),
    }),
    // guard: an address of Auth.js is verified only if its table says so (replace `isVerified` with `true`) [sources]
    ...(email && { addresses: [{ value: email, is_primary: true, is_verified: isVerified, used_for_auth: true }] }),
    ...password,
    // Without an account, a verified address was verified by a link that signed the user in.
    ...(email && isVerified && found.length === 0 && { otp_auth_enabled: true }),
    ...movedAccounts(
      found.map((account) => ({
        provider: textOf(account['provider']) ?? '',
        accountId: textOf(account['providerAccountId']) ?? '',
      })),
    ),
    ...(lost > 0 && { lost_passkeys: lost }),
  }
  return { line, record }
}
