import { CLI_LOGIN_DEFAULT_MILLIS, CLI_LOGIN_MAX_MILLIS, type CliLoginRequester } from '@portico/contract'

import type { ProjectCall, RequestFacts } from '../../api/route.ts'
import { startSession, type SessionDependencies } from '../../accounts/start-session.ts'
import { Forbidden, KnownError, PlainError } from '../../kernel/errors.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import { randomText } from '../../platform/crypto/random.ts'
import { findByLoginCode, insertCliLogin, refuseOpenLogin, type OpenLogin } from '../../records/cli-logins/store.ts'
import { findSessionOfRefreshToken, type SessionOfToken } from '../../records/queries/refresh-tokens.ts'
import { lockUserRow } from '../../records/users/store.ts'
import type { CodeLifetimes } from '../../records/verification-codes/lifetimes.ts'
import { asClient, asUser, emit } from '../../kernel/emit.ts'
import {
  confirmOpenLogin,
  findByPollingCode,
  useLogin,
  type PolledLogin,
} from '../../records/queries/confirmed-login.ts'
import { SessionRefused } from '../../records/queries/new-session.ts'

export interface CliLoginDependencies extends SessionDependencies {
  readonly settings: SessionDependencies['settings'] & { readonly codeLifetimes: Pick<CodeLifetimes, 'cli_login'> }
}

export type PollResult =
  | { readonly status: 'waiting' | 'expired' | 'used' | 'refused' }
  | { readonly status: 'success'; readonly refreshToken: string }

/** 225 bits each. */
const CODE_CHARACTERS = 45
const USER_AGENT_MAX_CHARACTERS = 200

/** Starts a login: one secret for the terminal to poll with, another one for the link that is opened in a browser. */
export async function startLogin(
  { settings }: CliLoginDependencies,
  { db, now, request }: ProjectCall,
  wishedMillis: number = CLI_LOGIN_DEFAULT_MILLIS,
): Promise<{ pollingCode: string; loginCode: string; expiresAt: Date }> {
  const grantedMillis = Math.min(wishedMillis, settings.codeLifetimes.cli_login * 1_000, CLI_LOGIN_MAX_MILLIS)
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + grantedMillis)
  const pollingCode = randomText(CODE_CHARACTERS)
  const loginCode = randomText(CODE_CHARACTERS)
  await db.run(
    insertCliLogin(db.projectId, {
      pollingHash: sha256(pollingCode),
      loginHash: sha256(loginCode),
      requester: { ip: request.clientAddress, userAgent: userAgentOf(request) },
      createdAt,
      expiresAt,
    }),
  )
  return { pollingCode, loginCode, expiresAt }
}

/**
 * Tells the terminal how its login stands. Once confirmed, exactly one poll gets the refresh token of a session made at
 * that moment for the user who confirmed; it is listed and can be ended like any other.
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
  if (login.usedAt || !login.userId || !login.authenticatedAt || login.expiresAt <= now()) {
    return { status: standing(login, now()) }
  }
  const refreshToken = await handOut(dependencies, call, pollingHash, {
    userId: login.userId,
    // The click is no new proof of who they are: a session found open must not renew itself by way of a terminal.
    authenticatedAt: login.authenticatedAt,
  })
  if (refreshToken !== null) {
    return { status: 'success', refreshToken }
  }
  return { status: standing(await requireLogin(call, pollingHash), now()) }
}

async function requireLogin({ db, now }: ProjectCall, pollingHash: Uint8Array): Promise<PolledLogin> {
  const found = await db.run(findByPollingCode(db.projectId, pollingHash, now()))
  if (!found) throw new KnownError('INVALID_POLLING_CODE')
  return found
}

/** Null if another poll was faster, or the session that confirmed has ended. */
async function handOut(
  dependencies: CliLoginDependencies,
  call: ProjectCall,
  pollingHash: Uint8Array,
  { userId, authenticatedAt }: { userId: string; authenticatedAt: Date },
): Promise<string | null> {
  const { db, now, projectId, request } = call
  const userAgent = userAgentOf(request)
  const endUser = { ip: request.clientAddress, ...(userAgent !== null && { userAgent }) }
  try {
    return await db.transaction(async (tx) => {
      const { isUsed, session } = await tx.batch({
        // Waits for a change of password that is under way, which ends all sessions.
        lock: lockUserRow(projectId, userId),
        // Before the new session, which may end the one that confirmed if the user has too many.
        isUsed: useLogin(projectId, pollingHash, now()),
        session: startSession(
          dependencies,
          { ...call, request: { endUser } },
          { userId, authenticatedAt, isSecondFactorSettled: true },
        ),
        signedIn: emit(asUser(call, userId), 'user.signed_in', { userId, method: 'cli_login' }),
      })
      if (!isUsed) throw new NotHandedOut()
      return session.refreshToken
    })
  } catch (error) {
    if (error instanceof NotHandedOut) return null
    if (!(error instanceof SessionRefused)) throw error
    await db.run(
      emit(asClient(call), 'user.sign_in_refused', { userId, method: 'cli_login', reason: 'USER_NOT_FOUND' }),
    )
    return null
  }
}

