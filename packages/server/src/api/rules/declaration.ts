import {
  allowedAccessTypes,
  needsRecentSignIn,
  type EndpointSpec,
  type LimitedAct,
  type Variant,
} from '@portico/contract'
import { z } from 'zod'

import { PlainError, type KnownError } from '../../kernel/errors.ts'
import type { Guessed } from '../../platform/limits/rate-limiter.ts'
import type { BrandedProject } from '../call/page-brand.ts'
import type { Project } from '../../records/projects/project.ts'
import type { WhileRestricted } from './restricted-session.ts'
import { alwaysNeedsUser, lowestAccess, type Requirement, type SelfField } from './access.ts'

export interface ChosenAct<in Call, Act extends LimitedAct> {
  /** All possible acts. */
  readonly acts: readonly Act[]
  /** The acts of a validated call. A call that is several acts counts as each of them. */
  readonly of: (call: Call) => readonly Act[]
  /**
   * The act of a call that fails validation, read from its raw body. It counts per client address; null if it does not
   * count.
   */
  readonly ofRefused: (body: unknown) => Act | null
}

/** The act of credential changes, which counts for the signed-in user. */
export type ChangeAct = 'changeCredentials'

/** Any other act. */
export type CallAct = Exclude<LimitedAct, ChangeAct>

/** The act as which a call counts: fixed, or chosen by what the call contains. */
export type DeclaredLimit<Call, Act extends CallAct | ChangeAct = CallAct> = Act | ChosenAct<Call, Act>

/** A call counts as its acts and as at most one credential change. The type excludes a limit that nothing counts. */
type Limits<Call> =
  | DeclaredLimit<Call>
  | DeclaredLimit<Call, ChangeAct>
  | readonly [DeclaredLimit<Call>, DeclaredLimit<Call, ChangeAct>]

/** A setting that opens endpoints to clients. */
type ClientSwitch = 'memberRoleManagementEnabled'

/** A setting without which the project does not have a feature, and what a call of the feature answers. */
const featureRefusals = {
  userDataExportEnabled: 'This project does not let users download their data.',
  allowUserApiKeys: 'This project does not allow API keys of users.',
  allowTeamApiKeys: 'This project does not allow API keys of teams.',
} as const

/** Why a call that succeeds does not do all that the application asked for. */
export interface SetUpFault {
  readonly error: KnownError
  /** What the call did not do: the start of a log sentence that ends with the error's message. */
  readonly consequence: string
}

/** The rules of a route, which the pipeline enforces. */
export interface Declaration<Call, Found, Refusal> {
  /** Who may call. Required: access is denied by default. */
  readonly allow: Requirement<Call>
  /** Clients may call only while this setting of the project is on. While it is off, only servers may call. */
  readonly clientSwitch?: ClientSwitch
  /** While this setting of the project is off, every caller gets a plain 400. */
  readonly feature?: keyof typeof featureRefusals
  /** The path parameter, query parameter or body field in which a client must name its own user. */
  readonly self?: string | SelfField
  /** True: requires a recent sign-in. A function decides this by the body, before validation. */
  readonly recentSignIn?: true | ((body: unknown) => boolean)
  readonly whileRestricted?: WhileRestricted
  /**
   * Loads a record that limits and handler need, such as the verification code or the project that a public call acts
   * on.
   */
  readonly find?: (call: Call) => Promise<Found>
  /** The project that a call to a public endpoint counts for. */
  readonly project?: (call: Call & { readonly found: Found }) => BrandedProject | null
  /**
   * The act that the call counts as. By default, a call counts for its client address and its project, before
   * validation. If the route has `account`, `find`, `mailTo`, `recipients` or a chosen act, it counts after validation,
   * all dimensions in one statement. On such a route, a call that fails validation counts for its client address only.
   * `changeCredentials` counts for the signed-in user. It is declared alone or together with another act.
   */
  readonly limit?: Limits<Call & { readonly found: Found }>
  /** The account that the act counts for too: a canonical address, or the id of a user or a code. */
  readonly account?: (call: Call & { readonly found: Found }) => string | null
  /**
   * The secret of the account that the call guesses. The handler reports the outcome; consecutive failures delay later
   * calls.
   */
  readonly guesses?: Guessed
  /** The mailbox of a mail that the call sends in addition to its act; null if there is none. */
  readonly mailTo?: (call: Call & { readonly found: Found }) => string | null
  /**
   * The mailboxes to which the call sends a mail, in place of one. The call counts for each of them, or is refused and
   * counts for none.
   */
  readonly recipients?: (call: Call & { readonly found: Found }) => readonly string[]
  /**
   * A mistake in the set-up of the application, which the answer does not report because the call succeeds. The log and
   * the owner's list of failed requests name it.
   */
  readonly setUpFault?: (call: Call & { readonly found: Found }) => SetUpFault | null
  /** A second act as which the handler may count the call. */
  readonly mayBecome?: 'signUp' | 'changeCredentials' | 'askOldSystem'
  /** Presents an exceeded limit to a browser that was redirected to the endpoint. */
  readonly refused?: (call: Call & { readonly found: Found }, error: unknown) => Refusal
}

type AnyDeclaration = Declaration<never, unknown, unknown>

