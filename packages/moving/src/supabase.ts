import type { MovedUser } from '@portico/contract'

import { readCsv } from './input/csv.ts'
import { parseObject, type JsonObject } from './input/json.ts'
import {
  requireFile,
  UnreadableInput,
  type FoundLine,
  type SideTable,
  type Reader,
  type SourceInput,
} from './input/source.ts'
import { readSqlDump, type SqlRow } from './input/sql-dump.ts'
import { isSqlDump } from './input/tables.ts'
import { imageUrlOf, isTrue, metadataOf, millisOf, present, textOf } from './values/fields.ts'
import { movedPassword } from './values/password-hashes.ts'
import { movedAccounts } from './values/provider-accounts.ts'
import { totpSecretOf } from './values/totp-secret.ts'

const title = 'Supabase'

/** @see https://github.com/supabase/auth/tree/v2.180.0/migrations */
export const supabase: Reader = {
  id: 'supabase',
  title,
  files: [
    {
      name: 'users',
      isRequired: true,
      description:
        'The table auth.users as CSV, or a dump that has all three tables: `supabase db dump --data-only --schema auth`, or `pg_dump --data-only`.',
    },
    { name: 'identities', isRequired: false, description: 'The table auth.identities as CSV. Not with a dump.' },
    { name: 'factors', isRequired: false, description: 'The table auth.mfa_factors as CSV. Not with a dump.' },
  ],
  options: [],
  read: readSupabase,
}

type Row = { line: number; row: SqlRow } | { line: number; problem: string }

async function* readSupabase(input: SourceInput): AsyncGenerator<FoundLine> {
  const users = requireFile(input, 'users')
  const isDump = await isSqlDump(users)
  const identities = input.createSideTable()
  const factors = input.createSideTable()
  try {
    if (isDump) {
      // A dump has its tables in any order, so it is read twice.
      for await (const item of readSqlDump(users, ['auth.identities', 'auth.mfa_factors'])) {
        if ('row' in item) addRow(item.table === 'auth.identities' ? identities : factors, item.line, item.row)
        else if (item.table !== '') yield { line: item.line, problem: `In ${item.table}: ${item.problem}` }
      }
    } else {
      yield* readSide(input, 'identities', ['user_id', 'provider'], identities)
      yield* readSide(input, 'factors', ['user_id', 'factor_type'], factors)
    }
    let isEmpty = true
    const rows = isDump
      ? readSqlDump(users, ['auth.users'])
      : readCsv(users, { title, columns: ['id', 'email', 'encrypted_password'] })
    for await (const item of rows as AsyncIterable<Row>) {
      isEmpty = false
      if ('row' in item) yield toLine(item.line, item.row, identities, factors)
      else yield { line: item.line, problem: item.problem }
    }
    if (isEmpty && isDump)
      throw new UnreadableInput('The dump has no rows of auth.users. Dump the data of the schema auth.', {
        code: 'wrong_file',
      })
  } finally {
    identities.close()
    factors.close()
  }
}

async function* readSide(
  input: SourceInput,
  name: 'identities' | 'factors',
  columns: readonly string[],
  table: SideTable,
): AsyncGenerator<FoundLine> {
  const file = input.files[name]
  if (!file) return
  for await (const item of readCsv(file, { title: `${title} (${name})`, columns })) {
    if ('row' in item) addRow(table, item.line, item.row)
    else yield { file: name, line: item.line, problem: `In the file of ${name}: ${item.problem}` }
  }
}

function addRow(table: SideTable, line: number, row: SqlRow): void {
  table.add(row['user_id'] ?? '', line, JSON.stringify(row))
}

function rowsOf(table: SideTable, id: string): readonly JsonObject[] {
  return table.take(id).map(({ value }) => parseObject(value) ?? {})
}

