import { BOT_CHECK_TIMEOUT_MILLIS } from '@portico/contract'
import { z } from 'zod'

import { OutboundProblem, type OutboundSettings } from '../outbound-http/outbound-addresses.ts'
import { OutboundHttp } from '../outbound-http/outbound-http.ts'

export type TurnstileVerdict = 'solved' | 'not_solved' | 'unavailable'

const ANSWER_MAX_BYTES = 16_384

const answerSchema = z.object({
  success: z.boolean(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
})

/** Errors of the checking service, or of the project's keys. The others are about the solution. */
const ownFaults = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error'])

export interface TurnstileSettings extends OutboundSettings {
  readonly turnstileUrl: string
}

/** The solution of a Turnstile challenge, as a client sends it. */
export interface TurnstileSolution {
  readonly token: string
  /** What the challenge must have been solved for. */
  readonly action: string
  readonly clientAddress: string
}

/** Asks Turnstile whether a token is the solution of one of its challenges. Turnstile accepts each token once. */
export class Turnstile {
  readonly #url: string
  readonly #http: OutboundHttp

  constructor(settings: TurnstileSettings) {
    this.#url = settings.turnstileUrl
    this.#http = new OutboundHttp(settings, undefined, {
      connectMillis: BOT_CHECK_TIMEOUT_MILLIS,
      totalMillis: BOT_CHECK_TIMEOUT_MILLIS,
      answerMaxBytes: ANSWER_MAX_BYTES,
    })
  }

  async check(secretKey: string, { action, clientAddress, token }: TurnstileSolution): Promise<TurnstileVerdict> {
    try {
      const answer = await this.#http.fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ secret: secretKey, response: token, remoteip: clientAddress }),
      })
      const parsed = answerSchema.safeParse(parseOrNull(await answer.text()))
      if (!parsed.success) return 'unavailable'
      const { action: solvedAction, 'error-codes': errors = [], success } = parsed.data
      // guard: the solution of a challenge of Turnstile belongs to an act (keep `'solved'`) [bot-check]
      if (success) return solvedAction === action ? 'solved' : 'not_solved'
      return errors.some((error) => ownFaults.has(error)) ? 'unavailable' : 'not_solved'
    } catch (error) {
      if (error instanceof OutboundProblem) return 'unavailable'
      throw error
    }
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
