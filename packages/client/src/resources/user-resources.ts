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

/** Caches one user per session. Each token store has one resource, which follows its current session. */
export class UserResources {
  readonly #ports: Ports
  readonly #context: UserContext
  // Weak, so that a server does not keep users after their request.
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
    const resource = new CachedResource(this.#ports, () =>
      getCurrentUser(session, this.#context.request, (read: UserClientRead) => this.#create(session, read)),
    )
    this.#bySession.set(session, resource)
    // An ended session has no user, so skip the request.
    if (session.hasEnded) resource.seed(null)
    else session.onEnd(() => !this.#held.has(session) && resource.seed(null))
    return resource
  }

  /**
   * Fetches the user of a session again after a change. Ignores a failure, because the change itself has succeeded; the
   * subscribers of the user receive it.
   */
  async refresh(session: Session): Promise<void> {
    await this.ofSession(session)
      .refresh()
      .catch(() => {})
  }

  /** Sets the user that the server rendered, for hydration and until the first newer answer. */
  seed(holder: SessionHolder, user: UserClientRead | null): void {
    // The server knows the user but not the session.
    const session = this.#ports.browser() ? holder.current() : new Session(noTokens, this.#ports.now, async () => null)
    const value = user && this.#create(session, user)
    this.ofHolder(holder).seedServerSnapshot(value)
    // If the cookies of this page contain no session, the user has signed out since.
    if (value && !session.hasEnded) this.ofSession(session).seed(value)
  }

  /**
   * Keeps showing the user of a session after its end, until the returned function is called. So the page does not
   * react to the missing user while a sign-out redirects.
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
