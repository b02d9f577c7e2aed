import type { CurrentUserRead, TeamClientRead, UserClientRead } from '@portico/contract'

import type { CachedResource, Resource } from './resource.ts'
import type { CurrentUser } from './current-user.ts'
import type { FollowingResource } from './following-resource.ts'
import type { SessionHolder } from '../session/session-holder.ts'
import type { Team } from './teams.ts'
import type { UserCache, UserContext } from './user-context.ts'
import type { ChangedReads, ReadOptions, UserReads } from './user-reads.ts'
import { createTeam } from './create-team.ts'
import { loadPart } from '../transport/connection-error.ts'
import { readClaims } from '../session/access-token.ts'
import { Session } from '../session/session.ts'
import type { SessionResources, Source } from './session-resources.ts'
import { noTokens } from '../session/tokens.ts'
import { createCurrentUser, getCurrentUser } from './users.ts'

/** Caches one user per session, and what that user reads. */
export class UserResources implements UserCache {
  readonly #resources: SessionResources
  readonly #context: () => UserContext
  readonly #held = new WeakSet<Session>()
  readonly #user: Source<CurrentUser | null> = {
    key: 'user',
    load: (session) =>
      getCurrentUser(session, this.#context().request, (read: CurrentUserRead) => this.#create(session, read)),
    prepare: (session, resource) => {
      // An ended session has no user, so skip the request.
      if (session.hasEnded) resource.seed(null)
      else session.onEnd(() => !this.#held.has(session) && resource.seed(null))
    },
  }

  /** @param context returns the parts of the app, of which this object is one */
  constructor(resources: SessionResources, context: () => UserContext) {
    this.#resources = resources
    this.#context = context
  }

  ofHolder(holder: SessionHolder): FollowingResource<CurrentUser | null> {
    return this.#resources.ofHolder(holder, this.#user)
  }

  ofSession(session: Session): CachedResource<CurrentUser | null> {
    return this.#resources.ofSession(session, this.#user)
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

  /** Shows this user as the user of the session, without a request. */
  show(session: Session, user: CurrentUserRead): void {
    this.ofSession(session).seed(this.#create(session, user))
  }

  /** Returns a read of the signed-in user. */
  read<Name extends keyof UserReads>(session: Session, name: Name, options?: ReadOptions): Resource<UserReads[Name]> {
    return this.#resources.ofSession(session, this.sourceOf(name, options))
  }

  /**
   * Returns how to load a read of the signed-in user. Without `prepare` the value outlives its session: while a
   * sign-out redirects, the page keeps showing it.
   */
  sourceOf<Name extends keyof UserReads>(name: Name, options: ReadOptions = {}): Source<UserReads[Name]> {
    return {
      // `renew` selects by the name and the team, so they come first. A stated default leads to the same key.
      key: `${name} ${options.teamId} ${JSON.stringify({ isRecursive: true, ...options })}`,
      load: async (session, resource) => {
        const context = this.#context()
        const { loadRead } = await loadPart(context.ports, import('./team-actions.ts'))
        return loadRead(name, options, session, context, resource)
      },
    }
  }

  createTeam(session: Session, read: TeamClientRead): Team {
    return createTeam(read, session, this.#context())
  }

  /** Fetches reads of a session again if they have subscribers. */
  renew(session: Session, ...changed: readonly ChangedReads[]): Promise<void> {
    return this.#resources.renew(session, ...changed)
  }

  /** Sets the user that the server rendered, for hydration and until the first newer answer. */
  seed(holder: SessionHolder, user: UserClientRead | null): void {
    const { ports } = this.#context()
    // The server knows the user but not the session.
    const session = ports.browser() ? holder.current() : new Session(noTokens, ports.now, async () => null)
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

  #create(session: Session, user: CurrentUserRead): CurrentUser {
    const { accessToken } = session.tokens
    // The access token of a restricted session says so until its end. Without it the next call gets another one.
    if (accessToken && !user.is_restricted && readClaims(accessToken)?.['is_restricted']) {
      session.refuseAccessToken(accessToken)
    }
    return createCurrentUser(user, session, this.#context())
  }
}
