import { allowedAccessTypes, variantFor, type EndpointSpec, type Variant } from '@portico/contract'

import { forProject } from '../../platform/db/project-scope.ts'
import { createFlatLog, type Log } from '../../platform/log/log.ts'
import { statusClass, type Metrics } from '../../platform/metrics/metrics.ts'
import { describeSpan, nameRequestSpan } from '../../platform/tracing/tracing.ts'
import { apiHeaders, mayReadAnswer } from './api-headers.ts'
import { SignUpRefused } from '../../accounts/admission.ts'
import { UserSuspended } from '../../records/queries/sessions/new-session.ts'
import { accessTokenExpired } from '../../records/sessions/active-session.ts'
import { authenticate, type Authentication } from './authenticate.ts'
import { readBody } from '../../platform/http/body.ts'
import {
  checkChallenge,
  noteRefusedCall,
  requireSolution,
  type BotCheckDependencies,
  type ChallengedCall,
} from '../rules/bot-check.ts'
import type { BodyBudget } from '../../platform/http/body-budget.ts'
import { requireOwnUser } from '../rules/access.ts'
import { findBlockingRestriction, refuseRestricted } from '../rules/restricted-session.ts'
import { isOfficialClient } from '../call/client-version.ts'
import { actorOf, anonymousCaller, type Caller } from '../call/caller.ts'
import { namedUserId } from '../rules/named-user.ts'
import { isOpenToClients, requireFeature, selfFieldOf } from '../rules/declaration.ts'
import { DeclaredLimits } from './declared-limits.ts'
import { KnownError, PlainError, RateLimited } from '../../kernel/errors.ts'
import { HeldRights } from '../call/held-rights.ts'
import { callerFor, refuseImpersonation } from '../rules/impersonation.ts'
import type { Incoming, IncomingFacts } from '../rules/incoming.ts'
import { describeRequest, type RequestNotes } from './noted-request.ts'
import { requireOwnPage } from './own-page.ts'
import { parseParts, schemaError } from './parse-request.ts'
import { partNamed, type RequestParts } from '../rules/request-parts.ts'
import { recordRefusedSignUp } from '../rules/refused-sign-up.ts'
import { describeRefusedSession } from '../rules/refuse-suspended.ts'
import { requireRecentSignIn } from '../rules/recent-sign-in.ts'
import { requireStaffRight } from '../rules/staff-right.ts'
import { errorPage } from '../pages/error-page.ts'
import type { BrandedProject } from '../call/page-brand.ts'
import { postingPage } from '../pages/posting-page.ts'
import {
  emptyDraft,
  errorDraft,
  imageDraft,
  jsonDraft,
  linesDraft,
  redirectDraft,
  textDraft,
  type Draft,
} from '../call/respond.ts'
import type { CheckedRequest, Navigation, Refusal, RequestContext, Route } from '../rules/route.ts'
import { isSvixPath, svixError } from './svix-error.ts'
import { authenticatePartner, type PartnerClient, type PartnerClients } from '../call/partner-clients.ts'
import type { Refusals, RefusedCall } from './refusals.ts'

interface PipelineDependencies extends Authentication, BotCheckDependencies {
  readonly bodyBudget: BodyBudget
  readonly log: Log
  readonly metrics: Metrics
  readonly notes: RequestNotes
  readonly partners: PartnerClients
  readonly refusals: Refusals
  readonly settings: { readonly baseUrl: string; readonly dashboardUrl: string }
}

/** The state of a call in the pipeline. The steps fill it in. */
interface Progress extends RefusedCall {
  caller: Caller
  projectId: string | null
  /** The project of `projectId`, whose branding pages show. */
  project: BrandedProject | null
  /** The error of the answer, or the fault that the route declares for a success. */
  error: unknown
}

/** Runs an API call in the order of decision 016. */
export type Pipeline = (incoming: Incoming) => Promise<Response>

