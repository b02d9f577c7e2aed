/** The dialog of the room, at most one, and what it shows. */
export interface DomainsSearch {
  readonly add?: true
  readonly edit?: string
  readonly remove?: string
  /** Shows the requests that failed. */
  readonly failed?: true
}

export function readDomainsSearch({ failed, ...search }: Record<string, unknown>): DomainsSearch {
  return { ...readDialog(search), ...(failed !== undefined && { failed: true }) }
}

function readDialog({ add, edit, remove }: Record<string, unknown>): DomainsSearch {
  if (add !== undefined) return { add: true }
  if (typeof edit === 'string') return { edit }
  return typeof remove === 'string' ? { remove } : {}
}