/** Rolls the session back. */
class NotHandedOut extends Error {
  override readonly name = 'NotHandedOut'
}

/** Contract 01 section 5.6 has the order. */
function standing(login: PolledLogin, now: Date): 'expired' | 'used' | 'waiting' | 'refused' {
  if (login.expiresAt <= now) return 'expired'
  if (login.usedAt) return 'used'
  return login.answeredAt ? 'refused' : 'waiting'
}

/** Who asks for this login, for the page on which somebody confirms it. */
export async function readRequester(call: ProjectCall, loginCode: string): Promise<CliLoginRequester> {
  const login = await requireOpenLogin(call, sha256(loginCode))
  return {
    requested_at_millis: login.createdAt.getTime(),
    expires_at_millis: login.expiresAt.getTime(),
    ip: login.requester.ip,
    user_agent: login.requester.userAgent,
  }
}

/** Lets the terminal sign in as the user of the session whose refresh token this is. The token is neither used nor passed on. */
export async function confirmLogin(
  call: ProjectCall,
  loginCode: string,
  refreshToken: string | undefined,
): Promise<void> {
  const loginHash = sha256(loginCode)
  await requireOpenLogin(call, loginHash)
  const session = await requireSession(call, refreshToken)
  const isConfirmed = await call.db.transaction(async (tx) => {
    if (!(await tx.run(confirmOpenLogin(tx.projectId, loginHash, session.id, call.now())))) return false
    await tx.run(emit(asUser(call, session.userId), 'cli_login.confirmed', {}))
    return true
  })
  if (isConfirmed) return
  await requireOpenLogin(call, loginHash)
  throw sessionEnded()
}

/** Ends the login. Whoever holds the link may say no to it; nobody has to be signed in for that. */
export async function refuseLogin(
  call: ProjectCall,
  loginCode: string,
  refreshToken: string | undefined,
): Promise<void> {
  const { db, now } = call
  const loginHash = sha256(loginCode)
  await requireOpenLogin(call, loginHash)
  const session =
    refreshToken === undefined ? null : await db.run(findSessionOfRefreshToken(db.projectId, refreshToken, now()))
  const isFirst = await db.transaction(async (tx) => {
    if (!(await tx.run(refuseOpenLogin(tx.projectId, loginHash, now())))) return false
    await tx.run(emit(session ? asUser(call, session.userId) : asClient(call), 'cli_login.refused', {}))
    return true
  })
  if (!isFirst) throw notOpen()
}

async function requireSession({ db, now }: ProjectCall, refreshToken: string | undefined): Promise<SessionOfToken> {
  const session =
    refreshToken === undefined ? null : await db.run(findSessionOfRefreshToken(db.projectId, refreshToken, now()))
  if (!session) throw sessionEnded()
  if (session.isAnonymous) {
    throw new PlainError(400, 'An anonymous user cannot sign in on another device. Sign up first, then confirm.')
  }
  // It would come out as a session that is no longer marked as impersonating.
  if (session.isImpersonation) {
    throw new Forbidden('This session impersonates the user, so it cannot sign in another device for them.')
  }
  return session
}

async function requireOpenLogin({ db, now }: ProjectCall, loginHash: Uint8Array): Promise<OpenLogin> {
  const login = await db.run(findByLoginCode(db.projectId, loginHash))
  if (!login) throw new PlainError(400, 'There is no such login. Start it again in your terminal.')
  if (login.expiresAt <= now()) {
    throw new PlainError(400, 'This login has expired. Start it again in your terminal.')
  }
  if (login.answeredAt) throw notOpen()
  return login
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