export function createPipeline(dependencies: PipelineDependencies): Pipeline {
  const staticHeaders = apiHeaders(dependencies.settings.baseUrl.startsWith('https://'))
  const requestLog = createFlatLog(dependencies.log)
  return async (incoming) => {
    const startedAt = performance.now()
    const { facts } = incoming
    if (incoming.route) nameRequestSpan(incoming.request.method, incoming.route.spec.path)
    const progress: Progress = { incoming, caller: anonymousCaller, projectId: null, project: null, error: null }
    // The parsed body lives until the answer, and so does its share of the budget.
    const share = dependencies.bodyBudget.open()
    let draft: Draft
    try {
      const body = await readBody(
        incoming.request,
        {
          mayCarryImage: incoming.route?.spec.mayCarryImage,
          mayCarryDocument: incoming.route?.spec.mayCarryDocument,
          mayCarryRecords: incoming.route?.spec.mayCarryRecords,
          takesBytes: incoming.route?.spec.takesBytes,
          acceptsForm: incoming.route?.spec.acceptsForm,
        },
        { incoming: incoming.receivedBody, share },
      )
      progress.caller = await authenticate(dependencies, incoming.route?.spec ?? null, facts.headers)
      if (!incoming.route) throw noSuchEndpoint(incoming)
      draft = await answer(dependencies, progress, incoming.route, body)
    } catch (error) {
      progress.error = error
      await dependencies.refusals.report(progress, error)
      draft = await errorAnswer(dependencies, progress, await explain(dependencies, facts, error))
    } finally {
      share.release()
    }
    const { caller } = progress
    observe(dependencies.metrics, requestLog, incoming, caller, draft.status, performance.now() - startedAt)
    const isReadable = mayBeRead(incoming, caller)
    const noted = describeRequest({ ...progress, status: draft.status, isOriginTrusted: caller.project && isReadable })
    if (noted) dependencies.notes.note(noted)
    return toResponse(draft, incoming, staticHeaders, isReadable)
  }
}

/** Tells a developer with an official client that the call may belong to a feature that this service does not have. */
function noSuchEndpoint({ facts, request, url }: Incoming): PlainError {
  const hint = isOfficialClient(facts.headers.get('x-stack-client-version'))
    ? '. The page docs/migration.md of Portico lists the members of official clients that it does not have.'
    : ''
  return new PlainError(404, `No such endpoint: ${request.method} ${url.href}${hint}`)
}

/**
 * Records a refusal because of a user's state or a rule, and returns the error for the answer. Returns every other
 * error, and a failure, unchanged.
 */
async function explain(dependencies: PipelineDependencies, facts: IncomingFacts, error: unknown): Promise<unknown> {
  try {
    if (error instanceof UserSuspended) return await describeRefusedSession(dependencies, facts, error)
    if (error instanceof SignUpRefused) return await recordRefusedSignUp(dependencies, facts, error)
    return error
  } catch (failure) {
    return failure
  }
}

async function answer(
  dependencies: PipelineDependencies,
  progress: Progress,
  route: Route,
  body: unknown,
): Promise<Draft> {
  const { caller, incoming } = progress
  const { spec } = route
  const variant = requireAccess(route, caller)
  // guard: a member of staff needs the right that the endpoint declares [generated]
  requireStaffRight(spec, caller, incoming, body)
  // Before the checks that ask the user to sign in, which would not help.
  // guard: a project without API keys refuses all calls [manage-keys]
  requireFeature(route.declaration, caller.project)
  requireUser(spec, caller, incoming, body)
  refuseRestricted(spec, findBlockingRestriction(route.declaration, caller, body), namesMe(incoming, body))
  refuseImpersonation(spec, caller, incoming.params, body)
  enforceRecentSignIn(route, caller, body, dependencies.clock.now())
  const challenged = requireSolution(spec, caller, body)
  const passed = await enforceDeclaration(dependencies, progress, route, body, { challenged, variant })
  const {
    body: value,
    headers,
    status = spec.status ?? 200,
  } = 'refusal' in passed
    ? { body: passed.refusal }
    : await handle(dependencies, progress, route, passed.context, challenged)
  if ('context' in passed) noteSetUpFault(dependencies, progress, route, passed.context)
  if (variant.response === 'redirect' || variant.response === 'page')
    return navigate(dependencies, progress, status, value as Navigation)
  const draft = await draftOf(dependencies, variant, incoming, status, value)
  Object.assign(draft.headers, headers)
  return draft
}

/** For the owner of the project only: the caller gets the answer of a success. */
function noteSetUpFault(
  { log }: PipelineDependencies,
  progress: Progress,
  { declaration, spec }: Route,
  context: RequestContext<EndpointSpec>,
): void {
  const fault = declaration.setUpFault?.(context) ?? null
  if (!fault) return
  const { consequence, error } = fault
  progress.error = error
  const { incoming, projectId } = progress
  const facts = { request_id: incoming.facts.id, project_id: projectId, route: spec.path, error_code: error.code }
  log.warn(facts, `${consequence}: ${error.message}`)
}

