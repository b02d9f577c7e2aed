import type { Caller } from './caller.ts'
import type { Deployment } from './deployment.ts'
import { findLost, findUndelivered, settleEvents, type Ledger, type Shown } from './ledger.ts'
import { waitFor } from './limit-time.ts'
import { eventOf } from './sinks.ts'
import type { Load } from './load.ts'

/** The lease of a mail, which a dead worker keeps until its end, and the time to send what has waited. */
const DELIVERED_MILLIS = 150_000
const READERS = 8

export interface Verified {
  /** Acknowledged writes that are not there, and promises that were not kept, as sentences. */
  readonly lost: readonly string[]
  /** The time until all mails and webhooks had arrived. */
  readonly deliverySeconds: number
  /** Mails that arrived more than once. */
  readonly repeatedMails: number
}

/** Checks every acknowledged write over HTTP, and every mail and webhook at its receiver, while no load runs. */
export async function verify(deployment: Deployment, caller: Caller, load: Load): Promise<Verified> {
  const { mail, webhooks } = deployment.parts
  const { ledger } = load
  const startedAt = performance.now()
  const lost = findLost(ledger, await readShown(caller, ledger))
  lost.push(...(await load.renewSessions()))
  const undelivered = (): { mails: string[]; events: string[] } => {
    mail.count()
    return findUndelivered(ledger, { mails: mail.mails, events: webhooks.events })
  }
  await waitFor(() => Object.values(undelivered()).flat().length === 0, DELIVERED_MILLIS)
  const deliverySeconds = (performance.now() - startedAt) / 1_000
  // Deliveries are read first: what arrives meanwhile is neither pending nor lost.
  const pending = undelivered().events.length === 0 ? new Set<string>() : await readPending(caller)
  const { events, mails } = undelivered()
  lost.push(...mails.map((address) => `No mail to ${address} has arrived.`))
  // The third attempt comes after five minutes. What has arrived need not be looked for again.
  const lostEvents = settleEvents(ledger, events, pending)
  lost.push(...lostEvents.map((event) => `No webhook ${event} has arrived.`))
  const repeatedMails = [...mail.mails].filter(([address, count]) => ledger.codeMails.has(address) && count > 1).length
  ledger.codeMails.clear()
  return { lost, deliverySeconds, repeatedMails }
}

/** The events that a later attempt of a delivery follows. */
async function readPending(caller: Caller): Promise<Set<string>> {
  const ids: string[] = []
  const note = ({ id = '' }: Page['items'][number]): void => void ids.push(id)
  await readPages(caller, '/internal/webhook-deliveries?state=pending&limit=100', note, 'admin')
  const events = new Set<string>()
  await readEach(ids, async (id) => {
    const path = `/internal/webhook-deliveries/${id}`
    const { status, text } = await caller.send({ method: 'GET', path, access: 'admin' })
    if (status !== 200) throw new Error(`GET ${path} answered ${status} after the fault: ${text}`)
    const { payload } = JSON.parse(text) as { payload: string | null }
    // Without a payload, no attempt was made.
    if (payload !== null) events.add(eventOf(payload))
  })
  return events
}

async function readShown(caller: Caller, ledger: Ledger): Promise<Shown> {
  const users = new Map<string, string | null>()
  await readPages(caller, '/users?limit=100', (item) => users.set(item['id'] ?? '', item['display_name'] ?? null))
  const teams = new Map<string, string>()
  await readPages(caller, '/teams?limit=100', (item) => teams.set(item['id'] ?? '', item['display_name'] ?? ''))
  const memberships = new Set<string>()
  await readEach([...ledger.teams.keys()], (id) =>
    readPages(caller, `/team-member-profiles?team_id=${id}&limit=100`, (item) =>
      memberships.add(`${item['team_id']} ${item['user_id']}`),
    ),
  )
  const keys = new Set<string>()
  const owners = ledger.accounts.filter((account) => account.keys.size > 0)
  await readEach(owners, ({ id }) =>
    readPages(caller, `/user-api-keys?user_id=${id}`, (item) => keys.add(item['id'] ?? '')),
  )
  let endpoint = ''
  await readPages(caller, '/internal/webhook-endpoints', (item) => (endpoint = item['description'] ?? ''), 'admin')
  return { users, teams, memberships, keys, endpoint }
}

async function readEach<T>(items: readonly T[], read: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const work = async (): Promise<void> => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await read(item)
  }
  await Promise.all(Array.from({ length: READERS }, work))
}

interface Page {
  readonly items: readonly Readonly<Record<string, string>>[]
  readonly pagination?: { readonly next_cursor: string | null }
}

async function readPages(
  caller: Caller,
  path: string,
  note: (item: Page['items'][number]) => void,
  access: 'server' | 'admin' = 'server',
): Promise<void> {
  let cursor: string | null = null
  do {
    const next: string = cursor === null ? path : `${path}&cursor=${encodeURIComponent(cursor)}`
    const { status, text } = await caller.send({ method: 'GET', path: next, access })
    if (status !== 200) throw new Error(`GET ${path} answered ${status} after the fault: ${text}`)
    const page = JSON.parse(text) as Page
    for (const item of page.items) note(item)
    cursor = page.pagination?.next_cursor ?? null
  } while (cursor !== null)
}
