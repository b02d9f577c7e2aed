import { accessTokenClaimsAndNotices } from './access-token-claims.ts'
import { oidcProviders } from './oidc-providers.ts'
import type { Plan } from './plan.ts'
import { secondFactorPolicy } from './second-factor-policy.ts'
import { signUpRules } from './sign-up-rules.ts'

/** The features for accounts that a company trusts, in the order in which they are built. */
export const plans: Readonly<Record<string, Plan>> = {
  secondFactorPolicy,
  signUpRules,
  accessTokenClaimsAndNotices,
  oidcProviders,
}