async function handle(
  dependencies: PipelineDependencies,
  { caller: { accessType }, incoming: { facts } }: Progress,
  route: Route,
  context: RequestContext<EndpointSpec>,
  challenged: ChallengedCall | null,
): ReturnType<ReturnType<Route['handlerFor']>> {
  try {
    return await route.handlerFor(accessType)(context)
  } catch (error) {
    if (challenged) await noteRefusedCall(dependencies, challenged, facts, error)
    throw error
  } finally {
    context.limits.settle()
  }
}

async function draftOf(
  { log }: PipelineDependencies,
  { response }: Variant,
  { facts, route }: Incoming,
  status: number,
  value: unknown,
): Promise<Draft> {
  if (response === 'empty') return emptyDraft(status)
  if (response === 'text') return textDraft(status, String(value))
  if (response === 'lines') {
    // The type of the handler follows from the contract.
    return linesDraft(status, value as AsyncGenerator<object, void, void>, (error) =>
      log.error(
        { err: error, request_id: facts.id, route: route?.spec.path },
        'an answer ended before it was complete',
      ),
    )
  }
  // The type of the handler follows from the contract.
  if (response === 'image') return imageDraft(status, value as Uint8Array<ArrayBuffer> | null)
  return jsonDraft(status, value, (facts.headers.get('accept') ?? '').includes('text/html'))
}

type AnyRequest = CheckedRequest<EndpointSpec> & Pick<RequestContext<EndpointSpec>, 'found' | 'namedUserId' | 'rights'>

/**
 * Validates the request and enforces the limits, the authorization and the bot check that the route and its endpoint
 * declare.
 */
async function enforceDeclaration(
  dependencies: PipelineDependencies,
  progress: Progress,
  { declaration, spec }: Route,
  body: unknown,
  { challenged, variant }: { readonly challenged: ChallengedCall | null; readonly variant: Variant },
): Promise<{ readonly context: RequestContext<EndpointSpec> } | { readonly refusal: unknown }> {
  const { limiter } = dependencies
  const { caller, incoming } = progress
  const limits = new DeclaredLimits(limiter, declaration, {
    projectId: caller.project?.id ?? null,
    addressBlock: limitedAddressBlock(spec, caller, incoming.facts),
    isBackend: isBackend(caller),
    userId: caller.user?.id ?? null,
  })
  await limits.countBeforeValidation()
  const { client: partner, isRefused, problems } = authenticatePartner(dependencies.partners, spec, incoming)
  let request: AnyRequest
  const visible = callerFor(spec, caller, findBlockingRestriction(declaration, caller, body) !== null)
  try {
    const parts = parseParts(spec, variant, incoming, body, problems)
    request = await authorize(dependencies, incoming, { declaration, spec }, visible, { ...parts, partner })
  } catch (error) {
    await limits.countRefused(body)
    if (isRefused) await limits.notePartnerFailure()
    throw isRefused && error instanceof KnownError ? error.asUnauthorized().refusing({ projectId: 'internal' }) : error
  }
  progress.project = declaration.project?.(request) ?? caller.project
  progress.projectId = progress.project?.id ?? null
  try {
    if (challenged) {
      await limits.countBeforeBotCheck(request)
      await checkChallenge(dependencies, challenged, incoming.facts)
    }
    const counted = await limits.countAfterValidation(request)
    if (counted.suppressedMail) await dependencies.refusals.report(progress, counted.suppressedMail)
    return { context: { ...request, limits: counted } }
  } catch (error) {
    if (!declaration.refused || !(error instanceof RateLimited)) throw error
    await dependencies.refusals.report(progress, error)
    return { refusal: declaration.refused(request, error) }
  }
}

