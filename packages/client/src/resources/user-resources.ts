import type { UserClientRead } from '@portico/contract'

import type { CurrentUser } from './current-user.ts'
import type { Ports } from '../transport/ports.ts'
import { CachedResource } from './resource.ts'
import type { SessionHolder } from '../session/session-holder.ts'
import type { UserContext } from './user-context.ts'

import { FollowingResource } from './following-resource.ts'
import { Session } from '../session/session.ts'
import { noTokens } from '../session/tokens.ts'
import { createCurrentUser, getCurrentUser } from './users.ts'

/** The cached users: one per session, and per token store one that follows its current session. */
export class UserResources {
  readonly #ports: Ports
  readonly #context: UserContext
  // Weak, so that on a server nothing outlives the request it belongs to.
  readonly #bySession = new WeakMap<Session, CachedResource<CurrentUser | null>>()
  readonly #byHolder = new WeakMap<SessionHolder, FollowingResource<CurrentUser | null>>()
  readonly #held = new WeakSet<Session>()

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
}
