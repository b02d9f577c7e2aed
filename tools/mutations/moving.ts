import type { Mutation } from './mutation.ts'

const stackAuthApi = 'packages/moving/src/stack-auth-api.ts'
const stackAuthDump = 'packages/moving/src/stack-auth-dump.ts'
const readerTests = ['moving/src/sources.test']

/** What the readers of other systems take over, and where they send keys. */
export const movingMutations: readonly Mutation[] = [
  {
    check: 'the key of another service travels over HTTPS or on this machine only',
    file: stackAuthApi,
    text: '!hasPrivateTransport(url)',
    becomes: 'false',
    tests: ['moving/src/stack-auth-api.test'],
  },
  {
    check: 'a dump gives the records of the named project only',
    file: stackAuthDump,
    text: " || !tenancies.has(item.row['tenancyId'] ?? '')",
    tests: readerTests,
  },
  {
    check: 'an account that is connected for its tokens does not become a way in',
    file: stackAuthDump,
    text: "provider: providerOf(account), accountId: ''",
    becomes: "provider: providerOf(account), accountId: textOf(account['providerAccountId']) ?? ''",
    tests: readerTests,
  },
  {
    check: 'an address of Auth.js is verified only if its table says so',
    file: 'packages/moving/src/authjs.ts',
    text: 'is_verified: isVerified',
    becomes: 'is_verified: true',
    tests: readerTests,
  },
  {
    check: 'an address of Keycloak is verified only if the export says so',
    file: 'packages/moving/src/keycloak.ts',
    text: "is_verified: user['emailVerified'] === true",
    becomes: 'is_verified: true',
    tests: readerTests,
  },
  {
    check: 'a disabled user of Keycloak is suspended',
    file: 'packages/moving/src/keycloak.ts',
    text: "user['enabled'] === false",
    becomes: 'false',
    tests: readerTests,
  },
  {
    check: 'an export of the service that lost records is noticed',
    file: 'packages/moving/src/portico.ts',
    text: '      if (problem) yield { line, problem }\n',
    tests: readerTests,
  },
]
