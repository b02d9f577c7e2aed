import type { Written } from './written.ts'

/** A user of the load, who does one thing at a time. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly password: string
  /** The address that the user calls from. */
  readonly from: string
  readonly name: Written<string | null>
  /** The ids of the API keys. */
  readonly keys: Set<string>
  accessToken: string
  refreshToken: string
  tokenAt: number
  isBusy: boolean
}

/** What the service has acknowledged, and what it may have done without an acknowledgement. */
export class Ledger {
  readonly accounts: Account[] = []
  readonly deletedUsers = new Set<string>()
  /** The names of teams by their id. */
  readonly teams = new Map<string, string>()
  readonly deletedTeams = new Set<string>()
  /** Each is the id of a team and that of a user. */
  readonly memberships = new Set<string>()
  /** The addresses without an account to which the service has promised a code. */
  readonly codeMails = new Set<string>()
  /** Each is the type of an event and the id of its record. */
  readonly events = new Set<string>()
  /** The description of the endpoint for webhooks. */
  endpoint: Written<string> | null = null
  /** The number of acknowledged writes. */
  acknowledged = 0
  /** The number of writes whose outcome is unknown. */
  uncertain = 0

  forget(account: Account): void {
    this.accounts.splice(this.accounts.indexOf(account), 1)
  }

  forgetTeam(id: string): void {
    this.teams.delete(id)
    for (const membership of this.memberships) if (membership.startsWith(id)) this.memberships.delete(membership)
  }
}

/** What the service shows. */
export interface Shown {
  /** The names of users by their id. */
  readonly users: ReadonlyMap<string, string | null>
  readonly teams: ReadonlyMap<string, string>
  readonly memberships: ReadonlySet<string>
  /** The ids of API keys. */
  readonly keys: ReadonlySet<string>
  readonly endpoint: string
}

/** What was delivered, by recipient or event, and how often. */
export interface Delivered {
  readonly mails: ReadonlyMap<string, number>
  readonly events: ReadonlyMap<string, number>
}

/** The acknowledged writes that the service does not show, as sentences. */
export function findLost(ledger: Ledger, shown: Shown): string[] {
  const lost: string[] = []
  const alive = new Set(ledger.accounts.map(({ id }) => id))
  for (const { email, id, keys, name } of ledger.accounts) {
    const found = shown.users.get(id)
    if (found === undefined) lost.push(`The user ${email} is missing.`)
    else if (!name.permits(found)) lost.push(`The user ${email} is called ${found} instead of ${name.acknowledged}.`)
    for (const key of keys) if (!shown.keys.has(key)) lost.push(`The API key ${key} of ${email} is missing.`)
  }
  for (const id of ledger.deletedUsers) if (shown.users.has(id)) lost.push(`The deleted user ${id} is there.`)
  for (const id of ledger.deletedTeams) if (shown.teams.has(id)) lost.push(`The deleted team ${id} is there.`)
  for (const [id, name] of ledger.teams) {
    if (shown.teams.get(id) !== name) lost.push(`The team ${name} is missing.`)
  }
  for (const membership of ledger.memberships) {
    const [teamId = '', userId = ''] = membership.split(' ')
    // A membership ends with its user or team, whose deletion may have had an unknown outcome.
    if (!alive.has(userId) || !ledger.teams.has(teamId)) continue
    if (!shown.memberships.has(membership)) lost.push(`The membership ${membership} is missing.`)
  }
  if (ledger.endpoint && !ledger.endpoint.permits(shown.endpoint)) {
    lost.push(`The endpoint is described as ${shown.endpoint} instead of ${ledger.endpoint.acknowledged}.`)
  }
  return lost
}

/**
 * Returns the undelivered events that no pending delivery explains. The ledger keeps the explained ones for the next
 * look.
 */
export function settleEvents(ledger: Ledger, undelivered: readonly string[], pending: ReadonlySet<string>): string[] {
  ledger.events.clear()
  for (const event of undelivered) if (pending.has(event)) ledger.events.add(event)
  return undelivered.filter((event) => !pending.has(event))
}

/** The mails and webhooks that were promised and have not arrived: recipients and events. */
export function findUndelivered(ledger: Ledger, delivered: Delivered): { mails: string[]; events: string[] } {
  const alive = new Set(ledger.accounts.map(({ id }) => id))
  const addresses = [...ledger.codeMails, ...ledger.accounts.map(({ email }) => email)]
  return {
    mails: addresses.filter((address) => !delivered.mails.has(address)),
    events: [...ledger.events].filter((event) => {
      const [type, id = ''] = event.split(' ')
      // The deletion of a user erases what was not delivered about the user.
      const isErased = type === 'user.created' && !alive.has(id)
      return !isErased && !delivered.events.has(event)
    }),
  }
}
