import { API_PREFIX } from '@portico/client/admin'
import { Link, Outlet, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Building2, Copy, Ellipsis, PanelRight, Trash2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'

import { useCurrentProject, useProject } from '../../data/projects.ts'
import { settings } from '../../data/settings.ts'
import { useTeamsPage, type ListedTeam, type TeamsPage } from '../../data/teams.ts'
import { Button, buttonLook, IconButton } from '../../kit/Button.tsx'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { useColumnChoice, type Column } from '../../kit/columns.ts'
import { useCopy } from '../../kit/CopyButton.tsx'
import { nextPage, previousPage, type Keyset } from '../../kit/keyset.ts'
import { Menu, MenuItem, MenuSeparator } from '../../kit/Menu.tsx'
import { SearchInput } from '../../kit/SearchInput.tsx'
import { Empty, Failed, NoMatch } from '../../kit/States.tsx'
import { Table, type Sorting } from '../../kit/Table.tsx'
import { ColumnMenu, Filters, SortMenu, TableFoot, Toolbar } from '../../kit/Toolbar.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat, type Format } from '../../language/format.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { kitTexts } from '../../texts/kit.ts'
import type { TeamsTexts } from '../../texts/teams.en.ts'
import { teamsTexts } from '../../texts/teams.ts'
import { nameOfTeam, teamColumns } from './columns.tsx'
import { useCreatedFilter } from './created-filter.tsx'
import { ExportTeams } from './ExportTeams.tsx'
import css from './teams.module.css'
import { changeSearch, pageOptionsOf, type SearchChanges } from './search.ts'

const CreateTeam = lazy(async () => ({ default: (await import('./CreateTeam.tsx')).CreateTeam }))
const DeleteTeam = lazy(async () => ({ default: (await import('./DeleteTeam.tsx')).DeleteTeam }))

/** The teams of the project: list, creation, and the drawer of one team. */
export function Teams(): ReactNode {
  const t = useTexts(teamsTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const { id: projectId } = useCurrentProject()
  const project = useProject()
  const search = useSearch({ from: '/owner/projects/$projectId/teams' })
  const { teamId } = useParams({ strict: false })
  const { state } = useLocation()
  const { copy } = useCopy()
  const [deleted, setDeleted] = useState<ListedTeam | null>(null)
  const page = useTeamsPage(pageOptionsOf(search))
  const teams = page.data?.teams
  const columns = useMemo(() => teamColumns(t, format, projectId), [t, format, projectId])
  const [choice, setChoice] = useColumnChoice('teams', columns as readonly Column<never>[])

  const list = { to: '/projects/$projectId/teams', params: { projectId } } as const
  const change = (changes: SearchChanges, isReplaced = false): void =>
    void navigate({
      ...list,
      search: changeSearch(search, changes),
      replace: isReplaced,
      // The same page of the list keeps its way back.
      state: 'cursor' in changes ? true : {},
    })
  const openTeam = (id: string): void =>
    void navigate({
      to: '/projects/$projectId/teams/$teamId/$tab',
      params: { projectId, teamId: id, tab: 'members' },
      search: changeSearch(search, { create: undefined, cursor: search.cursor }),
      state: true,
      resetScroll: false,
    })
  const filters = [useCreatedFilter(search, change)]
  const sorting: Sorting = { column: 'created', isDescending: !search.asc }
  const sort = ({ isDescending }: Sorting): void => change({ asc: isDescending ? undefined : true })
  const hasFilters = search.q !== undefined || search.from !== undefined || search.until !== undefined
  const isEmpty = teams?.length === 0 && !hasFilters && search.cursor === undefined && !page.isPlaceholderData
  const openCreate = (): void => change({ create: true, cursor: search.cursor })
  const closeCreate = (): void => change({ create: undefined, cursor: search.cursor }, true)

  const at: Keyset = { cursor: search.cursor ?? null, way: state.way ?? [] }
  const goTo = ({ cursor, way }: Keyset): void =>
    void navigate({
      ...list,
      search: changeSearch(search, { cursor: cursor ?? undefined }),
      state: (before) => ({ ...before, way: [...way] }),
    })
  const previous = previousPage(at)
  const nextCursor = page.data?.nextCursor ?? null

  return (
    <>
      <PageHead title={t.title} of={project.data?.displayName} primary={{ label: t.create, onClick: openCreate }} />
      {isEmpty ? (
        <NoTeams onCreate={openCreate} />
      ) : (
        <>
          <Toolbar>
            <SearchInput
              label={t.search}
              value={search.q ?? ''}
              onChange={(q) => change({ q: q === '' ? undefined : q }, true)}
            />
            <Filters filters={filters} />
            <span className="push" />
            <SortMenu columns={columns} sorting={sorting} onSort={sort} />
            <ColumnMenu columns={columns} choice={choice} onChange={setChoice} />
            <ExportTeams
              options={pageOptionsOf(search)}
              total={page.data && totalOf(page.data, t, format)}
              columns={choice.order.filter((column) => !choice.hidden.has(column))}
            />
          </Toolbar>
          {page.isError && !teams ? (
            <Failed
              title={t.loadFailed}
              error={page.error}
              isRetrying={page.isFetching}
              onRetry={() => void page.refetch()}
            />
          ) : teams?.length === 0 ? (
            <NoMatch
              query={search.q ?? ''}
              filters={filters.flatMap(({ name, value }) => (value === null ? [] : [`${name}: ${value}`]))}
              onClear={() => void navigate({ ...list, search: search.asc ? { asc: true } : {} })}
            />
          ) : (
            <>
              <Table
                label={t.title}
                columns={columns}
                rows={teams}
                idOf={idOf}
                nameOf={(team) => nameOfTeam(team, t)}
                hasPictures
                isBusy={page.isFetching}
                sorting={sorting}
                onSort={sort}
                choice={choice}
                openId={teamId}
                onOpen={({ id }) => openTeam(id)}
                menu={(team) => (
                  <TeamMenu
                    name={nameOfTeam(team, t)}
                    onOpen={() => openTeam(team.id)}
                    onCopy={() => void copy(team.id)}
                    onDelete={() => setDeleted(team)}
                  />
                )}
              />
              {page.data && (
                <TableFoot
                  text={countText(page.data, search.cursor !== undefined || nextCursor !== null, t, format)}
                  onPrevious={previous && (() => goTo(previous))}
                  onNext={nextCursor === null ? null : () => goTo(nextPage(at, nextCursor))}
                />
              )}
            </>
          )}
        </>
      )}
      <Suspense>
        {search.create && <CreateTeam onClose={closeCreate} onCreated={openTeam} />}
        {deleted && <DeleteTeam team={deleted} onClose={() => setDeleted(null)} onDeleted={() => setDeleted(null)} />}
        <Outlet />
      </Suspense>
    </>
  )
}

function NoTeams({ onCreate }: { readonly onCreate: () => void }): ReactNode {
  const t = useTexts(teamsTexts)
  const { id } = useCurrentProject()
  return (
    <Empty
      icon={<Building2 />}
      title={t.empty.title}
      text={t.empty.text}
      action={
        <span className={css['start']}>
          <Button onClick={onCreate}>{t.create}</Button>
          <Link
            to="/projects/$projectId/sign-in/users"
            params={{ projectId: id }}
            {...buttonLook({ variant: 'ghost' })}
          >
            {t.empty.settings}
          </Link>
        </span>
      }
    >
      <CodeBlock
        title="Terminal"
        values={[settings.baseUrl, id]}
        code={`curl ${settings.baseUrl}${API_PREFIX}/teams \\
  -H 'content-type: application/json' \\
  -H 'x-stack-access-type: server' \\
  -H 'x-stack-project-id: ${id}' \\
  -H 'x-stack-secret-server-key: ssk_…' \\
  -d '{"display_name":"Reading circle"}'`}
      />
    </Empty>
  )
}

function TeamMenu({
  name,
  onOpen,
  onCopy,
  onDelete,
}: {
  readonly name: string
  readonly onOpen: () => void
  readonly onCopy: () => void
  readonly onDelete: () => void
}): ReactNode {
  const t = useTexts(teamsTexts)
  const { rowMenu } = useTexts(kitTexts)
  return (
    <Menu
      label={rowMenu(name)}
      align="end"
      trigger={({ ref, ...trigger }) => (
        <IconButton size="small" label={rowMenu(name)} {...trigger} ref={ref}>
          <Ellipsis />
        </IconButton>
      )}
    >
      <MenuItem icon={<PanelRight />} onSelect={onOpen}>
        {t.open}
      </MenuItem>
      <MenuItem icon={<Copy />} onSelect={onCopy}>
        {t.copyId}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} isDanger onSelect={onDelete}>
        {t.delete}
      </MenuItem>
    </Menu>
  )
}

function countText({ teams, total }: TeamsPage, hasMore: boolean, t: TeamsTexts, format: Format): string {
  const shown = format.number(teams.length)
  if (!hasMore || total.count === null) return t.countAlone(teams.length, shown)
  return t.count(shown, totalOf({ total, teams }, t, format))
}

/** The number of teams that fit search and filters, as far as the service counts. */
function totalOf({ total, teams }: Pick<TeamsPage, 'total' | 'teams'>, t: TeamsTexts, format: Format): string {
  const all = format.number(total.count ?? teams.length)
  return total.isCapped ? t.atLeast(all) : all
}

const idOf = ({ id }: ListedTeam): string => id

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The cursors of the pages before the one of this entry. */
    way?: (string | null)[]
  }
}
