import type { requiredFactorResults } from '@portico/contract'

/**
 * The rows in the results table for a required second factor that the walk over all ways to get tokens
 * (`accounts/sign-in-of-suspended-user.test.ts`) tests after the grace period. The tests of the policy add the rest of
 * the table.
 */
export const walkedWays = new Set<string>([
  'password',
  'otp',
  'oauth',
  'cli_login',
  'anonymous_upgrade',
  'passkey_with_verification',
  'refresh_of_older_session',
  'session_of_server',
  'impersonation',
] satisfies (keyof typeof requiredFactorResults)[])
