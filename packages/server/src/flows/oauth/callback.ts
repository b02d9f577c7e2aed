import { SignUpRefused } from '../../accounts/admission.ts'
import { recordRefusedSignUp } from '../../api/rules/refused-sign-up.ts'
import { describeRefusedSession } from '../../api/rules/refuse-suspended.ts'
import type { Navigation, Redirection, Refusal, RequestFacts } from '../../api/rules/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, ProjectTransaction } from '../../kernel/database.ts'
import { KnownError, PlainError, RateLimited } from '../../kernel/errors.ts'
import type { Sentence } from '../../kernel/sentence.ts'
import { findInCells } from '../../platform/cells/across-cells.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { randomText } from '../../platform/crypto/random.ts'
import type { Log } from '../../platform/log/log.ts'
import { insertCode } from '../../records/authorization-codes/store.ts'
import { findUser } from '../../records/users/store.ts'
import { getSuspension } from '../../records/users/user.ts'
import { UserSuspended } from '../../records/queries/sessions/new-session.ts'
import { consumeTransaction, findTransaction } from '../../records/oauth-transactions/store.ts'
import { mustProveFactor } from '../../accounts/first-step.ts'
import type { Project } from '../../records/projects/project.ts'
import type { ProjectCache } from '../../records/projects/project-cache.ts'
import { matchOAuthRedirect, requireOAuthRedirect } from '../../records/projects/trusted-origins.ts'
import type { CodeLifetimes } from '../../records/verification-codes/lifetimes.ts'
import { prepareLink, signInWithAccount, type ProviderAccount, type Outcome, type SigningInCall } from './accounts.ts'
import { callbackUrl, refusal, requestedScopes } from './authorize.ts'
import {
  exchangeProviderCode,
  ProviderMisconfigured,
  ProviderRefusal,
  ProviderUnavailable,
  readProviderIdentity,
  type ProviderClientDependencies,
  type ProviderConnection,
} from './provider-client.ts'
import type { ProviderDirectory } from './provider-directory.ts'
import { sealGrant, withoutTokens } from './provider-tokens.ts'
import { ProviderAnswerUnusable, ProviderProblem, type OAuthProvider } from './providers/provider.ts'
import { callToProject, type PublicContext } from '../../api/rules/public-call.ts'
import { clearStateCookie, hasStateCookie, stateCookie } from './state-cookie.ts'
import { pendingIdentity, transactionIdentity, type Transaction } from './transaction.ts'
import { asClient, emit } from '../../kernel/emit.ts'
import { type EventData } from '@portico/contract'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'

export interface CallbackDependencies extends ProviderClientDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
  readonly projects: ProjectCache
  readonly providers: ProviderDirectory
  readonly secret: MasterSecret
  readonly settings: {
    readonly baseUrl: string
    readonly codeLifetimes: Pick<CodeLifetimes, 'oauth_code' | 'oauth_transaction'>
  }
}

export interface ProviderAnswer {
  readonly providerId: string
  /** The project that the callback URL names; null for a provider whose URL names none. */
  readonly projectId: string | null
  /** The callback parameters, from the query or the form. */
  readonly parameters: Readonly<Record<string, string>>
}

interface CallbackCall extends SigningInCall {
  readonly answer: ProviderAnswer
  readonly transaction: Transaction
}

const CODE_CHARACTERS = 52
/** The format of a state. The name of a cookie contains the state, so other characters must not reach a header. */
const statePattern = /^[0-9a-z]{1,100}$/

/** Errors for a refusal by the user or their organization (RFC 6749 section 4.1.2.1, OpenID Connect Core 3.1.2.6). */
const refusalErrors = new Set(['access_denied', 'consent_required', 'interaction_required', 'login_required'])
const outageErrors = new Set(['server_error', 'temporarily_unavailable'])

/** The transaction of a callback. It is used up even if the callback fails. */
export interface UsedTransaction {
  readonly project: Project
  readonly transaction: Transaction
  readonly expiresAt: Date
}

