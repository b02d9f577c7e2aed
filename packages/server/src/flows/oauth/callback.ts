import type { Navigation, Redirection, Refusal, RequestFacts } from '../../api/route.ts'
import type { Database, ProjectTransaction } from '../../kernel/database.ts'
import { KnownError, PlainError, RateLimited } from '../../kernel/errors.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { randomText } from '../../platform/crypto/random.ts'
import type { Log } from '../../platform/log/log.ts'
import { insertCode } from '../../records/authorization-codes/store.ts'
import { consumeTransaction } from '../../records/oauth-transactions/store.ts'
import type { Project } from '../../records/projects/project.ts'
import type { ProjectCache } from '../../records/projects/project-cache.ts'
import { matchOAuthRedirect, requireOAuthRedirect } from '../../records/projects/trusted-origins.ts'
import type { CodeLifetimes } from '../../records/verification-codes/lifetimes.ts'
import { prepareLink, signInWithAccount, type Arrival, type Outcome } from './accounts.ts'
import { callbackUrl, refusal, requestedScopes } from './authorize.ts'
import {
  exchangeProviderCode,
  ProviderRefusal,
  ProviderUnavailable,
  readProviderIdentity,
  type ProviderClientDependencies,
  type ProviderConnection,
} from './provider-client.ts'
import type { ProviderDirectory } from './provider-directory.ts'
import { sealGrant } from './provider-tokens.ts'
import { ProviderAnswerUnusable, type OAuthProvider } from './providers/provider.ts'
import { callToProject, type PublicCall, type PublicContext } from './public-call.ts'
import { clearStateCookie, hasStateCookie, stateCookie } from './state-cookie.ts'
import { pendingIdentity, transactionIdentity, type Transaction } from './transaction.ts'
import { asClient, emit } from '../../kernel/emit.ts'
import { type EventData } from '@portico/contract'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'

export interface CallbackDependencies extends ProviderClientDependencies {
  readonly db: Database
  readonly log: Log
  readonly projects: ProjectCache
  readonly providers: ProviderDirectory
  readonly secret: MasterSecret
  readonly settings: {
    readonly baseUrl: string
    readonly codeLifetimes: Pick<CodeLifetimes, 'oauth_code'>
  }
}

export interface ProviderAnswer {
  readonly providerId: string
  /** What the provider sent, by query or by form. */
  readonly parameters: Readonly<Record<string, string>>
}

interface CallbackCall extends PublicCall {
  readonly answer: ProviderAnswer
  readonly transaction: Transaction
}

const CODE_CHARACTERS = 52
/** As `authorize` makes them. A cookie is named by it, so nothing else may get into a header. */
const statePattern = /^[0-9a-z]{1,100}$/

/** By which a provider says that the person, or their organisation, did not agree (RFC 6749 section 4.1.2.1, OIDC Core 3.1.2.6). */
const refusalErrors = new Set(['access_denied', 'consent_required', 'interaction_required', 'login_required'])
const outageErrors = new Set(['server_error', 'temporarily_unavailable'])

/** The transaction that an answer belongs to. It is used up, whatever comes of the answer. */
export interface UsedTransaction {
  readonly project: Project
  readonly transaction: Transaction
  readonly expiresAt: Date
}

/** Uses up the transaction of an answer; null if there is none, or it began in another browser. */
export async function useTransaction(
  dependencies: CallbackDependencies,
  { now, request }: Pick<PublicContext, 'now' | 'request'>,
  answer: ProviderAnswer,
): Promise<UsedTransaction | null> {
  const cookie = cookieOf(dependencies, answer)
  const stateHash = sha256(answer.parameters.state ?? '')
  const used = await dependencies.db.run(
    consumeTransaction(stateHash, {
      providerId: answer.providerId,
      hasCookie: hasStateCookie(cookie, request.headers),
      now: now(),
    }),
  )
  const cached = used && (await dependencies.projects.get(used.projectId))
  if (!used || !cached) return null
  // Written by `authorize` and sealed since.
  const transaction = JSON.parse(dependencies.secret.open(used.sealed, transactionIdentity(stateHash))) as Transaction
  return { project: cached.project, transaction, expiresAt: used.expiresAt }
}

/**
 * Where providers send the browser back to (contract 01, section 5.8.2). Goes on to the app with a code of ours, to the
 * app's error page, or shows what went wrong.
 */
