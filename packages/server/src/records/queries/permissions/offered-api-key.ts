import { firstOrNull, lookup, type Statement } from '../../../kernel/statement.ts'
import type { RowOf } from '../../../kernel/columns.ts'
import { keyColumns, toKey, type ApiKey, type KeyRow } from '../../api-keys/api-key.ts'
import { restrictionOfUser } from '../../users/user-restriction.ts'
import { profileColumns } from '../../users/user.ts'

const readColumns = keyColumns.of('k')

/** All null for a key of a team. */
const restrictingColumns = profileColumns.only('heldAt', 'isVerifiedEmailRequired', 'primaryEmailVerified')

/** A key in any state, with what a check compares. */
export interface OfferedKey {
  readonly key: ApiKey
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array
  /** The key belongs to a user who is suspended, or restricted whatever a session has proved. */
  readonly isOwnerRestricted: boolean
}

interface OfferedRow extends KeyRow, RowOf<typeof restrictingColumns>, Pick<OfferedKey, 'hash'> {
  readonly isOwnerSuspended: boolean | null
}

/** Finds a key by the id that an offered text contains. */
export function findOfferedKey(projectId: string, id: string, now: Date): Statement<OfferedKey | null> {
  return lookup<OfferedRow>`
    select ${readColumns}, k.hash, owner.*
    from api_keys k
    left join lateral (
      select ${restrictingColumns.of('u')},
        u.is_suspended and (u.suspended_until > ${now}) is not false as "isOwnerSuspended"
      from user_profiles u where u.project_id = ${projectId} and u.id = k.user_id
      offset 0
    ) owner on true
    where k.id = ${id} and k.project_id = ${projectId}`.map(
    firstOrNull(({ hash, heldAt, isOwnerSuspended, isVerifiedEmailRequired, primaryEmailVerified, ...row }) => ({
      key: toKey(row),
      hash,
      isOwnerRestricted:
        isOwnerSuspended === true ||
        restrictionOfUser({ heldAt, isVerifiedEmailRequired, primaryEmailVerified }) !== null,
    })),
  )
}
