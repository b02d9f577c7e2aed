import { firstOrNull, lookup, type Statement } from '../../kernel/statement.ts'
import { keyColumns, toKey, type ApiKey, type KeyRow } from '../api-keys/api-key.ts'

const readColumns = keyColumns.of('k')

/** A key in any state, with what a check compares. */
export interface OfferedKey {
  readonly key: ApiKey
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array
  /** Also for a user on the waiting list. */
  readonly isOwnerSuspended: boolean
}

/** Finds a key by the id that an offered text contains. */
export function findOfferedKey(projectId: string, id: string, now: Date): Statement<OfferedKey | null> {
  return lookup<KeyRow & Omit<OfferedKey, 'key'>>`
    select ${readColumns}, k.hash, coalesce((
        select u.suspended_until > ${now} or u.held_at is not null from users u where u.project_id = ${projectId} and u.id = k.user_id
      ), false) as "isOwnerSuspended"
    from api_keys k where k.id = ${id} and k.project_id = ${projectId}`.map(
    firstOrNull(({ hash, isOwnerSuspended, ...row }) => ({ key: toKey(row), hash, isOwnerSuspended })),
  )
}
