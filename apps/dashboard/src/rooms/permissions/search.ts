/** The state of the room in its address. */
export interface PermissionsSearch {
  /** Part of an ID or a description. */
  readonly q?: string
  /** Many permissions are shown either as a table, the default, or as a graph. */
  readonly view?: 'graph'
  /** The permission whose grants the graph lights. */
  readonly selected?: string
  /** The graph has only what the selected permission grants, and what grants it. */
  readonly related?: true
  /** System permissions are shown in the table. */
  readonly system?: true
  readonly create?: true
  /** The permission that is edited or to be deleted. */
  readonly edit?: string
  readonly remove?: string
}

/** Changes of an address. Undefined removes a part of it. */
export type SearchChanges = { readonly [Name in keyof PermissionsSearch]?: PermissionsSearch[Name] | undefined }

/** Reads the address of the room. Unknown and malformed parts are dropped. */
export function readPermissionsSearch(search: Record<string, unknown>): PermissionsSearch {
  const text = (name: 'q' | 'selected' | 'edit' | 'remove'): { [Name in typeof name]?: string } => {
    const value = search[name]
    // The router reads a number in the address as a number.
    if (typeof value === 'number') return { [name]: String(value) }
    return typeof value === 'string' && value !== '' ? { [name]: value } : {}
  }
  return {
    ...text('q'),
    ...(search['view'] === 'graph' && { view: 'graph' as const }),
    ...text('selected'),
    ...(search['related'] !== undefined && { related: true }),
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
