import type { SettingAuthor } from '@portico/contract'

import type { Actor } from '../../kernel/origin.ts'

interface Author {
  readonly actorType: Actor['type']
  /** The owner, a user of "internal"; null for a key and for the service. */
  readonly actorId: string | null
}

/** Presents who changed a setting of a project: an owner, a key, or the service. */
export function presentAuthor(
  { actorId, actorType }: Author,
  ownerNames: ReadonlyMap<string, string | null>,
): SettingAuthor {
  if (actorId !== null) return { type: 'owner', user_id: actorId, display_name: ownerNames.get(actorId) ?? null }
  return { type: actorType === 'system' ? 'system' : 'key', user_id: null, display_name: null }
}
