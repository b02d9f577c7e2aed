import {
  accessTypes,
  PUBLIC_CLIENT_SECRET,
  type AccessType,
  type EndpointSpec,
  type StaffRole,
} from '@portico/contract'

import { sha256 } from '../../platform/crypto/digest.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { Database } from '../../kernel/database.ts'
import { findInReachableCells } from '../../platform/cells/across-cells.ts'
import { forProject } from '../../platform/db/project-scope.ts'
import type { ProjectKeyKind } from '../../records/internal-api-keys/store.ts'
import type { CachedProject } from '../../records/projects/project-cache.ts'
import type { AccessTokenClaims, AccessTokens, VerifiedClaims } from '../../records/sessions/access-token.ts'
import { findStaffMemberOfSession } from '../../records/queries/sessions/staff-member-of-session.ts'
import { findUserOfSession, type UserOfSession } from '../../records/queries/sessions/user-of-session.ts'
import type { User } from '../../records/users/user.ts'
import { sessionRestricted } from '../../records/sessions/restriction.ts'
import { sessionWindow } from '../../records/sessions/session-window.ts'
import { accessTokenExpired } from '../../records/sessions/active-session.ts'
import { isRecentSignIn } from '../rules/recent-sign-in.ts'
import { anonymousCaller, type Caller } from '../call/caller.ts'
import {
  invalidKeyCodes,
  noteKeyUse,
  refusedKey,
  requireProjectKey,
  type AcceptedKey,
  type KeyChecking,
} from './project-key.ts'
import { KnownError, PlainError, type RefusalFacts } from '../../kernel/errors.ts'
import { offersSvixToken, readSvixToken } from './svix-token.ts'
import { findForeignKeyKinds } from '../../records/internal-api-keys/store.ts'

const keys = {
  client: {
    header: 'x-stack-publishable-client-key',
    kind: 'publishableClientKey',
    missing: 'CLIENT_AUTHENTICATION_REQUIRED',
  },
  server: {
    header: 'x-stack-secret-server-key',
    kind: 'secretServerKey',
    missing: 'SERVER_AUTHENTICATION_REQUIRED',
  },
  admin: {
    header: 'x-stack-super-secret-admin-key',
    kind: 'superSecretAdminKey',
    missing: 'ADMIN_AUTHENTICATION_REQUIRED',
  },
} as const satisfies Record<AccessType, { header: string; kind: ProjectKeyKind; missing: string }>

export interface Authentication extends KeyChecking {
  readonly db: Database
  readonly accessTokens: AccessTokens
  readonly secret: MasterSecret
}

/**
 * Authenticates the caller of an endpoint. Public endpoints and unknown paths are authenticated too.
 *
 * @param spec null for an unknown path
 */
export async function authenticate(
  dependencies: Authentication,
  spec: EndpointSpec | null,
  headers: Headers,
): Promise<Caller> {
  const authorization = headers.get('authorization')
  if (authorization !== null && spec?.acceptsSvixToken) return authenticateSvixClient(dependencies, authorization)
  if (authorization !== null && spec?.isOfWebhookPortal && offersSvixToken(authorization)) {
    const caller = await authenticateSvixClient(dependencies, authorization)
    // The path names no project.
    // guard: the token of the webhook portal is of the project of the header [svix/svix-token]
    if (caller.project?.id !== headers.get('x-stack-project-id')) throw invalidSvixToken()
    return caller
  }
  return authenticateByHeaders(dependencies, headers)
}

