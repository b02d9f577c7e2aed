import { Copy, Pencil, ShieldCheck, Trash2 } from 'lucide-react'
import { lazy, useMemo, useState, type ReactNode } from 'react'

import { permissionDefinitions, type PermissionDefinition, type PermissionScope } from '../../data/permissions.ts'
import { announce } from '../../kit/announce.ts'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { useCopy } from '../../kit/CopyButton.tsx'
import { May, useMay } from '../../kit/May.tsx'
import { useShortcut } from '../../kit/shortcuts.ts'
import { Empty } from '../../kit/States.tsx'
import { Segments } from '../../kit/Tabs.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import type { Act } from '../../page/acts.ts'
import { ListPage } from '../../page/ListPage.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { grantedBy, isSystemPermission } from '../../records/containment.ts'
import { permissionsTexts } from '../../texts/en/permissions.ts'
import { definitionColumns, type ListedDefinition } from './columns.tsx'
import { permissionsList, useScope, useShownDefinitions, type ShownDefinitions } from './list.ts'
import { PermissionGraph } from './PermissionGraph.tsx'
import css from './permissions.module.css'
import { usePermissionsSearch } from './use-permissions-search.ts'

const PermissionDialog = lazy(async () => ({ default: (await import('./PermissionDialog.tsx')).PermissionDialog }))
const DeletePermission = lazy(async () => ({ default: (await import('./DeletePermission.tsx')).DeletePermission }))

/** Table and graph of one scope's permissions. */
export function DefinitionList(): ReactNode {
  const shown = useListPage(permissionsList)
  const { t, format, projectId } = shown.context
  const scope = useScope()
  const { search, open } = usePermissionsSearch()
  const definitions = useShownDefinitions(search)
  const { isLarge = false, isGraph = false, own } = definitions ?? {}
  const opened = useMemo(() => (isLarge ? ({ view: 'graph', related: true, q: undefined } as const) : {}), [isLarge])
  const columns = useMemo(
    () => definitionColumns(t, format, { projectId, scope, opened }),
    [t, format, projectId, scope, opened],
  )
  const select = useSelect(definitions)
  const showGrants = ({ id }: ListedDefinition): void => {
    if (isLarge) open({ ...opened, selected: id })
    else if (id !== search.selected) select(id)
  }
  const actsOf = useActs(showGrants)
  const empty = <NoDefinitions scope={scope} onCreate={() => open({ create: true })} />
  return (
    <ListPage
      shown={{
        ...shown,
        openId: search.selected,
        change: (changes) => shown.change({ ...changes, ...(changes.q !== undefined && { related: undefined }) }),
      }}
      label={t.title}
      columns={columns}
      failed={t.loadFailed}
      empty={empty}
      notice={own?.length === 0 && empty}
      acts={actsOf}
      onOpen={(definition) => (isLarge ? showGrants(definition) : select(definition.id))}
      {...(isLarge && { searchLabel: t.search, tools: <Views isGraph={isGraph} /> })}
      {...(isGraph && { view: <Graph shown={definitions} onSelect={select} /> })}
    >
      {definitions && !isGraph && (
        <>
          <SystemFold count={definitions.system.length} />
          {!isLarge && definitions.own.length > 0 && <Graph shown={definitions} onSelect={select} />}
        </>
      )}
      {definitions && (
        <May right={permissionDefinitions.rights.update}>
          <Dialogs definitions={definitions} />
        </May>
      )}
    </ListPage>
  )
}

/** Returns a function that selects a permission, and says what it grants. */
function useSelect(definitions: ShownDefinitions | undefined): (id: string) => void {
  const t = useTexts(permissionsTexts)
  const { search, show } = usePermissionsSearch()
  useShortcut(search.selected === undefined ? null : 'Escape', () => show({ selected: undefined, related: undefined }))
  return (id) => {
    const isSelected = id === search.selected
    show({ selected: isSelected ? undefined : id, ...(isSelected && { related: undefined }) })
    if (isSelected || !definitions) return
    const granted = grantedBy(id, definitions.all)
    announce(granted.length === 0 ? t.graph.grantsNothing.replace('{id}', id) : `${id}: ${granted.join(', ')}`)
  }
}

function useActs(
  onShowGrants: (definition: ListedDefinition) => void,
): (definition: ListedDefinition) => readonly Act[] {
  const t = useTexts(permissionsTexts)
  const { open } = usePermissionsSearch()
  const may = useMay()
  const { copy } = useCopy()
  return (definition) => {
    const { id } = definition
    return [
      { label: t.select, icon: <ShieldCheck />, onSelect: () => onShowGrants(definition) },
      { label: t.copyId, icon: <Copy />, onSelect: () => void copy(id) },
      ...(isSystemPermission(id) || !may(permissionDefinitions.rights.update)
        ? []
        : [
            { label: t.edit, icon: <Pencil />, onSelect: () => open({ edit: id }) },
            { label: t.delete, icon: <Trash2 />, isDanger: true, onSelect: () => open({ remove: id }) },
          ]),
    ]
  }
}

