import type { MovedUser } from '@portico/contract'

import { asObject, readJsonLists, type JsonObject } from './input/json.ts'
import { requireFile, UnreadableInput, type FoundLine, type Reader, type SourceInput } from './input/source.ts'
import { imageUrlOf, idOf, isTrue, metadataOf, millisOf, present, textOf } from './values/fields.ts'
import { movedAccounts } from './values/provider-accounts.ts'

/** @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html */
export const cognito: Reader = {
  id: 'cognito',
  title: 'Amazon Cognito',
  files: [
    {
      name: 'users',
      isRequired: true,
      description: 'The file of `aws cognito-idp list-users --user-pool-id <id> --output json > users.json`.',
    },
  ],
  options: [],
  read: readCognito,
}

async function* readCognito(input: SourceInput): AsyncGenerator<FoundLine> {
  let isFirst = true
  for await (const item of readJsonLists(requireFile(input, 'users'), ['Users'])) {
    if ('problem' in item) {
      yield { line: item.line, problem: item.problem }
      continue
    }
    const name = textOf(item.value['Username'])
    if (!name) {
      if (isFirst) throw new UnreadableInput(describeWrongFile(item.value), { code: 'wrong_file' })
      yield { line: item.line, problem: 'The user has no Username.' }
      continue
    }
    isFirst = false
    yield { line: item.line, record: toUser(name, item.value) }
  }
  if (isFirst)
    yield {
      line: 1,
      problem: 'The file has no user. A file of list-users has a list "Users" of objects with a Username.',
    }
}

function describeWrongFile(first: JsonObject): string {
  const seen = Object.keys(first).slice(0, 20).join(', ')
  return `The file is not a file of Cognito's list-users: its first entry has no Username. Its fields are ${seen}.`
}

function toUser(name: string, user: JsonObject): MovedUser {
  const attributes = attributesOf(user['Attributes'])
  const email = attributes['email'] ?? null
  const status = textOf(user['UserStatus'])
  const accounts = identitiesOf(attributes['identities'])
  return {
    kind: 'user',
    source_id: attributes['sub'] ?? name,
    ...present({
      display_name: nameOf(attributes),
      profile_image_url: imageUrlOf(attributes['picture']),
      server_metadata: metadataOf(restOf(attributes, name)),
      signed_up_at_millis: millisOf(user['UserCreateDate']),
    }),
    ...(email && {
      addresses: [
        { value: email, is_primary: true, is_verified: isTrue(attributes['email_verified']), used_for_auth: true },
      ],
    }),
    // Cognito exports no hashes. Users of an external provider have no password there.
    ...(status !== 'EXTERNAL_PROVIDER' && { lost_password: 'no_hash' as const }),
    ...movedAccounts(accounts),
    ...(hasSecondFactor(user) && { lost_second_factor: true }),
    ...(user['Enabled'] === false && {
      suspension: { reason: null, private_details: 'Disabled in Cognito.', until_millis: null },
    }),
  }
}

function attributesOf(list: unknown): Readonly<Record<string, string>> {
  const entries: readonly unknown[] = Array.isArray(list) ? list : []
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const attribute = asObject(entry)
      const [name, value] = [textOf(attribute?.['Name']), textOf(attribute?.['Value'])]
      return name && value ? [[name, value]] : []
    }),
  )
}

function nameOf(attributes: Readonly<Record<string, string>>): string | null {
  const parts = [attributes['given_name'], attributes['family_name']].filter((part) => part !== undefined)
  return attributes['name'] ?? (parts.length > 0 ? parts.join(' ') : null)
}

/** Custom attributes, the phone number and the name for sign-in have no field of their own. */
function restOf(attributes: Readonly<Record<string, string>>, name: string): Record<string, string> {
  const custom = Object.entries(attributes).filter(([key]) => key.startsWith('custom:') || key === 'phone_number')
  const isOwnName = name !== attributes['sub'] && name !== attributes['email']
  return { ...Object.fromEntries(custom), ...(isOwnName && { username: name }) }
}

/** The kinds of identity providers that are one system. The others, `SAML` and `OIDC`, can be any. */
const systems: ReadonlyMap<string, string> = new Map([
  ['Google', 'google'],
  ['Facebook', 'facebook'],
  ['SignInWithApple', 'apple'],
  ['LoginWithAmazon', 'LoginWithAmazon'],
])

/**
 * The administrator of a pool chooses the names of SAML and OIDC providers, so that any system can be called `GitHub`.
 */
function providerOf(name: string, type: string | null): string {
  // guard: an account of Cognito moves by the kind of its identity provider (replace `type ??` with `null ??`) [sources]
  const kind = type ?? (systems.has(name) ? name : 'unknown')
  return systems.get(kind) ?? `${name} (${kind})`
}

/** The attribute is JSON inside a string. */
function identitiesOf(text = '[]'): { provider: string; accountId: string }[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return []
  }
  const listed: readonly unknown[] = Array.isArray(parsed) ? parsed : []
  return listed.flatMap((entry) => {
    const identity = asObject(entry)
    const name = textOf(identity?.['providerName'])
    if (!identity || !name) return []
    return [{ provider: providerOf(name, textOf(identity['providerType'])), accountId: idOf(identity['userId']) ?? '' }]
  })
}

function hasSecondFactor(user: JsonObject): boolean {
  return [user['MFAOptions'], user['UserMFASettingList']].some((list) => Array.isArray(list) && list.length > 0)
}
