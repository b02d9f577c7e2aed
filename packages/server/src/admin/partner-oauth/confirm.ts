import type { ProjectCall } from '../../api/rules/route.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { scopeToProject } from '../../platform/db/project-scope.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import { randomText } from '../../platform/crypto/random.ts'
import {
  confirmNewAuthorization,
  findAuthorization,
  type PartnerAuthorization,
} from '../../records/partner-authorizations/store.ts'
import { lockProject } from '../../records/projects/store.ts'
import { listStaff, ownersAmong } from '../../records/queries/projects/project-owners.ts'
import { requireActiveSession } from '../../records/sessions/active-session.ts'
import { lockUserShared } from '../../records/users/store.ts'
import { after, interactionUrl, type AuthorizationDependencies } from './authorization.ts'

const CODE_CHARACTERS = 52

/** @throws PlainError 404 */
export async function readAuthorization(
  { db }: Pick<AuthorizationDependencies, 'db'>,
  uid: string,
): Promise<PartnerAuthorization> {
  const found = await db.run(findAuthorization('internal', sha256(uid)))
  if (!found) throw new PlainError(404, 'The request of the partner was not found.')
  return found
}

export interface WantedConfirmation {
  readonly uid: string
  /** Null: of any partner. */
  readonly partner: string | null
  /** The project whose admin key the partner gets. */
  readonly projectId: string
  /** Null: the name that the partner sent. */
  readonly externalProjectName: string | null
}

/**
 * Confirms an authorization for a project. The admin key is created when the partner exchanges its code, so that each
 * key has a holder.
 *
 * @param call a call to "internal", by an owner or by its server
 * @returns the code that continues the authorization, in the browser in which it began
 * @throws PROJECT_NOT_FOUND also for a project that the owner does not own, ACCESS_TOKEN_EXPIRED, PlainError 400
 */
export async function confirmAuthorization(
  { db, settings }: AuthorizationDependencies,
  call: ProjectCall,
  { externalProjectName, partner, projectId, uid }: WantedConfirmation,
): Promise<string> {
  // The key of "internal" gives access to the whole service.
  if (projectId === 'internal') throw new PlainError(400, 'No partner gets the key of the project "internal".')
  const { caller, project: internalProject } = call
  const ownerUserId = caller.user?.id ?? null
  const code = randomText(CODE_CHARACTERS)
  await db.transaction(async (tx) => {
    const project = await tx.run(lockProject(projectId))
    const isOwner = async (userId: string): Promise<boolean> =>
      ownersAmong(await tx.run(listStaff(projectId))).some((owner) => owner.userId === userId)
    if (!project || (ownerUserId !== null && !(await isOwner(ownerUserId)))) {
      throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
    }
    const internal = scopeToProject(tx, 'internal')
    if (ownerUserId !== null) {
      await internal.batch({
        user: lockUserShared('internal', ownerUserId),
        session: requireActiveSession(internalProject, caller.claims, call.now()),
      })
    }
    const now = call.now()
    const isConfirmed = await internal.run(
      confirmNewAuthorization(
        'internal',
        { partner, uidHash: sha256(uid) },
        {
          confirmedProjectId: projectId,
          ownerUserId,
          sessionId: ownerUserId === null ? null : (caller.claims?.sessionId ?? null),
          confirmationHash: sha256(code),
          externalProjectName,
          now,
          expiresAt: after(now, settings.codeLifetimes.oauth_transaction),
        },
      ),
    )
    if (!isConfirmed) {
      throw new PlainError(400, 'The request of the partner was not found, has expired or is already answered.')
    }
  })
  return code
}

/** Where the browser continues after an answer. */
export function answerUrl(
  { settings }: Pick<AuthorizationDependencies, 'settings'>,
  { partner, uid }: { readonly partner: string; readonly uid: string },
  answer: Readonly<Record<string, string>>,
): string {
  return `${interactionUrl(settings, partner, uid)}/done?${new URLSearchParams(answer).toString()}`
}
