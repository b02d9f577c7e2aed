import { providerName } from '@portico/client/admin'
import { CircleAlert, SearchX } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'

import { useAuditEvent, type AuditEvent, type AuditEventWithChanges } from '../../data/audit.ts'
import { useOwners } from '../../data/owners.ts'
import { State } from '../../kit/Badge.tsx'
import { LinkButton } from '../../kit/Button.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { DiffBlock } from '../../kit/DiffBlock.tsx'
import { Drawer } from '../../kit/Drawer.tsx'
import { PropertyRow, Rows } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Empty, Failed, Note } from '../../kit/States.tsx'
import { MiddleCut, None } from '../../kit/Text.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { Actor } from '../../records/Actor.tsx'
import { useEventTitle } from '../../records/EventSentence.tsx'
import { fieldIn, isAskedToSignIn, isNewState, reasonIn, targetKindOf } from '../../records/event-words.ts'
import { TargetLink } from '../../records/TargetLink.tsx'
import { useNamesOf, type KnownNames } from '../../records/useNamesOf.ts'
import { auditTexts } from '../../texts/en/audit.ts'
import { eventsTexts } from '../../texts/en/events.ts'
import css from './audit.module.css'

export interface EventDrawerProps {
  readonly eventId: string
  /** The shown page of the log. */
  readonly events: readonly AuditEvent[]
  readonly onOpen: (eventId: string) => void
  readonly onClose: () => void
  readonly onShowAbout: (id: string) => void
}

