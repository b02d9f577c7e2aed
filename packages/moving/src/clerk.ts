import type { MovedUser } from '@portico/contract'

import { readCsv, type CsvRow } from './input/csv.ts'
import { asObject, parseObject, readJsonObjects, type JsonObject } from './input/json.ts'
import { UnreadableInput, type FoundLine, type SideTable, type Reader, type SourceInput } from './input/source.ts'
import { imageUrlOf, metadataOf, millisOf, present, textOf } from './values/fields.ts'
import { firebaseHash, movedPassword, type MovedPassword } from './values/password-hashes.ts'
import { movedAccounts } from './values/provider-accounts.ts'
import { totpSecretOf } from './values/totp-secret.ts'

const title = 'Clerk'

/**
 * @see https://clerk.com/docs/deployments/exporting-users
 * @see https://clerk.com/docs/reference/backend-api/tag/users/get/users
 */
export const clerk: Reader = {
  id: 'clerk',
  title,
  files: [
    {
      name: 'users',
      isRequired: false,
      description:
        'The CSV of the dashboard (Settings, User exports). Only it has password hashes and authenticator secrets.',
    },
    {
      name: 'details',
      isRequired: false,
      description:
        'The users of the Backend API (GET /v1/users) as a JSON array or one object per line. Only it has dates, metadata, provider accounts and bans.',
    },
  ],
  options: [],
  read: readClerk,
}

async function* readClerk(input: SourceInput): AsyncGenerator<FoundLine> {
  const { users, details } = input.files
  if (!users && !details)
    throw new UnreadableInput('A file is missing: "users" (CSV), "details" (JSON), or better both.', {
      code: 'missing_file',
    })
  const table = input.createSideTable()
  try {
    yield* readDetails(input, table)
    if (users) {
      for await (const item of readCsv(users, { title, columns: ['id', 'primary_email_address'] })) {
        if ('problem' in item) {
          yield item
          continue
        }
        const { id = '' } = item.row
        const detail = table.take(id).at(-1)
        if (id === '') yield { line: item.line, problem: 'The user has no id.' }
        else yield { line: item.line, record: toUser(id, item.row, detail ? parseObject(detail.value) : null) }
      }
    }
    for (const { key, line, value } of table.remaining()) {
      yield { file: 'details', line, record: toUser(key, null, parseObject(value)) }
    }
  } finally {
    table.close()
  }
}

async function* readDetails(input: SourceInput, table: SideTable): AsyncGenerator<FoundLine> {
  const { details } = input.files
  if (!details) return
  let isFirst = true
  for await (const item of readJsonObjects(details)) {
    if ('problem' in item) {
      yield { file: 'details', line: item.line, problem: `In the file of details: ${item.problem}` }
      continue
    }
    const id = textOf(item.value['id'])
    if (id && Array.isArray(item.value['email_addresses'])) {
      table.add(id, item.line, JSON.stringify(item.value))
    } else if (isFirst) {
      const seen = Object.keys(item.value).slice(0, 20).join(', ')
      throw new UnreadableInput(
        `The file of details is not a list of Clerk's users: its first entry has no id or no email_addresses. Its fields are ${seen}.`,
        { code: 'wrong_file' },
      )
    } else
      yield {
        file: 'details',
        line: item.line,
        problem: 'In the file of details: the user has no id or no email_addresses.',
      }
    isFirst = false
  }
}

