import { CLI_LOGIN_DEFAULT_MILLIS, CLI_LOGIN_MAX_MILLIS, type CliLoginRequester } from '@portico/contract'

import type { AuditOrigin } from '../../records/audit/audit.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import type { ProjectDatabase } from '../../platform/db/sql.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { RequestFacts } from '../../api/route.ts'
import type { Ports } from '../../ports.ts'
import { isSessionRefused } from '../../records/sessions/sessions.ts'
import type { Project } from '../../records/projects/project.ts'
import { startSession } from '../../accounts/start-session.ts'
import { lockUserRow } from '../../accounts/users.ts'
import { findSessionOfRefreshToken, type SessionOfToken } from '../sessions/refresh.ts'
import {
  confirmOpenLogin,
  findByLoginCode,
  findByPollingCode,
  insertCliLogin,
  refuseOpenLogin,
  useLogin,
  type AskedLogin,
  type PolledLogin,
} from '../../records/cli-logins/store.ts'

export { sweepExpiredCliLogins } from '../../records/cli-logins/store.ts'

/** What the flows of this slice know of the call they serve. */
export interface CliLoginCall {
  readonly ports: Ports
  readonly db: ProjectDatabase
  readonly project: Project
  readonly request: RequestFacts
  readonly origin: AuditOrigin
}

export type PollResult =
  | { readonly status: 'waiting' | 'expired' | 'used' | 'refused' }
  | { readonly status: 'success'; readonly refreshToken: string }

/** 225 bits each. */
const CODE_CHARACTERS = 45
const USER_AGENT_MAX_CHARACTERS = 200

/** Starts a login: one secret for the terminal to poll with, another one for the link that is opened in a browser. */
export async function startLogin(
  { ports, db, project, request }: CliLoginCall,
  wishedMillis: number = CLI_LOGIN_DEFAULT_MILLIS,
): Promise<{ pollingCode: string; loginCode: string; expiresAt: Date }> {
  await ports.limiter.count('startCliLogin', { projectId: project.id, addressBlock: request.addressBlock })
  const grantedMillis = Math.min(wishedMillis, ports.settings.codeLifetimes.cli_login * 1_000, CLI_LOGIN_MAX_MILLIS)
  const createdAt = ports.clock.now()
  const expiresAt = new Date(createdAt.getTime() + grantedMillis)
  const pollingCode = ports.random.text(CODE_CHARACTERS)
  const loginCode = ports.random.text(CODE_CHARACTERS)
  await insertCliLogin(db, {
    pollingHash: sha256(pollingCode),
    loginHash: sha256(loginCode),
    requester: { ip: request.clientAddress, userAgent: userAgentOf(request) },
    createdAt,
    expiresAt,
  })
  return { pollingCode, loginCode, expiresAt }
}

/**
 * Tells the terminal how its login stands. Once confirmed, exactly one poll gets the refresh token of a session made at
 * that moment for the user who confirmed; it is listed and can be ended like any other.
 *
 * @throws INVALID_POLLING_CODE
 */
export async function pollLogin(call: CliLoginCall, pollingCode: string): Promise<PollResult> {
  const { ports, db, project, request } = call
  // Counted per code: a terminal that asks as often as it should never meets it, whoever else is behind its address.
  await ports.limiter.count('pollCliLogin', {
    projectId: project.id,
    addressBlock: request.addressBlock,
    account: pollingCode,
  })
  const pollingHash = sha256(pollingCode)
  const login = await requireLogin(call, pollingHash)
  if (login.used_at || !login.user_id || !login.authenticated_at || login.expires_at <= ports.clock.now()) {
    return { status: standing(login, ports.clock.now()) }
  }
  const refreshToken = await handOut(call, pollingHash, {
    userId: login.user_id,
    // The click is no new proof of who they are: a session found open must not renew itself by way of a terminal.
    authenticatedAt: login.authenticated_at,
  })
  if (refreshToken !== null) {
    ports.metrics.signIns.inc({ method: 'cli_login', outcome: 'signed_in' })
    return { status: 'success', refreshToken }
  }
  return { status: standing(await requireLogin(call, pollingHash), ports.clock.now()) }

  async function requireLogin({ ports: { clock } }: CliLoginCall, hash: Uint8Array): Promise<PolledLogin> {
    const found = await findByPollingCode(db, hash, clock.now())
    if (!found) throw new KnownError('INVALID_POLLING_CODE')
    return found
  }
}

