import type { Mutation } from './mutation.ts'

const check = 'packages/server/src/flows/api-keys/check-key.ts'
const manage = 'packages/server/src/flows/api-keys/manage-keys.ts'
const leaked = 'packages/server/src/flows/api-keys/revoke-leaked-key.ts'
const text = 'packages/server/src/records/api-keys/key-text.ts'
const store = 'packages/server/src/records/api-keys/store.ts'

/** API keys of users and teams. */
export const apiKeyMutations: readonly Mutation[] = [
  {
    check: 'a key is compared with the stored hash',
    file: check,
    text: ' || !isSameKey(offered.hash, text)',
    tests: ['flows/api-keys/check-key.test'],
  },
  {
    check: 'a key has a type of owner',
    file: check,
    text: 'owner.type !== type',
    becomes: 'false',
    tests: ['flows/api-keys/check-key.test'],
  },
  {
    check: 'a revoked API key is refused',
    file: check,
    text: "  if (key.revokedAt) throw new KnownError('API_KEY_REVOKED').refusing({ apiKeyId: key.id })\n",
    tests: ['flows/api-keys/check-key.test'],
  },
  {
    check: 'an expired API key is refused',
    file: check,
    text: "  if (isExpired(key, now)) throw new KnownError('API_KEY_EXPIRED').refusing({ apiKeyId: key.id })\n",
    tests: ['flows/api-keys/check-key.test'],
  },
  {
    check: 'the key of a suspended user is refused',
    file: check,
    text: '  if (isOwnerRestricted) throw new UserSuspended(projectId, { userId: owner.id })\n',
    tests: ['flows/api-keys/check-key.test'],
  },
  {
    check: 'the checksum of a key is compared',
    file: text,
    text: 'checksum !== checksumOf(signed) || ',
    tests: ['records/api-keys/key-text.test'],
  },
  {
    check: 'a client sees its own keys only',
    file: manage,
    text: "    if (type === 'user' && id !== userId) throw new Forbidden('A client can address its own API keys only.')\n",
    tests: ['flows/api-keys/manage-keys.test'],
  },
  {
    check: 'a client sees the keys of the team that it names only',
    file: manage,
    text: ' && id === teamId',
    tests: ['flows/api-keys/manage-keys.test'],
  },
  {
    check: 'keys of the other type are not found',
    file: manage,
    text: '!key || !isInScope(key.owner)',
    becomes: '!key',
    tests: ['flows/api-keys/manage-keys.test'],
  },
  {
    check: 'a project without API keys refuses all calls',
    file: 'packages/server/src/api/pipeline/pipeline.ts',
    text: '  requireFeature(route.declaration, caller.project)\n',
    tests: ['flows/api-keys/manage-keys.test'],
  },
  {
    check: 'anonymous users create no API keys',
    file: 'packages/server/src/flows/api-keys/routes.ts',
    text: 'exceptAnonymousChanges(keyOwner, contract.createUserApiKey)',
    becomes: 'keyOwner',
    tests: ['flows/api-keys/manage-keys.test'],
  },
  {
    check: 'anonymous users change no expiry of an API key',
    file: 'packages/server/src/flows/api-keys/routes.ts',
    text: 'exceptAnonymousChanges(keyOwner, contract.updateUserApiKey)',
    becomes: 'keyOwner',
    tests: ['flows/api-keys/manage-keys.test'],
  },
  {
    check: 'the session is active when an API key is created',
    file: 'packages/server/src/flows/api-keys/key-owner.ts',
    text: '    userId === null ? nothing : requireSessionOfCall(call),\n',
    tests: ['flows/sessions/proof-race.postgres.test'],
    engine: 'postgres',
  },
  {
    check: 'a claim removes API keys',
    file: 'packages/server/src/records/credentials/registry.ts',
    text: '[...factors, apiKey]',
    becomes: 'factors',
    tests: ['accounts/claim-account.test'],
  },
  {
    check: 'an owner has a maximum number of keys',
    file: store,
    text: '    ) < ${max}::int`',
    becomes: '    ) < ${max}::int + 1`',
    tests: ['flows/api-keys/manage-keys.test'],
  },
  {
    check: 'a public key is not revoked by a report',
    file: leaked,
    text: "  if (key.isPublic) throw new KnownError('PUBLIC_API_KEY_CANNOT_BE_REVOKED')\n",
    tests: ['flows/api-keys/revoke-leaked-key.test'],
  },
  {
    check: 'a report needs the whole key',
    file: leaked,
    text: 'found.find(({ hash }) => isSameKey(hash, text)) ?? null',
    becomes: 'found[0] ?? null',
    tests: ['flows/api-keys/revoke-leaked-key.test'],
  },
  {
    check: 'concurrent reports send one mail',
    file: leaked,
    text: '    if (!isRevoked) return\n',
    tests: ['flows/api-keys/revoke-leaked-key.test'],
    engine: 'postgres',
  },
  {
    check: 'a malformed API key of a request does not fall through to its session',
    file: 'packages/client/src/server/authenticate-request.ts',
    text: 'apiKey === null ? authenticateSession',
    becomes: 'apiKey === null || apiKeyTypeOf(apiKey) === null ? authenticateSession',
    tests: ['client/src/server/api-keys.test'],
  },
  {
    check: 'a bearer header that is not one token does not fall through to a session',
    file: 'packages/client/src/server/incoming-request.ts',
    text: '/^Bearer\\s+(.+)$/i',
    becomes: '/^Bearer\\s+(\\S+)$/i',
    tests: ['client/src/server/api-keys.test'],
  },
  {
    check: 'an anonymous user sends a request only if that is wanted',
    file: 'packages/client/src/server/authenticate-request.ts',
    text: "return allowAnonymous ? null : 'anonymous'",
    becomes: 'return null',
    tests: ['client/src/server/api-keys.test'],
  },
  {
    check: 'a user who was suspended after the check of the key is refused',
    file: 'packages/client/src/server/authenticate-request.ts',
    text: "found.user.isRestricted ? 'suspended' : null",
    becomes: 'null',
    tests: ['client/src/server/api-keys.test'],
  },
  {
    check: 'a missing API key does not select the user of the request',
    file: 'packages/client/src/server/api-keys.ts',
    text: "'apiKey' in given",
    becomes: '(given as ApiKeyOption).apiKey !== undefined',
    tests: ['client/src/server/api-keys.test'],
  },
  {
    check: 'a server that acts for an impersonating session creates no API key',
    file: 'packages/client/src/server/user-actions.ts',
    text: 'apiKeyContextOf(context, request)',
    becomes: 'apiKeyContextOf(context)',
    tests: ['client/src/server/api-keys.service.test'],
  },
  {
    check: 'a request checks an API key again after a change of a key',
    file: 'packages/client/src/server/api-key-context.ts',
    text: 'context.cache?.afterApiKeyChange()',
    becomes: 'undefined',
    tests: ['client/src/server/api-keys.test'],
  },
  {
    check: 'an invalid date as expiry creates no API key without one',
    file: 'packages/client/src/resources/api-keys.ts',
    text: 'if (Number.isNaN(millis)) {',
    becomes: 'if (false as boolean) {',
    tests: ['client/src/resources/api-keys.test'],
  },
  {
    check: 'an expiry in 1970 creates no API key without one',
    file: 'packages/client/src/resources/api-keys.ts',
    text: 'Math.max(millis, 1)',
    becomes: 'millis',
    tests: ['client/src/resources/api-keys.test'],
  },
]
