import type { requiredFactorResults } from '@portico/contract'

/**
 * The rows of the table `requiredFactorResults` that `accounts/sign-in-of-suspended-user.test.ts` tests after the grace
 * period, with all ways to get tokens. The tests of the policy cover the rest of the table.
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
