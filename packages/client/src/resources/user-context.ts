import type { CurrentUserRead, TeamClientRead } from '@portico/contract'

import type { CurrentUser, SignOutOptions } from './current-user.ts'
import type { Resource } from './resource.ts'
import type { Session } from '../session/session.ts'
import type { SessionHolder } from '../session/session-holder.ts'
import type { TokenStoreInit } from '../session/tokens.ts'
import type { SignInContext } from '../sign-in/sign-in.ts'
import type { Team } from './teams.ts'
import type { ChangedReads, ReadOptions, UserReads } from './user-reads.ts'

/** Returns further members for the signed-in user's object, which the app creates. */
export type ExtendUser<Extras = unknown> = (session: Session, context: UserContext) => Extras & object

/** The parts of the app that its objects and methods use. */
export interface UserContext extends SignInContext {
  /** Holds the session of a token store; undefined: that of the app. */
  readonly holderOf: (tokenStore: TokenStoreInit | undefined) => SessionHolder
  readonly signOut: (session: Session, options?: SignOutOptions) => Promise<void>
  readonly users: UserCache
  readonly extendUser: ExtendUser | undefined
}

/** The cached users of the sessions, and what they read. */
export interface UserCache {
  ofSession(session: Session): Resource<CurrentUser | null>
  /** Fetches the user again after a change on the service. */
  refresh(session: Session): Promise<void>
  show(session: Session, user: CurrentUserRead): void
  read<Name extends keyof UserReads>(session: Session, name: Name, options?: ReadOptions): Resource<UserReads[Name]>
  /** Fetches reads of the user again after a change on the service. */
  renew(session: Session, ...changed: readonly ChangedReads[]): Promise<void>
  createTeam(session: Session, read: TeamClientRead): Team
}
