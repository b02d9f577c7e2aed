import { ratios, type Comparison } from '../comparison.ts'
import { runScript } from '../processes.ts'
import type { VerifyRates } from '../verify-process.ts'

/** Measures the verification of access tokens in a host's backend. */
export const verifyAccessToken: Comparison = {
  name: 'verify-access-token',
  async run({ progress }) {
    const { sdk, jose } = await runScript<VerifyRates>('verify-process.ts', null)
    const shares = ratios(sdk, jose, 100)
    for (const [round, share] of shares.entries()) {
      progress(`round ${round + 1}: ${sdk[round]?.toFixed(0)}, jose ${jose[round]?.toFixed(0)}, ${share.toFixed(0)} %`)
    }
    return [
      {
        title: 'Verification of access tokens',
        conditions:
          '`verifyAccessToken` of the SDK with cached keys, and `jwtVerify` of jose with an imported key and the same checks, in turn in one process. 1,000 tokens, 16 concurrent verifications.',
        series: [
          { name: '`verifyAccessToken`', unit: 'tokens/s', values: sdk },
          { name: '`jwtVerify` of jose', unit: 'tokens/s', values: jose },
        ],
        checks: [{ what: '`verifyAccessToken` ÷ jose', values: shares, unit: '%', target: { atLeast: 80 } }],
      },
    ]
  },
}