/** Builds the request of the handler and authorizes the caller for it. */
async function authorize(
  dependencies: PipelineDependencies,
  incoming: Incoming,
  { declaration, spec }: Pick<Route, 'declaration' | 'spec'>,
  caller: Caller,
  parts: RequestParts & { readonly partner: PartnerClient | null },
): Promise<AnyRequest> {
  const { accessType, ...seen } = caller
  const { id: requestId, clientAddress, endUser, headers, network } = incoming.facts
  const request = {
    ...parts,
    project: seen.project,
    user: seen.user,
    caller: seen,
    request: { id: requestId, clientAddress, endUser, headers, network },
    projectId: caller.project?.id ?? null,
    db: caller.project && forProject(dependencies.db, caller.project.id),
    actor: actorOf({ accessType, ...seen }),
    now: () => dependencies.clock.now(),
    origin: {
      projectId: caller.project?.id ?? 'internal',
      requestId,
      clientAddress,
      acceptLanguage: endUser && headers.get('accept-language'),
    },
    // Built from the same spec that gives the handler its exact type in `route()`.
  } as unknown as CheckedRequest<EndpointSpec>
  const { allow, self } = declaration
  const isRestricted = accessType === 'client' || !allow.isForClientsOnly
  const selfField = selfFieldOf(declaration)
  const named = selfField === undefined ? undefined : partNamed(parts, selfField)
  await requireAuthority(async () => {
    // guard: only pages of the service use the cookie of the dashboard [dashboard-session/dashboard-session]
    if (spec.isForOwnPages) requireOwnPage(dependencies.settings, incoming.request)
    if (accessType === 'client' && self !== undefined) requireOwnUser(self, named, seen.user)
    // guard: a route requires the access that it declares [projects/projects, passkey/passkey]
    if (isRestricted) await allow.require(request)
  })
  const hold = isRestricted ? allow.hold : undefined
  const rights = new HeldRights(hold ? () => hold(request) : null)
  return {
    ...request,
    rights,
    // guard: a record belongs to the user whom the call names, for servers too (keep `null`) [foreign-ids]
    namedUserId: typeof named === 'string' ? namedUserId(seen, named) : null,
    found: (await declaration.find?.(request)) ?? null,
  }
}

/** Runs the checks of the authorization step. All refusals of this step are events, whatever errors they are. */
async function requireAuthority(check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    // guard: every refusal of the authorization step is recorded (keep `: error`) [audit-refusals]
    throw error instanceof KnownError || error instanceof PlainError ? error.asUnauthorized() : error
  }
}

/**
 * The address block that limits count; null for a backend, which calls for many users. A backend counts too if its key
 * does not prove what the call uses: on a public endpoint, it may belong to another project than the one that the
 * parameters name, and on an endpoint of a partner, it is not the secret of the partner.
 */
function limitedAddressBlock(spec: EndpointSpec, caller: Caller, facts: IncomingFacts): string | null {
  // guard: the key of one project does not lift the limits of another (drop `!('public' in spec.access)`)
  //   [rate-limiter]
  // guard: the key of a project does not lift the limits of partners (drop `spec.partner === undefined`)
  //   [partners/partners]
  return isBackend(caller) && !('public' in spec.access) && spec.partner === undefined ? null : facts.addressBlock
}

function isBackend({ accessType }: Caller): boolean {
  return accessType === 'server' || accessType === 'admin'
}

async function navigate(
  dependencies: PipelineDependencies,
  progress: Progress,
  status: number,
  navigation: Navigation,
): Promise<Draft> {
  if (navigation.to === 'location_as_json') return jsonDraft(200, { location: navigation.location }, false)
  if (navigation.to === 'post') return postingPage(dependencies, progress.incoming.facts, progress.project)
  const draft =
    navigation.to === 'location'
      ? redirectDraft(status, navigation.location)
      : await refuseNavigation(dependencies, progress, navigation)
  if (navigation.cookie !== undefined) draft.headers['set-cookie'] = navigation.cookie
  return draft
}

async function refuseNavigation(
  dependencies: PipelineDependencies,
  progress: Progress,
  { error, backUrl }: Refusal,
): Promise<Draft> {
  progress.error = error
  await dependencies.refusals.report(progress, error)
  return errorAnswer(dependencies, progress, error, backUrl)
}

/** The answer for an error: a page if a browser was redirected here and accepts HTML, otherwise the error itself. */
async function errorAnswer(
  dependencies: PipelineDependencies,
  { incoming, project }: Pick<Progress, 'incoming' | 'project'>,
  error: unknown,
  backUrl?: string,
): Promise<Draft> {
  const draft = errorDraft(error, incoming.facts.id, dependencies.log)
  const isForSvix = incoming.route ? incoming.route.spec.acceptsSvixToken : isSvixPath(incoming.url)
  if (isForSvix) return svixError(draft)
  const isPage = incoming.route?.spec.isNavigation && (incoming.facts.headers.get('accept') ?? '').includes('text/html')
  return isPage ? errorPage(dependencies, incoming.facts, { error, draft, project, backUrl }) : draft
}

