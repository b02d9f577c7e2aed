/** The dialog of the room: at most one. */
export interface KeysSearch {
  readonly create?: true
  /** The key set whose description changes. */
  readonly rename?: string
  /** The key set to revoke. */
  readonly revoke?: string
}

export function readKeysSearch({ create, rename, revoke }: Record<string, unknown>): KeysSearch {
  if (create !== undefined) return { create: true }
  if (typeof rename === 'string') return { rename }
  return typeof revoke === 'string' ? { revoke } : {}
}
