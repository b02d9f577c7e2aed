/** Which permissions of a member are added and removed. It does not contain the others, which another owner can change meanwhile. */
export interface PermissionEdit {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export const noEdit: PermissionEdit = { added: [], removed: [] }

/** What leads from one list to another. */
export function editOf(current: readonly string[], next: readonly string[]): PermissionEdit {
  return {
    added: next.filter((id) => !current.includes(id)),
    removed: current.filter((id) => !next.includes(id)),
  }
}

export function applyEdit(current: readonly string[], { added, removed }: PermissionEdit): string[] {
  return [...current.filter((id) => !removed.includes(id)), ...added.filter((id) => !current.includes(id))]
}