/** Steps 14 and 15 of the contract. */
function requireAccess({ declaration, spec }: Route, { accessType, project }: Caller): Variant {
  const isOpen = accessType !== 'client' || isOpenToClients(declaration, project)
  const variant = variantFor(spec, accessType)
  if (variant && isOpen) return variant
  if (accessType === null) throw new KnownError('ACCESS_TYPE_REQUIRED')
  throw new KnownError('INSUFFICIENT_ACCESS_TYPE', {
    actual_access_type: accessType,
    allowed_access_types: allowedAccessTypes(spec).filter((type) => isOpen || type !== 'client'),
  }).asUnauthorized()
}

/** Steps 16 and 17. A call that requires a user refuses the token of an ended session; other calls ignore it. */
function requireUser(spec: EndpointSpec, caller: Caller, incoming: Incoming, body: unknown): void {
  if (caller.user) return
  const missing = missingUserError(spec, caller, incoming, body)
  if (!missing) return
  throw caller.claims && !caller.isSessionActive ? accessTokenExpired(caller.claims) : missing
}

/** The error for a call without a user; null if the call does not require one. */
function missingUserError(
  { user }: EndpointSpec,
  { accessType }: Caller,
  incoming: Incoming,
  body: unknown,
): KnownError | null {
  if (user === 'me' || (user === 'own' && (accessType === 'client' || namesMe(incoming, body)))) {
    return new KnownError('CANNOT_GET_OWN_USER_WITHOUT_USER')
  }
  if (user === 'required') {
    return schemaError(incoming, ['auth.user must be defined: this call needs the access token of a signed-in user'])
  }
  const isSignedInCaller = user === 'signed_in' || (user === 'signed_in_client' && accessType === 'client')
  return isSignedInCaller ? new KnownError('USER_AUTHENTICATION_REQUIRED') : null
}

/**
 * An unattended session must not be enough to take over the account, so such calls require a recent sign-in (rule
 * S-45).
 */
function enforceRecentSignIn({ declaration: { recentSignIn } }: Route, caller: Caller, body: unknown, now: Date): void {
  if (recentSignIn === undefined || (recentSignIn !== true && !recentSignIn(body))) return
  // Backends are trusted. Anonymous users cannot sign in again.
  if (caller.accessType !== 'client' || !caller.user || caller.user.isAnonymous) return
  // guard: a change of credentials requires a recent sign-in [recent-sign-in]
  if (caller.project?.config.recentSignInRequired) requireRecentSignIn(caller.authenticatedAt, now)
}

function namesMe(incoming: Incoming, body: unknown): boolean {
  return (
    isMe(incoming.params.user_id) ||
    isMe(incoming.url.searchParams.get('user_id')) ||
    (typeof body === 'object' && body !== null && 'user_id' in body && isMe(body.user_id))
  )
}

/** Ignores case, like the schema of user ids. */
function isMe(value: unknown): boolean {
  return typeof value === 'string' && value.toLowerCase() === 'me'
}

/** Whether pages from the request's origin may read the answer. */
function mayBeRead({ facts, route }: Incoming, { project }: Caller): boolean {
  return !route?.spec.isForOwnPages && mayReadAnswer(facts.headers.get('origin'), project)
}

function toResponse(
  draft: Draft,
  { facts }: Incoming,
  staticHeaders: Record<string, string>,
  isReadable: boolean,
): Response {
  const headers: Record<string, string> = { ...staticHeaders, ...draft.headers, 'x-stack-request-id': facts.id }
  if (isReadable) headers['access-control-allow-origin'] = '*'
  let { status } = draft
  if (facts.headers.has('x-stack-override-error-status') && status >= 400 && status <= 499) {
    // Browsers log every error status to the console. With this header, clients request status 200 and read the real
    // status from a header.
    headers['x-stack-actual-status'] = String(status)
    status = 200
  }
  return new Response(draft.body, { status, headers })
}

function observe(
  metrics: Metrics,
  requestLog: Log,
  incoming: Incoming,
  caller: Caller,
  status: number,
  millis: number,
): void {
  const route = incoming.route?.spec.path ?? 'unknown'
  const { method } = incoming.request
  metrics.requests.observe({ route, method, status_class: statusClass(status) }, millis / 1_000)
  if (caller.project) describeSpan({ 'portico.project_id': caller.project.id })
  const level = status >= 500 ? 'error' : 'info'
  requestLog[level](
    {
      request_id: incoming.facts.id,
      method,
      route,
      status,
      millis: Math.round(millis * 10) / 10,
      project_id: caller.project?.id,
      access_type: caller.accessType,
      user_id: caller.user?.id,
      owner_id: caller.staffUserId ?? undefined,
      client_address: incoming.facts.clientAddress,
    },
    'request',
  )
}
