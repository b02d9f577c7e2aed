import { OLD_SYSTEM_ANSWER_SECONDS, type OldSystemFailure } from '@portico/contract'

import type { Mode } from '../../kernel/mode.ts'
import { OutboundProblem, type OutboundFailure, type OutboundSettings } from '../outbound-http/outbound-addresses.ts'
import { OutboundHttp } from '../outbound-http/outbound-http.ts'
import { webhookPorts } from '../webhooks/webhook-sender.ts'
import { auth0, type Auth0Settings } from './auth0.ts'
import { cognito, type CognitoSettings } from './cognito.ts'
import { endpoint, type EndpointSettings } from './endpoint.ts'
import { firebase, type FirebaseSettings } from './firebase.ts'
import type { AskOldSystem, OldAnswer, OldQuestion, OldRequest, OldSystemKind } from './old-system.ts'
import { stack, type StackSettings } from './stack.ts'

/** An old system with its opened secret. */
export type OldSystemSettings = StackSettings | CognitoSettings | FirebaseSettings | Auth0Settings | EndpointSettings

const kinds: {
  readonly [Type in OldSystemSettings['type']]: OldSystemKind<Extract<OldSystemSettings, { type: Type }>>
} = { stack, cognito, firebase, auth0, endpoint }

/** A person waits for the answer. */
const CONNECT_MILLIS = 2_000
const TOTAL_MILLIS = OLD_SYSTEM_ANSWER_SECONDS * 1_000
/** No answer about one password is longer. */
const ANSWER_MAX_BYTES = 65_536

const causes: Readonly<Record<OutboundFailure, OldSystemFailure>> = {
  refused: 'address_refused',
  unreachable: 'unreachable',
  timed_out: 'timed_out',
  too_large: 'malformed',
}

/** What an old system says, and how it was asked last. */
export interface AskedOldSystem {
  readonly answer: OldAnswer
  /** Method and address of the last request. Its query is left out, because it can contain a secret. */
  readonly request: string | null
}

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

  /** Asks whether the password belongs to the address. A failure of any kind is the outcome `try_again`. */
  async check(settings: OldSystemSettings, credentials: OldQuestion): Promise<AskedOldSystem> {
    // Unchecked cast: a kind has the type of its settings.
    const kind = kinds[settings.type] as OldSystemKind<OldSystemSettings>
    let request: string | null = null
    const ask: AskOldSystem = (next) => {
      request = describeRequest(next)
      return this.#ask(next)
    }
    try {
      return { answer: await kind.check(ask, settings, credentials), request }
    } catch (error) {
      if (!(error instanceof OutboundProblem)) throw error
      const reason = `${error.failure}: ${error.message}`
      const cause = causes[error.failure]
      return { answer: { outcome: 'try_again', cause, reason, status: null, code: null, retryAfter: null }, request }
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

function describeRequest({ method = 'POST', url }: OldRequest): string {
  const { origin, pathname } = new URL(url)
  return `${method} ${origin}${pathname}`
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