function toLine(line: number, row: SqlRow, identities: SideTable, factors: SideTable): FoundLine {
  const id = textOf(row['id'])
  if (!id) return { line, problem: 'The user has no id.' }
  if (textOf(row['deleted_at'])) return { line, problem: 'The user was deleted in Supabase.' }
  return { line, record: toUser(id, row, rowsOf(identities, id), rowsOf(factors, id)) }
}

function toUser(id: string, row: SqlRow, identities: readonly JsonObject[], factors: readonly JsonObject[]): MovedUser {
  const email = textOf(row['email'])
  const phone = textOf(row['phone'])
  const profile = parseObject(row['raw_user_meta_data'] ?? '')
  const verified = factors.filter(({ status }) => status === 'verified')
  const passkeys = verified.filter(({ factor_type: type }) => type === 'webauthn')
  const totp = verified.map(({ factor_type: type, secret }) => (type === 'totp' ? totpSecretOf(textOf(secret)) : null))
  const secret = totp.find((found) => found !== null) ?? null
  return {
    kind: 'user',
    source_id: id,
    id,
    ...present({
      display_name: textOf(profile?.['full_name']) ?? textOf(profile?.['name']),
      profile_image_url: imageUrlOf(profile?.['avatar_url'] ?? profile?.['picture']),
      // Users can change their `user_metadata` in Supabase, and can only read their `app_metadata`.
      client_metadata: metadataOf(profile),
      client_read_only_metadata: metadataOf(parseObject(row['raw_app_meta_data'] ?? '')),
      server_metadata: metadataOf(phone ? { phone_number: phone } : null),
      signed_up_at_millis: millisOf(row['created_at']),
      last_active_at_millis: millisOf(row['last_sign_in_at']),
      totp_secret_base64: secret,
    }),
    ...(email && {
      addresses: [
        {
          value: email,
          is_primary: true,
          is_verified: textOf(row['email_confirmed_at']) !== null,
          used_for_auth: true,
        },
      ],
    }),
    ...movedPassword(textOf(row['encrypted_password'])),
    ...movedAccounts(identities.flatMap(accountOf)),
    ...(verified.length > passkeys.length && secret === null && { lost_second_factor: true }),
    ...(passkeys.length > 0 && { lost_passkeys: passkeys.length }),
    ...(isTrue(row['is_anonymous']) && { is_anonymous: true }),
    ...suspensionOf(row['banned_until']),
  }
}

/** In dumps of old versions, the id of the account is the column `id`. */
function accountOf(identity: JsonObject): { provider: string; accountId: string; email: string | null }[] {
  const provider = textOf(identity['provider'])
  if (!provider || provider === 'email' || provider === 'phone') return []
  const data = parseObject(textOf(identity['identity_data']) ?? '')
  const accountId = textOf(identity['provider_id']) ?? textOf(data?.['sub']) ?? textOf(identity['id']) ?? ''
  const issuer = textOf(data?.['iss'])
  const isOfOwnServer = issuer !== null && publicIssuers[provider]?.test(issuer) === false
  return [
    { provider: isOfOwnServer ? `${provider} (own server)` : provider, accountId, email: textOf(data?.['email']) },
  ]
}

/** A project can use a GitHub or GitLab server of its own, whose numbers of accounts the public one has too. */
const publicIssuers: Readonly<Record<string, RegExp>> = {
  github: /^https:\/\/(?:api\.)?github\.com\/?$/,
  gitlab: /^https:\/\/gitlab\.com\/?$/,
}

const AFTER_YEAR_9999 = /^(?:infinity|\d{5})/

/** The importing service ends a ban by its date. Supabase writes a ban without an end as a date centuries ahead. */
function suspensionOf(until: string | null | undefined): Pick<MovedUser, 'suspension'> {
  if (!until) return {}
  const untilMillis = AFTER_YEAR_9999.test(until) ? null : millisOf(until)
  return { suspension: { reason: null, private_details: 'Banned in Supabase.', until_millis: untilMillis } }
}
