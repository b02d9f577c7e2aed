/** The dialog of the room: at most one. */
export interface DomainsSearch {
  readonly add?: true
  readonly edit?: string
  readonly remove?: string
}

export function readDomainsSearch({ add, edit, remove }: Record<string, unknown>): DomainsSearch {
  if (add !== undefined) return { add: true }
  if (typeof edit === 'string') return { edit }
  return typeof remove === 'string' ? { remove } : {}
}
