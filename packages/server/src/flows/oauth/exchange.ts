import { NoLongerAnonymous } from '../../accounts/upgrade-anonymous-user.ts'
import type { RemovedSignInMethod } from '@portico/contract'

import type { AuditOrigin } from '../../records/audit/audit.ts'
import { rememberSignUpSession } from '../../accounts/primary-email.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import { forProject, type ProjectSql } from '../../platform/db/sql.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { RequestFacts } from '../../api/route.ts'
import { finishFirstStep, takeFirstStep, type FirstStep } from '../../accounts/first-step.ts'
import type { Ports } from '../../ports.ts'
import { endSession, isSessionRefused } from '../../records/sessions/sessions.ts'
import type { SignedIn } from '../../accounts/start-session.ts'
import type { User } from '../../records/users/user.ts'
import { finishPending, type Pending } from './accounts.ts'
import { toComparable } from './authorize.ts'
import { consumeCode, findUseOfCode, lockUserOfCode, type UsedCode } from '../../records/oauth/store.ts'
import { pendingIdentity } from './transaction.ts'

interface ExchangeCall {
  readonly ports: Ports
  readonly projectId: string
  readonly request: RequestFacts
}

export interface Exchanged extends SignedIn {
  readonly isNewUser: boolean
  readonly afterCallbackRedirectUrl: string | null
  readonly removedSignInMethods: RemovedSignInMethod[]
}

interface OfferedCode {
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri: string
}

/** RFC 7636 section 4.1. */
const codeVerifierPattern = /^[A-Za-z0-9._~-]{43,128}$/

/**
 * Exchanges an authorization code for a session (RFC 6749 section 4.1.3). A wrong verifier leaves the code as it is; a
 * wrong redirect URI and a second factor to come use it up.
 *
 * @throws INVALID_AUTHORIZATION_CODE, REDIRECT_URL_NOT_WHITELISTED, MULTI_FACTOR_AUTHENTICATION_REQUIRED
 */
export async function exchangeCode(call: ExchangeCall, offered: OfferedCode): Promise<Exchanged> {
  const { ports, projectId, request } = call
  await ports.limiter.count('useCode', { projectId, addressBlock: request.addressBlock })
  if (!codeVerifierPattern.test(offered.codeVerifier)) throw new KnownError('INVALID_AUTHORIZATION_CODE')
  const db = forProject(ports.db, projectId)
  const codeHash = sha256(offered.code)
  const codeChallenge = sha256(offered.codeVerifier).toString('base64url')
  // Known before the session is written, so that the statement which uses the code up also notes what for.
  const sessionId = ports.random.uuid()
  const origin: AuditOrigin = { projectId, requestId: request.id, clientAddress: request.clientAddress }
  const exchange = async (tx: ProjectSql): Promise<{ used: UsedCode; step: FirstStep | null } | null> => {
    const [, used] = await Promise.all([
      lockUserOfCode(tx, codeHash),
      consumeCode(tx, codeHash, { codeChallenge, sessionId, now: ports.clock.now() }),
    ])
    if (!used) return null
    // Given back and not thrown, so that the code stays used up.
    if (toComparable(offered.redirectUri) !== toComparable(used.redirectUri)) return { used, step: null }
    const user = used.pendingSealed === null ? used.user : await finish(tx, used.pendingSealed)
    const signUp = { sessionId, userAgent: request.endUser?.userAgent ?? null }
    const [step] = await Promise.all([
      takeFirstStep({ ports, request, origin }, tx, user, { isNewUser: used.isNewUser, sessionId }),
      used.isNewUser && !user.primaryEmailVerified && rememberSignUpSession(tx, user.id, signUp),
    ])
    return { used: { ...used, user }, step }
  }
  const finish = (tx: ProjectSql, sealed: string): Promise<User> => {
    const pending = JSON.parse(ports.secret.open(sealed, pendingIdentity(codeHash)), reviveDates) as Pending
    return finishPending({ ports, origin }, tx, pending)
  }
  const outcome = await db.transaction(exchange).catch((error: unknown) => {
    // Between callback and exchange somebody else got the account, the address or the anonymous user; or the user got a
    // second factor since they were read: then the code is given back, and the next try asks for it.
    const isOvertaken = error instanceof NoLongerAnonymous || isUniqueViolation(error) || isSessionRefused(error)
    throw isOvertaken ? new KnownError('INVALID_AUTHORIZATION_CODE') : error
  })
  if (!outcome) {
    await endReused(call, origin, codeHash, codeChallenge)
    throw new KnownError('INVALID_AUTHORIZATION_CODE')
  }
  const { used, step } = outcome
  if (!step) throw new KnownError('REDIRECT_URL_NOT_WHITELISTED')
  if (used.pendingSealed !== null) ports.outbox.wake()
  ports.metrics.signIns.inc({ method: 'oauth', outcome: step.next })
  return {
    ...(await finishFirstStep(ports, projectId, used.user, step)),
    isNewUser: used.isNewUser,
    afterCallbackRedirectUrl: used.afterCallbackRedirectUrl,
    removedSignInMethods: used.removedSignInMethods,
  }
}

/** JSON has no dates; the only one among what waits is when the provider's token ends. */
function reviveDates(key: string, value: unknown): unknown {
  return key === 'accessTokenExpiresAt' && typeof value === 'string' ? new Date(value) : value
}

/**
 * A code that comes a second time with its verifier is a copy of both: what it was exchanged for ends (RFC 6749 section
 * 4.1.2). Without the verifier it proves nothing, and must not sign anybody out.
 */
async function endReused(
  { ports, projectId }: ExchangeCall,
  origin: AuditOrigin,
  codeHash: Uint8Array,
  codeChallenge: string,
): Promise<void> {
  await forProject(ports.db, projectId).transaction(async (tx) => {
    const use = await findUseOfCode(tx, codeHash, codeChallenge)
    if (!use || !(await endSession(tx, use.sessionId, use.userId))) return
    await ports.audit.record(tx, origin, {
      action: 'session.reuse_detected',
      outcome: 'refused',
      actor: { type: 'client' },
      targetId: use.userId,
    })
  })
}
