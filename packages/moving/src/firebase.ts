import type { MovedUser } from '@portico/contract'

import { asObject, parseObject, readJsonLists, type JsonObject } from './input/json.ts'
import { requireFile, UnreadableInput, type FoundLine, type Reader, type SourceInput } from './input/source.ts'
import { imageUrlOf, isTrue, metadataOf, millisOf, present, textOf } from './values/fields.ts'
import { firebaseHash, type FirebaseParameters } from './values/password-hashes.ts'
import { movedAccounts } from './values/provider-accounts.ts'

const console = 'In the Firebase console: Authentication, Users, the menu above the list, Password hash parameters.'

/** @see https://firebase.google.com/docs/cli/auth */
export const firebase: Reader = {
  id: 'firebase',
  title: 'Firebase Authentication',
  files: [
    { name: 'users', isRequired: true, description: 'The file of `firebase auth:export users.json --format=json`.' },
  ],
  options: [
    { name: 'signer_key', isRequired: false, isSecret: true, description: `base64_signer_key. ${console}` },
    { name: 'salt_separator', isRequired: false, isSecret: false, description: `base64_salt_separator. ${console}` },
    { name: 'rounds', isRequired: false, isSecret: false, description: `rounds. ${console} Default: 8.` },
    { name: 'mem_cost', isRequired: false, isSecret: false, description: `mem_cost. ${console} Default: 14.` },
  ],
  read: readFirebase,
}

async function* readFirebase(input: SourceInput): AsyncGenerator<FoundLine> {
  const parameters = parametersOf(input.options)
  let isFirst = true
  for await (const item of readJsonLists(requireFile(input, 'users'), ['users'])) {
    if ('problem' in item) {
      yield { line: item.line, problem: item.problem }
      continue
    }
    const id = textOf(item.value['localId'])
    if (!id) {
      if (isFirst) throw new UnreadableInput(describeWrongFile(item.value), { code: 'wrong_file' })
      yield { line: item.line, problem: 'The user has no localId.' }
      continue
    }
    isFirst = false
    yield { line: item.line, record: toUser(id, item.value, parameters) }
  }
  if (isFirst)
    yield {
      line: 1,
      problem: 'The file has no user. An export of Firebase has a list "users" of objects with a localId.',
    }
}

function describeWrongFile(first: JsonObject): string {
  const seen = Object.keys(first).slice(0, 20).join(', ')
  return `The file is not a user export of Firebase: its first entry has no localId. Its fields are ${seen}.`
}

/** Without the signer key, passwords cannot move. */
function parametersOf(options: SourceInput['options']): FirebaseParameters | null {
  const { signer_key: signerKey, salt_separator: saltSeparator, rounds, mem_cost: memoryCost } = options
  if (!signerKey) return null
  if (!saltSeparator)
    throw new UnreadableInput('The option "salt_separator" is missing. It belongs to the signer key.', {
      code: 'missing_option',
    })
  return { signerKey, saltSeparator, rounds: rounds || '8', memoryCost: memoryCost || '14' }
}

function toUser(id: string, user: JsonObject, parameters: FirebaseParameters | null): MovedUser {
  const email = textOf(user['email'])
  const phone = textOf(user['phoneNumber'])
  const accounts = providersOf(user)
  return {
    kind: 'user',
    source_id: id,
    ...present({
      display_name: textOf(user['displayName']),
      profile_image_url: imageUrlOf(user['photoUrl']),
      // Custom claims are JSON inside a string.
      client_read_only_metadata: metadataOf(parseObject(textOf(user['customAttributes']) ?? '')),
      server_metadata: metadataOf(phone ? { phone_number: phone } : null),
      signed_up_at_millis: millisOf(user['createdAt']),
      last_active_at_millis: millisOf(user['lastSignedInAt']),
    }),
    ...(email && {
      addresses: [{ value: email, is_primary: true, is_verified: isTrue(user['emailVerified']), used_for_auth: true }],
    }),
    ...passwordOf(user, parameters),
    ...movedAccounts(accounts),
    ...(isListWithEntries(user['mfaInfo']) && { lost_second_factor: true }),
    ...(!email && !phone && accounts.length === 0 && !user['passwordHash'] && { is_anonymous: true }),
    ...(isTrue(user['disabled']) && {
      suspension: { reason: null, private_details: 'Disabled in Firebase.', until_millis: null },
    }),
  }
}

function passwordOf(
  user: JsonObject,
  parameters: FirebaseParameters | null,
): Pick<MovedUser, 'password_hash' | 'lost_password'> {
  const [hash, salt] = [textOf(user['passwordHash']), textOf(user['salt'])]
  if (!hash) return {}
  if (!parameters) return { lost_password: 'no_hash' }
  // A user who was imported into Firebase has a hash of another algorithm, without a salt, until their next sign-in.
  return salt ? { password_hash: firebaseHash(hash, salt, parameters) } : { lost_password: 'unknown_format' }
}

function providersOf(user: JsonObject): { provider: string; accountId: string; email: string | null }[] {
  const listed: readonly unknown[] = Array.isArray(user['providerUserInfo']) ? user['providerUserInfo'] : []
  return listed.flatMap((entry) => {
    const info = asObject(entry)
    const provider = textOf(info?.['providerId'])
    if (!info || !provider || provider === 'password' || provider === 'phone') return []
    return [{ provider, accountId: textOf(info['rawId']) ?? '', email: textOf(info['email']) }]
  })
}

function isListWithEntries(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}
