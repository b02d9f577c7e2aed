/**
 * The security-critical modules: parsers, proofs, tokens and access decisions. Every operator, condition and statement
 * in them is mutated. A group names the tests that must fail. The tests of `units` call the module directly and take
 * milliseconds; those of the other groups use it over HTTP and take seconds for each mutant, so each group has few of
 * them.
 */
export const groups = {
  units: {
    modules: [
      'packages/protocols/src/!(*.test).ts',
      'packages/server/src/platform/crypto/{base64url,random}.ts',
      'packages/server/src/platform/http/duplicate-keys.ts',
      'packages/server/src/platform/jwt/jws.ts',
      'packages/server/src/platform/limits/sampler.ts',
      'packages/server/src/platform/outbound-http/{outbound-addresses,outbound-http}.ts',
      'packages/server/src/records/projects/trusted-origins.ts',
      'packages/server/src/records/sessions/access-token.ts',
      'packages/server/src/flows/oauth/{provider-identity,state-cookie}.ts',
    ],
    tests: [
      'packages/protocols/src/*.test.ts',
      'packages/server/src/platform/{crypto,jwt,outbound-http}/*.test.ts',
      'packages/server/src/platform/http/duplicate-keys.test.ts',
      'packages/server/src/platform/limits/sampler.test.ts',
      'packages/server/src/records/projects/trusted-origins.test.ts',
      'packages/server/src/records/sessions/access-token.test.ts',
      'packages/server/src/flows/oauth/{provider-identity,state-cookie}.test.ts',
    ],
  },
  secrets: {
    modules: [
      'packages/server/src/platform/crypto/{digest,master-secret}.ts',
      'packages/server/src/platform/http/{client-address,http-origin,loopback}.ts',
      'packages/server/src/records/sessions/refresh-token.ts',
      'packages/server/src/flows/dashboard-session/{cookie,dashboard-session}.ts',
    ],
    tests: [
      'packages/server/src/dev/dev.test.ts',
      'packages/server/src/flows/dashboard-session/*.test.ts',
      'packages/server/src/flows/sessions/{refresh,sessions}.test.ts',
      'packages/server/src/platform/http/client-address.test.ts',
      'packages/server/src/platform/limits/rate-limiter.test.ts',
      'packages/server/src/records/projects/signing-keys.test.ts',
    ],
  },
  codes: {
    modules: [
      'packages/server/src/records/verification-codes/verification-codes.ts',
      'packages/server/src/accounts/{first-step,password-rules}.ts',
    ],
    tests: [
      'packages/server/src/flows/mfa/*.test.ts',
      'packages/server/src/flows/otp/*.test.ts',
      'packages/server/src/flows/password/{password,reset}.test.ts',
    ],
  },
  access: {
    modules: [
      'packages/server/src/api/{pipeline/authenticate,rules/access,rules/impersonation,rules/recent-sign-in,rules/team-permission}.ts',
      'packages/server/src/flows/api-keys/check-key.ts',
    ],
    tests: [
      'packages/server/src/api/pipeline/pipeline/{admin-access-token,ended-session,pipeline}.test.ts',
      'packages/server/src/api/rules/{prove-second-factor,recent-sign-in}.test.ts',
      'packages/server/src/api/rules/{team-access,team-permission}.test.ts',
      'packages/server/src/flows/api-keys/check-key.test.ts',
      'packages/server/src/flows/sessions/{create-session,sessions}.test.ts',
    ],
  },
  ceremonies: {
    modules: ['packages/server/src/flows/oauth/id-token.ts', 'packages/server/src/flows/passkey/verify.ts'],
    tests: [
      'packages/server/src/flows/oauth/{hostile-provider,openid-provider}.test.ts',
      'packages/server/src/flows/passkey/*.test.ts',
    ],
  },
}

/** Names the group to run; `npm run mutate -- --all` runs one after the other. */
export const GROUP_VARIABLE = 'PORTICO_MUTATION_GROUP'

/** @returns the group that the environment names */
export function currentGroup() {
  const name = process.env[GROUP_VARIABLE] ?? 'units'
  const group = groups[name]
  if (!group) throw new Error(`${GROUP_VARIABLE} must be one of ${Object.keys(groups).join(', ')}, not "${name}".`)
  return { name, ...group }
}
