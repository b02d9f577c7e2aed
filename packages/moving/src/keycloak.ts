import type { MovedTeam, MovedUser } from '@portico/contract'

import { asObject, parseObject, readJsonLists, type JsonObject } from './input/json.ts'
import { requireFile, UnreadableInput, type FoundLine, type Reader, type SourceInput } from './input/source.ts'
import { imageUrlOf, localeOf, metadataOf, millisOf, present, textOf, uuidOf } from './values/fields.ts'
import { movedPassword, phcHash, type MovedPassword } from './values/password-hashes.ts'
import { movedAccounts, providerIdOf } from './values/provider-accounts.ts'
import { totpSecretOf } from './values/totp-secret.ts'

/** @see https://www.keycloak.org/server/importExport */
export const keycloak: Reader = {
  id: 'keycloak',
  title: 'Keycloak',
  files: [
    {
      name: 'users',
      isRequired: true,
      description:
        'The file of `kc.sh export --realm <name> --users same_file --file realm.json`. Join several files with `cat realm.json realm-users-*.json > all.json`.',
    },
  ],
  options: [],
  read: readKeycloak,
}

/** Reads the file three times, because an import needs teams before users before members. */
async function* readKeycloak(input: SourceInput): AsyncGenerator<FoundLine> {
  const file = requireFile(input, 'users')
  const teams = new Map<string, MovedTeam>()
  const providers: Providers = new Map()
  for await (const item of readJsonLists(file, ['groups', 'identityProviders'])) {
    if (item.list === 'identityProviders') {
      const alias = 'problem' in item ? null : textOf(item.value['alias'])
      if ('problem' in item) yield { line: item.line, problem: `In the identity providers: ${item.problem}` }
      else if (alias) providers.set(alias, kindOf(item.value))
    }
    if (item.list !== 'groups') continue
    const team = 'problem' in item ? null : toTeam(item.value)
    if ('problem' in item) yield { line: item.line, problem: `In the groups: ${item.problem}` }
    else if (team) {
      teams.set(pathOf(item.value), team)
      yield { line: item.line, record: team }
    }
  }
  let isFirst = true
  let hasReportedRealm = false
  for await (const item of readJsonLists(file, ['users'])) {
    if ('problem' in item) {
      yield { line: item.line, problem: item.problem }
      continue
    }
    const id = sourceIdOf(item.value)
    const client = textOf(item.value['serviceAccountClientId'])
    if (!id || !textOf(item.value['username'])) {
      if (isFirst) throw new UnreadableInput(describeWrongFile(item.value), { code: 'wrong_file' })
      yield { line: item.line, problem: 'The user has no username.' }
    } else if (client) {
      yield { line: item.line, problem: `The user is the service account of the client ${client}.` }
    } else {
      const [identity] = objectsOf(item.value['federatedIdentities'])
      if (identity && providers.size === 0 && !hasReportedRealm) {
        hasReportedRealm = true
        yield { line: item.line, problem: describeMissingRealm(textOf(identity['identityProvider']) ?? '') }
      }
      yield { line: item.line, record: toUser(id, item.value, teams, providers) }
    }
    isFirst = false
  }
  if (isFirst) {
    yield { line: 1, problem: 'The file has no user. An export of a realm has a list "users". Export with its users.' }
  }
  if (teams.size > 0) yield* readMembers(input, teams)
}

async function* readMembers(input: SourceInput, teams: ReadonlyMap<string, MovedTeam>): AsyncGenerator<FoundLine> {
  for await (const item of readJsonLists(requireFile(input, 'users'), ['users'])) {
    const id = 'problem' in item ? null : sourceIdOf(item.value)
    if ('problem' in item || !id || textOf(item.value['serviceAccountClientId'])) continue
    for (const path of textsOf(item.value['groups'])) {
      const team = teams.get(path)
      if (!team) continue
      const record = { kind: 'team_member' as const, team_source_id: team.source_id, user_source_id: id }
      yield { line: item.line, record }
    }
  }
}

