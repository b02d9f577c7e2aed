import { CLI_LOGIN_DEFAULT_MILLIS, CLI_LOGIN_MAX_MILLIS } from '@portico/contract'

import type { PublicCall } from '../../api/rules/public-call.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import { userAgentOf } from '../../platform/http/end-user.ts'
import { startSession, type StartSessionDependencies } from '../../accounts/start-session.ts'
import { Forbidden, KnownError, PlainError } from '../../kernel/errors.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import { randomText } from '../../platform/crypto/random.ts'
import { findByLoginCode, insertCliLogin, refuseOpenLogin, type OpenLogin } from '../../records/cli-logins/store.ts'
import { findSessionOfRefreshToken, type SessionOfToken } from '../../records/queries/sessions/refresh-tokens.ts'
import { lockUserRow } from '../../records/users/store.ts'
import type { FactorProof } from '../../records/sessions/factor-state.ts'
import { endOfSession, sessionWindow } from '../../records/sessions/session-window.ts'
import type { CodeLifetimes } from '../../records/verification-codes/lifetimes.ts'
import { asClient, asUser, emit } from '../../kernel/emit.ts'
import {
  confirmOpenLogin,
  findByPollingCode,
  useLogin,
  type PolledLogin,
} from '../../records/queries/sessions/confirmed-login.ts'
import { SessionRefused, UserSuspended } from '../../records/queries/sessions/new-session.ts'

export interface CliLoginDependencies extends StartSessionDependencies {
  readonly settings: StartSessionDependencies['settings'] & { readonly codeLifetimes: Pick<CodeLifetimes, 'cli_login'> }
}

export type PollResult =
  | { readonly status: 'waiting' | 'expired' | 'used' | 'refused' }
  | { readonly status: 'success'; readonly refreshToken: string }

/** 225 bits of entropy per code. */
const CODE_CHARACTERS = 45

/** Starts a login. Returns a polling code for the terminal and a login code for the link that opens in a browser. */
export async function startLogin(
  { settings }: CliLoginDependencies,
  { db, now, request }: ProjectCall,
  requestedMillis: number = CLI_LOGIN_DEFAULT_MILLIS,
): Promise<{ pollingCode: string; loginCode: string; expiresAt: Date }> {
  const grantedMillis = Math.min(requestedMillis, settings.codeLifetimes.cli_login * 1_000, CLI_LOGIN_MAX_MILLIS)
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + grantedMillis)
  const pollingCode = randomText(CODE_CHARACTERS)
  const loginCode = randomText(CODE_CHARACTERS)
  await db.run(
    insertCliLogin(db.projectId, {
      pollingHash: sha256(pollingCode),
      loginHash: sha256(loginCode),
      requester: { ip: request.clientAddress, userAgent: userAgentOf(request.headers) },
      createdAt,
      expiresAt,
    }),
  )
  return { pollingCode, loginCode, expiresAt }
}

/**
 * Returns the state of a login to the terminal. After the confirmation, exactly one poll creates a session for the user
 * who confirmed and returns its refresh token.
 *
 * @throws INVALID_POLLING_CODE
 */
export async function pollLogin(
  dependencies: CliLoginDependencies,
  call: ProjectCall,
  pollingCode: string,
): Promise<PollResult> {
  const { now } = call
  const pollingHash = sha256(pollingCode)
  const login = await requireLogin(call, pollingHash)
  const confirming = login.usedAt || login.expiresAt <= now() ? null : confirmingSessionOf(login)
  if (!confirming) {
    return { status: readStatus(login, now()) }
  }
  // guard: a CLI login does not renew the lifetime of the confirming session (drop `endOfSession`) [session-policy]
  const refreshToken = await startConfirmedSession(dependencies, call, pollingHash, {
    userId: confirming.userId,
    // A confirmation does not authenticate the user again: a session must not renew its authentication time or its lifetime
    // with a terminal.
    // guard: a CLI login does not count as a recent sign-in (replace `confirming.authenticatedAt` with `now()`)
    //   [cli-login/cli-login, recent-sign-in]
    authenticatedAt: confirming.authenticatedAt,
    // A login does not prove a second factor either. The terminal's first refresh asks for a factor that the policy
    // requires.
    factorProof: confirming.factorProof,
    endsBy: endOfSession(call.project, confirming.createdAt, confirming.expiresAt),
  })
  if (refreshToken !== null) {
    return { status: 'success', refreshToken }
  }
  return { status: readStatus(await requireLogin(call, pollingHash), now()) }
}

