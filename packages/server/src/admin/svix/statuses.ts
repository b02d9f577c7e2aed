import type { WebhookDeliveryState } from '@portico/contract'

import type { AttemptOutcome } from '../../records/webhooks/message-lists.ts'

/** The statuses of Svix. */
const texts = ['success', 'pending', 'fail', 'sending', 'canceled'] as const

interface SvixStatus {
  readonly status: number
  readonly statusText: (typeof texts)[number]
}

const ofStates = {
  delivered: 'success',
  pending: 'pending',
  failed: 'fail',
  skipped: 'canceled',
  erased: 'canceled',
} as const satisfies Record<WebhookDeliveryState, SvixStatus['statusText']>

const ofOutcomes = {
  succeeded: 'success',
  failed: 'fail',
  running: 'sending',
} as const satisfies Record<AttemptOutcome, SvixStatus['statusText']>

/** Clients from before the last two statuses were added do not ask for them. */
const olderTexts = { sending: 'pending', canceled: 'fail' } as const

export function statusOfState(state: WebhookDeliveryState, isExpanded: boolean): SvixStatus {
  return statusOf(ofStates[state], isExpanded)
}

export function statusOfOutcome(outcome: AttemptOutcome, isExpanded: boolean): SvixStatus {
  return statusOf(ofOutcomes[outcome], isExpanded)
}

function statusOf(text: SvixStatus['statusText'], isExpanded: boolean): SvixStatus {
  const shown = !isExpanded && text in olderTexts ? olderTexts[text as keyof typeof olderTexts] : text
  return { status: texts.indexOf(shown), statusText: shown }
}

/** The states that a client reads as this status; null: it does not filter. */
export function statesOf(status: number | undefined, isExpanded: boolean): WebhookDeliveryState[] | null {
  return keysOf(ofStates, status, isExpanded)
}

/** The outcomes that a client reads as this status; null: it does not filter. */
export function outcomesOf(status: number | undefined, isExpanded: boolean): AttemptOutcome[] | null {
  return keysOf(ofOutcomes, status, isExpanded)
}

function keysOf<Key extends string>(
  map: Readonly<Record<Key, SvixStatus['statusText']>>,
  status: number | undefined,
  isExpanded: boolean,
): Key[] | null {
  if (status === undefined) return null
  return (Object.keys(map) as Key[]).filter((key) => statusOf(map[key], isExpanded).status === status)
}