export async function receiveAnswer(
  dependencies: CallbackDependencies,
  context: PublicContext,
  answer: ProviderAnswer,
  used: UsedTransaction | null,
): Promise<Navigation> {
  const cookie = clearStateCookie(cookieOf(dependencies, answer))
  if (!used) return { to: 'error', error: unknownTransaction(), cookie }
  const { project, transaction } = used
  const call = { ...callToProject(dependencies.db, context, project), answer, transaction }
  try {
    if (used.expiresAt <= call.now()) throw new KnownError('OUTER_OAUTH_TIMEOUT')
    const location = await finish(dependencies, call)
    return { to: 'location', location, cookie }
  } catch (error) {
    if (revealsAccount(error)) await call.limits.revealedAccount()
    if (!(error instanceof StoreUnavailable)) {
      await call.db.run(emit(asClient(call), 'user.sign_in_refused', refusalOf(error)))
    }
    return refuseAnswer(dependencies, call.request, answer, used, error)
  }
}

/** Shows an error to the person whom the provider sent back, or sends it to the app. */
export function refuseAnswer(
  dependencies: CallbackDependencies,
  request: RequestFacts,
  answer: ProviderAnswer,
  used: UsedTransaction | null,
  error: unknown,
): Navigation {
  const cookie = clearStateCookie(cookieOf(dependencies, answer))
  if (!used) return { to: 'error', error, cookie }
  return { ...failure(dependencies, { ...used, answer, request }, error), cookie }
}

/** The name is the same for a form; whether it is for one matters to browsers when the cookie is set. */
function cookieOf(
  { settings }: CallbackDependencies,
  { parameters: { state = '' } }: ProviderAnswer,
): ReturnType<typeof stateCookie> {
  if (!statePattern.test(state)) throw unknownTransaction()
  return stateCookie(settings.baseUrl, state, false)
}

/** Of errors that are not in the catalogue only the kind is kept: their text may hold what the provider said. */
function refusalOf(error: unknown): EventData<'user.sign_in_refused'> {
  if (error instanceof RateLimited) return { userId: null, method: 'oauth', reason: 'RATE_LIMITED' }
  const reason = error instanceof KnownError ? error.code : 'OAUTH_SIGN_IN_FAILED'
  return { userId: null, method: 'oauth', reason }
}

/** Whether the error tells that somebody else has an account with the address. */
function revealsAccount(error: unknown): boolean {
  return error instanceof KnownError && error.code === 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE'
}

async function finish(dependencies: CallbackDependencies, call: CallbackCall): Promise<string> {
  const { project, transaction } = call
  const connection = await connect(dependencies, call)
  // Looked at before the provider is asked as well: the domain may have lost its trust since the browser left.
  const redirectUri = requireOAuthRedirect(project, transaction.redirectUri)
  const arrival = await meetAccount(dependencies, call, connection).catch((error: unknown) => {
    throw explained(connection.provider, error)
  })
  const issueCode = (tx: ProjectTransaction, outcome: Outcome): Promise<string> =>
    writeCode(dependencies, tx, call, outcome)
  const code = transaction.link
    ? await prepareLink(call, arrival, transaction.link, issueCode)
    : await signInWithAccount(call, arrival, transaction.anonymous, issueCode)
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
    throw error instanceof ProviderUnavailable ? outage(error) : error
  })
  if (!connection) throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  return connection
}

/** Exchanges the provider's code and asks who it is. */
async function meetAccount(
  dependencies: CallbackDependencies,
  { answer, projectId, transaction }: CallbackCall,
  connection: ProviderConnection,
): Promise<Arrival> {
  const { provider, authority } = connection
  const { parameters } = answer
  if (parameters.error !== undefined) throw new ProviderRefusal(parameters.error)
  if (!parameters.code) throw new ProviderAnswerUnusable(`${provider.name} sent neither a code nor an error.`)
  const grant = await exchangeProviderCode(dependencies, connection, new URLSearchParams(parameters), {
    redirectUri: callbackUrl(dependencies, connection),
    state: parameters.state ?? '',
    codeVerifier: transaction.codeVerifier,
    nonce: transaction.nonce,
  })
  const identity = await readProviderIdentity(dependencies, connection, grant)
  const key = { providerId: provider.id, authority, accountId: identity.accountId }
  const scopes = requestedScopes(connection, transaction.providerScopes)
  return {
    provider,
    authority,
    identity,
    state: { email: identity.email, scopes, ...sealGrant(dependencies, projectId, key, grant) },
  }
}

