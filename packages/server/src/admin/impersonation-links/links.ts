import { IMPERSONATION_OF_LINK_MILLIS } from '@portico/contract'

import {
  issueTokens,
  startSession,
  type SignedIn,
  type StartedSession,
  type StartSessionDependencies,
} from '../../accounts/start-session.ts'
import { userSuspended } from '../../accounts/suspended-user.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import type { Database, ProjectTransaction } from '../../kernel/database.ts'
import { emit } from '../../kernel/emit.ts'
import { Forbidden, KnownError, PlainError } from '../../kernel/errors.ts'
import { HOME } from '../../platform/cells/cell-tables.ts'
import type { Project } from '../../records/projects/project.ts'
import type { ProjectCache } from '../../records/projects/project-cache.ts'
import { lockSettings } from '../../records/projects/store.ts'
import { rightsOfMember } from '../../records/project-owners/rights-of-member.ts'
import { matchTrusted, requireTrustedUrl } from '../../records/projects/trusted-origins.ts'
import { lockImpersonator, type Impersonator } from '../../records/queries/sessions/impersonators.ts'
import { SessionRefused } from '../../records/queries/sessions/new-session.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import { sessionWindow } from '../../records/sessions/session-window.ts'
import { findUser } from '../../records/users/store.ts'
import { getSuspension, type User } from '../../records/users/user.ts'
import {
  consumeCode,
  createVerificationCode,
  openCode,
  type CodeChecking,
  type CodeIssuing,
  type OpenCode,
} from '../../records/verification-codes/verification-codes.ts'

const KIND = 'impersonation_link'

export interface LinkDependencies extends CodeIssuing, CodeChecking {
  readonly db: Database
  readonly accessTokens: AccessTokens
  readonly projects: Pick<ProjectCache, 'get'>
  readonly settings: CodeIssuing['settings'] & CodeChecking['settings'] & StartSessionDependencies['settings']
}

/** The link that a code belongs to, beside its user. */
interface LinkTarget {
  readonly impersonatorId: string
  /** The session of the project "internal" in which the link was created. The link ends with it. */
  readonly impersonatorSessionId: string
  readonly reason: string
  /** The page without the code. */
  readonly url: string
}

export interface WantedLink {
  readonly userId: string
  readonly reason: string
  readonly url: string
}

export interface NewLink {
  readonly url: string
  readonly expiresAt: Date
}

/**
 * Creates a link that signs the calling member of the staff in as a user. The code is in the fragment, which no server
 * and no proxy sees.
 *
 * @throws USER_NOT_FOUND, RESTRICTED_USER_NOT_ALLOWED, REDIRECT_URL_NOT_WHITELISTED, ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN,
 *   Forbidden for a key of the project
 */
export async function createLink(
  dependencies: LinkDependencies,
  call: ProjectCall,
  { reason, url, userId }: WantedLink,
): Promise<NewLink> {
  const { caller, now, project } = call
  const { staffUserId: impersonatorId, staffSessionId: impersonatorSessionId } = caller
  // guard: a key of the project creates no impersonation link
  if (impersonatorId === null || impersonatorSessionId === null) {
    // The audit log must name a person.
    throw new Forbidden('A key of the project cannot impersonate. Call with the access token of a member of the staff.')
  }
  await requireHomeCell(dependencies.db, call.projectId)
  const createdAt = now()
  // guard: an impersonation link leads to a trusted domain (keep `, url`)
  const page = new URL(requireTrustedUrl(project, url))
  page.hash = ''
  const target: LinkTarget = { impersonatorId, impersonatorSessionId, reason, url: page.href }
  const internal = await readInternal(dependencies)
  const code = await call.db.transaction(async (tx) => {
    if (!(await findRightfulImpersonator(tx, call, internal, target))) {
      throw new KnownError('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN').asUnauthorized()
    }
    const user = await tx.run(findUser(tx.projectId, userId))
    if (!user) throw new KnownError('USER_NOT_FOUND')
    const suspension = getSuspension(user, createdAt)
    // guard: no impersonation link is created to a suspended user
    if (suspension) throw userSuspended(suspension)
    const created = await tx.batch({
      code: createVerificationCode(dependencies, tx.projectId, { kind: KIND, userId, target }, createdAt),
      event: emit(call, 'impersonation_link.created', { userId, reason }),
    })
    return created.code
  })
  page.hash = new URLSearchParams({ code }).toString()
  return {
    url: page.href,
    expiresAt: new Date(createdAt.getTime() + dependencies.settings.codeLifetimes[KIND] * 1_000),
  }
}