interface ConfirmingSession {
  readonly userId: string
  readonly authenticatedAt: Date
  readonly factorProof: FactorProof | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Returns the active session that confirmed the login; null if there is none. */
function confirmingSessionOf({
  userId,
  authenticatedAt,
  factorProof,
  createdAt,
  sessionExpiresAt: expiresAt,
}: PolledLogin): ConfirmingSession | null {
  return userId && authenticatedAt && createdAt && expiresAt
    ? { userId, authenticatedAt, factorProof, createdAt, expiresAt }
    : null
}

async function requireLogin({ db, now, project }: ProjectCall, pollingHash: Uint8Array): Promise<PolledLogin> {
  const found = await db.run(findByPollingCode(db.projectId, pollingHash, sessionWindow(project, now())))
  if (!found) {
    const reason = 'INVALID_POLLING_CODE'
    throw new KnownError(reason).refusing({ signIn: { method: 'cli_login', reason } })
  }
  return found
}

/** Creates the session of a confirmed login. Null if another poll was faster or the confirming session has ended. */
async function startConfirmedSession(
  dependencies: CliLoginDependencies,
  call: ProjectCall,
  pollingHash: Uint8Array,
  { userId, ...confirming }: { userId: string; authenticatedAt: Date; factorProof: FactorProof | null; endsBy: Date },
): Promise<string | null> {
  const { db, now, project, projectId, request } = call
  const userAgent = userAgentOf(request.headers)
  const endUser = { ip: request.clientAddress, ...(userAgent !== null && { userAgent }) }
  try {
    return await db.transaction(async (tx) => {
      const { isUsed, session } = await tx.batch({
        // Waits for a concurrent password change, which ends all sessions.
        lock: lockUserRow(projectId, userId),
        // Runs before `startSession`, which may end the confirming session to enforce the session limit.
        isUsed: useLogin(projectId, pollingHash, sessionWindow(project, now())),
        session: startSession(
          dependencies,
          { ...call, request: { endUser } },
          { userId, ...confirming, method: 'cli_login', basis: { by: 'cli_login' }, isSecondFactorSettled: true },
        ),
        signedIn: emit(asUser(call, userId), 'user.signed_in', { userId, method: 'cli_login' }),
      })
      if (!isUsed) throw new LoginNotUsable()
      return session.refreshToken
    })
  } catch (error) {
    if (error instanceof LoginNotUsable) return null
    // A suspension ends the session that confirmed the login, so the terminal gets the answer of an ended session.
    const reason = reasonOfRefusal(error)
    if (reason === null) throw error
    await db.run(emit(asClient(call), 'user.sign_in_refused', { userId, method: 'cli_login', reason }))
    return null
  }
}

/** Null for every other error. */
function reasonOfRefusal(error: unknown): 'USER_NOT_FOUND' | 'RESTRICTED_USER_NOT_ALLOWED' | null {
  if (error instanceof UserSuspended) return 'RESTRICTED_USER_NOT_ALLOWED'
  return error instanceof SessionRefused ? 'USER_NOT_FOUND' : null
}

/** Rolls back the transaction, and with it the new session. */
class LoginNotUsable extends Error {
  override readonly name = 'LoginNotUsable'
}

/** Official clients rely on the order of the checks. */
function readStatus(login: PolledLogin, now: Date): 'expired' | 'used' | 'waiting' | 'refused' {
  if (login.expiresAt <= now) return 'expired'
  if (login.usedAt) return 'used'
  return login.answeredAt ? 'refused' : 'waiting'
}

/** Returns an open login with its requester, for the page on which a user confirms it. */
export function getOpenLogin(call: ProjectCall, loginCode: string): Promise<OpenLogin> {
  return requireOpenLogin(call, sha256(loginCode))
}

/** Confirms a login for the user of the refresh token. The token is neither used up nor passed on. */
export async function confirmLogin(
  call: PublicCall,
  loginCode: string,
  refreshToken: string | undefined,
): Promise<void> {
  const loginHash = sha256(loginCode)
  await requireOpenLogin(call, loginHash)
  const session = await requireSession(call, refreshToken)
  const isConfirmed = await call.db.transaction(async (tx) => {
    const active = sessionWindow(call.project, call.now())
    if (!(await tx.run(confirmOpenLogin(tx.projectId, loginHash, session.id, active)))) return false
    await tx.run(emit(asUser(call, session.userId), 'cli_login.confirmed', {}))
    return true
  })
  if (isConfirmed) return
  await requireOpenLogin(call, loginHash)
  throw sessionEnded()
}

/** Refuses a login. The link alone authorizes this; no session is required. */
export async function refuseLogin(
  call: ProjectCall,
  loginCode: string,
  refreshToken: string | undefined,
): Promise<void> {
  const { db, now, project } = call
  const loginHash = sha256(loginCode)
  await requireOpenLogin(call, loginHash)
  const session =
    refreshToken === undefined
      ? null
      : await db.run(findSessionOfRefreshToken(db.projectId, refreshToken, sessionWindow(project, now()), false))
  const isFirst = await db.transaction(async (tx) => {
    if (!(await tx.run(refuseOpenLogin(tx.projectId, loginHash, now())))) return false
    await tx.run(emit(session ? asUser(call, session.userId) : asClient(call), 'cli_login.refused', {}))
    return true
  })
  if (!isFirst) throw notOpen()
}

async function requireSession(
  { db, now, project }: PublicCall,
  refreshToken: string | undefined,
): Promise<SessionOfToken> {
  const session =
    refreshToken === undefined
      ? null
      : await db.run(findSessionOfRefreshToken(db.projectId, refreshToken, sessionWindow(project, now()), false))
  if (!session) throw sessionEnded()
  if (session.isAnonymous) {
    throw new PlainError(400, 'An anonymous user cannot sign in on another device. Sign up first, then confirm.')
  }
  // The session of the terminal would not be marked as an impersonation.
  // guard: an impersonation does not confirm a CLI login
  if (session.isImpersonation) {
    throw new Forbidden('This session impersonates the user and cannot sign in another device.')
  }
  return session
}

async function requireOpenLogin({ db, now }: PublicCall, loginHash: Uint8Array): Promise<OpenLogin> {
  const login = await db.run(findByLoginCode(db.projectId, loginHash))
  if (!login) {
    const error = new PlainError(400, 'The login was not found. Start it again in your terminal.')
    throw error.refusing({ signIn: { method: 'cli_login', reason: 'INVALID_LOGIN_CODE' } })
  }
  if (login.expiresAt <= now()) {
    throw new PlainError(400, 'This login has expired. Start it again in your terminal.')
  }
  if (login.answeredAt) throw notOpen()
  return login
}

function notOpen(): PlainError {
  return new PlainError(400, 'This login was already confirmed or refused.')
}

function sessionEnded(): PlainError {
  return new PlainError(400, 'The session does not exist or has ended. Sign in again to confirm this login.')
}