/** Our own authorization code (RFC 6749 section 4.1.2), good for a minute; only its hash is kept. */
async function writeCode(
  { secret, settings }: CallbackDependencies,
  tx: ProjectTransaction,
  call: CallbackCall,
  { userId, isNewUser, pending, claim }: Outcome,
): Promise<string> {
  const code = randomText(CODE_CHARACTERS)
  const codeHash = sha256(code)
  const { answer, transaction } = call
  const createdAt = call.now()
  await tx.batch({
    code: insertCode(tx.projectId, {
      codeHash,
      userId,
      redirectUri: transaction.redirectUri,
      codeChallenge: transaction.codeChallenge,
      isNewUser,
      afterCallbackRedirectUrl: transaction.afterCallbackRedirectUrl,
      removedSignInMethods: claim?.removed ?? [],
      pendingSealed: pending ? secret.seal(JSON.stringify(pending), pendingIdentity(codeHash)) : null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + settings.codeLifetimes.oauth_code * 1_000),
    }),
    vouched: emit(asClient(call), 'user.provider_vouched', { providerId: answer.providerId }),
  })
  return code
}

/** What went wrong between us and the provider, in words for people. */
class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  /** What the app is told; null if it could do nothing with it. */
  readonly known: KnownError | null

  constructor(sentence: string, known: KnownError | null, options?: ErrorOptions) {
    super(sentence, options)
    this.known = known
  }
}

function explained(provider: OAuthProvider, error: unknown): unknown {
  if (error instanceof ProviderUnavailable) return outage(error)
  if (error instanceof ProviderAnswerUnusable) return new ProviderFailure(error.message, null, { cause: error })
  if (!(error instanceof ProviderRefusal)) return error
  const word = error.error
  if (refusalErrors.has(word) || provider.refusalErrors?.includes(word)) {
    return new KnownError('OAUTH_PROVIDER_ACCESS_DENIED')
  }
  if (outageErrors.has(word)) {
    return outage(new ProviderUnavailable(`${provider.name} does not work at the moment. Please try again in a while.`))
  }
  if (word === 'invalid_grant' || provider.invalidGrantErrors?.includes(word)) {
    return new ProviderFailure(`The sign-in at ${provider.name} has expired. Please sign in again.`, null)
  }
  return new ProviderFailure(
    `${provider.name} does not accept how this app is set up there (${/^[\w.-]{1,64}$/.test(word) ? word : 'unknown error'}). Contact the operator of the app.`,
    null,
  )
}

/** The app is told in one word; who reads our page or the log gets the provider's name. */
function outage(error: ProviderUnavailable): ProviderFailure {
  return new ProviderFailure(error.message, new KnownError('OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE'), { cause: error })
}

/**
 * What the app can act on goes to its error page, if that is trusted. What it cannot mend is shown here, with a way back.
 */
function failure(
  { log }: CallbackDependencies,
  call: Pick<CallbackCall, 'answer' | 'project' | 'request' | 'transaction'>,
  error: unknown,
): Redirection | Refusal {
  const { answer, project, request, transaction } = call
  if (error instanceof ProviderFailure) {
    const context = { request_id: request.id, project_id: project.id, provider: answer.providerId }
    log.warn({ err: error, ...context }, 'a sign-in at a provider failed')
  }
  const known = error instanceof ProviderFailure ? error.known : error instanceof KnownError ? error : null
  const errorUrl = transaction.errorUrl === null ? null : matchOAuthRedirect(project, transaction.errorUrl)
  if (known && errorUrl !== null) {
    const location = new URL(errorUrl)
    const { message } = error as Error
    const details = JSON.stringify(known.details ?? {})
    // Newer clients read the first two as well (RFC 6749 section 4.1.2.1); which error it is stands in the others.
    const told = { error: 'server_error', error_description: message, errorCode: known.code, message, details }
    for (const [name, value] of Object.entries(told)) location.searchParams.set(name, value)
    return { to: 'location', location: location.href }
  }
  const shown = known ?? (error instanceof ProviderFailure ? new PlainError(400, error.message) : error)
  return refusal(project, transaction.redirectUri, shown)
}

function unknownTransaction(): PlainError {
  return new PlainError(
    400,
    'This sign-in is not known here. It may have been finished already, or begun in another browser. Please sign in again.',
  )
}
