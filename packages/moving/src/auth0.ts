import type { MovedUser } from '@portico/contract'

import { readCsv, type CsvRow } from './input/csv.ts'
import { asObject, readJsonObjects, type JsonObject } from './input/json.ts'
import {
  requireFile,
  UnreadableInput,
  type FoundLine,
  type SideTable,
  type Reader,
  type SourceInput,
} from './input/source.ts'
import { firstCharacter } from './input/text.ts'
import { imageUrlOf, idOf, isTrue, metadataOf, millisOf, present, textOf } from './values/fields.ts'
import { movedPassword, type MovedPassword } from './values/password-hashes.ts'
import { movedAccounts, type FoundAccount } from './values/provider-accounts.ts'

const title = 'Auth0'
const databaseProvider = 'auth0'

/**
 * @see https://auth0.com/docs/manage-users/user-migration/bulk-user-exports
 * @see https://auth0.com/docs/manage-users/user-migration/user-migration-scenarios
 */
export const auth0: Reader = {
  id: 'auth0',
  title,
  files: [
    {
      name: 'users',
      isRequired: true,
      description: 'The bulk user export: JSON (one object per line) or CSV, with the fields user_id and identities.',
    },
    {
      name: 'hashes',
      isRequired: false,
      description:
        'The export of password hashes, which the support of Auth0 sends on request: one JSON object per line.',
    },
  ],
  options: [],
  read: readAuth0,
}

async function* readAuth0(input: SourceInput): AsyncGenerator<FoundLine> {
  const users = requireFile(input, 'users')
  const hashes = input.createSideTable()
  try {
    yield* readHashes(input, hashes)
    const start = await firstCharacter(users)
    const items = start === '{' || start === '[' ? readJsonObjects(users) : csvUsers(input)
    let isFirst = true
    for await (const item of items) {
      if ('problem' in item) {
        yield { line: item.line, problem: item.problem }
        continue
      }
      const id = textOf(item.value['user_id']) ?? textOf(item.value['Id'])
      if (!id) {
        if (isFirst) throw new UnreadableInput(describeWrongFile(item.value), { code: 'wrong_file' })
        yield { line: item.line, problem: 'The user has no user_id.' }
        continue
      }
      isFirst = false
      yield { line: item.line, record: toUser(id, item.value, hashes) }
    }
    for (const { key, line } of hashes.remaining()) {
      yield { file: 'hashes', line, problem: `In the file of hashes: the file of users has no user auth0|${key}.` }
    }
  } finally {
    hashes.close()
  }
}

function describeWrongFile(first: JsonObject): string {
  const seen = Object.keys(first).slice(0, 20).join(', ')
  return `The file is not a user export of Auth0: its first entry has no user_id. Its fields are ${seen}.`
}

async function* readHashes(input: SourceInput, hashes: SideTable): AsyncGenerator<FoundLine> {
  const file = input.files['hashes']
  if (!file) return
  for await (const item of readJsonObjects(file)) {
    if ('problem' in item) {
      yield { file: 'hashes', line: item.line, problem: `In the file of hashes: ${item.problem}` }
      continue
    }
    const id = textOf(asObject(item.value['_id'])?.['$oid']) ?? textOf(item.value['_id'])
    const hash = textOf(item.value['passwordHash']) ?? textOf(item.value['password_hash'])
    if (id && hash) hashes.add(id, item.line, hash)
    else
      yield {
        file: 'hashes',
        line: item.line,
        problem: 'In the file of hashes: the entry has no _id or no passwordHash.',
      }
  }
}

type Item = { line: number; value: JsonObject } | { line: number; problem: string }

async function* csvUsers(input: SourceInput): AsyncGenerator<Item> {
  for await (const item of readCsv(requireFile(input, 'users'), { title, columns: [] })) {
    if ('problem' in item) yield item
    else yield { line: item.line, value: unflatten(item.row) }
  }
}