/** Uses up the transaction of a callback. Null if there is none, or if it was started in another browser. */
export async function useTransaction(
  dependencies: CallbackDependencies,
  { now, request }: Pick<PublicContext, 'now' | 'request'>,
  answer: ProviderAnswer,
): Promise<UsedTransaction | null> {
  const cookie = cookieOf(dependencies, answer)
  const stateHash = sha256(answer.parameters.state ?? '')
  const used = await findInCells(dependencies.db, (db) =>
    db.run(
      consumeTransaction(stateHash, {
        providerId: answer.providerId,
        projectId: answer.projectId,
        hasCookie: hasStateCookie(cookie, request.headers),
        now: now(),
      }),
    ),
  )
  const cached = used && (await dependencies.projects.get(used.projectId))
  if (!used || !cached) return null
  const transaction = openTransaction(dependencies, used.sealed, stateHash)
  return { project: cached.project, transaction, expiresAt: used.expiresAt }
}

function openTransaction({ secret }: CallbackDependencies, sealed: string, stateHash: Uint8Array): Transaction {
  // Safe cast: `authorize` wrote and sealed this value.
  return JSON.parse(secret.open(sealed, transactionIdentity(stateHash))) as Transaction
}

/**
 * Handles the callback of a provider (docs/protocol/oauth.md#callback). Redirects to the app with an authorization code
 * or to the app's error page, or shows the error.
 */
export async function receiveAnswer(
  dependencies: CallbackDependencies,
  context: PublicContext,
  answer: ProviderAnswer,
  used: UsedTransaction | null,
): Promise<Navigation> {
  const cookie = clearStateCookie(cookieOf(dependencies, answer))
  // guard: a callback in another browser is recorded
  //   (replace `...(await refuseState(dependencies, answer))` with `error: unknownTransaction()`) [audit-refusals]
  if (!used) return { ...(await refuseState(dependencies, answer)), cookie }
  const { project, transaction } = used
  const begunAt = new Date(used.expiresAt.getTime() - dependencies.settings.codeLifetimes.oauth_transaction * 1_000)
  const call = { ...callToProject(dependencies.db, context, project), answer, transaction, begunAt }
  try {
    // guard: a sign-in at a provider expires [oauth/sign-in]
    if (used.expiresAt <= call.now()) throw new KnownError('OUTER_OAUTH_TIMEOUT')
    const location = await completeSignIn(dependencies, call)
    return { to: 'location', location, cookie }
  } catch (error) {
    if (error instanceof UserSuspended) {
      const reason = await describeRefusedSession(dependencies, call.request, error)
      return refuseAnswer(dependencies, call.request, answer, used, reason)
    }
    if (error instanceof SignUpRefused) {
      await recordRefusedSignUp(dependencies, call.request, error)
      return refuseAnswer(dependencies, call.request, answer, used, error)
    }
    if (revealsAccount(error)) await call.limits.revealedAccount()
    if (!(error instanceof StoreUnavailable)) {
      await call.db.run(emit(asClient(call), 'user.sign_in_refused', describeRefusal(error)))
    }
    return refuseAnswer(dependencies, call.request, answer, used, error)
  }
}

/** Shows an error of a callback, or redirects to the app's error page. */
export function refuseAnswer(
  dependencies: CallbackDependencies,
  request: RequestFacts,
  answer: ProviderAnswer,
  used: UsedTransaction | null,
  error: unknown,
): Navigation {
  const cookie = clearStateCookie(cookieOf(dependencies, answer))
  if (!used) return { to: 'error', error, cookie }
  return { ...presentFailure(dependencies, { ...used, answer, request }, error), cookie }
}

/** Returns the state cookie to read or clear. `isForForm` only matters when the cookie is set, so it is false here. */
function cookieOf(
  { settings }: CallbackDependencies,
  { parameters: { state = '' } }: ProviderAnswer,
): ReturnType<typeof stateCookie> {
  if (!statePattern.test(state)) throw unknownTransaction()
  return stateCookie(settings.baseUrl, state, false)
}

/**
 * Describes a refusal for the audit. Errors outside the catalogue get a fixed reason, because their text may quote the
 * provider.
 */
function describeRefusal(error: unknown): EventData<'user.sign_in_refused'> {
  if (error instanceof RateLimited) return { userId: null, method: 'oauth', reason: 'RATE_LIMITED' }
  const reason = error instanceof KnownError ? error.code : 'OAUTH_SIGN_IN_FAILED'
  return { userId: null, method: 'oauth', reason }
}

/** Returns whether the error reveals that another user has the address. */
function revealsAccount(error: unknown): boolean {
  return error instanceof KnownError && error.code === 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE'
}