/**
 * Returns the problem of an export without the realm, which has only the aliases of identity providers, not the
 * systems.
 */
function describeMissingRealm(alias: string): string {
  return `From this user on, accounts of identity providers such as "${alias}" do not move: the file has no list "identityProviders", which says which systems they are. Export the realm too, and join the files: cat realm.json realm-users-*.json.`
}

function describeWrongFile(first: JsonObject): string {
  const seen = Object.keys(first).slice(0, 20).join(', ')
  return `The file is not an export of Keycloak: its first entry has no username. Its fields are ${seen}.`
}

function sourceIdOf(user: JsonObject): string | null {
  return textOf(user['id']) ?? textOf(user['username'])
}

function pathOf(group: JsonObject): string {
  return textOf(group['path']) ?? `/${textOf(group['name']) ?? ''}`
}

/** Returns null for a group with subgroups, because teams do not nest. */
function toTeam(group: JsonObject): MovedTeam | null {
  const name = textOf(group['name'])
  const inner = group['subGroups']
  if (!name || (Array.isArray(inner) && inner.length > 0)) return null
  return {
    kind: 'team',
    source_id: textOf(group['id']) ?? pathOf(group),
    display_name: name,
    ...present({ id: uuidOf(group['id']), server_metadata: metadataOf(group['attributes']) }),
  }
}

/** The kinds of the realm's identity providers, such as `google` or `oidc`, by their aliases. */
type Providers = Map<string, string>

/** A GitHub server of a company has accounts of its own, with numbers that accounts at github.com have too. */
function kindOf(provider: JsonObject): string {
  const kind = textOf(provider['providerId']) ?? ''
  const config = asObject(provider['config'])
  const url = textOf(config?.['apiUrl']) ?? textOf(config?.['baseUrl'])
  const isOwnServer = url !== null && !/^https:\/\/(?:api\.)?github\.com\/?$/.test(url)
  return kind === 'github' && isOwnServer ? 'GitHub Enterprise' : kind
}

/** The administrator of a realm chooses the alias, so that any system can be called `google`. */
function providerOf(alias: string, providers: Providers): string {
  const kind = providers.get(alias) ?? 'unknown'
  return providerIdOf(kind) ?? `${alias} (${kind})`
}

function toUser(id: string, user: JsonObject, teams: ReadonlyMap<string, unknown>, providers: Providers): MovedUser {
  const email = textOf(user['email'])
  const username = textOf(user['username'])
  const attributes = asObject(user['attributes'])
  const credentials = objectsOf(user['credentials'])
  const name = [user['firstName'], user['lastName']].flatMap((part) => textOf(part) ?? []).join(' ')
  const roles = textsOf(user['realmRoles']).filter((role) => !role.startsWith('default-roles-'))
  const groups = textsOf(user['groups']).filter((path) => !teams.has(path))
  const isLinked = textOf(user['federationLink']) !== null
  return {
    kind: 'user',
    source_id: id,
    ...present({
      id: uuidOf(user['id']),
      display_name: name === '' ? null : name,
      profile_image_url: imageUrlOf(textsOf(attributes?.['picture'])[0]),
      server_metadata: metadataOf({
        ...attributes,
        ...(username !== email && { username }),
        ...(roles.length > 0 && { realm_roles: roles }),
        ...(groups.length > 0 && { groups }),
      }),
      signed_up_at_millis: millisOf(user['createdTimestamp']),
      locale: localeOf(textsOf(attributes?.['locale'])[0]),
    }),
    ...(email && {
      // guard: an address of Keycloak is verified only if the export says so
      //   (replace `user['emailVerified'] === true` with `true`) [sources]
      addresses: [{ value: email, is_primary: true, is_verified: user['emailVerified'] === true, used_for_auth: true }],
    }),
    ...passwordOf(credentials, isLinked),
    ...secondFactorOf(credentials),
    ...lostPasskeys(credentials),
    ...movedAccounts(
      objectsOf(user['federatedIdentities']).map((identity) => ({
        provider: providerOf(textOf(identity['identityProvider']) ?? '', providers),
        accountId: textOf(identity['userId']) ?? '',
      })),
    ),
    // guard: a disabled user of Keycloak is suspended (keep `false`) [sources]
    ...(user['enabled'] === false && {
      suspension: { reason: null, private_details: 'Disabled in Keycloak.', until_millis: null },
    }),
  }
}

