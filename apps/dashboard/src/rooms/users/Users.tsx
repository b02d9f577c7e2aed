import { API_PREFIX } from '@portico/client/admin'
import { Outlet, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Ban, Clock, Copy, Download, Ellipsis, Trash2, Users as UsersIcon, VenetianMask } from 'lucide-react'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'

import { useCurrentProject, useProject } from '../../data/projects.ts'
import { useHasAnonymousUsers, useJob, useRefreshUsers, useStartBulkAct, type ListedUser } from '../../data/users.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { useCopy } from '../../kit/CopyButton.tsx'
import { useColumnChoice, type Column } from '../../kit/columns.ts'
import { useFailureText } from '../../kit/failure.ts'
import { nextPage, previousPage, type Keyset } from '../../kit/keyset.ts'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '../../kit/Menu.tsx'
import { SearchInput } from '../../kit/SearchInput.tsx'
import { emptySelection, pageState, selectAll, selectedCount, type Selection } from '../../kit/selection.ts'
import { Empty, Failed, NoMatch } from '../../kit/States.tsx'
import { Table, type Sorting } from '../../kit/Table.tsx'
import { showToast } from '../../kit/toast.ts'
import { ColumnMenu, Filters, SelectionBar, SortMenu, TableFoot, Toolbar } from '../../kit/Toolbar.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat, type Format } from '../../language/format.ts'
import { settings } from '../../data/settings.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { titleOfUser } from '../../data/user-title.ts'
import { usersTexts, type UsersTexts } from '../../texts/en/users.ts'
import { exportColumnsOf, userColumns } from './columns.tsx'
import {
  changeSearch,
  filterOf,
  hasFilters,
  readUsersSearch,
  withoutFilters,
  type SearchChanges,
  type UserAct,
} from './search.ts'
import { useUserFilters } from './filters.tsx'
import { useShownUsers } from './useShownUsers.ts'
import type { ActOnUsers } from './UserDialogs.tsx'

const CreateUser = lazy(async () => ({ default: (await import('./CreateUser.tsx')).CreateUser }))
const UserDialogs = lazy(async () => ({ default: (await import('./UserDialogs.tsx')).UserDialogs }))
const JobDialog = lazy(async () => ({ default: (await import('./JobDialog.tsx')).JobDialog }))

