import { CircleAlert, VenetianMask } from 'lucide-react'
import type { ReactNode } from 'react'

import type { AuditEvent } from '../data/audit.ts'
import type { Names } from '../data/people.ts'
import { fill } from '../language/fill.tsx'
import { useTexts } from '../language/define-texts.ts'
import { eventsTexts } from '../texts/events.ts'
import { isAboutOwner, sentenceOf, targetUserOf } from './event-words.ts'
import css from './events.module.css'

export interface EventSentenceProps {
  readonly event: AuditEvent
  /** The names of the users that the events are about; see `targetUserOf`. */
  readonly names: Names
  readonly ownerNames: Names
  /** What the target is called, if it is no person and the page knows it. */
  readonly targetName?: string | undefined
}

/** What happened, as a sentence without its subject. Refused acts and impersonation have a mark. */
export function EventSentence({ event, names, ownerNames, targetName }: EventSentenceProps): ReactNode {
  const t = useTexts(eventsTexts)
  const isImpersonation = event.action === 'session.impersonation_started'
  return (
    <span className={css['event']}>
      {event.outcome === 'refused' && <CircleAlert className="danger-text" />}
      {isImpersonation && <VenetianMask className="warn-text" />}
      <span className="cut">
        {fill(sentenceOf(event, t), {
          target: <Target event={event} names={isAboutOwner(event) ? ownerNames : names} targetName={targetName} />,
        })}
        {event.reason !== null && (
          <>
            {' '}
            <span className="faint">
              · <bdi>{event.reason}</bdi>
            </span>
          </>
        )}
      </span>
    </span>
  )
}

function Target({
  event,
  names,
  targetName,
}: {
  readonly event: AuditEvent
  readonly names: Names
  readonly targetName: string | undefined
}): ReactNode {
  const t = useTexts(eventsTexts)
  const { actor, targetId } = event
  if (targetId === null) return null
  const isPerson = targetUserOf(event) !== null || isAboutOwner(event)
  if (isPerson && actor.type === 'user' && actor.id === targetId) return t.own
  const name = isPerson ? names.get(targetId) : targetName
  if (name === null && !isAboutOwner(event)) return t.deletedUser
  if (name === '') return t.noName
  return name ? <bdi className="strong">{name}</bdi> : <bdi className="mono">{shortId(targetId)}</bdi>
}

/** The end of a UUID identifies it among the few of a page. Other targets, such as endpoints, are short. */
function shortId(id: string): string {
  return /^[0-9a-f-]{36}$/i.test(id) ? `…${id.slice(-8)}` : id
}