/** Null if another poll was faster, or the session that confirmed has ended. */
async function handOut(
  { ports, db, origin, request }: CliLoginCall,
  pollingHash: Uint8Array,
  { userId, authenticatedAt }: { userId: string; authenticatedAt: Date },
): Promise<string | null> {
  const userAgent = userAgentOf(request)
  const endUser = { ip: request.clientAddress, ...(userAgent !== null && { userAgent }) }
  try {
    return await db.transaction(async (tx) => {
      const [, isUsed, session] = await Promise.all([
        // Waits for a change of password that is under way, which ends all sessions.
        lockUserRow(tx, userId),
        // Before the new session, which may end the one that confirmed if the user has too many.
        useLogin(tx, pollingHash, ports.clock.now()),
        startSession({ ports, origin, request: { endUser } }, tx, {
          userId,
          authenticatedAt,
          isSecondFactorSettled: true,
        }),
        ports.audit.record(tx, origin, { action: 'user.signed_in', actor: { type: 'user', id: userId } }),
      ])
      if (!isUsed) throw new NotHandedOut()
      return session.refreshToken
    })
  } catch (error) {
    if (error instanceof NotHandedOut || isSessionRefused(error)) return null
    throw error
  }
}

/** Rolls the session back. */
class NotHandedOut extends Error {
  override readonly name = 'NotHandedOut'
}

/** Contract 01 section 5.6 has the order. */
function standing(login: PolledLogin, now: Date): 'expired' | 'used' | 'waiting' | 'refused' {
  if (login.expires_at <= now) return 'expired'
  if (login.used_at) return 'used'
  return login.answered_at ? 'refused' : 'waiting'
}

/** Who asks for this login, for the page on which somebody confirms it. */
export async function readRequester(call: CliLoginCall, loginCode: string): Promise<CliLoginRequester> {
  await countTry(call)
  const login = await requireOpenLogin(call, sha256(loginCode))
  return {
    requested_at_millis: login.created_at.getTime(),
    expires_at_millis: login.expires_at.getTime(),
    ip: login.requester.ip,
    user_agent: login.requester.userAgent,
  }
}

/** Lets the terminal sign in as the user of the session whose refresh token this is. The token is neither used nor passed on. */
export async function confirmLogin(
  call: CliLoginCall,
  loginCode: string,
  refreshToken: string | undefined,
): Promise<void> {
  await countTry(call)
  const { ports, db, origin } = call
  const loginHash = sha256(loginCode)
  await requireOpenLogin(call, loginHash)
  const session = await requireSession(call, refreshToken)
  const isConfirmed = await db.transaction(async (tx) => {
    if (!(await confirmOpenLogin(tx, loginHash, session.id, ports.clock.now()))) return false
    await ports.audit.record(tx, origin, {
      action: 'cli_login.confirmed',
      actor: { type: 'user', id: session.userId },
    })
    return true
  })
  if (isConfirmed) return
  await requireOpenLogin(call, loginHash)
  throw sessionEnded()
}

/** Ends the login. Whoever holds the link may say no to it; nobody has to be signed in for that. */
export async function refuseLogin(
  call: CliLoginCall,
  loginCode: string,
  refreshToken: string | undefined,
): Promise<void> {
  await countTry(call)
  const { ports, db, origin } = call
  const loginHash = sha256(loginCode)
  await requireOpenLogin(call, loginHash)
  const session = refreshToken === undefined ? null : await findSessionOfRefreshToken(ports, db, refreshToken)
  const isFirst = await db.transaction(async (tx) => {
    if (!(await refuseOpenLogin(tx, loginHash, ports.clock.now()))) return false
    await ports.audit.record(tx, origin, {
      action: 'cli_login.refused',
      actor: session ? { type: 'user', id: session.userId } : { type: 'client' },
    })
    return true
  })
  if (!isFirst) throw notOpen()
}

async function requireSession({ ports, db }: CliLoginCall, refreshToken: string | undefined): Promise<SessionOfToken> {
  const session = refreshToken === undefined ? null : await findSessionOfRefreshToken(ports, db, refreshToken)
  if (!session) throw sessionEnded()
  if (session.isAnonymous) {
    throw new PlainError(400, 'An anonymous user cannot sign in on another device. Sign up first, then confirm.')
  }
  // It would come out as a session that is no longer marked as impersonating.
  if (session.isImpersonation) {
    throw new PlainError(403, 'This session impersonates the user, so it cannot sign in another device for them.')
  }
  return session
}

async function requireOpenLogin({ ports, db }: CliLoginCall, loginHash: Uint8Array): Promise<AskedLogin> {
  const login = await findByLoginCode(db, loginHash)
  if (!login) throw new PlainError(400, 'There is no such login. Start it again in your terminal.')
  if (login.expires_at <= ports.clock.now()) {
    throw new PlainError(400, 'This login has expired. Start it again in your terminal.')
  }
  if (login.answered_at) throw notOpen()
  return login
}

async function countTry({ ports, project, request }: CliLoginCall): Promise<void> {
  await ports.limiter.count('useCode', { projectId: project.id, addressBlock: request.addressBlock })
}

function notOpen(): PlainError {
  return new PlainError(400, 'This login has been confirmed or refused already.')
}

function sessionEnded(): PlainError {
  return new PlainError(400, 'The session that should confirm this login does not exist or has ended. Sign in again.')
}

function userAgentOf({ headers }: RequestFacts): string | null {
  return headers.get('user-agent')?.slice(0, USER_AGENT_MAX_CHARACTERS) ?? null
}