/** The users of the project: list, creation, bulk acts, and the drawer of one user. */
export function Users(): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const failureText = useFailureText()
  const navigate = useNavigate()
  const { id: projectId } = useCurrentProject()
  const project = useProject()
  const search = useSearch({ from: '/owner/projects/$projectId/users' })
  const hasAnonymous = useHasAnonymousUsers()
  const hidesAnonymous = hasAnonymous && search.status === undefined
  const { userId } = useParams({ strict: false })
  const { state } = useLocation()
  const startAct = useStartBulkAct()
  const refresh = useRefreshUsers()
  const [act, setAct] = useState<ActOnUsers | null>(null)
  const page = useShownUsers(search)
  const { users, total } = page
  const { copy } = useCopy()
  const list = { to: '/projects/$projectId/users', params: { projectId } } as const
  const openUser = (id: string, act?: UserAct): void =>
    void navigate({
      to: '/projects/$projectId/users/$userId/$tab',
      params: { projectId, userId: id, tab: 'profile' },
      search: readUsersSearch({ ...search, act }),
      state: true,
      resetScroll: false,
    })

  const change = (changes: SearchChanges): void =>
    void navigate({
      ...list,
      search: changeSearch(search, changes),
      replace: 'q' in changes,
      // The same page of the list keeps its way back.
      state: 'cursor' in changes ? true : {},
    })
  const filters = useUserFilters(search, change)
  const sorting: Sorting = { column: search.sort ?? 'signedUp', isDescending: !search.asc }
  const sort = ({ column, isDescending }: Sorting): void =>
    change({ sort: column === 'lastActive' ? 'lastActive' : undefined, asc: isDescending ? undefined : true })
  const columns = useMemo(() => userColumns(t, projectId), [t, projectId])
  const [choice, setChoice] = useColumnChoice('users', columns as readonly Column<never>[])

  const at: Keyset = { cursor: search.cursor ?? null, way: state.way ?? [] }
  const goTo = ({ cursor, way }: Keyset): void =>
    void navigate({
      ...list,
      search: changeSearch(search, { cursor: cursor ?? undefined }),
      state: (before) => ({ ...before, way: [...way] }),
    })
  const previous = previousPage(at)

  const [selection, select] = useSelectionOf(JSON.stringify([filterOf(search), search.sort, search.asc, search.cursor]))
  const chosen = selectedCount(selection)
  const allFound = format.number(total?.count ?? users?.length ?? 0)
  const countOfAll = total?.isCapped ? `${allFound}+` : allFound
  const chosenText = chosen === null ? countOfAll : format.number(chosen)
  const filterTexts = [
    ...(search.q === undefined ? [] : [`“${search.q}”`]),
    ...filters.flatMap(({ name, value }) => (value === null ? [] : [`${name}: ${value}`])),
  ]
  const selectedUsers = selection.kind === 'all' ? { filter: filterOf(search) } : { userIds: [...selection.ids] }
  const actOnSelected = (type: ActOnUsers['type']): void =>
    setAct({ type, selection: selectedUsers, count: chosenText, filters: filterTexts })

  const showJob = (job: string | undefined): void => change({ job, cursor: search.cursor })
  const exportUsers = async (kind: 'csv' | 'json', everyone: boolean): Promise<void> => {
    const visible = choice.order.filter((id) => !choice.hidden.has(id))
    const options = kind === 'json' ? { format: kind } : { format: kind, columns: exportColumnsOf(visible) }
    try {
      showJob(await startAct(everyone ? { filter: filterOf(search) } : selectedUsers, { type: 'export', options }))
    } catch (error) {
      showToast({ text: failureText(error) })
    }
  }
  const exportItems = (everyone: boolean): ReactNode => (
    <>
      <MenuHeading>{t.exportCount(everyone ? countOfAll : chosenText)}</MenuHeading>
      <MenuItem onSelect={() => void exportUsers('csv', everyone)}>{t.exportCsv}</MenuItem>
      <MenuItem onSelect={() => void exportUsers('json', everyone)}>{t.exportJson}</MenuItem>
    </>
  )
  const actOnUser = async (user: ListedUser, run: () => Promise<void>, done: string): Promise<void> => {
    try {
      await run()
      await refresh(user.id)
      showToast({ text: done })
    } catch (error) {
      showToast({ text: t.acts.failed(titleOfUser(user, t), failureText(error)) })
    }
  }
  const isEmpty = users?.length === 0 && !hasFilters(search) && search.cursor === undefined && page.nextCursor === null

  return (
    <>
      <PageHead
        title={t.title}
        of={project.data?.displayName}
        primary={{ label: t.create, onClick: () => change({ create: true, cursor: search.cursor }) }}
      />
      {isEmpty ? (
        <NoUsers onConnect={() => void navigate({ to: '/projects/$projectId/start', params: { projectId } })} />
      ) : (
        <>
          {chosen === 0 ? (
            <Toolbar>
              <SearchInput label={t.search} value={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
              <Filters filters={filters} />
              <span className="push" />
              <RunningJob jobId={search.job} onShow={showJob} />
              <SortMenu columns={columns} sorting={sorting} onSort={sort} />
              <ColumnMenu columns={columns} choice={choice} onChange={setChoice} />
              <Menu
                label={t.export}
                align="end"
                trigger={({ ref, ...trigger }) => (
                  <IconButton label={t.export} {...trigger} ref={ref}>
                    <Download />
                  </IconButton>
                )}
              >
                {exportItems(true)}
              </Menu>
            </Toolbar>
          ) : (
            <SelectionBar
              count={chosenText}
              all={
                pageState(selection, page.ids) === true && page.hasMore
                  ? {
                      count: countOfAll,
                      isSelected: selection.kind === 'all',
                      onSelect: () => select(selectAll()),
                    }
                  : undefined
              }
              onClear={() => select(emptySelection)}
            >
              <Button variant="ghost" onClick={() => actOnSelected('suspend')}>
                <Ban /> {t.acts.suspend}
              </Button>
              <Button variant="ghost" onClick={() => actOnSelected('endSessions')}>
                <Clock /> {t.acts.endSessions}
              </Button>
              <Menu
                label={t.export}
                trigger={({ ref, ...trigger }) => (
                  <Button variant="ghost" {...trigger} ref={ref}>
                    <Download /> {t.export}
                  </Button>
                )}
              >
                {exportItems(false)}
              </Menu>
              <span className="divider" />
              <Button variant="danger-ghost" onClick={() => actOnSelected('delete')}>
                <Trash2 /> {t.acts.delete}
              </Button>
            </SelectionBar>
          )}
          {page.isFailed ? (
            <Failed title={t.loadFailed} error={page.error} isRetrying={page.isFetching} onRetry={page.retry} />
          ) : users?.length === 0 && page.nextCursor === null ? (
            <NoMatch
              query={search.q ?? ''}
              filters={filterTexts.slice(search.q === undefined ? 0 : 1)}
              onClear={() => void navigate({ ...list, search: withoutFilters(search) })}
            />
          ) : (
            <>
              <Table
                label={t.title}
                columns={columns}
                rows={users}
                idOf={idOf}
                nameOf={(user) => titleOfUser(user, t)}
                hasPictures
                isBusy={page.isFetching}
                sorting={sorting}
                onSort={sort}
                selection={selection}
                // Outdated rows cannot be selected, because an act on all users found would affect users other than the shown ones.
                onSelect={(next) => !page.isOutdated && select(next)}
                choice={choice}
                openId={userId}
                onOpen={({ id }) => openUser(id)}
                menu={(user) => (
                  <UserMenu
                    user={user}
                    onCopy={() => void copy(user.id)}
                    onImpersonate={() => openUser(user.id, 'impersonate')}
                    onSuspend={() => setAct({ type: 'suspend', user })}
                    onDelete={() => setAct({ type: 'delete', user })}
                    onLift={() =>
                      void actOnUser(user, () => user.liftSuspension(), t.acts.suspensionLifted(titleOfUser(user, t)))
                    }
                    onEndSessions={() => setAct({ type: 'endSessions', user })}
                  />
                )}
              />
              {users && (
                <TableFoot
                  text={[countText(users.length, page, t, format), hidesAnonymous && t.anonymousHidden]
                    .filter(Boolean)
                    .join('. ')}
                  onPrevious={previous && (() => goTo(previous))}
                  onNext={page.nextCursor === null ? null : () => goTo(nextPage(at, page.nextCursor ?? ''))}
                />
              )}
            </>
          )}
        </>
      )}
      <Suspense>
        {search.create && (
          <CreateUser
            onClose={() => change({ create: undefined, cursor: search.cursor })}
            onCreated={(created) =>
              void navigate({
                to: '/projects/$projectId/users/$userId/$tab',
                params: { projectId, userId: created, tab: 'profile' },
              })
            }
          />
        )}
        {act && (
          <UserDialogs
            act={act}
            onClose={() => setAct(null)}
            onJob={(job) => {
              setAct(null)
              select(emptySelection)
              showJob(job)
            }}
          />
        )}
        {search.job !== undefined && <JobDialog jobId={search.job} onClose={() => showJob(undefined)} />}
        <Outlet />
      </Suspense>
    </>
  )
}

