import { SearchX } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'

import { useAuditEvent, type AuditEvent, type AuditEventWithChanges } from '../../data/audit.ts'
import type { Names } from '../../data/people.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { Drawer } from '../../kit/Drawer.tsx'
import { PropertyRow, Rows } from '../../kit/Rows.tsx'
import { Bone, Empty, Failed } from '../../kit/States.tsx'
import { None } from '../../kit/Text.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { Actor } from '../../records/Actor.tsx'
import { EventSentence } from '../../records/EventSentence.tsx'
import { auditTexts } from '../../texts/audit.ts'
import css from './audit.module.css'

export interface EventDrawerProps {
  readonly eventId: string
  readonly known: { readonly names: Names; readonly ownerNames: Names }
  /** The shown page of the log. */
  readonly events: readonly AuditEvent[]
  readonly onOpen: (eventId: string) => void
  readonly onClose: () => void
  readonly onShowAbout: (id: string) => void
}

/** One event with its request and the values that it changed. */
export function EventDrawer({ eventId, events, known, onOpen, onClose, onShowAbout }: EventDrawerProps): ReactNode {
  const t = useTexts(auditTexts)
  const read = useAuditEvent(eventId)
  const place = events.findIndex(({ id }) => id === eventId)
  // The row of the list is shown until the event with its changes is read.
  const event = read.data ?? events[place]
  const [previous, next] = [events[place - 1], place === -1 ? undefined : events[place + 1]]
  return (
    <Drawer
      key="event"
      isSlim
      title={event?.action ?? t.title}
      position={place === -1 ? undefined : { index: place, count: events.length }}
      onPrevious={previous && (() => onOpen(previous.id))}
      onNext={next && (() => onOpen(next.id))}
      onClose={onClose}
    >
      {read.data === null ? (
        <Empty icon={<SearchX />} title={t.drawer.notFound} text={t.drawer.notFoundText} />
      ) : read.isError && !event ? (
        <Failed title={t.drawer.loadFailed} error={read.error} onRetry={() => void read.refetch()} />
      ) : event ? (
        <>
          <EventSentence event={event} {...known} />
          <Details event={event} known={known} onShowAbout={onShowAbout} />
          {read.data && <Changes event={read.data} />}
        </>
      ) : (
        <Bone width="60%" />
      )}
    </Drawer>
  )
}

function Details({
  event,
  known,
  onShowAbout,
}: Pick<EventDrawerProps, 'known' | 'onShowAbout'> & { readonly event: AuditEvent }): ReactNode {
  const t = useTexts(auditTexts)
  const format = useFormat()
  const { targetId, requestId } = event
  return (
    <div className={css['related']}>
      <Rows>
        <PropertyRow label={t.drawer.time}>{format.exact(event.at)}</PropertyRow>
        <PropertyRow label={t.drawer.actor} note={event.actor.id && <bdi className="mono">{event.actor.id}</bdi>}>
          <Actor event={event} {...known} />
        </PropertyRow>
        <PropertyRow label={t.drawer.outcome}>{t.outcomes[event.outcome]}</PropertyRow>
        {event.reason !== null && (
          <PropertyRow label={t.drawer.reason}>
            <bdi>{event.reason}</bdi>
          </PropertyRow>
        )}
        <PropertyRow
          label={t.drawer.target}
          action={targetId !== null && <CopyButton text={targetId} what={t.drawer.targetId} />}
          note={
            targetId !== null && <LinkButton onClick={() => onShowAbout(targetId)}>{t.drawer.onlyAbout}</LinkButton>
          }
        >
          {targetId === null ? <None /> : <bdi className="mono">{targetId}</bdi>}
        </PropertyRow>
        <PropertyRow label={t.drawer.address}>
          {event.clientAddress === null ? <None /> : <bdi className="mono">{event.clientAddress}</bdi>}
        </PropertyRow>
        <PropertyRow
          label={t.drawer.request}
          action={requestId !== null && <CopyButton text={requestId} what={t.drawer.requestId} />}
        >
          {requestId === null ? <None /> : <bdi className="mono">{requestId}</bdi>}
        </PropertyRow>
        {event.changedFields !== null && event.changedFields.length > 0 && (
          <PropertyRow label={t.drawer.fields}>
            <bdi className="mono">{event.changedFields.join(', ')}</bdi>
          </PropertyRow>
        )}
      </Rows>
    </div>
  )
}

/** Before and after, field by field. */
function Changes({ event }: { readonly event: AuditEventWithChanges }): ReactNode {
  const t = useTexts(auditTexts)
  const changes = useMemo(
    () =>
      (event.changes ?? []).map(({ field, before, after }) => ({ field, before: print(before), after: print(after) })),
    [event.changes],
  )
  if (changes.length === 0) return null
  return (
    <section className={css['changes']}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <h3>
            <bdi className="mono">{field}</bdi>
          </h3>
          <div className={css['values']}>
            <CodeBlock title={t.drawer.before} code={before ?? t.drawer.tooLarge} isWrapped />
            <CodeBlock title={t.drawer.after} code={after ?? t.drawer.tooLarge} isWrapped />
          </div>
        </div>
      ))}
    </section>
  )
}

function print(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value, null, 2)
}