function objectsOf(list: unknown): readonly JsonObject[] {
  const entries: readonly unknown[] = Array.isArray(list) ? list : []
  return entries.flatMap((entry) => {
    const object = asObject(entry)
    return object ? [object] : []
  })
}

function textsOf(list: unknown): readonly string[] {
  const entries: readonly unknown[] = Array.isArray(list) ? list : []
  return entries.flatMap((entry) => textOf(entry) ?? [])
}

/** Both are JSON inside a string. */
function dataOf(credential: JsonObject): { secret: JsonObject; parameters: JsonObject } {
  return {
    secret: parseObject(textOf(credential['secretData']) ?? '') ?? {},
    parameters: parseObject(textOf(credential['credentialData']) ?? '') ?? {},
  }
}

/** For users of LDAP or Kerberos, that system has the password. */
function passwordOf(credentials: readonly JsonObject[], isLinked: boolean): MovedPassword {
  const password = credentials.find(({ type }) => type === 'password')
  if (!password) return isLinked ? { lost_password: 'no_hash' } : {}
  const { parameters, secret } = dataOf(password)
  const [salt, value] = [textOf(secret['salt']), textOf(secret['value'])]
  if (!salt || !value) return { lost_password: 'no_hash' }
  return movedPassword(phcHash(...algorithmOf(parameters), salt, value))
}

/** The name of the algorithm and its parameters in the documented formats. */
function algorithmOf(parameters: JsonObject): [string, string] {
  const more = asObject(parameters['additionalParameters']) ?? {}
  const [iterations, algorithm] = [String(parameters['hashIterations']), textOf(parameters['algorithm']) ?? '']
  if (algorithm !== 'argon2') return [algorithm, `i=${iterations}`]
  const first = (name: string): string => textsOf(more[name])[0] ?? ''
  const version = first('version') === '1.3' ? '19' : first('version')
  return [`argon2${first('type')}`, `v=${version}$m=${first('memory')},t=${iterations},p=${first('parallelism')}`]
}

/** The service computes codes of 6 digits, 30 seconds and SHA-1, as authenticator apps do by default. */
function secondFactorOf(
  credentials: readonly JsonObject[],
): Pick<MovedUser, 'totp_secret_base64' | 'lost_second_factor'> {
  const found = credentials.filter(({ type }) => type === 'otp').map(dataOf)
  if (found.length === 0) return {}
  for (const { parameters, secret } of found) {
    const { algorithm, digits, period, secretEncoding, subType } = parameters
    const value = textOf(secret['value'])
    if (subType !== 'totp' || algorithm !== 'HmacSHA1' || digits !== 6 || period !== 30 || !value) continue
    // Unless the secret is in base 32, its characters are its bytes.
    const totp = secretEncoding === 'BASE32' ? totpSecretOf(value) : Buffer.from(value).toString('base64')
    if (totp) return { totp_secret_base64: totp }
  }
  return { lost_second_factor: true }
}

function lostPasskeys(credentials: readonly JsonObject[]): Pick<MovedUser, 'lost_passkeys'> {
  const passkeys = credentials.filter(({ type }) => textOf(type)?.startsWith('webauthn'))
  return passkeys.length > 0 ? { lost_passkeys: passkeys.length } : {}
}
