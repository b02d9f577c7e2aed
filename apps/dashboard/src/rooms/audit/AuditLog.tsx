import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Download, ScrollText } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'

import { useAuditEvents, useExportAuditEvents, type AuditEvent } from '../../data/audit.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { announce } from '../../kit/announce.ts'
import { Button } from '../../kit/Button.tsx'
import { download } from '../../kit/download.ts'
import { useFailureText } from '../../kit/failure.ts'
import { FieldError } from '../../kit/Field.tsx'
import { nextPage, previousPage, type Keyset } from '../../kit/keyset.ts'
import { SearchInput } from '../../kit/SearchInput.tsx'
import { Empty, Failed, NoMatch } from '../../kit/States.tsx'
import { Table } from '../../kit/Table.tsx'
import { Filters, TableFoot, Toolbar, type Filter } from '../../kit/Toolbar.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat, type Format } from '../../language/format.ts'
import { actionsOf } from '../../records/event-words.ts'
import { useNamesOf } from '../../records/useNamesOf.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import type { AuditTexts } from '../../texts/audit.en.ts'
import { auditTexts } from '../../texts/audit.ts'
import { eventsTexts } from '../../texts/events.ts'
import css from './audit.module.css'
import { auditColumns } from './columns.tsx'
import { actorTypes, filterOf, outcomes, periods, type AuditSearch } from './search.ts'

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
  const events = useAuditEvents(filter, at.cursor)
  const rows = events.data
  const known = useNamesOf(rows)
  const columns = useMemo(() => auditColumns(t, format, projectId, known), [t, format, projectId, known])
  const groupOf = useMemo(() => dayOf(t, format), [t, format])

  const hasFilter = Object.keys(filter).length > 0
  const to = '/projects/$projectId/audit'
  const params = { projectId }
  const show = (next: AuditSearch): void => void navigate({ to, params, search: next, replace: true })
  const change = ({ cursor: _cursor, ...rest }: AuditSearch): void => show(rest)
  const goTo = ({ cursor, way: next }: Keyset): void => {
    const { cursor: _cursor, ...rest } = search
    void navigate({
      to,
      params,
      search: { ...rest, ...(cursor !== null && { cursor }) },
      state: (before) => ({ ...before, way: [...next] }),
    })
  }
  const open = (id: string): void =>
    void navigate({
      to: '/projects/$projectId/audit/$eventId',
      params: { projectId, eventId: id },
      search,
      state: (before) => ({ ...before, way }),
    })
  const close = (): void => void navigate({ to, params, search, state: (before) => ({ ...before, way }) })
  const nextCursor = rows?.nextCursor ?? null
  const before = previousPage(at)
  const filters = useFilters(search, change)

  return (
    <>
      <PageHead
        title={t.title}
        lead={t.lead}
        of={useProject().data?.displayName}
        actions={<Export search={search} isDisabled={rows?.length === 0} />}
      />
      {rows?.length === 0 && !hasFilter && at.cursor === null ? (
        <Empty icon={<ScrollText />} title={t.empty.title} text={t.empty.text} />
      ) : (
        <>
          <Toolbar>
            <SearchInput
              label={t.search}
              value={search.about ?? ''}
              onChange={(about) => {
                const { about: _about, ...rest } = search
                change(about === '' ? rest : { ...rest, about })
              }}
            />
            <Filters filters={filters} />
          </Toolbar>
          {events.isError && !rows ? (
            <Failed
              title={t.loadFailed}
              error={events.error}
              isRetrying={events.isFetching}
              onRetry={() => void events.refetch()}
            />
          ) : rows?.length === 0 && nextCursor === null && at.cursor === null ? (
            <NoMatch
              query={search.about ?? ''}
              filters={filters.flatMap(({ name, value }) => (value === null ? [] : [`${name}: ${value}`]))}
              onClear={() => show({})}
            />
          ) : (
            <>
              {rows?.length === 0 ? (
                <p className="soft" role="status">
                  {t.noneOnPage}
                </p>
              ) : (
                <Table
                  label={t.title}
                  columns={columns}
                  rows={rows}
                  idOf={idOf}
                  nameOf={nameOf}
                  groupOf={groupOf}
                  isBusy={events.isFetching}
                  openId={eventId}
                  onOpen={({ id }) => open(id)}
                />
              )}
              {rows && (
                <TableFoot
                  text={t.count(rows.length, format.number(rows.length))}
                  onPrevious={before && (() => goTo(before))}
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
            known={known}
            events={rows ?? []}
            onOpen={open}
            onClose={close}
            onShowAbout={(about) => show({ about })}
          />
        )}
      </Suspense>
    </>
  )
}

/** Saves the events of the filters as JSON lines. */
function Export({ search, isDisabled }: { readonly search: AuditSearch; readonly isDisabled: boolean }): ReactNode {
  const t = useTexts(auditTexts)
  const format = useFormat()
  const failureText = useFailureText()
  const readEvents = useExportAuditEvents()
  const [count, setCount] = useState(0)
  const controller = useRef<AbortController>(null)
  const { id } = useCurrentProject()
  useEffect(() => () => controller.current?.abort(), [])
  const save = useAction(async () => {
    const current = new AbortController()
    controller.current = current
    setCount(0)
    const lines = await readEvents(filterOf(search), setCount, current.signal)
    if (current.signal.aborted) return
    download(`audit-${id}-${new Date().toISOString().slice(0, 10)}.jsonl`, lines, 'application/jsonl')
    announce(t.exported(format.number(lines.length)))
  })
  return (
    <>
      {save.failure !== null && <FieldError>{failureText(save.failure)}</FieldError>}
      {save.phase === 'pending' && count > 0 && (
        <>
          <span className={`${css['progress']} soft`} role="status">
            {t.exporting(format.number(count))}
          </span>
          <Button variant="ghost" onClick={() => controller.current?.abort()}>
            {t.cancelExport}
          </Button>
        </>
      )}
      <Button phase={save.phase} pendingLabel={t.export} disabled={isDisabled} onClick={() => void save.run()}>
        <Download />
        {t.export}
      </Button>
    </>
  )
}

function useFilters(search: AuditSearch, change: (search: AuditSearch) => void): Filter[] {
  const t = useTexts(auditTexts)
  const actions = actionsOf(useTexts(eventsTexts))
  const { actor, outcome, action, days, ...rest } = search
  const all = {
    ...(actor !== undefined && { actor }),
    ...(outcome !== undefined && { outcome }),
    ...(action !== undefined && { action }),
    ...(days !== undefined && { days }),
  }
  const without = (name: keyof typeof all): AuditSearch => {
    const { [name]: _removed, ...others } = { ...rest, ...all }
    return others
  }
  const choices = <Value extends string | number>(
    values: readonly Value[],
    current: Value | undefined,
    label: (value: Value) => string,
    set: (value: Value) => void,
  ): Filter['choices'] =>
    function Choices(close) {
      return (
        <div className={css['filter']}>
          {values.map((value) => (
            <MenuChoice
              key={value}
              isChecked={value === current}
              onSelect={() => {
                set(value)
                close()
              }}
            >
              {label(value)}
            </MenuChoice>
          ))}
        </div>
      )
    }
  return [
    {
      id: 'days',
      name: t.filters.days,
      value: days === undefined ? null : t.periods[days],
      choices: choices(
        periods,
        days,
        (value) => t.periods[value],
        (value) => change({ ...without('days'), days: value }),
      ),
      onClear: () => change(without('days')),
    },
    {
      id: 'actor',
      name: t.filters.actor,
      value: actor === undefined ? null : t.actors[actor],
      choices: choices(
        actorTypes,
        actor,
        (value) => t.actors[value],
        (value) => change({ ...without('actor'), actor: value }),
      ),
      onClear: () => change(without('actor')),
    },
    {
      id: 'action',
      name: t.filters.action,
      value: action ?? null,
      choices: choices(
        actions,
        action,
        (value) => value,
        (value) => change({ ...without('action'), action: value }),
      ),
      onClear: () => change(without('action')),
    },
    {
      id: 'outcome',
      name: t.filters.outcome,
      value: outcome === undefined ? null : t.outcomes[outcome],
      choices: choices(
        outcomes,
        outcome,
        (value) => t.outcomes[value],
        (value) => change({ ...without('outcome'), outcome: value }),
      ),
      onClear: () => change(without('outcome')),
    },
  ]
}

function MenuChoice({
  isChecked,
  onSelect,
  children,
}: {
  readonly isChecked: boolean
  readonly onSelect: () => void
  readonly children: string
}): ReactNode {
  return (
    <button type="button" className="menu-item" aria-pressed={isChecked} onClick={onSelect}>
      <span>{children}</span>
    </button>
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
