import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { Answers, describeAnswer, outcomeOf, type Answer, type Outcome } from './answers.ts'
import { appOrigin, type Caller, type Request } from './caller.ts'
import { Ledger, type Account } from './ledger.ts'
import { Random } from './random.ts'
import { Written } from './written.ts'

/** How many of thirty calls are of each kind. */
const weights = {
  signUp: 2,
  deletion: 2,
  signIn: 3,
  refresh: 4,
  currentUser: 6,
  profile: 4,
  list: 1.5,
  team: 1.5,
  membership: 2,
  key: 1.6,
  codeMail: 2,
  webhook: 0.4,
}
type Kind = keyof typeof weights

/**
 * Users and teams stay near these numbers, so that the size of the database does not explain the figures of a long run.
 */
const USERS_KEPT = 200
const TEAMS_KEPT = 200
/** An access token lives ten minutes. */
const TOKEN_MILLIS = 300_000

interface Ended {
  readonly outcome: Outcome
  readonly body: Readonly<Record<string, string>>
}

/** Calls of twelve kinds, each of which is one HTTP request without a retry. */
export class Load {
  readonly answers = new Answers()
  readonly ledger = new Ledger()
  /** Reads that showed an older state than was acknowledged, as sentences. */
  readonly stale: string[] = []
  readonly #caller: Caller
  readonly #random: Random
  readonly #callsPerSecond: number
  readonly #open = new Set<Promise<void>>()
  #endpointId = ''
  #isEndpointBusy = false
  #number = 0
  #clock: NodeJS.Timeout | null = null

  constructor(caller: Caller, seed: number, callsPerSecond: number) {
    this.#caller = caller
    this.#callsPerSecond = callsPerSecond
    this.#random = new Random(seed)
  }

