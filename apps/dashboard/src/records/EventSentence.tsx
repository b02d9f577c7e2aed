import { fill } from '@portico/ui/language/fill'
import type { Format } from '@portico/ui/language/format'
import { CircleAlert, KeyRound, VenetianMask } from 'lucide-react'
import type { ReactNode } from 'react'

import type { AuditEvent } from '../data/audit.ts'
import { useTexts } from '../language/useTexts.ts'
import { useFormat } from '../language/format.ts'
import { eventsTexts, type EventsTexts } from '../texts/en/events.ts'
import {
  fieldIn,
  isAskedToSignIn,
  isNewState,
  isOnThemselves,
  reasonIn,
  sentenceOf,
  targetKindOf,
} from './event-words.ts'
import css from './events.module.css'
import type { KnownNames } from './useNamesOf.ts'

export interface EventSentenceProps extends KnownNames {
  readonly event: AuditEvent
}

/** What happened, as a sentence without its subject. Refused acts and impersonation have a mark. */
export function EventSentence({ event, ...known }: EventSentenceProps): ReactNode {
  const t = useTexts(eventsTexts)
  const format = useFormat()
  const isAsked = isAskedToSignIn(event)
  const isImpersonation = event.action === 'session.impersonation_started'
  return (
    <span className={css['event']}>
      {isAsked ? <KeyRound className="soft" /> : event.outcome === 'refused' && <CircleAlert className="danger-text" />}
      {isImpersonation && <VenetianMask className="warn-text" />}
      <span className="cut">
        {fill(
          sentenceOf(event, t),
          Object.fromEntries(
            Object.entries(partsOf(event, known, t, format)).map(([name, { look, text }]) => [
              name,
              look === 'words' ? text : <bdi className={look}>{text}</bdi>,
            ]),
          ),
        )}
        {event.reason !== null && !isAsked && !isNewState(event.reason) && (
          <>
            {' '}
            <span className="faint">
              · <bdi>{reasonIn(event.reason, t)}</bdi>
            </span>
          </>
        )}
      </span>
    </span>
  )
}

/** The same sentence as text, with a capital letter. */
export function useEventTitle(event: AuditEvent | undefined, known: KnownNames): string {
  const t = useTexts(eventsTexts)
  const format = useFormat()
  if (!event) return ''
  const parts: Readonly<Record<string, Shown>> = partsOf(event, known, t, format)
  const sentence = sentenceOf(event, t).replaceAll(/\{(\w+)\}/g, (_all, name: string) => parts[name]?.text ?? '')
  return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1)
}

/** Everything that the sentence of an event can name. */
function partsOf(event: AuditEvent, known: KnownNames, t: EventsTexts, format: Format): Record<PartName, Shown> {
  const { changedFields, permissionId, providerId, reason, teamId } = event
  const fields = [...new Set((changedFields ?? []).map((field) => fieldIn(field, t, reason)))]
  return {
    target: targetIn(event, known, t),
    team: teamId === null ? nothing : teamIn(teamId, known),
    permission: { text: permissionId ?? '', look: 'strong' },
    provider: { text: providerId === null ? '' : known.providerName(providerId), look: 'strong' },
    fields: { text: format.list(fields), look: 'strong' },
  }
}

function teamIn(teamId: string, { titles }: KnownNames): Shown {
  const name = titles.get(teamId)
  return name ? { text: name, look: 'strong' } : { text: shortId(teamId), look: 'mono' }
}

type PartName = 'target' | 'team' | 'permission' | 'provider' | 'fields'

interface Shown {
  readonly text: string
  /** `words`: a phrase of the texts, in the style of the sentence. */
  readonly look: 'strong' | 'mono' | 'words'
}

const nothing: Shown = { text: '', look: 'words' }

/** What an event is about: its name, or the end of its id. */
function targetIn(event: AuditEvent, known: KnownNames, t: EventsTexts): Shown {
  const { names, ownerNames, titles } = known
  const { action, targetId } = event
  if (targetId === null) return nothing
  if (isOnThemselves(event)) return { text: t.themselves, look: 'words' }
  const kind = targetKindOf(event)
  if (kind === 'provider') return { text: known.providerName(targetId), look: 'strong' }
  const name = (kind === 'user' ? names : kind === 'owner' ? ownerNames : titles).get(targetId)
  if (name) return { text: name, look: 'strong' }
  if (kind === 'user' && name === '') return { text: t.noName, look: 'words' }
  // "deleted the user …7c21e94d", because "deleted the user a deleted user" says nothing.
  if (kind === 'user' && name === null && !saysUser.has(action)) return { text: t.deletedUser, look: 'words' }
  return { text: shortId(targetId), look: 'mono' }
}

/** The actions whose sentence says that the target is a user. */
const saysUser = new Set(['user.created', 'user.deleted', 'user.upgraded'])

/** The end of a UUID identifies it among the few of a page. Other targets, such as endpoints, are short. */
function shortId(id: string): string {
  return /^[0-9a-f-]{36}$/i.test(id) ? `…${id.slice(-8)}` : id
}
