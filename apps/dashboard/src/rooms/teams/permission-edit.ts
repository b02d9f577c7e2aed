/**
 * The permissions of a member that are added and removed. Others are not part of the edit: another owner may change
 * them meanwhile.
 */
export interface PermissionEdit {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export const noEdit: PermissionEdit = { added: [], removed: [] }

/** The edit that turns one list into another. */
export function editOf(current: readonly string[], next: readonly string[]): PermissionEdit {
  return {
    added: next.filter((id) => !current.includes(id)),
    removed: current.filter((id) => !next.includes(id)),
  }
}

export function applyEdit(current: readonly string[], { added, removed }: PermissionEdit): string[] {
  return [...current.filter((id) => !removed.includes(id)), ...added.filter((id) => !current.includes(id))]
}
