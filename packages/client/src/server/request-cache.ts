import type { ServerUserUpdateOptions } from './server-user.ts'

/** What is cached, and of what: the id of a user or team, the options of a list, or an API key. */
export interface CacheKey {
  readonly kind: 'user' | 'current-user' | 'user-list' | 'team' | 'team-list' | 'user-key' | 'team-key'
  readonly id: string
}

/** A read that a cache can answer. */
export interface CacheableRead<Value> {
  readonly key: CacheKey
  readonly fetch: () => Promise<Value>
}

/** Fields that change which users a list without filters contains. */
const selectingFields: readonly (keyof ServerUserUpdateOptions)[] = ['isAnonymous', 'suspension']

/** Options of a list that select no users. `teamId` selects members, which `afterMembership` handles. */
const unfilteredOptions: ReadonlySet<string> = new Set(['cursor', 'limit', 'orderBy', 'desc', 'includeTotal', 'teamId'])

interface Entry {
  readonly key: CacheKey
  readonly promise: Promise<unknown>
  settled: { readonly value: unknown } | { readonly cause: unknown } | null
}

/**
 * The reads of one incoming request. Equal reads share one answer until a change that affects it. Never share a cache
 * between requests: it would show one visitor the data of another, and grow without a bound.
 */
export class RequestCache {
  readonly #entries = new Map<string, Entry>()

  /** Returns the cached answer. Otherwise joins the running fetch or starts one. A failure is not cached. */
  load<Value>(key: CacheKey, fetch: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(nameOf(key))
    const entry = known && !(known.settled && 'cause' in known.settled) ? known : this.#entry(key, fetch)
    // Unchecked cast: one kind of value per key.
    return entry.promise as Promise<Value>
  }

  /**
   * Returns the cached answer synchronously. Throws the failure, or the promise of the answer (React's Suspense
   * protocol).
   */
  read<Value>(key: CacheKey, fetch: () => Promise<Value>): Value {
    const { promise, settled } = this.#entries.get(nameOf(key)) ?? this.#entry(key, fetch)
    // Unchecked cast: one kind of value per key.
    if (settled && 'value' in settled) return settled.value as Value
    const reason: unknown = settled ? settled.cause : promise.catch(() => {})
    throw reason
  }

  /** @param changed the user after the change, as `getUser` returns it */
  afterUpdate(id: string, changed: unknown, options: ServerUserUpdateOptions): void {
    this.#set({ kind: 'user', id }, changed)
    const isSelecting = selectingFields.some((field) => options[field] !== undefined)
    this.#drop((entry) => isOf(id, entry) || isFiltered(entry) || (isSelecting && entry.key.kind === 'user-list'))
  }

  /** Drops every read that may show this user, after a change whose answer does not contain the user. */
  drop(id: string): void {
    this.#drop((entry) => isOf(id, entry) || isFiltered(entry) || entry.key.id === id)
  }

  afterCreate(): void {
    this.#drop(({ key }) => key.kind === 'user-list')
  }

  afterDelete(id: string): void {
    this.#set({ kind: 'user', id }, null)
    this.#drop((entry) => isOf(id, entry))
  }

  afterSignOut(): void {
    this.#drop(({ key }) => key.kind === 'current-user')
  }

  afterTeamCreate(): void {
    this.#drop(({ key }) => key.kind === 'team-list')
  }

  /** @param changed the team after the change, as `getTeam` returns it */
  afterTeamUpdate(id: string, changed: unknown): void {
    this.#set({ kind: 'team', id }, changed)
    this.#drop((entry) => entry.key.kind === 'team-list' || mayShowTeam(id, entry))
  }

  afterTeamDelete(id: string): void {
    this.afterTeamUpdate(id, null)
    this.#drop(({ key }) => optionsOf(key).teamId === id)
  }

  afterApiKeyChange(): void {
    this.#drop(({ key }) => key.kind === 'user-key' || key.kind === 'team-key')
  }

  /** After a user joined or left a team. A team that the user has left is no longer selected. */
  afterMembership(teamId: string, userId: string): void {
    this.drop(userId)
    this.#drop(({ key }) => optionsOf(key).teamId === teamId || optionsOf(key).userId === userId)
  }

  #entry(key: CacheKey, fetch: () => Promise<unknown>): Entry {
    const promise = fetch()
    const entry: Entry = { key, promise, settled: null }
    promise.then(
      (value) => void (entry.settled = { value }),
      (cause: unknown) => void (entry.settled = { cause }),
    )
    this.#entries.set(nameOf(key), entry)
    return entry
  }

  #set(key: CacheKey, value: unknown): void {
    this.#entries.set(nameOf(key), { key, promise: Promise.resolve(value), settled: { value } })
  }

  #drop(isAffected: (entry: Entry) => boolean): void {
    for (const [name, entry] of this.#entries) if (isAffected(entry)) this.#entries.delete(name)
  }
}

function nameOf({ kind, id }: CacheKey): string {
  return `${kind} ${id}`
}

/** True for other reads that may show this user. Also true until their answer arrives. */
function isOf(id: string, { key, settled }: Entry): boolean {
  switch (key.kind) {
    case 'user':
    case 'team':
    case 'team-list':
    case 'team-key':
      return false
    case 'current-user':
    case 'user-list':
    case 'user-key':
      return !(settled && 'value' in settled) || usersOf(settled.value).some((user) => user.id === id)
  }
}

/** True for users who selected this team, and for its API keys. Also true until their answer arrives. */
function mayShowTeam(id: string, { key, settled }: Entry): boolean {
  if (key.kind === 'team' || key.kind === 'team-list') return false
  if (!(settled && 'value' in settled)) return true
  return key.kind === 'team-key'
    ? isCheckedKeyOf(id, settled.value)
    : usersOf(settled.value).some((user) => user.selectedTeam?.id === id)
}

interface CachedUser {
  readonly id: string
  readonly selectedTeam: { readonly id: string } | null
}

function usersOf(value: unknown): CachedUser[] {
  // The value of these kinds is a user, null, a list of users, or a checked key with its user or a refusal.
  const values = [value].flat() as (CachedUser | { readonly user: CachedUser } | string | null)[]
  return values
    .filter((found) => typeof found === 'object' && found !== null)
    .map((found) => ('user' in found ? found.user : found))
}

function isCheckedKeyOf(teamId: string, value: unknown): boolean {
  // The value of this kind is a checked key with its team, or a refusal.
  const checked = value as { readonly team: { readonly id: string } } | string
  return typeof checked === 'object' && checked.team.id === teamId
}

function optionsOf({ kind, id }: CacheKey): { teamId?: string; userId?: string } {
  return kind === 'user-list' || kind === 'team-list' ? (JSON.parse(id) as object) : {}
}

/** True for lists that any change of a user may add the user to. */
function isFiltered({ key }: Entry): boolean {
  return key.kind === 'user-list' && Object.keys(optionsOf(key)).some((name) => !unfilteredOptions.has(name))
}
