import { Copy, Ellipsis, Pencil, ShieldCheck, Trash2 } from 'lucide-react'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'

import { usePermissionDefinitions, type PermissionScope } from '../../data/permissions.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { announce } from '../../kit/announce.ts'
import { Button, IconButton, LinkButton } from '../../kit/Button.tsx'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { useCopy } from '../../kit/CopyButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../kit/Menu.tsx'
import { Empty, Failed } from '../../kit/States.tsx'
import { Table } from '../../kit/Table.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { kitTexts } from '../../texts/kit.ts'
import { permissionsTexts } from '../../texts/permissions.ts'
import { definitionColumns, type ListedDefinition } from './columns.tsx'
import { grantedBy, isSystemPermission } from '../../records/containment.ts'
import { defaultSets } from './default-sets.ts'
import { PermissionGraph } from './PermissionGraph.tsx'
import css from './permissions.module.css'
import { usePermissionsSearch } from './use-permissions-search.ts'

const PermissionDialog = lazy(async () => ({ default: (await import('./PermissionDialog.tsx')).PermissionDialog }))
const DeletePermission = lazy(async () => ({ default: (await import('./DeletePermission.tsx')).DeletePermission }))

/** Table and graph of the permissions of one scope. */
export function DefinitionList({ scope }: { readonly scope: PermissionScope }): ReactNode {
  const t = useTexts(permissionsTexts)
  const { rowMenu, copied } = useTexts(kitTexts)
  const format = useFormat()
  const { id: projectId } = useCurrentProject()
  const definitions = usePermissionDefinitions(scope)
  const project = useProject()
  const { search, set, replace, close } = usePermissionsSearch()
  const { copy } = useCopy(copied)
  const all = definitions.data
  const config = project.data?.config
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
  const rows = useMemo(() => own && [...own, ...(search.system ? system : [])], [own, system, search.system])
  const columns = useMemo(() => definitionColumns(t, format, { projectId, scope }), [t, format, projectId, scope])
  const edited = all?.find(({ id }) => id === search.edit)
  const removed = all?.find(({ id }) => id === search.remove)
  const view = search.system ? { system: true as const } : {}

  function select(id: string): void {
    replace({ ...view, ...(id !== search.selected && { selected: id }) })
    if (id !== search.selected && all) {
      const granted = grantedBy(id, all)
      announce(granted.length === 0 ? t.graph.grantsNothing.replace('{id}', id) : `${id}: ${granted.join(', ')}`)
    }
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
          action={
            <Button variant="primary" onClick={() => set({ create: true })}>
              {t.create}
            </Button>
          }
        >
          <CodeBlock title={t.empty.snippet} code={snippets[scope]} />
        </Empty>
      ) : null}
      {(own?.length !== 0 || search.system) && (
        <Table
          label={t.title}
          columns={columns}
          rows={rows}
          idOf={idOf}
          nameOf={idOf}
          isBusy={definitions.isFetching}
          openId={search.selected}
          onOpen={({ id }) => select(id)}
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
              <MenuItem icon={<ShieldCheck />} onSelect={() => replace({ ...view, selected: id })}>
                {t.select}
              </MenuItem>
              <MenuItem icon={<Copy />} onSelect={() => void copy(id)}>
                {t.copyId}
              </MenuItem>
              {!isSystemPermission(id) && (
                <>
                  <MenuItem icon={<Pencil />} onSelect={() => set({ edit: id })}>
                    {t.edit}
                  </MenuItem>
                  <MenuSeparator />
                  <MenuItem icon={<Trash2 />} isDanger onSelect={() => set({ remove: id })}>
                    {t.remove}
                  </MenuItem>
                </>
              )}
            </Menu>
          )}
        />
      )}
      {system.length > 0 && (
        <div className={css['fold']}>
          <LinkButton
            aria-expanded={search.system === true}
            onClick={() =>
              replace({
                ...(search.selected !== undefined && { selected: search.selected }),
                ...(!search.system && { system: true }),
              })
            }
          >
            {search.system ? t.hideSystem : t.showSystem(format.number(system.length))}
          </LinkButton>
        </div>
      )}
      {all && own && own.length > 0 && (
        <PermissionGraph definitions={all} selected={search.selected} onSelect={select} />
      )}
      <Suspense>
        {search.create && all && <PermissionDialog scope={scope} all={all} onClose={close} />}
        {edited && all && <PermissionDialog key={edited.id} scope={scope} all={all} edited={edited} onClose={close} />}
        {removed && listed && (
          <DeletePermission
            scope={scope}
            all={all ?? []}
            removed={removed}
            sets={listed.find(({ id }) => id === removed.id)?.sets ?? []}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
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
