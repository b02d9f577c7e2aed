import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ScrollText, Search } from 'lucide-react'
import { lazy, Suspense, useMemo, useRef, type ReactNode } from 'react'

import { useAuditEvents, type AuditEvent } from '../../data/audit.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { nextPage, previousPage, type Keyset } from '../../kit/keyset.ts'
import { useShortcut } from '../../kit/shortcuts.ts'
import { Empty, Failed, NoMatch } from '../../kit/States.tsx'
import { Table } from '../../kit/Table.tsx'
import { Filters, TableFoot, Toolbar } from '../../kit/Toolbar.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat, type Format } from '../../language/format.ts'
import { useNamesOf } from '../../records/useNamesOf.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { auditTexts, type AuditTexts } from '../../texts/en/audit.ts'
import { auditColumns } from './columns.tsx'
import { Export } from './Export.tsx'
import { useAuditFilters } from './filters.tsx'
import { RecordInput } from './RecordInput.tsx'
import { changeSearch, filterOf, type AuditSearch } from './search.ts'

const EventDrawer = lazy(async () => ({ default: (await import('./EventDrawer.tsx')).EventDrawer }))

const DAY_MILLIS = 86_400_000

/** Who did what in the project, and when. */
export function AuditLog(): ReactNode {
  const t = useTexts(auditTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const { id: projectId } = useCurrentProject()
  const search = useSearch({ from: '/owner/projects/$projectId/audit' })
  const { eventId } = useParams({ strict: false })
  const way = useLocation().state.way ?? []
  const at: Keyset = { cursor: search.cursor ?? null, way }
  const filter = filterOf(search)
  const query = useAuditEvents(filter, { cursor: at.cursor, since: search.since ?? null })
  const { data } = query
  const events = data?.events
  const known = useNamesOf(events)
  const columns = useMemo(() => auditColumns(t, format, projectId, known), [t, format, projectId, known])
  const groupOf = useMemo(() => dayOf(t, format), [t, format])

  const hasFilter = Object.keys(filter).length > 0
  const list = { to: '/projects/$projectId/audit', params: { projectId } } as const
  const show = (next: AuditSearch): void => void navigate({ ...list, search: next })
  const filters = useAuditFilters(search, (changes) => show(changeSearch(search, changes)))
  const goTo = ({ cursor, way: next }: Keyset): void =>
    void navigate({
      ...list,
      search: changeSearch(search, { cursor: cursor ?? undefined, since: data?.since ?? undefined }),
      state: (before) => ({ ...before, way: [...next] }),
    })
  const open = (id: string): void =>
    void navigate({
      to: '/projects/$projectId/audit/$eventId',
      params: { projectId, eventId: id },
      search,
      // From one event to the next, Back closes the drawer.
      replace: eventId !== undefined,
      resetScroll: false,
      state: (before) => ({ ...before, way }),
    })
  const close = (): void =>
    void navigate({ ...list, search, resetScroll: false, state: (before) => ({ ...before, way }) })
  const nextCursor = data?.nextCursor ?? null
  const previous = previousPage(at)

  return (
    <>
      <PageHead
        title={t.title}
        lead={t.lead}
        of={useProject().data?.displayName}
        actions={<Export search={search} isDisabled={events?.length === 0 && nextCursor === null} />}
      />
      {events?.length === 0 && !hasFilter && at.cursor === null ? (
        <Empty icon={<ScrollText />} title={t.empty.title} text={t.empty.text} />
      ) : (
        <>
          <Toolbar>
            <AboutSearch onChoose={(about) => show(changeSearch(search, { about }))} />
            <Filters filters={filters} />
          </Toolbar>
          {query.isError && !data ? (
            <Failed
              title={t.loadFailed}
              error={query.error}
              isRetrying={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : events?.length === 0 && nextCursor === null && at.cursor === null ? (
            <NoMatch
              query=""
              filters={filters.flatMap(({ name, value }) => (value === null ? [] : [`${name}: ${value}`]))}
              onClear={() => show({})}
            />
          ) : (
            <>
              {events?.length === 0 ? (
                <p className="soft" role="status">
                  {t.noneOnPage}
                </p>
              ) : (
                <Table
                  label={t.title}
                  columns={columns}
                  rows={events}
                  idOf={idOf}
                  nameOf={nameOf}
                  groupOf={groupOf}
                  isBusy={query.isFetching}
                  openId={eventId}
                  onOpen={({ id }) => open(id)}
                />
              )}
              {events && (
                <TableFoot
                  text={t.count(events.length, format.number(events.length))}
                  onPrevious={previous && (() => goTo(previous))}
                  onNext={nextCursor === null ? null : () => goTo(nextPage(at, nextCursor))}
                />
              )}
            </>
          )}
        </>
      )}
      <Suspense>
        {eventId !== undefined && (
          <EventDrawer
            eventId={eventId}
            events={events ?? []}
            onOpen={open}
            onClose={close}
            onShowAbout={(about) => show({ about })}
          />
        )}
      </Suspense>
    </>
  )
}

/** Searches a person or record, whose events are then shown. `/` moves the focus here. */
function AboutSearch({ onChoose }: { readonly onChoose: (id: string) => void }): ReactNode {
  const t = useTexts(auditTexts)
  const search = useRef<HTMLDivElement>(null)
  useShortcut('/', () => search.current?.querySelector('input')?.focus())
  return (
    <div ref={search} className="search" role="search">
      <Search />
      <RecordInput label={t.search} also="owners" onChoose={onChoose} />
      <kbd aria-hidden="true">/</kbd>
    </div>
  )
}

function dayOf(t: AuditTexts, format: Format): (event: AuditEvent) => string {
  const today = new Date().toISOString().slice(0, 10)
  const yesterday = new Date(Date.now() - DAY_MILLIS).toISOString().slice(0, 10)
  return ({ at }) => {
    const day = at.toISOString().slice(0, 10)
    return day === today ? t.today : day === yesterday ? t.yesterday : format.day(at)
  }
}

const idOf = ({ id }: AuditEvent): string => id
const nameOf = ({ action }: AuditEvent): string => action

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The cursors of the pages before this one; see `kit/keyset.ts`. */
    way?: (string | null)[]
  }
}
