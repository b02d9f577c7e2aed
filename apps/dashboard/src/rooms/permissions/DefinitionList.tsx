import { Copy, Ellipsis, Pencil, ShieldCheck, Trash2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'

import { usePermissionDefinitions, type PermissionDefinition, type PermissionScope } from '../../data/permissions.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { announce } from '../../kit/announce.ts'
import { Button, IconButton, LinkButton } from '../../kit/Button.tsx'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { useCopy } from '../../kit/CopyButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../kit/Menu.tsx'
import { SearchInput } from '../../kit/SearchInput.tsx'
import { useShortcut } from '../../kit/shortcuts.ts'
import { Empty, Failed, NoMatch } from '../../kit/States.tsx'
import { Table } from '../../kit/Table.tsx'
import { Segments } from '../../kit/Tabs.tsx'
import { Toolbar } from '../../kit/Toolbar.tsx'
import { containsTyped } from '../../kit/search-text.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { grantedBy, isSystemPermission, relatedTo } from '../../records/containment.ts'
import { kitTexts } from '../../texts/kit.ts'
import { permissionsTexts } from '../../texts/permissions.ts'
import { definitionColumns, type ListedDefinition } from './columns.tsx'
import { defaultSets } from './default-sets.ts'
import { PermissionGraph } from './PermissionGraph.tsx'
import css from './permissions.module.css'
import type { SearchChanges } from './search.ts'
import { usePermissionsSearch } from './use-permissions-search.ts'

const PermissionDialog = lazy(async () => ({ default: (await import('./PermissionDialog.tsx')).PermissionDialog }))
const DeletePermission = lazy(async () => ({ default: (await import('./DeletePermission.tsx')).DeletePermission }))

/** Up to this number of permissions, the graph is below the table. With more, it is a separate view, and the table has a search. */
const TOGETHER_MAX = 15

/** Table and graph of the permissions of one scope. */
export function DefinitionList({ scope }: { readonly scope: PermissionScope }): ReactNode {
  const t = useTexts(permissionsTexts)
  const { rowMenu } = useTexts(kitTexts)
  const format = useFormat()
  const { id: projectId } = useCurrentProject()
  const definitions = usePermissionDefinitions(scope)
  const project = useProject()
  const { search, open, show, close } = usePermissionsSearch()
  const { copy } = useCopy()
  const all = definitions.data
  const config = project.data?.config
  const isLarge = all !== undefined && all.length > TOGETHER_MAX
  const isGraph = isLarge && search.view === 'graph'
  const query = isLarge ? (search.q ?? '') : ''
  const listed = useMemo(
    () =>
      all?.map((definition): ListedDefinition => ({
        ...definition,
        sets: defaultSets.filter(({ setting }) => config?.[setting].some(({ id }) => id === definition.id)),
      })),
    [all, config],
  )
  const own = useMemo(() => listed?.filter(({ id }) => !isSystemPermission(id)), [listed])
  const system = useMemo(() => listed?.filter(({ id }) => isSystemPermission(id)) ?? [], [listed])
  const rows = useMemo(
    () => own && [...own, ...(search.system ? system : [])].filter((one) => fits(one, query)),
    [own, system, search.system, query],
  )
  const drawn = useMemo(() => {
    if (!listed) return []
    const wanted =
      isGraph && search.related && listed.some(({ id }) => id === search.selected)
        ? [search.selected ?? '']
        : query === ''
          ? null
          : listed.filter((one) => fits(one, query)).map(({ id }) => id)
    if (!wanted) return listed
    const related = new Set(wanted.flatMap((id) => [...relatedTo(id, listed)]))
    return listed.filter(({ id }) => related.has(id))
  }, [listed, isGraph, search.related, search.selected, query])
  const opened = useMemo(
    (): SearchChanges => (isLarge ? { view: 'graph', related: true, q: undefined } : {}),
    [isLarge],
  )
  const columns = useMemo(
    () => definitionColumns(t, format, { projectId, scope, opened }),
    [t, format, projectId, scope, opened],
  )
  const edited = useEdited(all, search.edit)
  const removed = listed?.find(({ id }) => id === search.remove)
  useShortcut(search.selected === undefined ? null : 'Escape', () => show({ selected: undefined, related: undefined }))

  function select(id: string): void {
    if (!all) return
    const isSelected = id === search.selected
    show({ selected: isSelected ? undefined : id, ...(isSelected && { related: undefined }) })
    if (isSelected) return
    const granted = grantedBy(id, all)
    announce(granted.length === 0 ? t.graph.grantsNothing.replace('{id}', id) : `${id}: ${granted.join(', ')}`)
  }
  /** Shows what a permission of the table grants: in the graph below, or in that of a large project. */
  function showGrants(id: string): void {
    if (isLarge) open({ ...opened, selected: id })
    else if (id !== search.selected) select(id)
  }

  if (definitions.isError && !all) {
    return (
      <Failed
        title={t.loadFailed}
        error={definitions.error}
        isRetrying={definitions.isFetching}
        onRetry={() => void definitions.refetch()}
      />
    )
  }
  return (
    <>
      {own?.length === 0 ? (
        <Empty
          icon={<ShieldCheck />}
          title={t.empty[scope].title}
          text={t.empty[scope].text}
          action={<Button onClick={() => open({ create: true })}>{t.create}</Button>}
        >
          <CodeBlock title={t.empty.snippet} code={snippets[scope]} />
        </Empty>
      ) : null}
      {isLarge && (
        <Toolbar>
          <SearchInput
            label={t.search}
            value={query}
            onChange={(q) => show({ q, ...(q !== '' && { related: undefined }) })}
          />
          <span className="push" />
          <Segments
            label={t.views.label}
            segments={[
              { id: 'table', label: t.views.table },
              { id: 'graph', label: t.views.graph },
            ]}
            current={isGraph ? 'graph' : 'table'}
            onChange={(view) => show(view === 'graph' ? { view } : { view: undefined, related: undefined })}
          />
        </Toolbar>
      )}
      {(isGraph ? drawn : rows)?.length === 0 && query !== '' ? (
        <NoMatch query={query} filters={[]} onClear={() => show({ q: undefined })} />
      ) : (
        !isGraph &&
        (own?.length !== 0 || search.system) && (
          <Table
            label={t.title}
            columns={columns}
            rows={rows}
            idOf={idOf}
            nameOf={idOf}
            isBusy={definitions.isFetching}
            openId={search.selected}
            onOpen={({ id }) => (isLarge ? showGrants(id) : select(id))}
            menu={({ id }) => (
              <Menu
                label={rowMenu(id)}
                align="end"
                trigger={({ ref, ...trigger }) => (
                  <IconButton size="small" label={rowMenu(id)} {...trigger} ref={ref}>
                    <Ellipsis />
                  </IconButton>
                )}
              >
                <MenuItem icon={<ShieldCheck />} onSelect={() => showGrants(id)}>
                  {t.select}
                </MenuItem>
                <MenuItem icon={<Copy />} onSelect={() => void copy(id)}>
                  {t.copyId}
                </MenuItem>
                {!isSystemPermission(id) && (
                  <>
                    <MenuItem icon={<Pencil />} onSelect={() => open({ edit: id })}>
                      {t.edit}
                    </MenuItem>
                    <MenuSeparator />
                    <MenuItem icon={<Trash2 />} isDanger onSelect={() => open({ remove: id })}>
                      {t.delete}
                    </MenuItem>
                  </>
                )}
              </Menu>
            )}
          />
        )
      )}
      {!isGraph && system.length > 0 && (
        <div className={css['fold']}>
          <LinkButton
            aria-expanded={search.system === true}
            onClick={() => show({ system: search.system ? undefined : true })}
          >
            {search.system ? t.hideSystem : t.showSystem(format.number(system.length))}
          </LinkButton>
        </div>
      )}
      {all && own && own.length > 0 && drawn.length > 0 && (isGraph || !isLarge) && (
        <PermissionGraph
          all={all}
          drawn={drawn}
          selected={search.selected}
          onSelect={select}
          isRelated={search.related === true}
          acts={
            search.selected !== undefined &&
            !isSystemPermission(search.selected) && (
              <p className="row">
                <LinkButton onClick={() => open({ edit: search.selected })}>{t.edit}</LinkButton>
                <LinkButton variant="danger" onClick={() => open({ remove: search.selected })}>
                  {t.delete}
                </LinkButton>
              </p>
            )
          }
          action={
            isGraph &&
            search.selected !== undefined && (
              <LinkButton onClick={() => show({ related: search.related ? undefined : true, q: undefined })}>
                {search.related ? t.graph.showAll : t.graph.showRelated}
              </LinkButton>
            )
          }
        />
      )}
      <Suspense>
        {search.create && all && <PermissionDialog scope={scope} all={all} onClose={close} />}
        {edited && all && <PermissionDialog key={edited.id} scope={scope} all={all} edited={edited} onClose={close} />}
        {removed && (
          <DeletePermission scope={scope} all={all ?? []} removed={removed} sets={removed.sets} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

/** The permission that is edited. It stays, with what was typed, if another owner deletes it meanwhile. */
function useEdited(
  all: readonly PermissionDefinition[] | undefined,
  id: string | undefined,
): PermissionDefinition | undefined {
  const [latest, setLatest] = useState<PermissionDefinition>()
  const present = all?.find((one) => one.id === id)
  if (present && present !== latest) setLatest(present)
  return present ?? (latest?.id === id ? latest : undefined)
}

function fits({ id, description }: ListedDefinition, query: string): boolean {
  return containsTyped(query, id, description)
}

const idOf = ({ id }: { readonly id: string }): string => id

const snippets: Readonly<Record<PermissionScope, string>> = {
  team: `const team = await user.getTeam(teamId)
if (!(await user.hasPermission(team, 'approve_notes'))) {
  return new Response(null, { status: 403 })
}`,
  project: `if (!(await user.hasPermission('beta'))) {
  return new Response(null, { status: 403 })
}`,
}