function toUser(id: string, row: CsvRow | null, details: JsonObject | null): MovedUser {
  const username = textOf(row?.['username']) ?? textOf(details?.['username'])
  const phone = textOf(row?.['primary_phone_number'])
  const addresses = details ? addressesOf(details) : row ? addressesOfRow(row) : []
  const totp = totpSecretOf(row?.['totp_secret'])
  return {
    kind: 'user',
    source_id: id,
    ...present({
      display_name: nameOf(row, details),
      // Clerk draws a picture for a user without one.
      profile_image_url: details?.['has_image'] === false ? null : imageUrlOf(details?.['image_url']),
      client_metadata: metadataOf(details?.['unsafe_metadata']),
      client_read_only_metadata: metadataOf(details?.['public_metadata']),
      server_metadata: metadataOf({
        ...asObject(details?.['private_metadata']),
        ...(username && { username }),
        ...(phone && { phone_number: phone }),
      }),
      signed_up_at_millis: millisOf(details?.['created_at']),
      last_active_at_millis: millisOf(details?.['last_active_at']) ?? millisOf(details?.['last_sign_in_at']),
      totp_secret_base64: totp,
    }),
    ...(addresses.length > 0 && { addresses }),
    ...passwordOf(row, details),
    ...movedAccounts(accountsOf(details)),
    ...(!totp && details?.['two_factor_enabled'] === true && { lost_second_factor: true }),
    ...lostPasskeys(details?.['passkeys']),
    ...(details?.['banned'] === true && {
      suspension: { reason: null, private_details: 'Banned in Clerk.', until_millis: null },
    }),
  }
}

function nameOf(row: CsvRow | null, details: JsonObject | null): string | null {
  const parts = ['first_name', 'last_name'].flatMap((field) => textOf(row?.[field]) ?? textOf(details?.[field]) ?? [])
  return parts.length > 0 ? parts.join(' ') : null
}

type Addresses = NonNullable<MovedUser['addresses']>

/** The lists are separated by bars. The order of the columns makes verified addresses win over the others. */
function addressesOfRow(row: CsvRow): Addresses {
  const primary = textOf(row['primary_email_address'])
  const verified = listOf(row['verified_email_addresses'])
  const all = new Set([...(primary ? [primary] : []), ...verified, ...listOf(row['unverified_email_addresses'])])
  return [...all].map((value) => ({
    value,
    is_primary: value === primary,
    is_verified: verified.includes(value),
    used_for_auth: value === primary,
  }))
}

function listOf(text = ''): readonly string[] {
  return text.split(/[|\s]+/).filter((value) => value !== '')
}

function addressesOf(details: JsonObject): Addresses {
  const listed: readonly unknown[] = Array.isArray(details['email_addresses']) ? details['email_addresses'] : []
  return listed.flatMap((entry) => {
    const address = asObject(entry)
    const value = textOf(address?.['email_address'])
    if (!address || !value) return []
    const isPrimary = address['id'] === details['primary_email_address_id']
    const isVerified = asObject(address['verification'])?.['status'] === 'verified'
    return [{ value, is_primary: isPrimary, is_verified: isVerified, used_for_auth: isPrimary }]
  })
}

function passwordOf(row: CsvRow | null, details: JsonObject | null): MovedPassword {
  const digest = textOf(row?.['password_digest'])
  if (!digest) return details?.['password_enabled'] === true ? { lost_password: 'no_hash' } : {}
  if (row?.['password_hasher'] !== 'scrypt_firebase') return movedPassword(digest)
  const [hash, salt, signerKey, saltSeparator, rounds, memoryCost] = digest.split('$')
  if (!hash || !salt || !signerKey || !saltSeparator || !rounds || !memoryCost)
    return { lost_password: 'unknown_format' }
  return { password_hash: firebaseHash(hash, salt, { signerKey, saltSeparator, rounds, memoryCost }) }
}

/** Providers are named `oauth_google`. An account of SAML has another list. */
function accountsOf(details: JsonObject | null): { provider: string; accountId: string; email: string | null }[] {
  const [external, saml] = [details?.['external_accounts'], details?.['saml_accounts']]
  const listed: readonly unknown[] = [
    ...(Array.isArray(external) ? external : []),
    ...(Array.isArray(saml) ? saml : []),
  ]
  return listed.flatMap((entry) => {
    const account = asObject(entry)
    const provider = textOf(account?.['provider'])
    if (!account || !provider) return []
    const accountId =
      textOf(account['provider_user_id']) ?? textOf(account['google_id']) ?? textOf(account['facebook_id'])
    return [
      {
        provider: provider.replace(/^oauth_/, ''),
        accountId: accountId ?? '',
        email: textOf(account['email_address']),
      },
    ]
  })
}

function lostPasskeys(passkeys: unknown): Pick<MovedUser, 'lost_passkeys'> {
  return Array.isArray(passkeys) && passkeys.length > 0 ? { lost_passkeys: passkeys.length } : {}
}