async function completeSignIn(dependencies: CallbackDependencies, call: CallbackCall): Promise<string> {
  const { project, transaction } = call
  const connection = await connect(dependencies, call)
  // Check again before requests to the provider: the domain may no longer be trusted.
  // guard: a redirect URI is still trusted at the callback (keep `transaction.redirectUri`) [oauth/sign-in]
  const redirectUri = requireOAuthRedirect(project, transaction.redirectUri)
  const account = await identifyAccount(dependencies, call, connection).catch((error: unknown) => {
    throw toProviderFailure(connection.provider, error)
  })
  const issueCode = (tx: ProjectTransaction, outcome: Outcome): Promise<string> =>
    writeCode(dependencies, tx, call, outcome)
  const code = transaction.link
    ? await prepareLink(call, account, transaction.link, issueCode)
    : await signInWithAccount(call, account, transaction.anonymous, issueCode)
  const location = new URL(redirectUri)
  location.searchParams.set('code', code)
  location.searchParams.set('state', transaction.appState)
  return location.href
}

async function connect(
  { providers }: CallbackDependencies,
  { answer, project }: CallbackCall,
): Promise<ProviderConnection> {
  const connection = await providers.connectionOf(project, answer.providerId).catch((error: unknown) => {
    if (error instanceof ProviderMisconfigured) throw new ProviderFailure(error.sentence, null, { cause: error })
    throw error instanceof ProviderUnavailable ? toOutage(error) : error
  })
  if (!connection) throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  return connection
}

/** Exchanges the provider's code and reads the identity of the account. */
async function identifyAccount(
  dependencies: CallbackDependencies,
  { answer, projectId, transaction }: CallbackCall,
  connection: ProviderConnection,
): Promise<ProviderAccount> {
  const { provider, providerIdentity } = connection
  const { parameters } = answer
  if (parameters.error !== undefined) throw new ProviderRefusal(parameters.error)
  if (!parameters.code) throw new ProviderAnswerUnusable(`${provider.name} sent neither a code nor an error.`)
  const grant = await exchangeProviderCode(dependencies, connection, new URLSearchParams(parameters), {
    redirectUri: callbackUrl(dependencies, connection, projectId),
    state: parameters.state ?? '',
    codeVerifier: transaction.codeVerifier,
    nonce: transaction.nonce,
  })
  const identity = await readProviderIdentity(dependencies, connection, grant)
  const key = { providerId: provider.id, providerIdentity, accountId: identity.accountId }
  // Tokens of shared keys are those of the operator's app, and a project can change to its own keys later.
  // guard: tokens of shared keys are not stored (replace `connection.isShared` with `false`) [connected-accounts]
  const tokens = connection.isShared
    ? withoutTokens
    : {
        ...sealGrant(dependencies, projectId, key, grant),
        scopes: requestedScopes(connection, transaction.providerScopes),
      }
  return { provider, providerIdentity, identity, state: { email: identity.email, ...tokens } }
}

/** Issues an authorization code (RFC 6749 section 4.1.2). It expires after a minute, and only its hash is stored. */
async function writeCode(
  { secret, settings }: CallbackDependencies,
  tx: ProjectTransaction,
  call: CallbackCall,
  { userId, isNewUser, isInvited = false, pending, claim }: Outcome,
): Promise<string> {
  const code = randomText(CODE_CHARACTERS)
  const codeHash = sha256(code)
  const { answer, transaction } = call
  const createdAt = call.now()
  const { user } = await tx.batch({
    user: findUser(tx.projectId, userId),
    code: insertCode(tx.projectId, {
      codeHash,
      userId,
      redirectUri: transaction.redirectUri,
      codeChallenge: transaction.codeChallenge,
      isNewUser,
      isInvited,
      afterCallbackRedirectUrl: transaction.afterCallbackRedirectUrl,
      removed: claim?.removed ?? [],
      pendingSealed: pending ? secret.seal(JSON.stringify(pending), pendingIdentity(codeHash)) : null,
      providerId: answer.providerId,
      issuedAt: createdAt,
      expiresAt: new Date(createdAt.getTime() + settings.codeLifetimes.oauth_code * 1_000),
    }),
    vouched: emit(asClient(call), 'user.provider_vouched', { providerId: answer.providerId }),
  })
  // The provider has proved the user's identity. A user with a second factor must prove that first.
  // guard: a provider callback does not reveal a suspension before the second factor (drop `!mustProveFactor(user)`)
  //   [sign-in-of-suspended-user]
  const suspension = user && !mustProveFactor(user) ? getSuspension(user, createdAt) : null
  if (suspension) throw new UserSuspended(tx.projectId, { userId, method: 'oauth' })
  return code
}

