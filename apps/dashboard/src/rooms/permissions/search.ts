/** The state of the room in its address. */
export interface PermissionsSearch {
  /** The permission whose grants the graph lights. */
  readonly selected?: string
  /** System permissions are shown in the table. */
  readonly system?: true
  readonly create?: true
  /** The permission that is edited or to be deleted. */
  readonly edit?: string
  readonly remove?: string
}

export function readPermissionsSearch(search: Record<string, unknown>): PermissionsSearch {
  const text = (name: 'selected' | 'edit' | 'remove'): { [Name in typeof name]?: string } => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? { [name]: value } : {}
  }
  return {
    ...text('selected'),
    ...text('edit'),
    ...text('remove'),
    ...(search['system'] !== undefined && { system: true }),
    ...(search['create'] !== undefined && { create: true }),
  }
}

export const permissionTabs = ['team', 'project', 'defaults'] as const
export type PermissionTab = (typeof permissionTabs)[number]

export function isPermissionTab(tab: string): tab is PermissionTab {
  return (permissionTabs as readonly string[]).includes(tab)
}
