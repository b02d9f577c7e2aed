import type { AuditOrigin } from '../../records/audit/audit.ts'
import type { ProjectDatabase } from '../../platform/db/sql.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { RequestFacts } from '../../api/route.ts'
import type { Ports } from '../../ports.ts'
import type { Project } from '../../records/projects/project.ts'
import { signedIn, startSession, type SignedIn } from '../../accounts/start-session.ts'
import { createUser } from '../../accounts/users.ts'
import { ANONYMOUS_DISPLAY_NAME } from '../../accounts/upgrade-anonymous-user.ts'

interface AnonymousCall {
  readonly ports: Ports
  readonly db: ProjectDatabase
  readonly project: Project
  readonly request: RequestFacts
  readonly origin: AuditOrigin
}

/**
 * Creates an anonymous user and signs them in.
 *
 * @throws ANONYMOUS_ACCOUNTS_NOT_ENABLED, SIGN_UP_NOT_ENABLED
 */
export async function signUpAnonymously({ ports, db, project, request, origin }: AnonymousCall): Promise<SignedIn> {
  if (!project.config.anonymous_enabled) throw new KnownError('ANONYMOUS_ACCOUNTS_NOT_ENABLED')
  if (!project.config.sign_up_enabled) throw new KnownError('SIGN_UP_NOT_ENABLED')
  await ports.limiter.count('signUp', { projectId: project.id, addressBlock: request.addressBlock })
  const id = ports.random.uuid()
  const [user, session] = await db.together((tx) => [
    createUser(ports, tx, { id, displayName: ANONYMOUS_DISPLAY_NAME, isAnonymous: true }),
    startSession({ ports, request, origin }, tx, { userId: id, isSecondFactorSettled: true, isFirst: true }),
    ports.audit.record(tx, origin, { action: 'user.signed_up', actor: { type: 'user', id } }),
  ])
  ports.metrics.signIns.inc({ method: 'anonymous', outcome: 'ok' })
  return signedIn(ports, project.id, user, session)
}
