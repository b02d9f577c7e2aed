import { SESSION_DEFAULT_LIFETIME_MILLIS, type SignInMethod } from '@portico/contract'

import { nothing, sequence, type Statement } from '../kernel/statement.ts'
import type { EndUser } from '../platform/http/end-user.ts'
import type { Project } from '../records/projects/project.ts'
import { endOfSession, sessionWindow } from '../records/sessions/session-window.ts'
import type { User } from '../records/users/user.ts'
import type { TokenSession, AccessTokens } from '../records/sessions/access-token.ts'
import type { Impersonation } from '../records/sessions/impersonation.ts'
import type { FactorProof } from '../records/sessions/factor-state.ts'
import { hashRefreshToken, newRefreshToken } from '../records/sessions/refresh-token.ts'
import { newUuid } from '../platform/crypto/random.ts'
import { requireAllowedBasis, requireConnection, type SessionBasis } from './session-basis.ts'
import { type EventCall } from '../kernel/emit.ts'
import { endSessionsAboveLimit, insertSession, type SessionKind } from '../records/queries/sessions/new-session.ts'

/** The result of every sign-in. */
export interface SignedIn {
  readonly accessToken: string
  readonly refreshToken: string
  readonly userId: string
}

/** A stored session. Its access token is signed after the transaction commits. */
export interface StartedSession extends TokenSession {
  readonly refreshToken: string
}

export interface SessionOptions {
  /** For a caller that needs the session id before the session exists. Default: a new UUID. */
  readonly id?: string
  readonly userId: string
  /** Whether the second factor was proved, or this kind of sign-in requires none. */
  readonly isSecondFactorSettled: boolean
  /** For the policy of the project (decision 081). Default: none. */
  readonly factorProof?: FactorProof | null
  /** The hash that the password was checked against, for a password sign-in. */
  readonly provedPasswordHash?: string
  /** How the user signed in; absent if a server creates the session. */
  readonly method?: SignInMethod
  /** The staff member who starts the session by link, with the kind `impersonation`. */
  readonly impersonation?: Impersonation
  /** The project must allow it. Null if a version without this field began the sign-in. */
  readonly basis: SessionBasis | null
  /** The same transaction creates the user, so there are no other sessions to limit. */
  readonly isFirst?: boolean
  /** Default: `browser`. */
  readonly kind?: SessionKind
  readonly lifetimeMillis?: number
  /** When the user last authenticated, for a session that is created from another session. Default: now. */
  readonly authenticatedAt?: Date
  /** When the session that creates this one ends, so that a chain of sessions has the lifetime of the first one. */
  readonly endsBy?: Date
}

export interface StartSessionDependencies {
  readonly settings: { readonly sessionsPerUser: number }
}

export interface SessionCall extends EventCall {
  /** Its session policy bounds the lifetime. */
  readonly project: Project
  /** Shown in the session list. The end user is null if the caller is not a browser. */
  readonly request: { readonly endUser: EndUser | null }
}

/**
 * Creates a session. Every sign-in creates a new one to prevent session fixation. If the user has more sessions of this
 * kind than `sessionsPerUser` allows, the least recently used ones end.
 *
 * @throws SessionRefused if the user was deleted, the password changed after it was checked, or a second factor is
 *   required
 * @throws the errors of `requireAllowedBasis` and `requireConnection`
 * @throws UserSuspended; the pipeline answers it with RESTRICTED_USER_NOT_ALLOWED
 */
export function startSession(
  { settings }: StartSessionDependencies,
  call: SessionCall,
  {
    lifetimeMillis = SESSION_DEFAULT_LIFETIME_MILLIS,
    kind = 'browser',
    isFirst = false,
    endsBy,
    basis,
    ...options
  }: SessionOptions,
): Statement<StartedSession> {
  // guard: the creation of a session checks that the project allows its basis [second-step]
  if (basis) requireAllowedBasis(call.project, basis)
  const refreshToken = newRefreshToken()
  const hashes = hashRefreshToken(refreshToken)
  if (!hashes) throw new Error('The new refresh token is malformed.')
  const { project, projectId, request } = call
  const createdAt = call.now()
  const ownEnd = endOfSession(project, createdAt, new Date(createdAt.getTime() + lifetimeMillis))
  const expiresAt = endsBy && endsBy < ownEnd ? endsBy : ownEnd
  const { id = newUuid() } = options
  const session = {
    authenticatedAt: createdAt,
    factorProof: null,
    ...options,
    id,
    kind,
    familyHash: hashes.family,
    tokenHash: hashes.token,
    createdAt,
    expiresAt,
    endUser: request.endUser,
  }
  const started = {
    id,
    refreshToken,
    expiresAt,
    isImpersonation: kind === 'impersonation',
    impersonatorId: options.impersonation?.impersonatorId ?? null,
    factorProof: session.factorProof,
  }
  return sequence([
    // guard: a second factor does not complete a sign-in of a deleted connection [team-connections/team-connections]
    basis ? requireConnection(projectId, basis) : nothing,
    insertSession(projectId, session),
    isFirst
      ? nothing
      : endSessionsAboveLimit(call, session, sessionWindow(project, createdAt), settings.sessionsPerUser),
  ]).map(() => started)
}

/** Returns how the sign-up of a new user also signs the user in. */
export function signInOf({ request }: SessionCall): { readonly country: string | null } {
  return { country: request.endUser?.countryCode ?? null }
}

/** Signs an access token for the session. Call it after the transaction commits. */
export async function issueTokens(
  { accessTokens }: { readonly accessTokens: AccessTokens },
  projectId: string,
  user: User,
  session: StartedSession,
): Promise<SignedIn> {
  const { token } = await accessTokens.sign(projectId, user, session)
  return { accessToken: token, refreshToken: session.refreshToken, userId: user.id }
}
