import { sha256 } from '../platform/crypto/digest.ts'
import type { Database } from '../kernel/database.ts'
import { KnownError } from '../kernel/errors.ts'
import { findEndOfKey, type ProjectKeyKind } from '../records/internal-api-keys/store.ts'

export const invalidKeyCodes = {
  publishableClientKey: 'INVALID_PUBLISHABLE_CLIENT_KEY',
  secretServerKey: 'INVALID_SECRET_SERVER_KEY',
  superSecretAdminKey: 'INVALID_SUPER_SECRET_ADMIN_KEY',
} as const satisfies Record<ProjectKeyKind, string>

/** Returns the refusal of a key. Only the holder of a key of the project reads that it has expired or was revoked. */
export async function refusedKey(
  db: Database,
  projectId: string,
  kind: ProjectKeyKind,
  offered: string,
): Promise<KnownError> {
  const ended = await db.run(findEndOfKey(projectId, kind, sha256(offered)))
  const end = ended?.revokedAt
    ? { revoked_at_millis: ended.revokedAt.getTime() }
    : ended && { expired_at_millis: ended.expiresAt.getTime() }
  return new KnownError(invalidKeyCodes[kind], { project_id: projectId, ...end }).asUnauthorized()
}
