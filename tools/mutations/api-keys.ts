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
    check: 'a revoked key is refused',
    file: check,
    text: "  if (key.revokedAt) throw new KnownError('API_KEY_REVOKED').refusing({ apiKeyId: key.id })\n",
    tests: ['flows/api-keys/check-key.test'],
  },
  {
    check: 'an expired key is refused',
    file: check,
    text: "  if (isExpired(key, now)) throw new KnownError('API_KEY_EXPIRED').refusing({ apiKeyId: key.id })\n",
    tests: ['flows/api-keys/check-key.test'],
  },
  {
    check: 'the key of a suspended user is refused',
    file: check,
    text: '  if (isOwnerSuspended) throw new UserSuspended(projectId, { userId: owner.id })\n',
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
    text: "    if (type === 'user' && id !== user.id) throw new Forbidden('A client can address its own API keys only.')\n",
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
    file: 'packages/server/src/api/pipeline.ts',
    text: '  requireFeature(declaration, caller.project)\n',
    tests: ['flows/api-keys/manage-keys.test'],
  },
  {
    check: 'anonymous users create no API keys',
    file: 'packages/server/src/flows/api-keys/routes.ts',
    text: '{ ...exceptAnonymous(anyone, refusal), isForClientsOnly: true } as const',
    becomes: 'anyone',
    tests: ['flows/api-keys/manage-keys.test'],
  },
  {
    check: 'the session is active when an API key is created',
    file: 'packages/server/src/flows/api-keys/key-owner.ts',
    text: '    userId === null ? nothing : requireActiveSession(call.project, call.caller.claims, call.now()),\n',
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
]