/** The selection, empty again as soon as the list shows other users. */
function useSelectionOf(list: string): readonly [Selection, (selection: Selection) => void] {
  const [selection, select] = useState<Selection>(emptySelection)
  const [seen, setSeen] = useState(list)
  if (seen !== list) {
    setSeen(list)
    select(emptySelection)
  }
  return [selection, select]
}

function NoUsers({ onConnect }: { readonly onConnect: () => void }): ReactNode {
  const t = useTexts(usersTexts)
  const { id } = useCurrentProject()
  return (
    <Empty
      icon={<UsersIcon />}
      title={t.empty.title}
      text={t.empty.text}
      action={<Button onClick={onConnect}>{t.empty.connect}</Button>}
    >
      <CodeBlock
        title="Terminal"
        values={[settings.baseUrl, id]}
        code={`curl ${settings.baseUrl}${API_PREFIX}/users \\
  -H 'content-type: application/json' \\
  -H 'x-stack-access-type: server' \\
  -H 'x-stack-project-id: ${id}' \\
  -H 'x-stack-secret-server-key: ssk_…' \\
  -d '{"primary_email":"ada@example.com"}'`}
      />
    </Empty>
  )
}

/** The job that was closed while it ran: its progress, and the way back to it. */
function RunningJob({
  jobId,
  onShow,
}: {
  readonly jobId: string | undefined
  readonly onShow: (id: string) => void
}): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const [latest, setLatest] = useState(jobId)
  if (jobId !== undefined && jobId !== latest) setLatest(jobId)
  const { data: job } = useJob(latest)
  if (!job || job.endedAt !== null || jobId !== undefined) return null
  const done = format.number(job.done + job.failed)
  return (
    <Button variant="ghost" onClick={() => onShow(job.id)}>
      {t.job.titles[job.type]}:{' '}
      {job.total === null ? t.job.progressOpen(done) : t.job.progress(done, format.number(job.total))}
    </Button>
  )
}