/** A failure at the provider, as the page shows it. */
class ProviderFailure extends ProviderProblem {
  override readonly name = 'ProviderFailure'
  /** The error code for the app; null if the app cannot act on the failure. */
  readonly known: KnownError | null

  constructor(sentence: Sentence, known: KnownError | null, options?: ErrorOptions) {
    super(sentence, options)
    this.known = known
  }
}

function toProviderFailure(provider: OAuthProvider, error: unknown): unknown {
  if (error instanceof ProviderUnavailable) return toOutage(error)
  if (error instanceof ProviderAnswerUnusable) return new ProviderFailure(error.sentence, null, { cause: error })
  if (!(error instanceof ProviderRefusal)) return error
  const word = error.error
  if (refusalErrors.has(word) || provider.refusalErrors?.includes(word)) {
    return new KnownError('OAUTH_PROVIDER_ACCESS_DENIED')
  }
  if (outageErrors.has(word)) {
    return toOutage(
      new ProviderUnavailable(`${provider.name} does not work at the moment. Please try again in a while.`),
    )
  }
  if (word === 'invalid_grant' || provider.invalidGrantErrors?.includes(word)) {
    return new ProviderFailure(({ errors }) => errors.provider.signInExpired(provider.name), null)
  }
  const reason = /^[\w.-]{1,64}$/.test(word) ? word : null
  return new ProviderFailure(({ errors }) => errors.provider.appRejected(provider.name, reason), null)
}

/** The app gets only the error code. The page and the log name the provider. */
function toOutage(error: ProviderUnavailable): ProviderFailure {
  return new ProviderFailure(error.sentence, new KnownError('OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE'), { cause: error })
}

/**
 * Redirects to the app's error page, if it is trusted and the app can act on the error. Otherwise it shows the error
 * here, with a link back to the app.
 */
function presentFailure(
  { log }: CallbackDependencies,
  call: Pick<CallbackCall, 'answer' | 'project' | 'request' | 'transaction'>,
  error: unknown,
): Redirection | Refusal {
  const { answer, project, request, transaction } = call
  if (error instanceof ProviderFailure) {
    const context = { request_id: request.id, project_id: project.id, provider: answer.providerId }
    log.warn({ err: error, ...context }, 'sign-in at a provider failed')
  }
  const known = error instanceof ProviderFailure ? error.known : error instanceof KnownError ? error : null
  const errorUrl = transaction.errorUrl === null ? null : matchOAuthRedirect(project, transaction.errorUrl)
  if (known && errorUrl !== null) {
    const location = new URL(errorUrl)
    const { message } = error as Error
    const details = JSON.stringify(known.details ?? {})
    // Newer clients also read the first two (RFC 6749 section 4.1.2.1). The others identify the error.
    const parameters = { error: 'server_error', error_description: message, errorCode: known.code, message, details }
    for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value)
    return { to: 'location', location: location.href }
  }
  const shown = known ?? (error instanceof ProviderFailure ? new PlainError(400, error.sentence) : error)
  return refusal(project, transaction.redirectUri, shown)
}

/**
 * The error for a state without an open transaction in this browser. Its event belongs to the project that the state
 * names.
 */
async function refuseState(
  dependencies: CallbackDependencies,
  { parameters: { state = '' } }: ProviderAnswer,
): Promise<Refusal> {
  const stateHash = sha256(state)
  const known = await findInCells(dependencies.db, (db) => db.run(findTransaction(stateHash)))
  const error = unknownTransaction()
  const cached = known && (await dependencies.projects.get(known.projectId))
  // A random state belongs to no project, so it has no event.
  if (!known || !cached) return { to: 'error', error }
  const refused = error.refusing({
    projectId: known.projectId,
    signIn: { method: 'oauth', reason: 'OAUTH_STATE_REFUSED' },
  })
  // guard: only a completed sign-in has a link back to the app [oauth/sign-in]
  if (!known.isUsed) return { to: 'error', error: refused }
  // The sign-in was completed, and the visitor went back to the page of the provider.
  const { redirectUri } = openTransaction(dependencies, known.sealed, stateHash)
  return refusal(cached.project, redirectUri, refused)
}

function unknownTransaction(): PlainError {
  return new PlainError(400, ({ errors }) => errors.signInNotFound)
}
