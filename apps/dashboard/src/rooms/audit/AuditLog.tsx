import type { Format } from '@portico/ui/language/format'
import { Outlet } from '@tanstack/react-router'
import { ScrollText, Search } from 'lucide-react'
import { useMemo, useRef, type ReactNode } from 'react'

import { useExportAuditEvents, type AuditEvent } from '../../data/audit.ts'
import { useShortcut } from '../../kit/shortcuts.ts'
import { Empty } from '../../kit/States.tsx'
import { ExportButton } from '../../page/ExportButton.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { useNamesOf } from '../../records/useNamesOf.ts'
import type { AuditTexts } from '../../texts/en/audit.ts'
import { auditColumns } from './columns.tsx'
import { filterOf } from './event-filter.ts'
import { eventsCsv, eventsJson } from './events-file.ts'
import { auditList } from './list.ts'
import { RecordInput } from './RecordInput.tsx'

const DAY_MILLIS = 86_400_000

/** Who did what in the project, and when. */
export function AuditLog(): ReactNode {
  const shown = useListPage(auditList)
  const { rows, search, change } = shown
  const { t, format, projectId } = shown.context
  const known = useNamesOf(rows)
  const columns = useMemo(() => auditColumns(t, format, projectId, known), [t, format, projectId, known])
  const groupOf = useMemo(() => dayOf(t, format), [t, format])
  const readAll = useExportAuditEvents()
  return (
    <ListPage
      shown={shown}
      head={{
        title: t.title,
        lead: t.lead,
        actions: (
          <ExportButton
            label={t.export}
            isLabelled
            isDisabled={rows?.length === 0 && shown.nextCursor === null}
            name={`audit-${projectId}`}
            kinds={[
              { label: t.exportJson, extension: 'jsonl', open: eventsJson },
              { label: t.exportCsv, extension: 'csv', open: eventsCsv },
            ]}
            readAll={(onLines, signal) => readAll(filterOf(search), onLines, signal)}
            texts={t}
          />
        ),
      }}
      label={t.title}
      search={<AboutSearch label={t.search} onChoose={(about) => change({ about })} />}
      columns={columns}
      groupOf={groupOf}
      failed={t.loadFailed}
      foot={t.count(rows?.length ?? 0, format.number(rows?.length ?? 0))}
      empty={<Empty icon={<ScrollText />} title={t.empty.title} text={t.empty.text} />}
    >
      <Outlet />
    </ListPage>
  )
}

/** Searches a person or record, whose events are then shown. `/` moves the focus here. */
function AboutSearch({
  label,
  onChoose,
}: {
  readonly label: string
  readonly onChoose: (id: string) => void
}): ReactNode {
  const search = useRef<HTMLDivElement>(null)
  useShortcut('/', () => search.current?.querySelector('input')?.focus())
  return (
    <div ref={search} className="search" role="search">
      <Search />
      <RecordInput label={label} also="owners" onChoose={onChoose} />
      <kbd aria-hidden="true">/</kbd>
    </div>
  )
}

function dayOf(t: AuditTexts, format: Format): (event: AuditEvent) => string {
  const [today, yesterday] = [dayText(Date.now()), dayText(Date.now() - DAY_MILLIS)]
  return ({ at }) => {
    const day = dayText(at.getTime())
    return day === today ? t.today : day === yesterday ? t.yesterday : format.day(at)
  }
}

/** The day of a moment in UTC: `2026-11-23`. */
function dayText(atMillis: number): string {
  return new Date(atMillis).toISOString().slice(0, 10)
}
