import { containsTyped } from '@portico/ui/list/search-text'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'

import { usePermissionDefinitions, type PermissionDefinition, type PermissionScope } from '../../data/permissions.ts'
import type { ProjectConfig } from '../../data/project-config.ts'
import { useProject } from '../../data/projects.ts'
import { derived } from '../../page/Loaded.tsx'
import type { List } from '../../page/useListPage.ts'
import { isSystemPermission, relatedTo } from '../../records/containment.ts'
import { permissionsTexts, type PermissionsTexts } from '../../texts/en/permissions.ts'
import { permissionsAddress, type PermissionsSearch } from './address.ts'
import type { ListedDefinition } from './columns.tsx'
import { defaultSets } from './default-sets.ts'
import { permissionsPath } from './use-permissions-search.ts'

/**
 * Up to this number of permissions, the graph is below the table. With more, it is a separate view, and the table has a
 * search.
 */
const TOGETHER_MAX = 15

/** The service lists all permissions at once, so the page searches them itself. */
export const permissionsList: List<ListedDefinition, PermissionsSearch, PermissionsTexts> = {
  id: 'permissions',
  path: permissionsPath,
  address: permissionsAddress,
  texts: permissionsTexts,
  usePage: (search) => {
    const rows = useShownDefinitions(search)?.rows
    return derived(usePermissionDefinitions(useScope()), rows && { rows, nextCursor: null })
  },
  nameOf: ({ id }) => id,
}

/** The scope of the URL; the default sets have none of their own. */
export function useScope(): PermissionScope {
  const { scope } = useParams({ strict: false })
  return scope === 'project' ? 'project' : 'team'
}

/** The permissions of a scope, as its table and its graph show them. */
export interface ShownDefinitions {
  readonly all: readonly ListedDefinition[]
  /** All except the system permissions. */
  readonly own: readonly ListedDefinition[]
  readonly system: readonly ListedDefinition[]
  /** The graph is a separate view. */
  readonly isLarge: boolean
  /** This view is open. */
  readonly isGraph: boolean
  /** What the graph draws. */
  readonly drawn: readonly ListedDefinition[]
  /** What the open view has. */
  readonly rows: readonly ListedDefinition[]
}

/** Undefined while the permissions load. */
export function useShownDefinitions(search: PermissionsSearch): ShownDefinitions | undefined {
  const { data } = usePermissionDefinitions(useScope())
  const config = useProject().data?.config
  return useMemo(() => data && shownOf(data, config, search), [data, config, search])
}

function shownOf(
  definitions: readonly PermissionDefinition[],
  config: ProjectConfig | undefined,
  { q, view, selected, related, system: isSystemShown }: PermissionsSearch,
): ShownDefinitions {
  const all = definitions.map((definition): ListedDefinition => ({
    ...definition,
    sets: defaultSets.filter(({ setting }) => config?.[setting].some(({ id }) => id === definition.id)),
  }))
  const isLarge = all.length > TOGETHER_MAX
  const isGraph = isLarge && view === 'graph'
  const query = isLarge ? (q ?? '') : ''
  const fits = ({ id, description }: ListedDefinition): boolean => containsTyped(query, id, description)
  const [own, system] = [
    all.filter(({ id }) => !isSystemPermission(id)),
    all.filter(({ id }) => isSystemPermission(id)),
  ]
  const wanted = isGraph && related ? all.filter(({ id }) => id === selected) : []
  const found = wanted.length > 0 ? wanted : query === '' ? all : all.filter(fits)
  const near = new Set(found === all ? [] : found.flatMap(({ id }) => [...relatedTo(id, all)]))
  const drawn = found === all ? all : all.filter(({ id }) => near.has(id))
  const rows = isGraph ? drawn : [...own, ...(isSystemShown ? system : [])].filter(fits)
  return { all, own, system, isLarge, isGraph, drawn, rows }
}
