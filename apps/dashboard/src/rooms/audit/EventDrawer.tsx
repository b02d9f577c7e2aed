import { Link, useParams } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'

import { auditEvents, type AuditEvent, type AuditEventWithChanges } from '../../data/audit.ts'
import { useOwners } from '../../data/owners.ts'
import { useCurrentProject } from '../../data/projects.ts'
import { State } from '../../kit/Badge.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { DiffBlock } from '../../kit/DiffBlock.tsx'
import { PropertyRow, Rows } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Note } from '../../kit/States.tsx'
import { MiddleCut, None } from '../../kit/Text.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { RecordDrawer } from '../../page/RecordDrawer.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { Actor } from '../../records/Actor.tsx'
import { useEventTitle } from '../../records/EventSentence.tsx'
import { fieldIn, isAskedToSignIn, isNewState, reasonIn, targetKindOf } from '../../records/event-words.ts'
import { TargetLink } from '../../records/TargetLink.tsx'
import { useNamesOf, type KnownNames } from '../../records/useNamesOf.ts'
import { auditTexts } from '../../texts/en/audit.ts'
import { eventsTexts } from '../../texts/en/events.ts'
import css from './audit.module.css'
import { auditList } from './list.ts'

/** One event with its request and the values that it changed. */
export function EventDrawer(): ReactNode {
  const shown = useListPage(auditList)
  const { t } = shown.context
  const { eventId } = useParams({ from: '/owner/projects/$projectId/audit/$eventId' })
  const row = shown.rows?.find(({ id }) => id === eventId)
  const query = auditEvents.useRead('one', [eventId], row && { meanwhile: { ...row, changes: null } })
  const event = query.data ?? undefined
  const known = useNamesOf(useMemo(() => (event ? [event] : []), [event]))
  const title = useEventTitle(event, known)
  return (
    <RecordDrawer
      shown={shown}
      query={query}
      kind={t.columns.event}
      missing={{ title: t.drawer.notFound, text: t.drawer.notFoundText }}
      failed={t.drawer.loadFailed}
      titleOf={() => title}
      note={({ action }) => <bdi className="mono">{action}</bdi>}
      skeleton={<RowsSkeleton isFlush count={6} />}
      isSlim
    >
      {(read) => (
        <>
          <Details event={read} known={known} />
          <Changes event={read} />
        </>
      )}
    </RecordDrawer>
  )
}

interface DetailsProps {
  readonly event: AuditEvent
  readonly known: KnownNames
}

function Details({ event, known }: DetailsProps): ReactNode {
  const t = useTexts(auditTexts)
  const words = useTexts(eventsTexts)
  const format = useFormat()
  const { reason, requestId, changedFields, clientAddress } = event
  const mono = (text: string | null): ReactNode => (text === null ? <None /> : <bdi className="mono">{text}</bdi>)
  return (
    <Rows isFlush>
      <PropertyRow label={t.drawer.time}>{format.exact(event.at)}</PropertyRow>
      <Causer event={event} known={known} />
      <Target event={event} known={known} />
      <Involved event={event} known={known} />
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
        <PropertyRow label={t.drawer.reason} note={reasonIn(reason, words) !== reason && mono(reason)}>
          <bdi className="wrap">{reasonIn(reason, words)}</bdi>
        </PropertyRow>
      )}
      <PropertyRow label={t.drawer.address}>{mono(clientAddress)}</PropertyRow>
      <PropertyRow
        label={t.drawer.request}
        action={requestId !== null && <CopyButton text={requestId} what={t.drawer.requestId} />}
      >
        {mono(requestId)}
      </PropertyRow>
      {changedFields !== null && changedFields.length > 0 && (
        <PropertyRow label={t.drawer.fields}>
          {format.list([...new Set(changedFields.map((field) => fieldIn(field, words, reason)))])}
        </PropertyRow>
      )}
    </Rows>
  )
}

/** Who caused the event, with a link to the page of the person. */
function Causer({ event, known }: DetailsProps): ReactNode {
  const { drawer: t } = useTexts(auditTexts)
  const { id, type } = event.actor
  const owner = useOwners().data?.find(({ userId }) => userId === id)
  const name = <Actor event={event} {...known} />
  if (id === null) return <PropertyRow label={t.actor}>{name}</PropertyRow>
  const hasPage = type === 'admin' ? owner !== undefined : known.names.get(id) !== null
  return (
    <PropertyRow
      label={t.actor}
      note={
        <span className={css['note']}>
          {owner?.primaryEmail && owner.displayName?.trim() && <bdi>{owner.primaryEmail}</bdi>}
          <MiddleCut className="mono">{id}</MiddleCut>
        </span>
      }
      action={<CopyButton text={id} what={t.actorId} />}
    >
      {hasPage ? (
        <span className={css['actor']}>
          <TargetLink kind={type === 'admin' ? 'owner' : 'user'} targetId={id}>
            {name}
          </TargetLink>
        </span>
      ) : (
        name
      )}
    </PropertyRow>
  )
}

/** The other records of the event. */
function Involved({ event: { teamId, permissionId, providerId, targetId }, known }: DetailsProps): ReactNode {
  const { drawer: t } = useTexts(auditTexts)
  const isOther = (id: string | null): id is string => id !== null && id !== targetId
  const team = known.titles.get(teamId ?? '')
  return (
    <>
      {isOther(teamId) && (
        <PropertyRow label={t.kinds.team} note={<MiddleCut className="mono">{teamId}</MiddleCut>}>
          {team ? (
            <TargetLink kind="team" targetId={teamId}>
              <bdi>{team}</bdi>
            </TargetLink>
          ) : (
            <None />
          )}
        </PropertyRow>
      )}
      {isOther(permissionId) && (
        <PropertyRow label={t.kinds.permission}>
          <bdi className="mono">{permissionId}</bdi>
        </PropertyRow>
      )}
      {isOther(providerId) && (
        <PropertyRow label={t.kinds.provider}>
          <TargetLink kind="provider" targetId={providerId}>
            {known.providerName(providerId)}
          </TargetLink>
        </PropertyRow>
      )}
    </>
  )
}

/** What the event is about, with a link to it and to all its events. */
function Target({ event, known }: DetailsProps): ReactNode {
  const t = useTexts(auditTexts)
  const { id: projectId } = useCurrentProject()
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
          <Link to="/projects/$projectId/audit" params={{ projectId }} search={{ about: targetId }}>
            {t.drawer.onlyAbout}
          </Link>
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
