import type { UserClientRead } from '@portico/contract'

import type { SignOutOptions } from './current-user.ts'
import type { OAuthStart } from '../sign-in/oauth.ts'
import type { Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'

/** The parts of the app that a user object uses. */
export interface UserContext {
  readonly request: SendRequest
  readonly ports: Ports
  /** Redirects to a provider. */
  readonly startOAuth: (start: OAuthStart) => Promise<never>
  readonly verificationCallbackUrl: () => string
  readonly signOut: (session: Session, options?: SignOutOptions) => Promise<void>
  /** Shows this user as the user of the session, without a request. */
  readonly showUser: (session: Session, user: UserClientRead) => void
  /** Fetches the user of this session again after a change on the service. */
  readonly refreshUser: (session: Session) => Promise<void>
}