/**
 * A column has the name or the path of a field, such as `identities[0].connection` or `user_metadata.plan`. Objects are
 * JSON.
 */
function unflatten(row: CsvRow): JsonObject {
  const user: Record<string, unknown> = {}
  const identities: Record<string, unknown>[] = []
  for (const [column, text] of Object.entries(row)) {
    if (text === '') continue
    const identity = /^identities\[?[.]?(\d)\]?\.(\w+)$/.exec(column)
    const metadata = /^(user_metadata|app_metadata)\.(\w+)$/.exec(column)
    if (identity) {
      const [, index = '0', field = ''] = identity
      const known = (identities[Number(index)] ??= {})
      known[field] = text
    } else if (metadata) {
      const [, name = '', field = ''] = metadata
      user[name] = { ...asObject(user[name]), [field]: text }
    } else user[column] = /^[[{]/.test(text) ? parsed(text) : text
  }
  const found = identities.filter((identity) => identity !== undefined)
  return found.length > 0 ? { ...user, identities: found } : user
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function toUser(id: string, user: JsonObject, hashes: SideTable): MovedUser {
  const identities = identitiesOf(id, user)
  const databaseIdentity = identities.find(({ provider }) => provider === databaseProvider)
  const email = textOf(user['email'])
  const phone = textOf(user['phone_number'])
  return {
    kind: 'user',
    source_id: id,
    ...present({
      display_name: nameOf(textOf(user['name']), email, user),
      profile_image_url: imageUrlOf(user['picture']),
      client_metadata: metadataOf(user['user_metadata']),
      server_metadata: metadataOf({ ...asObject(user['app_metadata']), ...(phone && { phone_number: phone }) }),
      signed_up_at_millis: millisOf(user['created_at']),
      last_active_at_millis: millisOf(user['last_login']),
    }),
    ...(email && {
      addresses: [{ value: email, is_primary: true, is_verified: isTrue(user['email_verified']), used_for_auth: true }],
    }),
    ...(databaseIdentity && passwordOf(databaseIdentity.accountId, hashes)),
    ...movedAccounts(identities.filter(({ provider }) => provider !== databaseProvider && !isPasswordless(provider))),
    ...(email && identities.some(({ provider }) => provider === 'email') && { otp_auth_enabled: true }),
    ...(hasSecondFactor(user) && { lost_second_factor: true }),
    ...(isTrue(user['blocked']) && {
      suspension: { reason: null, private_details: 'Blocked in Auth0.', until_millis: null },
    }),
  }
}

/** Auth0 repeats the address as the name of a user without one. */
function nameOf(name: string | null, email: string | null, user: JsonObject): string | null {
  if (name && name !== email) return name
  const parts = [textOf(user['given_name']), textOf(user['family_name'])].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(' ') : textOf(user['nickname'])
}

function isPasswordless(provider: string): boolean {
  return provider === 'email' || provider === 'sms'
}

/** An export without identities still has the provider in the id. */
function identitiesOf(id: string, user: JsonObject): FoundAccount[] {
  const listed = Array.isArray(user['identities']) ? user['identities'] : []
  const found = listed.flatMap((entry: unknown) => {
    const identity = asObject(entry)
    const provider = textOf(identity?.['provider'])
    const accountId = idOf(identity?.['user_id'])
    if (!identity || !provider || !accountId) return []
    return [{ provider, accountId, email: textOf(asObject(identity['profileData'])?.['email']) }]
  })
  const bar = id.indexOf('|')
  if (found.length > 0 || bar < 0) return found
  return [{ provider: id.slice(0, bar), accountId: id.slice(bar + 1), email: null }]
}

function passwordOf(id: string, hashes: SideTable): MovedPassword {
  const row = hashes.take(id).at(-1)
  if (row) return movedPassword(row.value)
  return { lost_password: 'no_hash' }
}

function hasSecondFactor(user: JsonObject): boolean {
  const factors = user['multifactor']
  return Array.isArray(factors) ? factors.length > 0 : textOf(factors) !== null
}
