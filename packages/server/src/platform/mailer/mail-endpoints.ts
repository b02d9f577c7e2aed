import type { MailErrorType } from '@portico/contract'

import type { Clock } from '../../kernel/clock.ts'
import type { Mode } from '../../kernel/mode.ts'
import { isPublicAddress, OutboundProblem } from '../outbound-http/outbound-addresses.ts'
import type { OutboundHttp, OutboundStage } from '../outbound-http/outbound-http.ts'
import { webhookHeaders } from '../webhooks/webhook-signature.ts'
import { CheckedSteps, type MailServerCheck } from './checked-steps.ts'
import { EndpointFailure } from './mail-failure.ts'
import type { MailContent, OwnMailEndpoint } from './mailer.ts'
import { requireSendable } from './smtp-message.ts'

interface MailEndpointDependencies {
  readonly clock: Clock
  readonly outbound: Pick<OutboundHttp, 'fetch'>
  readonly settings: { readonly mode: Mode }
}

/** Hands mails over to HTTPS endpoints of owners, as JSON with the signature of Standard Webhooks. */
export class MailEndpoints {
  readonly #dependencies: MailEndpointDependencies

  constructor(dependencies: MailEndpointDependencies) {
    this.#dependencies = dependencies
  }

  /** @throws EndpointFailure */
  async deliver(endpoint: OwnMailEndpoint, senderName: string, mail: MailContent): Promise<void> {
    await this.#post(endpoint, senderName, mail, () => {})
  }

  /** Delivers one mail and lists the steps. An endpoint has no sign-in. */
  async check(endpoint: OwnMailEndpoint, senderName: string, mail: MailContent): Promise<MailServerCheck> {
    const steps = new CheckedSteps()
    const isEncrypted = endpoint.url.startsWith('https:')
    const note = (stage: OutboundStage, detail: string | null): void => {
      if (stage === 'found') {
        const host = new URL(endpoint.url).hostname
        steps.finish('done', detail !== null && isPublicAddress(detail) ? `${host} is ${detail}.` : null)
        return
      }
      steps.finish('done', detail)
      if (stage === 'connected' && !isEncrypted) steps.finish('skipped')
      if (stage === 'encrypted' || !isEncrypted) steps.finish('skipped')
    }
    try {
      const status = await this.#post(endpoint, senderName, mail, note)
      steps.finish('done', `The endpoint answered ${status}.`)
      return { steps: steps.list, failure: null }
    } catch (cause) {
      const step = steps.fail()
      return { steps: steps.list, failure: { step, cause } }
    }
  }

  async #post(
    endpoint: OwnMailEndpoint,
    senderName: string,
    mail: MailContent,
    onStage: (stage: OutboundStage, detail: string | null) => void,
  ): Promise<number> {
    const { clock, outbound, settings } = this.#dependencies
    requireSendable({ name: senderName, address: endpoint.senderAddress }, endpoint, mail)
    if (settings.mode === 'production' && !endpoint.url.startsWith('https://')) {
      throw new EndpointFailure({
        errorType: 'REJECTED',
        canRetry: true,
        message: 'The service sends mails to https:// endpoints only.',
      })
    }
    const body = bodyOf(endpoint, senderName, mail)
    let reached: OutboundStage | null = null
    const noteStage = (stage: OutboundStage, detail: string | null): void => {
      reached = stage
      onStage(stage, detail)
    }
    const headers = {
      'content-type': 'application/json',
      ...webhookHeaders([endpoint.secret()], { id: mail.id, at: clock.now(), body }),
    }
    const answer = await outbound
      .fetch(endpoint.url, { method: 'POST', headers, body, onStage: noteStage })
      .catch((error: unknown) => {
        throw error instanceof OutboundProblem ? failureOf(error, reached, endpoint.url) : error
      })
    if (answer.status >= 200 && answer.status < 300) return answer.status
    throw refusalOf(answer.status)
  }
}

/** The JSON of a mail. Documented in docs/mail-endpoints.md; members are only added. */
function bodyOf(endpoint: OwnMailEndpoint, senderName: string, mail: MailContent): string {
  return JSON.stringify({
    id: mail.id,
    type: mail.type,
    from: { name: senderName, email: endpoint.senderAddress },
    reply_to: endpoint.replyTo,
    to: mail.recipient,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    images: (mail.images ?? []).map(({ bytes, contentId, contentType }) => ({
      content_id: contentId,
      content_type: contentType,
      content: Buffer.from(bytes).toString('base64'),
    })),
    locale: mail.locale,
    queued_at_millis: mail.queuedAt.getTime(),
  })
}

/** A refusal by status. Endpoints that are overloaded or broken may accept the mail later. */
function refusalOf(status: number): EndpointFailure {
  const canRetry = status === 408 || status === 429 || status >= 500
  return new EndpointFailure({
    errorType: canRetry ? 'TEMPORARY' : 'REJECTED',
    canRetry,
    message:
      status >= 300 && status < 400
        ? `The endpoint answered ${status}. The service does not follow redirects.`
        : `The endpoint answered ${status}.`,
    rawError: { status },
  })
}

function failureOf(problem: OutboundProblem, reached: OutboundStage | null, url: string): EndpointFailure {
  const [errorType, message] = describeProblem(problem, reached, url)
  return new EndpointFailure({ errorType, canRetry: true, message }, { cause: problem })
}

function describeProblem(
  { cause, failure }: OutboundProblem,
  reached: OutboundStage | null,
  url: string,
): readonly [MailErrorType, string] {
  if (failure === 'refused') {
    return [
      'HOST_NOT_FOUND',
      'The service does not connect to this endpoint. It must have a public address and use port 80, 443, 8080 or 8443.',
    ]
  }
  if (failure === 'timed_out') return ['TIMEOUT', 'The endpoint did not answer in time.']
  if (failure === 'too_large') return ['UNKNOWN', 'The endpoint answered with too much data.']
  if (reached === null) return ['HOST_NOT_FOUND', 'The name of the endpoint could not be resolved.']
  if (reached === 'found') return ['SOCKET_CLOSED', 'The endpoint could not be reached.']
  if (reached === 'connected' && url.startsWith('https:')) {
    const reason = cause instanceof Error ? `: ${cause.message}` : '.'
    return ['SOCKET_CLOSED', `The connection to the endpoint could not be encrypted${reason}`]
  }
  return ['SOCKET_CLOSED', 'The endpoint closed the connection.']
}
