import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { callAsAdmin, readAnswer, requestAsAdmin, type AdminAccess } from '../kernel/admin-api.ts'
import { Failure } from '../kernel/failure.ts'
import { requireSafeUrl } from '../kernel/http-url.ts'
import { note, print } from '../kernel/output.ts'

export interface ListenOptions extends AdminAccess {
  /** Where the events go, such as `http://localhost:3000/hooks`. */
  readonly forward: string
  /** The types of the events; undefined for the standard ones. */
  readonly eventTypes: readonly string[] | undefined
  /** The secret of the signatures; undefined for a new one. */
  readonly secret: string | undefined
}

interface Listened {
  readonly id: string
  readonly event_type: string
  readonly payload: string
}

const POLL_MILLIS = 1_000
const AFTER_FAILURE_MILLIS = 3_000
/** The same limit as in the service's deliveries. */
const FORWARD_MILLIS = 15_000
const path = '/internal/webhook-listeners'

/** Forwards a project's events to the developer's server, until the signal. */
export async function listen(options: ListenOptions, signal: AbortSignal): Promise<void> {
  requireSafeUrl(options.forward, '--forward')
  requireSafeUrl(options.apiUrl, '--api-url')
  const key = readSecret(options.secret ?? `whsec_${randomBytes(24).toString('base64')}`)
  let id = await start(options)
  // The developer already has a secret that the options contain.
  if (options.secret === undefined) print(`Signed with ${key.text}`)
  note(`Forwarding the events of ${options.projectId} to ${options.forward}. Stop with Ctrl+C.`)
  try {
    while (!(await forwardUntilEnded(options, id, key.bytes, signal))) id = await start(options)
  } finally {
    // Without it, the listener ends by itself after two minutes.
    await callAsAdmin(options, { method: 'DELETE', path: `${path}/${id}` }).catch(() => {})
  }
}

/** @returns whether the program was told to stop; false if the service has ended the listener */
async function forwardUntilEnded(
  options: ListenOptions,
  id: string,
  key: Buffer,
  signal: AbortSignal,
): Promise<boolean> {
  let handled: string[] = []
  let isReachable = true
  while (!signal.aborted) {
    const body = { handled_ids: handled }
    const answer = await callAsAdmin(options, { method: 'POST', path: `${path}/${id}/fetch`, body, signal })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null)
    if (signal.aborted) break
    if (answer?.status === 404) {
      note(
        'The service has ended the listener, because this program fetched nothing for two minutes. Listening again. Events in between are not forwarded.',
      )
      return false
    }
    if (!answer || answer.status >= 500) {
      if (isReachable) note('The service does not answer. Trying again.')
      isReachable = false
      await pause(AFTER_FAILURE_MILLIS, signal)
      continue
    }
    isReachable = true
    const { items } = readAnswer(answer) as { items: Listened[] }
    handled = []
    for (const webhook of items) {
      if (signal.aborted) break
      await forward(options.forward, webhook, key, signal)
      handled.push(webhook.id)
    }
    if (items.length === 0) await pause(POLL_MILLIS, signal)
  }
  return true
}

async function pause(millis: number, signal: AbortSignal): Promise<void> {
  // An aborted pause ends early.
  await sleep(millis, undefined, { signal }).catch(() => {})
}

async function start(options: ListenOptions): Promise<string> {
  const body = options.eventTypes ? { event_types: options.eventTypes } : {}
  const { id } = await requestAsAdmin<{ id: string }>(options, { method: 'POST', path, body }, { isRepeatable: false })
  return id
}

/** Sends an event as the service does. A failure is printed and not tried again. */
async function forward(
  url: string,
  { event_type: type, id, payload }: Listened,
  key: Buffer,
  stop: AbortSignal,
): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`
  const signed = Object.entries({ id, timestamp, signature })
  try {
    const { body, status } = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(FORWARD_MILLIS)]),
      headers: {
        'content-type': 'application/json',
        ...Object.fromEntries(
          signed.flatMap(([name, value]) => [
            [`webhook-${name}`, value],
            [`svix-${name}`, value],
          ]),
        ),
      },
      body: payload,
    })
    await body?.cancel()
    print(`${type} ${id} → ${status}`)
  } catch (error) {
    if (stop.aborted) return
    const reason =
      error instanceof Error && error.name === 'TimeoutError' ? 'no answer within 15 seconds' : 'could not be reached'
    print(`${type} ${id} → ${reason}`)
  }
}

/** @throws Failure for a text that is not a secret of Standard Webhooks */
function readSecret(text: string): { readonly text: string; readonly bytes: Buffer } {
  const encoded = text.replace(/^whsec_/, '')
  const bytes = Buffer.from(encoded, 'base64')
  if (!text.startsWith('whsec_') || bytes.length < 24 || bytes.toString('base64') !== encoded) {
    throw new Failure(
      'PORTICO_WEBHOOK_SECRET must be whsec_ and at least 24 bytes in base64. Unset it for a new secret.',
    )
  }
  return { text, bytes }
}
