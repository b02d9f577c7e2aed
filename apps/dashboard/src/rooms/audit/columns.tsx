import type { Format } from '@portico/ui/language/format'
import { Link } from '@tanstack/react-router'

import type { AuditEvent } from '../../data/audit.ts'
import type { Column } from '../../kit/columns.ts'
import { MiddleCut, None } from '../../kit/Text.tsx'
import { Tip } from '../../kit/Tip.tsx'
import { Actor } from '../../records/Actor.tsx'
import { EventSentence } from '../../records/EventSentence.tsx'
import type { KnownNames } from '../../records/useNamesOf.ts'
import type { AuditTexts } from '../../texts/en/audit.ts'
import css from './audit.module.css'

export function auditColumns(
  t: AuditTexts,
  format: Format,
  projectId: string,
  known: KnownNames,
): Column<AuditEvent>[] {
  return [
    {
      id: 'time',
      head: t.columns.time,
      width: '88px',
      onPhone: 'corner',
      cell: ({ at }) => (
        <Tip text={format.exact(at)}>
          <time dateTime={at.toISOString()}>{format.utcClock(at)}</time>
        </Tip>
      ),
    },
    {
      id: 'actor',
      head: t.columns.actor,
      width: '232px',
      onPhone: 'title',
      cell: (event) => (
        <Link
          to="/projects/$projectId/audit/$eventId"
          params={{ projectId, eventId: event.id }}
          search
          resetScroll={false}
          className={css['open']}
          tabIndex={-1}
        >
          <Actor event={event} {...known} />
        </Link>
      ),
    },
    {
      id: 'event',
      head: t.columns.event,
      onPhone: 'line',
      cell: (event) => <EventSentence event={event} {...known} />,
    },
    {
      id: 'address',
      head: t.columns.address,
      width: '148px',
      isSecondary: true,
      cell: ({ clientAddress }) =>
        clientAddress === null ? <None /> : <MiddleCut className="mono">{clientAddress}</MiddleCut>,
    },
  ]
}
