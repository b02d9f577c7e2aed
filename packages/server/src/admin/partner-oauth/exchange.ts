import type { PartnerClient } from '../../api/call/partner-clients.ts'
import type { PublicContext } from '../../api/rules/public-call.ts'
import type { Transaction } from '../../kernel/database.ts'
import type { EventCall } from '../../kernel/emit.ts'
import { PlainError } from '../../kernel/errors.ts'
import { forProject, scopeToProject } from '../../platform/db/project-scope.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import {
  consumeCode,
  findAuthorizationOfCode,
  type CodeProof,
  type PartnerAuthorization,
} from '../../records/partner-authorizations/store.ts'
import type { Project } from '../../records/projects/project.ts'
import type { ProjectCache } from '../../records/projects/project-cache.ts'
import { lockProject } from '../../records/projects/store.ts'
import { findStaffMemberOfSession } from '../../records/queries/sessions/staff-member-of-session.ts'
import { sessionWindow } from '../../records/sessions/session-window.ts'
import { lockUserShared } from '../../records/users/store.ts'
import { updateKey } from '../internal-api-keys/internal-api-keys.ts'
import { newPartnerKey } from '../partners/admin-key.ts'
import { tellOtherOwners } from '../projects/takeover-settings.ts'
import type { AuthorizationDependencies } from './authorization.ts'

export interface ExchangeDependencies extends AuthorizationDependencies {
  readonly projects: ProjectCache
}

/** A token request (RFC 6749 section 4.1.3). */
export interface OfferedCode {
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri: string
}

export interface ExchangedKey {
  readonly adminKey: string
  readonly projectId: string
}

/** RFC 7636 section 4.1. */
const codeVerifierPattern = /^[A-Za-z0-9._~-]{43,128}$/

/**
 * Exchanges an authorization code for a new admin key. The key is created here, so that it is handed out exactly once.
 * Of several calls with one code, the first one gets the key, and a later one with the same proof revokes it (RFC 6749
 * section 4.1.2).
 *
 * @throws PlainError 400 with `invalid_grant`, in the form of the inner issuer
 */
export async function exchangeCode(
  dependencies: ExchangeDependencies,
  call: PublicContext,
  { clientId, partner }: PartnerClient,
  { code, codeVerifier, redirectUri }: OfferedCode,
): Promise<ExchangedKey> {
  if (!codeVerifierPattern.test(codeVerifier)) throw invalidGrant()
  const codeHash = sha256(code)
  const codeChallenge = sha256(codeVerifier).toString('base64url')
  const proof: CodeProof = { partner, clientId, redirectUri, codeChallenge, codeHash }
  // Read before the transaction: the cache may have to read the database.
  const internal = await dependencies.projects.get('internal')
  if (!internal) throw new Error('There is no project internal.')
  const exchanged = await dependencies.db.transaction((tx) => createKey(tx, call, proof, internal.project))
  if (exchanged) return exchanged
  await revokeReused(dependencies, call, proof)
  throw invalidGrant()
}

/** Null if the code gives no key. */
async function createKey(
  tx: Transaction,
  call: PublicContext,
  proof: CodeProof,
  internal: Project,
): Promise<ExchangedKey | null> {
  // The project and the owner of a code do not change, so they can be read before the locks.
  const found = await tx.run(findAuthorizationOfCode('internal', proof.codeHash))
  const project = found?.confirmedProjectId ? await tx.run(lockProject(found.confirmedProjectId)) : null
  if (!found || !project || !(await isStillConfirmed(tx, call, found, { internal, owned: project }))) return null
  const byOwner = callOf(call, project.id, found)
  const { adminKey, keySetId, write } = newPartnerKey(byOwner, descriptionOf(found))
  const isConsumed = await tx.run(consumeCode('internal', proof, { keySetId, now: call.now() }))
  if (!isConsumed) return null
  await scopeToProject(tx, project.id).run(write)
  const caller = { staffUserId: found.ownerUserId, isStaffSignInOld: false }
  await tellOtherOwners(tx, { ...byOwner, caller }, project, ['partner_access'])
  return { adminKey, projectId: project.id }
}

/** The owner must still own the project, in the session that confirmed. */
async function isStillConfirmed(
  tx: Transaction,
  { now }: PublicContext,
  { ownerUserId: userId, sessionId }: PartnerAuthorization,
  { internal, owned }: { readonly internal: Project; readonly owned: Project },
): Promise<boolean> {
  // The server of "internal" has confirmed.
  if (userId === null) return true
  if (sessionId === null) return false
  const { owner } = await scopeToProject(tx, 'internal').batch({
    lock: lockUserShared('internal', userId),
    owner: findStaffMemberOfSession(
      'internal',
      { userId, sessionId, ownedProjectId: owned.id },
      sessionWindow(internal, now()),
    ),
  })
  return owner !== null && owner.isSessionActive && !owner.restriction && owner.role === 'owner'
}

function descriptionOf({ externalProjectName, partner }: PartnerAuthorization): string {
  return externalProjectName === null ? `Partner ${partner}` : `Partner ${partner}: ${externalProjectName}`
}

/** The audit log of the project names its owners as admins. */
function callOf({ now, origin }: PublicContext, projectId: string, { ownerUserId }: PartnerAuthorization): EventCall {
  return {
    projectId,
    actor: ownerUserId === null ? { type: 'server' } : { type: 'admin', id: ownerUserId },
    origin: { ...origin, projectId },
    now,
  }
}

/** A second use with the whole proof means that code and verifier were stolen. */
async function revokeReused(
  { db }: ExchangeDependencies,
  { now, origin }: PublicContext,
  { clientId, codeChallenge, codeHash, partner }: CodeProof,
): Promise<void> {
  const used = await db.run(findAuthorizationOfCode('internal', codeHash))
  if (!used?.confirmedProjectId || used.keySetId === null) return
  if (used.partner !== partner || used.clientId !== clientId || used.codeChallenge !== codeChallenge) return
  const projectId = used.confirmedProjectId
  const call = {
    projectId,
    db: forProject(db, projectId),
    actor: { type: 'system' as const },
    origin: { ...origin, projectId },
    now,
  }
  await updateKey(call, used.keySetId, { revoked: true })
}

/** The partner gets the JSON answer of the inner issuer as text. */
function invalidGrant(): PlainError {
  const description = 'The code is invalid, used, expired, or belongs to another client, redirect_uri or code_verifier.'
  return new PlainError(400, JSON.stringify({ error: 'invalid_grant', error_description: description }))
}