interface UserMenuProps {
  readonly user: ListedUser
  readonly onCopy: () => void
  readonly onImpersonate: () => void
  readonly onSuspend: () => void
  readonly onLift: () => void
  readonly onEndSessions: () => void
  readonly onDelete: () => void
}

function UserMenu(props: UserMenuProps): ReactNode {
  const { user, onCopy, onImpersonate, onSuspend, onLift, onEndSessions, onDelete } = props
  const t = useTexts(usersTexts)
  const label = t.rowMenu(titleOfUser(user, t))
  return (
    <Menu
      label={label}
      align="end"
      trigger={({ ref, ...trigger }) => (
        <IconButton size="small" label={label} {...trigger} ref={ref}>
          <Ellipsis />
        </IconButton>
      )}
    >
      <MenuItem icon={<Copy />} onSelect={onCopy}>
        {t.acts.copyId}
      </MenuItem>
      <MenuItem icon={<VenetianMask />} onSelect={onImpersonate}>
        {t.acts.impersonate}
      </MenuItem>
      {user.suspension ? (
        <MenuItem icon={<Ban />} onSelect={onLift}>
          {t.acts.liftSuspension}
        </MenuItem>
      ) : (
        <MenuItem icon={<Ban />} onSelect={onSuspend}>
          {t.acts.suspend}
        </MenuItem>
      )}
      <MenuItem icon={<Clock />} onSelect={onEndSessions}>
        {t.acts.endSessions}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} isDanger onSelect={onDelete}>
        {t.acts.deleteUser}
      </MenuItem>
    </Menu>
  )
}

function countText(
  count: number,
  {
    total,
    hasMore,
  }: {
    readonly total: { readonly count: number | null; readonly isCapped: boolean } | undefined
    readonly hasMore: boolean
  },
  t: UsersTexts,
  format: Format,
): string {
  const shown = format.number(count)
  if (!hasMore || !total || total.count === null) return t.countAlone(count, shown)
  const all = format.number(total.count)
  return t.count(shown, total.isCapped ? t.moreThan(all) : all)
}

const idOf = ({ id }: ListedUser): string => id

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The cursors of the pages before the one of this entry. */
    way?: (string | null)[]
  }
}
