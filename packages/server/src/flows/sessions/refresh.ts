import { announceFactor } from '../../accounts/first-step.ts'
import type { RequestFacts } from '../../api/rules/route.ts'
import type { Call } from '../../kernel/call.ts'
import { KnownError } from '../../kernel/errors.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { findUninformedAddress } from '../../records/queries/mails/due-notice.ts'
import { endFamily, useRefreshToken, type UsedRefreshToken } from '../../records/queries/sessions/refresh-tokens.ts'
import type { Project } from '../../records/projects/project.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import { metadataInClaims } from '../../records/sessions/custom-claims.ts'
import { endOfSession, sessionWindow } from '../../records/sessions/session-window.ts'
import { hashRefreshToken, deriveSuccessors, type RefreshTokenHashes } from '../../records/sessions/refresh-token.ts'
import { writeActivity } from '../../records/users/activity.ts'
import { factorStateOf } from '../../records/sessions/factor-state.ts'
import { endSession } from '../../records/sessions/store.ts'
import { asClient, asSystem, emit } from '../../kernel/emit.ts'

export interface RefreshDependencies {
  readonly accessTokens: AccessTokens
  readonly secret: MasterSecret
}

interface RefreshCall extends Call {
  readonly project: Project
  readonly request: RequestFacts
}

export interface Refreshed {
  accessToken: string
  expiresInSeconds: number
  /** The token that replaces the offered one; absent for clients that keep a fixed token. */
  refreshToken?: string
}

/**
 * Exchanges a refresh token for a new access token (RFC 6749 section 6).
 *
 * A client that requests rotation gets a new refresh token each time. Until the new token was used, and for 30 seconds
 * at least, the replaced token returns it again: the answer may have been lost, and two tabs cannot end each other's
 * session. Any later reuse indicates a stolen copy, so the whole session ends (RFC 9700 section 4.14.2).
 *
 * @throws REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED
 */
export async function refresh(
  { accessTokens, secret }: RefreshDependencies,
  call: RefreshCall,
  offered: string,
  wantsRotation: boolean,
): Promise<Refreshed> {
  const { db, now, project, projectId, request } = call
  const hashes = hashRefreshToken(offered)
  if (!hashes) throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  const successors = wantsRotation
    ? deriveSuccessors(secret, offered).map((token) => ({ token, hash: hashRefreshToken(token)?.token }))
    : null
  const usedAt = now()
  const used = await db.run(
    useRefreshToken(db.projectId, {
      familyHash: hashes.family,
      offeredHash: hashes.token,
      successorHash: successors?.[0]?.hash ?? null,
      active: sessionWindow(project, usedAt),
      endUser: request.endUser,
      metadata: metadataInClaims(project.config.accessTokenClaims),
    }),
  )
  // Return a successor only if it is the current token: another node may have rotated with another secret.
  const successor = successors?.find(({ hash }) => used && hash?.equals(used.currentHash))?.token
  if (!used || (successors && successor === undefined)) {
    // guard: a reused refresh token ends its session
    await endReusedFamily(call, hashes)
    throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  }
  // guard: a session from before a required second factor ends at its refresh [second-factor-policy]
  if (factorStateOf(used.user, used.session.factorProof, usedAt) === 'must_prove') {
    // Only a sign-in asks for the factor. The session is ended, not skipped, so that it does not return with a change
    // of the policy.
    await endUnprovedSession(call, used)
    throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  }
  if (used.isActivityDue) await writeMissedActivity(call, used, usedAt)
  // guard: a user who only refreshes a session gets the mail about a required second factor [notices]
  await announceRequiredFactor(call, used, usedAt)
  // The token must not outlive the session, whose end may be earlier since the policy of the project has changed.
  const expiresAt = endOfSession(project, used.session.createdAt, used.session.expiresAt)
  // guard: an access token does not outlive the maximum lifetime of its session (drop `, expiresAt`) [session-policy]
  const { token, expiresInSeconds } = await accessTokens.sign(projectId, used.user, { ...used.session, expiresAt })
  return { accessToken: token, expiresInSeconds, ...(successor !== undefined && { refreshToken: successor }) }
}

/**
 * Another transaction had locked the user. The refresh has released its locks, so it can wait for that transaction. If
 * the wait takes too long, the refresh succeeds, and the next one writes the activity.
 */
async function writeMissedActivity(
  { db, request }: RefreshCall,
  { user, session }: UsedRefreshToken,
  at: Date,
): Promise<void> {
  const country = session.isImpersonation ? null : (request.endUser?.countryCode ?? null)
  try {
    await db.run(writeActivity(db.projectId, user.id, { at, country }))
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}

/**
 * Informs a user who keeps a session and does not sign in before the second factor is due. Reads only for users whose
 * required factor is not due yet. If the store is unavailable, the next refresh informs the user.
 */
async function announceRequiredFactor(call: RefreshCall, { session, user }: UsedRefreshToken, at: Date): Promise<void> {
  const { db } = call
  const dueAt = user.secondFactorDueAt
  // guard: a session of a server sends no mail about a required second factor when it refreshes
  //   (drop `session.factorProof === 'exempt'`) [notices]
  if (dueAt === null || dueAt <= at || session.factorProof === 'exempt') return
  try {
    const noticeEmail = await db.run(findUninformedAddress(db.projectId, user.id, dueAt))
    if (noticeEmail === null) return
    await db.transaction((tx) => tx.run(announceFactor(call, { id: user.id, noticeEmail, secondFactorDueAt: dueAt })))
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}

/** Ends a session from before the policy, whose user has a second factor. */
async function endUnprovedSession({ db, ...call }: RefreshCall, { session, user }: UsedRefreshToken): Promise<void> {
  await db.transaction(async (tx) => {
    const isEnded = await tx.run(endSession(tx.projectId, session.id, user.id))
    if (!isEnded) return
    await tx.run(
      emit(asSystem({ ...call, db }), 'session.ended', { sessionId: session.id, reason: 'SECOND_FACTOR_REQUIRED' }),
    )
  })
}

/**
 * Ends the session if the offered token belongs to its family and its reuse indicates a stolen copy. After a restore,
 * the token may also be newer than the backup. The session then ends without an alarm.
 */
async function endReusedFamily(call: RefreshCall, hashes: RefreshTokenHashes): Promise<void> {
  await call.db.transaction(async (tx) => {
    const ended = await tx.run(
      endFamily(tx.projectId, {
        familyHash: hashes.family,
        offeredHash: hashes.token,
        active: sessionWindow(call.project, call.now()),
      }),
    )
    if (!ended) return
    await tx.run(
      ended.isFromBackup
        ? emit(asSystem(call), 'session.ended', { sessionId: ended.sessionId, reason: 'RESTORED' })
        : emit(asClient(call), 'session.reuse_detected', { userId: ended.userId }),
    )
  })
}
