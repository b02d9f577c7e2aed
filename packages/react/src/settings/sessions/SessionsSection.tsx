import type { ActiveSession } from '@portico/client'
import { useState, type ReactNode } from 'react'
import { useSessions, type Sessions } from './useSessions.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { ConfirmInPlace } from '../page/ConfirmInPlace.tsx'
import { Badge } from '../page/Badge.tsx'
import { describeAge, describeDevice, describePlace } from '../page/describe-session.ts'
import { useFormatLanguage } from '../page/useFormatLanguage.ts'
import { readDevice } from '@portico/contract/device-name'
import { SettingsIcon } from '../page/SettingsIcon.tsx'
import { RowBones } from '../page/SettingsSkeleton.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { LoadFailure } from '../page/LoadFailure.tsx'
import { useFocusAfterRemoval } from '../page/useFocusAfterRemoval.ts'

/** The open question: about one session by its id, about all others, or none. */
type Asked = { readonly about: 'others' } | { readonly about: 'one'; readonly id: string } | null

export function SessionsSection(): ReactNode {
  const t = useTranslate()
  const [asked, setAsked] = useState<Asked>(null)
  const [done, setDone] = useState<string>()
  const all = useSessions(() => {
    setDone(asked?.about === 'others' ? t('All other sessions have ended.') : t('The session has ended.'))
    setAsked(null)
  })
  const { sessions, failure } = all
  const list = useFocusAfterRemoval<HTMLUListElement>(done)

  if (failure !== null) return <LoadFailure failure={failure} onRetry={all.reload} />
  if (!sessions) {
    return (
      <div role="status" aria-label={t('Loading…')}>
        <RowBones />
      </div>
    )
  }
  const others = sessions.filter(({ isCurrentSession }) => !isCurrentSession)
  const ask = (question: Asked): void => {
    setDone(undefined)
    setAsked(question)
  }
  return (
    <>
      {sessions.length === 0 && <p className="portico-empty">{t('There are no active sessions.')}</p>}
      <ul ref={list} className="portico-sessions" tabIndex={-1} aria-label={t('Active sessions')}>
        {sessions.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            end={all.end}
            isAsked={asked?.about === 'one' && asked.id === session.id}
            onAsk={() => ask({ about: 'one', id: session.id })}
            onCancel={() => setAsked(null)}
          />
        ))}
      </ul>
      {others.length > 0 || done !== undefined ? (
        <div className="portico-danger">
          <SettingsRow
            label={t('Other sessions')}
            value={
              others.length === 0
                ? t('You are signed in on this device only.')
                : t('Signs you out on all other devices, for example after you lose one.')
            }
            done={done}
            action={
              others.length > 0 && (
                <Button variant="quiet" onClick={() => ask({ about: 'others' })}>
                  {t('End all others…')}
                </Button>
              )
            }
            isOpen={asked?.about === 'others'}
            onClose={() => setAsked(null)}
          >
            <ConfirmInPlace
              question={
                others.length === 1 ? t('End the other session?') : t('End {n} other sessions?', { n: others.length })
              }
              confirmText={t('End all others')}
              pendingText={t('Ending…')}
              action={all.endOthers}
              onCancel={() => setAsked(null)}
            />
          </SettingsRow>
        </div>
      ) : (
        <p className="portico-settings-foot">{t('You are signed in on this device only.')}</p>
      )}
    </>
  )
}

interface SessionItemProps {
  readonly session: ActiveSession
  readonly end: Sessions['end']
  readonly isAsked: boolean
  readonly onAsk: () => void
  readonly onCancel: () => void
}

function SessionItem({ session, end, isAsked, onAsk, onCancel }: SessionItemProps): ReactNode {
  const t = useTranslate()
  const lang = useFormatLanguage()
  // Ages refer to the time the list was loaded.
  const [nowMillis] = useState(() => Date.now())
  const device = describeDevice(t, session.userAgent)
  const usedAt = session.lastUsedAt ?? session.createdAt
  const place = describePlace(lang, session.geoInfo)
  const signedInOn = session.createdAt.toLocaleDateString(lang, { dateStyle: 'medium' })
  return (
    <li className="portico-session">
      <SettingsIcon name={readDevice(session.userAgent ?? '').isPhone ? 'phone' : 'monitor'} />
      <SettingsRow
        label={device}
        value={
          <>
            {(session.isCurrentSession || session.isImpersonation) && (
              <span className="portico-tags">
                {session.isCurrentSession && <Badge>{t('This device')}</Badge>}
                {session.isImpersonation && <Badge attention>{t('Started by an administrator')}</Badge>}
              </span>
            )}
            <span className="portico-session-facts">
              {place !== null && <span dir="auto">{place}</span>}
              {session.geoInfo && <span className="portico-session-address">{session.geoInfo.ip}</span>}
              <span>
                {t('Last used')}{' '}
                <time dateTime={usedAt.toISOString()} title={usedAt.toLocaleString(lang)}>
                  {describeAge(lang, usedAt, nowMillis)}
                </time>
              </span>
              <span>{t('Signed in on {date}', { date: signedInOn })}</span>
            </span>
          </>
        }
        action={
          !session.isCurrentSession && (
            <Button variant="quiet" onClick={onAsk}>
              {t('End')}
            </Button>
          )
        }
        isOpen={isAsked}
        onClose={onCancel}
      >
        <ConfirmInPlace
          question={t('End the session of {device}?', { device })}
          confirmText={t('End session')}
          pendingText={t('Ending…')}
          action={{ ...end, submit: () => end.submit(session.id) }}
          onCancel={onCancel}
        />
      </SettingsRow>
    </li>
  )
}