/** @throws if the declaration contradicts its endpoint, which stops the start of the service */
export function requireSoundDeclaration(spec: EndpointSpec, declaration: AnyDeclaration): void {
  const problem = findProblem(spec, declaration)
  if (problem !== null) throw new Error(`The route of ${spec.method} ${spec.path} ${problem}.`)
}

function findProblem(spec: EndpointSpec, declaration: AnyDeclaration): string | null {
  const { allow, limit, project, recentSignIn, self } = declaration
  // The type requires `allow`. Check it at run time too, for code that is not type-checked.
  // guard: a route declares who may call it [declarations]
  if (!(allow as typeof allow | undefined)) return 'does not declare who may call it'
  if (lowestAccess(spec) !== allow.access) return 'and its endpoint disagree on the lowest access type'
  if (alwaysNeedsUser(spec) !== allow.needsUser) return 'and its endpoint disagree on whether it needs a user'
  const namesUser = clientFields(spec).includes('user_id')
  // guard: a route that lets clients name a user declares self [declarations]
  if (namesUser && self === undefined && !allow.decidesNamedUser)
    return 'lets clients name a user and does not declare self'
  if (spec.method !== 'GET' && clientFields(spec).includes('team_id') && self === undefined && !allow.hold) {
    return 'lets clients change something in a team and does not hold their rights'
  }
  const selfField = selfFieldOf(declaration)
  if (selfField !== undefined && !clientFields(spec).includes(selfField)) {
    return `has no field ${selfField} that clients send`
  }
  const { act, change } = limitsOf(declaration)
  // The type excludes such limits. Check at run time too: a limit that is not counted fails open.
  if (actsOf(act).includes('changeCredentials') || actsOf(change).some((one) => one !== 'changeCredentials')) {
    return 'declares a limit that would not be counted'
  }
  // guard: a route declares its limit [declarations]
  if ((act !== undefined || change !== undefined) !== (spec.isRateLimited ?? false))
    return 'and its endpoint disagree on whether it is limited'
  if ((change !== undefined) !== (spec.changesCredentials !== undefined)) {
    return 'and its endpoint disagree on the limit changeCredentials'
  }
  if (limit !== undefined && 'public' in spec.access && !project) return 'is public and limited, and names no project'
  if (allowedAccessTypes(spec).includes('admin') !== (spec.staffRight !== undefined)) {
    return 'and its endpoint disagree on whether staff need a right'
  }
  if (needsRecentSignIn(spec) !== (recentSignIn !== undefined)) {
    return 'and its endpoint disagree on whether it needs a recent sign-in'
  }
  if (spec.botCheck !== undefined && !clientFields(spec).includes('bot_challenge_token')) {
    return 'has a bot check and lets clients send no solution'
  }
  return null
}

/** The declared limits: the one for credential changes, which counts for a user, and the other one. */
export function limitsOf<Call>({ limit }: { readonly limit?: Limits<Call> }): {
  readonly act: DeclaredLimit<Call> | undefined
  readonly change: DeclaredLimit<Call, ChangeAct> | undefined
} {
  if (limit === undefined) return { act: undefined, change: undefined }
  if (isPair(limit)) return { act: limit[0], change: limit[1] }
  return isOfChanges(limit) ? { act: undefined, change: limit } : { act: limit, change: undefined }
}

function isPair<Call>(limit: Limits<Call>): limit is Extract<Limits<Call>, readonly unknown[]> {
  return Array.isArray(limit)
}

function isOfChanges<Call>(
  limit: DeclaredLimit<Call> | DeclaredLimit<Call, ChangeAct>,
): limit is DeclaredLimit<Call, ChangeAct> {
  return actsOf(limit).includes('changeCredentials')
}

/** The acts as which a call may count by this limit. */
export function actsOf(
  limit: DeclaredLimit<never> | DeclaredLimit<never, ChangeAct> | undefined,
): readonly LimitedAct[] {
  return typeof limit === 'object' ? limit.acts : [limit].filter((act) => act !== undefined)
}

/** The name of the field in which a client names its own user. */
export function selfFieldOf({ self }: Pick<AnyDeclaration, 'self'>): string | undefined {
  return typeof self === 'object' ? self.field : self
}

/** Whether the project lets clients call the route. */
export function isOpenToClients({ clientSwitch }: AnyDeclaration, project: Project | null): boolean {
  // guard: endpoints for members are those of servers while the project has them off
  //   (replace `(project?.config[clientSwitch] ?? false)` with `true`) [roles]
  return clientSwitch === undefined || (project?.config[clientSwitch] ?? false)
}

/** @throws PlainError while the project does not have the feature of the route */
export function requireFeature({ feature }: AnyDeclaration, project: Project | null): void {
  if (feature !== undefined && !project?.config[feature]) throw new PlainError(400, featureRefusals[feature])
}

/** The names of all path parameters, query parameters and body fields that clients send to the endpoint. */
function clientFields({ access, params }: EndpointSpec): string[] {
  const variant: Variant | undefined = 'public' in access ? undefined : access.client
  if (!variant) return []
  return [params, variant.query, variant.body].flatMap(fieldsOf)
}

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodOptional) return fieldsOf(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape as Record<string, unknown>) : []
}
