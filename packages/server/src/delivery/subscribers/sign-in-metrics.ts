import { on, type Subscriber } from '../../kernel/emit.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'

/** Counts sign-ins and sign-ups by method and outcome. */
export function signInMetrics({ signIns }: Pick<Metrics, 'signIns'>): Subscriber {
  const count =
    (outcome: string) =>
    ({ data }: { readonly data: { readonly method: string } }): void =>
      signIns.inc({ method: data.method, outcome })
  return {
    committed: on({
      'user.signed_up': count('signed_up'),
      'user.signed_in': count('signed_in'),
      'user.second_factor_required': count('second_factor'),
      'user.sign_in_refused': count('refused'),
      'cli_login.refused': () => signIns.inc({ method: 'cli_login', outcome: 'refused' }),
      'user.provider_vouched': () => signIns.inc({ method: 'oauth', outcome: 'provider_vouched' }),
    }),
  }
}
