import type { ReactNode } from 'react'

import { useRecordEvents, type EventsOf } from '../data/events.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { ListRow, Rows } from '../kit/Rows.tsx'
import { Bone, Failed } from '../kit/States.tsx'
import { Time } from '../kit/Text.tsx'
import { useTexts } from '../language/define-texts.ts'
import { useFormat } from '../language/format.ts'
import { recordEventsTexts } from '../texts/record-events.ts'
import { kitTexts } from '../texts/kit.ts'

/** What happened to a record, newest first, in a drawer. */
export function EventsTab({ of }: { readonly of: EventsOf }): ReactNode {
  const t = useTexts(recordEventsTexts)
  const { loading } = useTexts(kitTexts)
  const format = useFormat()
  const query = useRecordEvents(of)
  const { events, readMore } = query
  if (!events) {
    if (!query.isError) return <Bone width="60%" />
    return (
      <Failed
        title={t.loadFailed}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (events.length === 0 && readMore === null) return <p className="soft">{t.none}</p>
  return (
    <section aria-label={t.title}>
      <Rows kind="list" isFlush>
        {events.map((event) => {
          const by = [t.actors[event.actor.type], event.clientAddress].filter(Boolean).join(' · ')
          return (
            <ListRow key={event.id} action={<Time at={event.at} />}>
              <span className="row">
                <span className="mono" dir="ltr">
                  {event.action}
                </span>
                {event.outcome === 'refused' && <Badge tone="warn">{t.refused}</Badge>}
              </span>
              <span className="row-note">
                {by}
                {event.reason !== null && <bdi> · {event.reason}</bdi>}
                {event.changedFields !== null && event.changedFields.length > 0 && (
                  <bdi> · {t.changed(format.list(event.changedFields))}</bdi>
                )}
              </span>
            </ListRow>
          )
        })}
      </Rows>
      {readMore && (
        <Button phase={query.isFetching ? 'pending' : 'idle'} pendingLabel={loading} onClick={readMore}>
          {t.older}
        </Button>
      )}
    </section>
  )
}