/** One event with its request and the values that it changed. */
export function EventDrawer({ eventId, events, onOpen, onClose, onShowAbout }: EventDrawerProps): ReactNode {
  const t = useTexts(auditTexts)
  const read = useAuditEvent(eventId)
  const place = events.findIndex(({ id }) => id === eventId)
  // The row of the list is shown until the event with its changes is read.
  const event = read.data ?? events[place]
  const known = useNamesOf(useMemo(() => (event ? [event] : []), [event]))
  const title = useEventTitle(event, known)
  const [previous, next] = [events[place - 1], place === -1 ? undefined : events[place + 1]]
  return (
    <Drawer
      key="event"
      isSlim
      title={title || t.columns.event}
      isLoading={!event && read.data !== null && !read.isError}
      note={event && <bdi className="mono">{event.action}</bdi>}
      position={place === -1 ? undefined : { index: place, count: events.length }}
      onPrevious={previous && (() => onOpen(previous.id))}
      onNext={next && (() => onOpen(next.id))}
      onClose={onClose}
    >
      {read.data === null ? (
        <Empty icon={<SearchX />} title={t.drawer.notFound} text={t.drawer.notFoundText} />
      ) : read.isError && !event ? (
        <Failed
          title={t.drawer.loadFailed}
          error={read.error}
          isRetrying={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : event ? (
        <>
          <Details event={event} known={known} onShowAbout={onShowAbout} />
          {read.data && <Changes event={read.data} />}
        </>
      ) : (
        <RowsSkeleton isFlush count={6} />
      )}
    </Drawer>
  )
}

interface DetailsProps {
  readonly event: AuditEvent
  readonly known: KnownNames
  readonly onShowAbout: (id: string) => void
}

function Details({ event, known, onShowAbout }: DetailsProps): ReactNode {
  const t = useTexts(auditTexts)
  const words = useTexts(eventsTexts)
  const format = useFormat()
  const { actor, reason, requestId, changedFields } = event
  const owner = useOwners().data?.find(({ userId }) => userId === actor.id)
  const hasActorPage =
    actor.id !== null && (actor.type === 'admin' ? owner !== undefined : known.names.get(actor.id) !== null)
  return (
    <Rows isFlush>
      <PropertyRow label={t.drawer.time}>{format.exact(event.at)}</PropertyRow>
      <PropertyRow
        label={t.drawer.actor}
        note={
          actor.id !== null && (
            <span className={css['note']}>
              {owner?.primaryEmail && owner.displayName?.trim() && <bdi>{owner.primaryEmail}</bdi>}
              <MiddleCut className="mono">{actor.id}</MiddleCut>
            </span>
          )
        }
        action={actor.id !== null && <CopyButton text={actor.id} what={t.drawer.actorId} />}
      >
        {actor.id !== null && hasActorPage ? (
          <span className={css['actor']}>
            <TargetLink kind={actor.type === 'admin' ? 'owner' : 'user'} targetId={actor.id}>
              <Actor event={event} {...known} />
            </TargetLink>
          </span>
        ) : (
          <Actor event={event} {...known} />
        )}
      </PropertyRow>
      <Target event={event} known={known} onShowAbout={onShowAbout} />
      {event.teamId !== null && event.teamId !== event.targetId && (
        <PropertyRow label={t.drawer.team} note={<MiddleCut className="mono">{event.teamId}</MiddleCut>}>
          {known.titles.get(event.teamId) ? (
            <TargetLink kind="team" targetId={event.teamId}>
              <bdi>{known.titles.get(event.teamId)}</bdi>
            </TargetLink>
          ) : (
            <None />
          )}
        </PropertyRow>
      )}
      {event.permissionId !== null && event.permissionId !== event.targetId && (
        <PropertyRow label={t.drawer.permission}>
          <bdi className="mono">{event.permissionId}</bdi>
        </PropertyRow>
      )}
      {event.providerId !== null && event.providerId !== event.targetId && (
        <PropertyRow label={t.drawer.provider}>
          <TargetLink kind="provider" targetId={event.providerId}>
            {providerName(event.providerId)}
          </TargetLink>
        </PropertyRow>
      )}
      <PropertyRow label={t.drawer.outcome}>
        {isAskedToSignIn(event) ? (
          t.askedToSignIn
        ) : event.outcome === 'ok' ? (
          t.outcomes.ok
        ) : (
          <State tone="danger" icon={<CircleAlert />}>
            {t.outcomes.refused}
          </State>
        )}
      </PropertyRow>
      {reason !== null && !isNewState(reason) && (
        <PropertyRow
          label={t.drawer.reason}
          note={reasonIn(reason, words) !== reason && <bdi className="mono">{reason}</bdi>}
        >
          <bdi className="wrap">{reasonIn(reason, words)}</bdi>
        </PropertyRow>
      )}
      <PropertyRow label={t.drawer.address}>
        {event.clientAddress === null ? <None /> : <bdi className="mono">{event.clientAddress}</bdi>}
      </PropertyRow>
      <PropertyRow
        label={t.drawer.request}
        action={requestId !== null && <CopyButton text={requestId} what={t.drawer.requestId} />}
      >
        {requestId === null ? <None /> : <bdi className="mono">{requestId}</bdi>}
      </PropertyRow>
      {changedFields !== null && changedFields.length > 0 && (
        <PropertyRow label={t.drawer.fields}>
          {format.list([...new Set(changedFields.map((field) => fieldIn(field, words, reason)))])}
        </PropertyRow>
      )}
    </Rows>
  )
}

/** What the event is about, with a link to it and to all its events. */
function Target({ event, known, onShowAbout }: DetailsProps): ReactNode {
  const t = useTexts(auditTexts)
  const { targetId } = event
  if (targetId === null) {
    return (
      <PropertyRow label={t.drawer.target}>
        <None />
      </PropertyRow>
    )
  }
  const kind = targetKindOf(event)
  const name =
    (kind === 'user' ? known.names : kind === 'owner' ? known.ownerNames : known.titles).get(targetId) ?? null
  const isGone = (kind === 'user' || kind === 'team') && name === null
  return (
    <PropertyRow
      label={t.drawer.target}
      note={
        <span className={css['note']}>
          {kind !== null && <MiddleCut className="mono">{targetId}</MiddleCut>}
          <LinkButton onClick={() => onShowAbout(targetId)}>{t.drawer.onlyAbout}</LinkButton>
        </span>
      }
      action={<CopyButton text={targetId} what={t.drawer.targetId} />}
    >
      {kind === null ? (
        <bdi className="mono">{targetId}</bdi>
      ) : isGone ? (
        t.drawer.kinds[kind]
      ) : (
        <TargetLink kind={kind} targetId={targetId}>
          {name ? <bdi>{name}</bdi> : t.drawer.kinds[kind]}
        </TargetLink>
      )}
    </PropertyRow>
  )
}

/** Before and after, field by field. */
function Changes({ event: { changes } }: { readonly event: AuditEventWithChanges }): ReactNode {
  const t = useTexts(auditTexts)
  if (changes === null || changes.length === 0) return null
  return (
    <section className={css['changes']}>
      <h3>{t.drawer.changes}</h3>
      {changes.map(({ field, before, after }) =>
        before === undefined || after === undefined ? (
          <Note key={field}>
            <bdi className="mono">{field}</bdi>: {t.drawer.tooLarge}
          </Note>
        ) : (
          <DiffBlock key={field} title={field} before={print(before)} after={print(after)} />
        ),
      )}
    </section>
  )
}

function print(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