/**
 * Refuses projects outside of the home cell: a foreign key of the home cell ends an impersonation when the impersonator
 * leaves the staff.
 *
 * @throws PlainError 400
 */
async function requireHomeCell({ cells }: Database, projectId: string): Promise<void> {
  if (!cells || (await cells.find(projectId)) === HOME) return
  throw new PlainError(
    400,
    'Impersonation is not available for this project, because the operator has placed it outside of the home cell.',
  )
}

/**
 * Uses up the code of a link and starts the session, in one transaction: only one of two calls gets a session. The
 * owner's second factor counts, so the user's is not required.
 *
 * @param origin that of the page that calls; a page of another origin cannot use the code
 * @throws VERIFICATION_CODE_NOT_FOUND, _EXPIRED, _ALREADY_USED or _MAX_ATTEMPTS_REACHED, UserSuspended
 */
export async function signInByLink(
  dependencies: LinkDependencies,
  call: ProjectCall,
  offered: string,
  origin: string | null,
): Promise<SignedIn> {
  const open = await openCode<LinkTarget>(dependencies, call, KIND, offered)
  const { url } = open.target
  // guard: an impersonation link works only while the project trusts its page
  //   (drop `matchTrusted(call.project, url) === null`)
  // guard: an impersonation link works only on a page of its origin (drop `origin !== new URL(url).origin`)
  if (origin !== new URL(url).origin || matchTrusted(call.project, url) === null) {
    throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  }
  const internal = await readInternal(dependencies)
  const { session, user } = await call.db
    .transaction((tx) => startImpersonation(dependencies, tx, call, internal, open))
    .catch((error: unknown) => {
      // The user was deleted meanwhile, and the code with them.
      throw error instanceof SessionRefused ? new KnownError('VERIFICATION_CODE_NOT_FOUND') : error
    })
  return issueTokens(dependencies, call.projectId, user, session)
}

async function startImpersonation(
  dependencies: LinkDependencies,
  tx: ProjectTransaction,
  call: ProjectCall,
  internal: Project,
  open: OpenCode<LinkTarget>,
): Promise<{ readonly user: User; readonly session: StartedSession }> {
  const { impersonatorId, reason } = open.target
  const impersonator = await findRightfulImpersonator(tx, call, internal, open.target)
  if (!impersonator) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  const user = open.userId === null ? null : await tx.run(findUser(tx.projectId, open.userId))
  if (!user) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  const { displayName: impersonatorDisplayName, email: impersonatorEmail } = impersonator
  const { session } = await tx.batch({
    // guard: an impersonation link works once
    code: consumeCode(tx.projectId, open, call.now()),
    session: startSession(dependencies, call, {
      userId: user.id,
      basis: { by: 'server' },
      isSecondFactorSettled: true,
      factorProof: 'exempt',
      // guard: the session of an impersonation link changes nothing of the account
      //   (replace `'impersonation'` with `'browser'`)
      kind: 'impersonation',
      // guard: the session of an impersonation link ends after an hour
      lifetimeMillis: IMPERSONATION_OF_LINK_MILLIS,
      impersonation: { impersonatorId, impersonatorDisplayName, impersonatorEmail, reason },
    }),
    started: emit({ ...call, actor: { type: 'admin', id: impersonatorId } }, 'session.impersonation_started', {
      userId: user.id,
      reason,
    }),
  })
  return { user, session }
}

/**
 * Finds the staff member of a link in the transaction that uses the link. The locks keep the right until the
 * transaction ends.
 *
 * @returns null if the right or the session has ended
 */
async function findRightfulImpersonator(
  tx: ProjectTransaction,
  { now }: ProjectCall,
  internal: Project,
  { impersonatorId: userId, impersonatorSessionId: sessionId }: LinkTarget,
): Promise<Impersonator | null> {
  const { found, project } = await tx.batch({
    // The settings that the call has loaded may have changed since.
    project: lockSettings(tx.projectId),
    found: lockImpersonator({ userId, sessionId, ownedProjectId: tx.projectId }, sessionWindow(internal, now())),
  })
  // guard: the creator of an impersonation link has the right at its use (drop `includes`)
  return project && found && rightsOfMember(found.role, project).includes('impersonate') ? found : null
}

async function readInternal({ projects }: LinkDependencies): Promise<Project> {
  const internal = await projects.get('internal')
  if (!internal) throw new Error('There is no project internal.')
  return internal.project
}