  /** Creates the endpoint for webhooks and the first users. */
  async prepare(webhookUrl: string): Promise<void> {
    const body = await this.#require({
      method: 'POST',
      path: '/internal/webhook-endpoints',
      access: 'admin',
      body: { url: webhookUrl, description: 'first' },
    })
    this.#endpointId = body['id'] ?? ''
    this.ledger.endpoint = new Written('first')
    while (this.ledger.accounts.length < USERS_KEPT) {
      const before = this.ledger.accounts.length
      await Promise.all(Array.from({ length: 4 }, () => this.#signUp()))
      if (this.ledger.accounts.length === before) {
        throw new Error(`Sign-ups fail: ${this.answers.calls.at(-1)?.description ?? 'without a call'}`)
      }
    }
  }

  start(): void {
    // Calls do not wait for each other, so that a fault that makes them wait does not make the load smaller.
    this.#clock = setInterval(() => this.#begin(this.#random.weighted(weights)), 1_000 / this.#callsPerSecond)
  }

  /** Stops, and waits for the answers to all calls. */
  async pause(): Promise<void> {
    if (this.#clock) clearInterval(this.#clock)
    await Promise.all(this.#open)
  }

  /** Renews the sessions of all users with their newest token. Returns those that are refused, as sentences. */
  async renewSessions(): Promise<string[]> {
    const problems: string[] = []
    const left = [...this.ledger.accounts]
    const renew = async (): Promise<void> => {
      for (let account = left.pop(); account; account = left.pop()) {
        const { outcome } = await this.#refresh(account)
        if (outcome !== 'success') problems.push(`The session of ${account.email} is not renewed.`)
      }
    }
    await Promise.all(Array.from({ length: 8 }, renew))
    return problems
  }

  #begin(kind: Kind): void {
    const work = this.#do(kind)
      .catch((error: unknown) => this.stale.push(`The load has failed: ${String(error)}`))
      .then(() => void this.#open.delete(work))
    this.#open.add(work)
  }

  async #do(kind: Kind): Promise<void> {
    const { accounts } = this.ledger
    if (kind === 'signUp' || kind === 'deletion') {
      return accounts.length < USERS_KEPT ? this.#signUp() : this.#withAccount((account) => this.#delete(account))
    }
    if (kind === 'list')
      return void (await this.#call(kind, { method: 'GET', path: '/users?limit=50', access: 'server' }))
    if (kind === 'team') return this.#createOrDeleteTeam()
    if (kind === 'codeMail') return this.#sendCode()
    if (kind === 'webhook') return this.#describeEndpoint()
    return this.#withAccount(async (account) => {
      const isStale = performance.now() - account.tokenAt > TOKEN_MILLIS
      if (isStale || kind === 'refresh') await this.#refresh(account)
      else if (kind === 'signIn') await this.#signIn(account)
      else if (kind === 'currentUser') await this.#readUser(account)
      else if (kind === 'profile') await this.#rename(account)
      else if (kind === 'membership') await this.#join(account)
      else await this.#createKey(account)
    })
  }

  async #withAccount(work: (account: Account) => Promise<void>): Promise<void> {
    const account = this.#random.of(this.ledger.accounts.filter(({ isBusy }) => !isBusy))
    if (!account) return this.#signUp()
    account.isBusy = true
    await work(account)
    account.isBusy = false
  }

  async #signUp(): Promise<void> {
    const from = this.#nextAddress()
    const email = `user-${this.#number}@example.com`
    const password = randomBytes(18).toString('base64url')
    const { body, outcome } = await this.#write('signUp', {
      method: 'POST',
      path: '/auth/password/sign-up',
      access: 'client',
      body: { email, password, verification_callback_url: `${appOrigin}/handler/email-verification` },
      from,
    })
    if (outcome !== 'success') return
    const id = body['user_id'] ?? ''
    this.ledger.events.add(`user.created ${id}`)
    this.ledger.accounts.push({
      id,
      email,
      password,
      from,
      name: new Written<string | null>(null),
      keys: new Set(),
      accessToken: body['access_token'] ?? '',
      refreshToken: body['refresh_token'] ?? '',
      tokenAt: performance.now(),
      isBusy: false,
    })
  }

  async #delete(account: Account): Promise<void> {
    this.ledger.forget(account)
    const path = `/users/${account.id}`
    const { outcome } = await this.#write('deletion', { method: 'DELETE', path, access: 'server' })
    if (outcome !== 'success') return
    this.ledger.deletedUsers.add(account.id)
    this.ledger.events.add(`user.deleted ${account.id}`)
  }

  async #signIn(account: Account): Promise<void> {
    const { email, from, password } = account
    const path = '/auth/password/sign-in'
    const { body, outcome } = await this.#write('signIn', {
      method: 'POST',
      path,
      access: 'client',
      body: { email, password },
      from,
    })
    if (outcome === 'success') takeTokens(account, body)
  }

  async #refresh(account: Account): Promise<Ended> {
    const ended = await this.#write('refresh', {
      method: 'POST',
      path: '/auth/sessions/current/refresh',
      access: 'client',
      headers: { 'x-stack-refresh-token': account.refreshToken },
      body: { rotate_refresh_token: true },
      from: account.from,
    })
    // After an unknown outcome, the old token works until its successor is used.
    if (ended.outcome === 'success') takeTokens(account, ended.body)
    return ended
  }

  async #readUser(account: Account): Promise<void> {
    const { body, outcome } = await this.#call('currentUser', {
      method: 'GET',
      path: '/users/me',
      access: 'client',
      headers: { 'x-stack-access-token': account.accessToken },
      from: account.from,
    })
    if (outcome !== 'success' || account.name.permits(body['display_name'])) return
    this.stale.push(
      `${account.email} reads the name ${body['display_name']} after ${account.name.acknowledged} was acknowledged.`,
    )
  }

  async #rename(account: Account): Promise<void> {
    const name = `Name ${this.#nextNumber()}`
    account.name.attempt(name)
    const { outcome } = await this.#write('profile', {
      method: 'PATCH',
      path: '/users/me',
      access: 'client',
      headers: { 'x-stack-access-token': account.accessToken },
      body: { display_name: name },
      from: account.from,
    })
    if (outcome === 'success') account.name.acknowledge(name)
  }

  async #createKey(account: Account): Promise<void> {
    const body = { user_id: account.id, description: 'load', expires_at_millis: null }
    const ended = await this.#write('key', { method: 'POST', path: '/user-api-keys', access: 'server', body })
    if (ended.outcome === 'success') account.keys.add(ended.body['id'] ?? '')
  }

  async #join(account: Account): Promise<void> {
    const teamId = this.#random.of([...this.ledger.teams.keys()])
    const membership = `${teamId} ${account.id}`
    if (teamId === undefined || this.ledger.memberships.has(membership)) return this.#readUser(account)
    const path = `/team-memberships/${teamId}/${account.id}`
    // Not twice: the second one is refused if the first one took effect.
    this.ledger.memberships.add(membership)
    const { outcome } = await this.#write('membership', { method: 'POST', path, access: 'server', body: {} })
    if (outcome !== 'success') this.ledger.memberships.delete(membership)
  }

  async #createOrDeleteTeam(): Promise<void> {
    const { teams } = this.ledger
    const [oldest] = teams.keys()
    if (oldest !== undefined && teams.size >= TEAMS_KEPT) {
      this.ledger.forgetTeam(oldest)
      const path = `/teams/${oldest}`
      const { outcome } = await this.#write('team', { method: 'DELETE', path, access: 'server' })
      if (outcome === 'success') this.ledger.deletedTeams.add(oldest)
      return
    }
    const name = `Team ${this.#nextNumber()}`
    const { body, outcome } = await this.#write('team', {
      method: 'POST',
      path: '/teams',
      access: 'server',
      body: { display_name: name },
    })
    if (outcome !== 'success') return
    teams.set(body['id'] ?? '', name)
    this.ledger.events.add(`team.created ${body['id']}`)
  }

  async #sendCode(): Promise<void> {
    const from = this.#nextAddress()
    const email = `code-${this.#number}@example.com`
    const { outcome } = await this.#write('codeMail', {
      method: 'POST',
      path: '/auth/otp/send-sign-in-code',
      access: 'client',
      body: { email, callback_url: `${appOrigin}/handler/magic-link-callback` },
      from,
    })
    if (outcome === 'success') this.ledger.codeMails.add(email)
  }

  async #describeEndpoint(): Promise<void> {
    const { endpoint } = this.ledger
    if (!endpoint || this.#isEndpointBusy) return
    this.#isEndpointBusy = true
    const description = `Description ${this.#nextNumber()}`
    endpoint.attempt(description)
    const path = `/internal/webhook-endpoints/${this.#endpointId}`
    const { outcome } = await this.#write('webhook', { method: 'PATCH', path, access: 'admin', body: { description } })
    if (outcome === 'success') endpoint.acknowledge(description)
    this.#isEndpointBusy = false
  }

  async #write(kind: Kind, request: Request): Promise<Ended> {
    const ended = await this.#call(kind, request)
    if (ended.outcome === 'success') this.ledger.acknowledged += 1
    else this.ledger.uncertain += 1
    return ended
  }

  async #call(kind: Kind, request: Request): Promise<Ended> {
    const startedAt = performance.now()
    let answer: Answer | null = null
    let error: unknown = null
    try {
      answer = await this.#caller.send(request)
    } catch (failure) {
      error = failure
    }
    const outcome = outcomeOf(answer)
    const description = describeAnswer(answer, error)
    this.answers.calls.push({ kind, outcome, description, startedAt, endedAt: performance.now() })
    const isJson = String(answer?.headers['content-type']).startsWith('application/json')
    const body = isJson && outcome === 'success' ? (JSON.parse(answer?.text || '{}') as Ended['body']) : {}
    return { outcome, body }
  }

  /** Calls until it succeeds. */
  async #require(request: Request): Promise<Ended['body']> {
    for (let tries = 0; ; tries += 1) {
      const answer = await this.#caller.send(request)
      if (answer.status < 300) return JSON.parse(answer.text) as Ended['body']
      if (tries > 20) throw new Error(`${request.method} ${request.path} answered ${answer.status}: ${answer.text}`)
      await sleep(500)
    }
  }

  #nextNumber(): number {
    this.#number += 1
    return this.#number
  }

  /** An address of loopback that no other user has, because limits count by address. */
  #nextAddress(): string {
    const number = this.#nextNumber()
    return `127.${20 + ((number >> 16) & 63)}.${(number >> 8) & 255}.${number & 255 || 1}`
  }
}

function takeTokens(account: Account, body: Ended['body']): void {
  account.accessToken = body['access_token'] ?? account.accessToken
  account.refreshToken = body['refresh_token'] ?? account.refreshToken
  account.tokenAt = performance.now()
}
