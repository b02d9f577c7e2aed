import type { ReactNode } from 'react'

import { useRecordEvents, type EventsOf } from '../data/events.ts'
import { ActFailure } from '../kit/ActFailure.tsx'
import { Button } from '../kit/Button.tsx'
import { ListRow, Rows } from '../kit/Rows.tsx'
import { RowsSkeleton } from '../kit/Skeleton.tsx'
import { Time } from '../kit/Text.tsx'
import { useTexts } from '../language/useTexts.ts'
import { Loaded } from '../page/Loaded.tsx'
import { RoomLink } from '../shell/RoomLink.tsx'
import { kitTexts } from '../texts/en/kit.ts'
import { recordEventsTexts } from '../texts/en/record-events.ts'
import { Actor } from './Actor.tsx'
import { EventSentence } from './EventSentence.tsx'
import css from './events.module.css'
import { useNamesOf } from './useNamesOf.ts'

/** What happened to a record, newest first. Each event leads to the audit log. */
export function EventList({ of }: { readonly of: EventsOf }): ReactNode {
  const t = useTexts(recordEventsTexts)
  const { loading } = useTexts(kitTexts)
  const query = useRecordEvents(of)
  const { readMore } = query
  const known = useNamesOf(query.data)
  return (
    <Loaded query={query} failed={t.loadFailed} skeleton={<RowsSkeleton kind="list" isFlush />}>
      {(events) =>
        events.length === 0 && readMore === null ? (
          <p className="soft">{t.none}</p>
        ) : (
          <section aria-label={t.title}>
            <Rows kind="list" isFlush>
              {events.map((event) => (
                <ListRow
                  key={event.id}
                  action={
                    <span className="small soft">
                      <Time at={event.at} />
                    </span>
                  }
                >
                  <RoomLink room="audit" path={`/${event.id}`} className={`${css['entry']}`}>
                    <Actor event={event} {...known} />
                    <EventSentence event={event} {...known} />
                  </RoomLink>
                </ListRow>
              ))}
            </Rows>
            {readMore && (
              <div className="after-action">
                <Button phase={query.isReadingMore ? 'pending' : 'idle'} pendingLabel={loading} onClick={readMore}>
                  {t.older}
                </Button>
                <ActFailure failure={query.moreFailure} onRepeat={readMore} />
              </div>
            )}
          </section>
        )
      }
    </Loaded>
  )
}
