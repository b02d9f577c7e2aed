import type { Mode } from '../../kernel/mode.ts'
import { OutboundProblem, type OutboundSettings } from '../outbound-http/outbound-addresses.ts'
import { OutboundHttp } from '../outbound-http/outbound-http.ts'
import { webhookPorts } from '../webhooks/webhook-sender.ts'
import { auth0, type Auth0Settings } from './auth0.ts'
import { cognito, type CognitoSettings } from './cognito.ts'
import { endpoint, type EndpointSettings } from './endpoint.ts'
import { firebase, type FirebaseSettings } from './firebase.ts'
import type { AskOldSystem, OldAnswer, OldQuestion, OldSystemKind } from './old-system.ts'
import { stack, type StackSettings } from './stack.ts'

/** An old system with its opened secret. */
export type OldSystemSettings = StackSettings | CognitoSettings | FirebaseSettings | Auth0Settings | EndpointSettings

const kinds: {
  readonly [Type in OldSystemSettings['type']]: OldSystemKind<Extract<OldSystemSettings, { type: Type }>>
} = { stack, cognito, firebase, auth0, endpoint }

/** A person waits for the answer. */
const CONNECT_MILLIS = 2_000
const TOTAL_MILLIS = 5_000
/** No answer about one password is longer. */
const ANSWER_MAX_BYTES = 65_536

/** Asks the old systems of projects. */
export class OldSystems {
  readonly #http: OutboundHttp
  readonly #mode: Mode

  constructor(settings: OutboundSettings) {
    this.#mode = settings.mode
    this.#http = new OutboundHttp(settings, undefined, {
      connectMillis: CONNECT_MILLIS,
      totalMillis: TOTAL_MILLIS,
      publicPorts: webhookPorts,
      answerMaxBytes: ANSWER_MAX_BYTES,
    })
  }

  /** Asks whether the password is that of the address. A failure of any kind is the outcome `try_again`. */
  async check(settings: OldSystemSettings, credentials: OldQuestion): Promise<OldAnswer> {
    // Unchecked cast: the type of a kind is that of its settings.
    const kind = kinds[settings.type] as OldSystemKind<OldSystemSettings>
    try {
      return await kind.check(this.#ask, settings, credentials)
    } catch (error) {
      if (!(error instanceof OutboundProblem)) throw error
      return { outcome: 'try_again', reason: `${error.failure}: ${error.message}`, retryAfter: null }
    }
  }

  readonly #ask: AskOldSystem = async ({ body, headers, method = 'POST', url }) => {
    if (this.#mode === 'production' && !url.startsWith('https://')) {
      throw new OutboundProblem('refused', 'Passwords go to https:// addresses only.')
    }
    const response = await this.#http.fetch(url, {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    })
    return {
      status: response.status,
      body: parseOrNothing(await response.text()),
      retryAfter: response.headers.get('retry-after'),
    }
  }
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
