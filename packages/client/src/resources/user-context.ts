import type { UserClientRead } from '@portico/contract'

import type { SignOutOptions } from './current-user.ts'
import type { OAuthStart } from '../sign-in/oauth.ts'
import type { Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'

/** What a user object needs of its app. */
export interface UserContext {
  readonly request: SendRequest
  readonly ports: Ports
  /** Leaves for a provider. */
  readonly startOAuth: (start: OAuthStart) => Promise<never>
  readonly verificationCallbackUrl: () => string
  readonly signOut: (session: Session, options?: SignOutOptions) => Promise<void>
  /** The user of this session is known to look like this now. */
  readonly showUser: (session: Session, user: UserClientRead) => void
  /** The user of this session has changed in a way only the service knows. */
  readonly refreshUser: (session: Session) => Promise<void>
}
