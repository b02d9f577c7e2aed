import type { UserClientRead } from '@portico/contract'

import type { OAuthConnection } from './connected-accounts.ts'
import type { CurrentUser } from './current-user.ts'
import type { Ports } from '../transport/ports.ts'
import { CachedResource, type Resource } from './resource.ts'
import type { SessionHolder } from '../session/session-holder.ts'
import type { UserContext } from './user-context.ts'

import { loaded } from '../transport/connection-error.ts'
import { FollowingResource } from './following-resource.ts'
import { Session } from '../session/session.ts'
import { noTokens } from '../session/tokens.ts'
import { createCurrentUser, getCurrentUser } from './users.ts'

type AccountsOf<Owner extends object> = WeakMap<Owner, Map<string, Resource<OAuthConnection | null>>>

/** The cached users: one per session, and per token store one that follows its current session. */
export class UserResources {
  readonly #ports: Ports
  readonly #context: UserContext
  // Weak, so that on a server nothing outlives the request it belongs to.
  readonly #bySession = new WeakMap<Session, CachedResource<CurrentUser | null>>()
  readonly #byHolder = new WeakMap<SessionHolder, FollowingResource<CurrentUser | null>>()
  readonly #held = new WeakSet<Session>()
  readonly #accountsBySession: AccountsOf<Session> = new WeakMap()
  readonly #accountsByHolder: AccountsOf<SessionHolder> = new WeakMap()

  constructor(ports: Ports, context: Omit<UserContext, 'showUser' | 'refreshUser'>) {
    this.#ports = ports
    this.#context = {
      ...context,
      showUser: (session, user) => this.ofSession(session).seed(this.#create(session, user)),
      refreshUser: (session) => this.refresh(session),
    }
  }

  ofHolder(holder: SessionHolder): FollowingResource<CurrentUser | null> {
    const known = this.#byHolder.get(holder)
    if (known) return known
    const resource = new FollowingResource<CurrentUser | null>(
      () => this.ofSession(holder.current()),
      (listener) => holder.subscribe(listener),
    )
    this.#byHolder.set(holder, resource)
    return resource
  }

  ofSession(session: Session): CachedResource<CurrentUser | null> {
    const known = this.#bySession.get(session)
    if (known) return known
    const resource = new CachedResource(this.#ports, () => getCurrentUser(session, this.#context))
    this.#bySession.set(session, resource)
    // An ended session has no user, and nobody needs to be asked about it.
    if (session.hasEnded) resource.seed(null)
    else session.onEnd(() => !this.#held.has(session) && resource.seed(null))
    return resource
  }

  /** The account the holder's user has at a provider; follows sign-in and sign-out like the user itself. */
  connectedAccount(
    holder: SessionHolder,
    provider: string,
    scopes: readonly string[],
  ): Resource<OAuthConnection | null> {
    const key = JSON.stringify([provider, ...scopes])
    return inMapOf(this.#accountsByHolder, holder, key, () => {
      const current = (): Resource<OAuthConnection | null> => {
        const session = holder.current()
        return inMapOf(this.#accountsBySession, session, key, () => this.#createAccount(session, provider, scopes))
      }
      return new FollowingResource(current, (listener) => holder.subscribe(listener))
    })
  }

  /**
   * Reads a session's user again after a change. A failure is shown by whoever shows the user; the change itself has
   * worked and must not look as if it had failed.
   */
  async refresh(session: Session): Promise<void> {
    await this.ofSession(session)
      .refresh()
      .catch(() => {})
  }

  /** Shows what a server rendered the page for, on the first render and until there is a newer answer. */
  seed(holder: SessionHolder, user: UserClientRead | null): void {
    // A server renders the user but has nobody's session at hand.
    const session = this.#ports.browser() ? holder.current() : new Session(noTokens, this.#ports.now, async () => null)
    const value = user && this.#create(session, user)
    this.ofHolder(holder).seedServerSnapshot(value)
    // Whoever is signed out or in by the cookies of this page knows better.
    if (value && !session.hasEnded) this.ofSession(session).seed(value)
  }

  /**
   * Keeps showing a session's user until the function it gives back is called: while a sign-out leaves the page, nothing
   * on it should react to the missing user.
   */
  hold(session: Session): () => void {
    this.#held.add(session)
    return () => {
      this.#held.delete(session)
      if (session.hasEnded) this.ofSession(session).seed(null)
    }
  }

  #create(session: Session, user: UserClientRead): CurrentUser {
    return createCurrentUser(user, session, this.#context)
  }
  #createAccount(session: Session, provider: string, scopes: readonly string[]): Resource<OAuthConnection | null> {
    return new CachedResource(this.#ports, async () => {
      if (session.hasEnded) return null
      const accounts = await loaded(this.#ports, import('./connected-accounts.ts'))
      return accounts.findConnectedAccount(this.#context.request, session, provider, scopes)
    })
  }
}

function inMapOf<Owner extends object>(
  maps: AccountsOf<Owner>,
  owner: Owner,
  key: string,
  create: () => Resource<OAuthConnection | null>,
): Resource<OAuthConnection | null> {
  const map = maps.get(owner) ?? new Map<string, Resource<OAuthConnection | null>>()
  maps.set(owner, map)
  const resource = map.get(key) ?? create()
  map.set(key, resource)
  return resource
}
