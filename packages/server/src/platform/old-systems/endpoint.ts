import { oldSystemAnswer, type OldSystemQuestion } from '@portico/contract'

import { newUuid } from '../crypto/random.ts'
import { webhookHeaders } from '../webhooks/webhook-signature.ts'
import { bodyOf, nameOf, needsStep, tryAgain, wrong, type OldSystemKind } from './old-system.ts'

export interface EndpointSettings {
  readonly type: 'endpoint'
  readonly url: string
  /** The key of the signature. */
  readonly secret: string
}

/** An HTTPS endpoint of the owner, which verifies the signature of Standard Webhooks. */
export const endpoint: OldSystemKind<EndpointSettings> = {
  async check(ask, { secret, url }, { at, email, password }) {
    const question: OldSystemQuestion = {
      type: 'password.check',
      timestamp: at.toISOString(),
      data: { email, password },
    }
    const body = JSON.stringify(question)
    const answer = await ask({
      url,
      headers: webhookHeaders([secret], { id: `msg_${newUuid()}`, at, body }),
      // Already JSON: the signature covers its bytes.
      body,
    })
    const said = answer.status === 200 ? bodyOf(answer, oldSystemAnswer) : null
    if (!said) return tryAgain(answer)
    if (said.outcome === 'wrong') return wrong
    if (said.outcome === 'needs_step') return needsStep
    return {
      outcome: 'right',
      isEmailVerified: said.email_verified === true,
      displayName: nameOf(said.display_name),
      userId: null,
      signedUpAt: null,
    }
  },
}