function NoDefinitions({
  scope,
  onCreate,
}: {
  readonly scope: PermissionScope
  readonly onCreate: () => void
}): ReactNode {
  const t = useTexts(permissionsTexts)
  return (
    <Empty
      icon={<ShieldCheck />}
      title={t.empty[scope].title}
      text={t.empty[scope].text}
      action={
        <May right={permissionDefinitions.rights.create}>
          <Button onClick={onCreate}>{t.create}</Button>
        </May>
      }
    >
      <CodeBlock title={t.empty.snippet} code={snippets[scope]} />
    </Empty>
  )
}

function Views({ isGraph }: { readonly isGraph: boolean }): ReactNode {
  const { views: t } = useTexts(permissionsTexts)
  const { show } = usePermissionsSearch()
  return (
    <Segments
      label={t.label}
      segments={[
        { id: 'table', label: t.table },
        { id: 'graph', label: t.graph },
      ]}
      current={isGraph ? 'graph' : 'table'}
      onChange={(view) => show(view === 'graph' ? { view } : { view: undefined, related: undefined })}
    />
  )
}

/** Shows and hides the system permissions in the table. */
function SystemFold({ count }: { readonly count: number }): ReactNode {
  const t = useTexts(permissionsTexts)
  const format = useFormat()
  const { search, show } = usePermissionsSearch()
  if (count === 0) return null
  return (
    <div className={css['fold']}>
      <LinkButton
        aria-expanded={search.system === true}
        onClick={() => show({ system: search.system ? undefined : true })}
      >
        {search.system ? t.hideSystem : t.showSystem(format.number(count))}
      </LinkButton>
    </div>
  )
}

function Graph({
  shown,
  onSelect,
}: {
  readonly shown: ShownDefinitions | undefined
  readonly onSelect: (id: string) => void
}): ReactNode {
  const t = useTexts(permissionsTexts)
  const { search, open, show } = usePermissionsSearch()
  const { selected, related } = search
  if (!shown) return null
  return (
    <PermissionGraph
      all={shown.all}
      drawn={shown.drawn}
      selected={selected}
      onSelect={onSelect}
      isRelated={related === true}
      acts={
        selected !== undefined &&
        !isSystemPermission(selected) && (
          <May right={permissionDefinitions.rights.update}>
            <p className="row">
              <LinkButton onClick={() => open({ edit: selected })}>{t.edit}</LinkButton>
              <LinkButton variant="danger" onClick={() => open({ remove: selected })}>
                {t.delete}
              </LinkButton>
            </p>
          </May>
        )
      }
      action={
        shown.isGraph &&
        selected !== undefined && (
          <LinkButton onClick={() => show({ related: related ? undefined : true, q: undefined })}>
            {related ? t.graph.showAll : t.graph.showRelated}
          </LinkButton>
        )
      }
    />
  )
}

function Dialogs({ definitions: { all } }: { readonly definitions: ShownDefinitions }): ReactNode {
  const { search, show } = usePermissionsSearch()
  const close = (): void => show({ create: undefined, edit: undefined, remove: undefined })
  const edited = useEdited(all, search.edit)
  const removed = all.find(({ id }) => id === search.remove)
  return (
    <>
      {search.create && <PermissionDialog all={all} onClose={close} />}
      {edited && <PermissionDialog key={edited.id} all={all} edited={edited} onClose={close} />}
      {removed && <DeletePermission all={all} removed={removed} onClose={close} />}
    </>
  )
}

/** The permission that is edited. It stays, with what was typed, if another owner deletes it meanwhile. */
function useEdited(all: readonly PermissionDefinition[], id: string | undefined): PermissionDefinition | undefined {
  const [latest, setLatest] = useState<PermissionDefinition>()
  const present = all.find((one) => one.id === id)
  if (present && present !== latest) setLatest(present)
  return present ?? (latest?.id === id ? latest : undefined)
}

const snippets: Readonly<Record<PermissionScope, string>> = {
  team: `const team = await user.getTeam(teamId)
if (!(await user.hasPermission(team, 'approve_notes'))) {
  return new Response(null, { status: 403 })
}`,
  project: `if (!(await user.hasPermission('beta'))) {
  return new Response(null, { status: 403 })
}`,
}