/** Steps 2 to 13 of docs/protocol/requests.md#order-of-the-checks; the numbers below are its steps. */
async function authenticateByHeaders(dependencies: Authentication, headers: Headers): Promise<Caller> {
  const read = (name: string): string | null => headers.get(name) || null
  const accessType = read('x-stack-access-type')
  const adminToken = read('x-stack-admin-access-token')
  if (accessType === null) {
    // 2, 3
    if (adminToken !== null || Object.values(keys).some(({ header }) => read(header) !== null)) {
      throw new KnownError('PROJECT_KEY_WITHOUT_ACCESS_TYPE')
    }
    return anonymousCaller
  }
  if (!isAccessType(accessType)) throw new KnownError('INVALID_ACCESS_TYPE', { accessType }) // 4
  const projectId = read('x-stack-project-id')
  if (projectId === null) throw new KnownError('ACCESS_TYPE_WITHOUT_PROJECT_ID', { request_type: accessType }) // 5
  const accessToken = read('x-stack-access-token')
  const claims = accessToken === null ? null : await readAccessToken(dependencies, accessToken, projectId) // 6 to 8
  const staffMember = adminToken === null ? null : await requireStaffMember(dependencies, projectId, adminToken) // 9
  const key = staffMember ? null : await requireKey(dependencies, accessType, projectId, read(keys[accessType].header)) // 10 to 12
  const cached = key?.cached ?? (await dependencies.projects.get(projectId))
  if (!cached) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId }) // 13
  const branchId = read('x-stack-branch-id')
  if (branchId !== null && branchId !== 'main') throw new KnownError('BRANCH_DOES_NOT_EXIST', { branch_id: branchId })
  // An admin access token replaces all keys.
  if (adminToken === null) await refuseForeignKeys(dependencies, accessType, cached, read)
  const keySetId = key?.keySetId ?? null
  noteKeyUse(dependencies, projectId, keySetId)
  const found =
    claims &&
    (await forProject(dependencies.db, projectId).run(
      findUserOfSession(
        projectId,
        claims.userId,
        claims.sessionId,
        sessionWindow(cached.project, dependencies.clock.now()),
      ),
    ))
  return {
    accessType,
    project: cached.project,
    // guard: the token of an ended session is refused (replace `found?.isSessionActive` with `found`)
    //   [sessions/, pipeline]
    user: found?.isSessionActive ? userOf(found) : null,
    claims,
    // A token counts as no user if its user was deleted or its session has ended. A call that requires a user answers
    // the second case with ACCESS_TOKEN_EXPIRED.
    isSessionActive: claims === null || found === null || found.isSessionActive,
    // The row of an ended session is gone. A backend that sends its token must not count as acting alone.
    // guard: the token of an ended impersonation changes no credentials
    //   (replace `claims?.isImpersonation ?? false` with `false`) [create-session]
    isImpersonation: (found?.isImpersonation ?? false) || (claims?.isImpersonation ?? false),
    restriction: found?.restriction ?? null,
    impersonation: found?.isSessionActive ? found.impersonation : null,
    authenticatedAt: found?.isSessionActive ? found.authenticatedAt : null,
    ...staffFields(staffMember),
    keySetId,
  }
}

/** The policy does not apply to an exempt session, so its user is not restricted in it. */
function userOf({ factorProof, user }: UserOfSession): User {
  return factorProof === 'exempt' ? { ...user, secondFactorDueAt: null } : user
}

/**
 * Authenticates a Svix client or the webhook portal by its token, as the admin that created it. Checks the same as for
 * a call of that admin, so the token ends with the project, the key, the session or the membership in the staff.
 */
async function authenticateSvixClient(dependencies: Authentication, authorization: string): Promise<Caller> {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  const claims = readSvixToken(dependencies.secret, token, dependencies.clock.now())
  if (!claims) throw invalidSvixToken()
  const { by, projectId } = claims
  const staffMember = 'staffUserId' in by ? await requireSvixStaffMember(dependencies, projectId, by) : null
  const cached = await dependencies.projects.get(projectId)
  const keySetId = 'keySetId' in by ? by.keySetId : null
  // guard: a token for Svix clients ends with the key that created it
  //   (replace `!cached.hasAdminKey(keySetId)` with `false`) [svix/svix-token]
  if (!cached || (keySetId !== null && !cached.hasAdminKey(keySetId))) throw invalidSvixToken()
  noteKeyUse(dependencies, projectId, keySetId)
  return { ...anonymousCaller, accessType: 'admin', project: cached.project, ...staffFields(staffMember), keySetId }
}

async function requireSvixStaffMember(
  dependencies: Authentication,
  projectId: string,
  { staffUserId, sessionId }: { readonly staffUserId: string; readonly sessionId: string },
): Promise<AuthenticatedStaffMember> {
  try {
    return await requireStaffMemberOfSession(dependencies, projectId, { userId: staffUserId, sessionId })
  } catch (error) {
    throw error instanceof KnownError || error instanceof PlainError
      ? invalidSvixToken().refusing(error.refused)
      : error
  }
}

function invalidSvixToken(): PlainError {
  return new PlainError(401, 'The token is invalid or has ended. Create another one with POST /webhooks/svix-token.')
}

function staffFields(
  staffMember: AuthenticatedStaffMember | null,
): Pick<Caller, 'staffUserId' | 'staffRole' | 'staffSessionId' | 'isStaffSignInOld' | 'isStaffImpersonated'> {
  return {
    staffUserId: staffMember?.id ?? null,
    staffRole: staffMember?.role ?? null,
    staffSessionId: staffMember?.sessionId ?? null,
    isStaffSignInOld: staffMember?.isSignInOld ?? false,
    isStaffImpersonated: staffMember?.isImpersonation ?? false,
  }
}

async function readAccessToken(
  dependencies: Authentication,
  token: string,
  projectId: string,
): Promise<VerifiedClaims> {
  const verification = await dependencies.accessTokens.verify(token)
  if (verification.status === 'unparsable') throw new KnownError('UNPARSABLE_ACCESS_TOKEN')
  if (verification.status === 'expired') throw accessTokenExpired(verification.claims)
  const actual = verification.claims.projectId
  // guard: an access token of another project is refused [pipeline]
  if (actual !== projectId) {
    throw new KnownError('INVALID_PROJECT_FOR_ACCESS_TOKEN', {
      expected_project_id: projectId,
      actual_project_id: actual,
    }).asUnauthorized()
  }
  return verification.claims
}

async function requireKey(
  dependencies: Authentication,
  accessType: AccessType,
  projectId: string,
  offered: string | null,
): Promise<AcceptedKey> {
  const { kind, missing } = keys[accessType]
  if (offered === null) throw new KnownError(missing)
  const cached = await dependencies.projects.get(projectId)
  // Answer an unknown project like a wrong key, so that project ids cannot be probed.
  if (!cached) throw refusedKey(projectId, kind, null)
  return requireProjectKey(dependencies, cached, kind, offered)
}

/**
 * Refuses a key of another project in a header that the access type does not use (rule S-52). Such a header grants no
 * access, so it may hold an unknown value or an expired or revoked key of this project. While a cell is down, a key of
 * its projects is not noticed: the outage must not refuse calls to other projects.
 */
async function refuseForeignKeys(
  dependencies: Authentication,
  accessType: AccessType,
  cached: CachedProject,
  read: (name: string) => string | null,
): Promise<void> {
  const unknown = accessTypes.flatMap((type) => {
    const { header, kind } = keys[type]
    const offered = read(header)
    const isHarmless =
      type === accessType ||
      offered === null ||
      offered === PUBLIC_CLIENT_SECRET ||
      cached.findKeySet(kind, offered) !== null
    return isHarmless ? [] : [[kind, sha256(offered)] as const]
  })
  if (unknown.length === 0) return
  const foreign = await findInReachableCells(dependencies.db, async (db) => {
    const [kind = null] = await db.run(findForeignKeyKinds(cached.project.id, Object.fromEntries(unknown)))
    return kind
  })
  const refused = accessTypes.find((type) => keys[type].kind === foreign)
  // guard: a key of another project is refused in every header [pipeline]
  if (refused)
    throw new KnownError(invalidKeyCodes[keys[refused].kind], { project_id: cached.project.id }).asUnauthorized()
}

interface AuthenticatedStaffMember {
  readonly id: string
  readonly role: StaffRole
  readonly sessionId: string
  readonly isImpersonation: boolean
  readonly isSignInOld: boolean
}

/** An admin access token belongs to a user of the project "internal" who is on the staff of the project. */
async function requireStaffMember(
  dependencies: Authentication,
  projectId: string,
  token: string,
): Promise<AuthenticatedStaffMember> {
  const verification = await dependencies.accessTokens.verify(token)
  if (verification.status === 'expired') {
    // The official client fails on a number here.
    throw new KnownError('ADMIN_ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })
  }
  if (verification.status === 'unparsable') throw new KnownError('UNPARSABLE_ADMIN_ACCESS_TOKEN')
  const { claims } = verification
  // guard: an admin access token belongs to the project "internal" [admin-access-token]
  if (claims.projectId !== 'internal') throw notAdmin(claims.userId)
  return requireStaffMemberOfSession(dependencies, projectId, claims)
}

/** Checks that the user and the session are there and that the user belongs to the staff of the project. */
async function requireStaffMemberOfSession(
  dependencies: Authentication,
  projectId: string,
  { sessionId, userId }: Pick<AccessTokenClaims, 'userId' | 'sessionId'>,
): Promise<AuthenticatedStaffMember> {
  const refused = refusedStaffMember(userId)
  const internal = await dependencies.projects.get('internal')
  if (!internal) throw new Error('There is no project internal.')
  const now = dependencies.clock.now()
  const active = sessionWindow(internal.project, now)
  const found = await forProject(dependencies.db, 'internal').run(
    findStaffMemberOfSession('internal', { userId, sessionId, ownedProjectId: projectId }, active),
  )
  if (!found) throw new PlainError(401, 'The user of this admin access token does not exist.').refusing(refused)
  // guard: the admin access token of an ended session is refused [admin-access-token]
  if (!found.isSessionActive) throw new KnownError('ADMIN_ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })
  // guard: an admin access token belongs to a staff member of the project [admin-access-token]
  if (found.role === null) throw notAdmin(userId)
  // guard: a staff member who must set up a second factor makes no call for a project [second-factor-policy]
  if (found.restriction) throw sessionRestricted(found.restriction).refusing(refused)
  // The project may have been deleted since the role was read.
  if (!(await dependencies.projects.get(projectId))) {
    throw new KnownError('INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN').refusing(refused)
  }
  const isSignInOld = internal.project.config.recentSignInRequired && !isRecentSignIn(found.authenticatedAt, now)
  return { id: userId, role: found.role, sessionId, isImpersonation: found.isImpersonation, isSignInOld }
}

/** A user of "internal", not of the project. */
function refusedStaffMember(userId: string): RefusalFacts {
  return { isUnauthorized: true, actor: { type: 'admin', id: userId } }
}

function notAdmin(userId: string): KnownError {
  return new KnownError('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN').refusing(refusedStaffMember(userId))
}

function isAccessType(text: string): text is AccessType {
  return (accessTypes as readonly string[]).includes(text)
}
