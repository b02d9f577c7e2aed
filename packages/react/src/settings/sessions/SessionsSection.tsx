'use client'

import type { ActiveSession } from '@portico/client'
import { readDevice } from '@portico/contract/device-name'
import type { ReactNode } from 'react'
import { useLatestProject } from '../../app/useProject.ts'
import { useTranslate } from '../../i18n/language.ts'
import { usePlural } from '../../i18n/usePlural.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { Button } from '../../parts/Button.tsx'
import { Age } from '../page/Age.tsx'
import { Badge } from '../page/Badge.tsx'
import { ConfirmForm } from '../page/ConfirmForm.tsx'
import { describeDevice, describePlace } from '../page/describe-session.ts'
import { Loaded } from '../page/Loaded.tsx'
import { SettingsIcon } from '../page/SettingsIcon.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useFocusAfterRemoval, useRow, type Row } from '../page/useRow.ts'
import { RememberedDevices } from './RememberedDevices.tsx'
import { useSessions, type Sessions } from './useSessions.ts'

export function SessionsSection(): ReactNode {
  const t = useTranslate()
  const remembersDevices = (useLatestProject()?.config.rememberDeviceDays ?? 0) > 0
  const row = useRow()
  const all = useSessions(() =>
    row.finish(row.open?.act === 'others' ? t('All other sessions have ended.') : t('The session has ended.')),
  )
  const list = useFocusAfterRemoval<HTMLUListElement>(row)
  return (
    <Loaded from={all} value={all.sessions}>
      {(sessions) => (
        <>
          {sessions.length === 0 && <p className="portico-empty">{t('There are no active sessions.')}</p>}
          <ul ref={list} className="portico-sessions" tabIndex={-1} aria-label={t('Active sessions')}>
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} end={all.end} row={row} />
            ))}
          </ul>
          {remembersDevices && <RememberedDevices />}
          <OtherSessions
            count={sessions.filter(({ isCurrentSession }) => !isCurrentSession).length}
            endOthers={all.endOthers}
            row={row}
          />
        </>
      )}
    </Loaded>
  )
}

interface OtherSessionsProps {
  readonly count: number
  readonly endOthers: Sessions['endOthers']
  readonly row: Row
}

function OtherSessions({ count, endOthers, row }: OtherSessionsProps): ReactNode {
  const t = useTranslate()
  const plural = usePlural()
  const noneText = t('You are signed in on this device only.')
  if (count === 0 && row.done === undefined) return <p className="portico-settings-foot">{noneText}</p>
  return (
    <div className="portico-danger">
      <SettingsRow
        row={row}
        label={t('Other sessions')}
        value={count === 0 ? noneText : t('Signs you out on all other devices, for example after you lose one.')}
        action={
          count > 0 && (
            <Button variant="quiet" onClick={() => row.start('others')}>
              {t('End all others…')}
            </Button>
          )
        }
      >
        <ConfirmForm
          question={plural('End {n} other sessions?', count)}
          confirmText={t('End all others')}
          pendingText={t('Ending…')}
          action={endOthers}
          onCancel={row.close}
        />
      </SettingsRow>
    </div>
  )
}

interface SessionItemProps {
  readonly session: ActiveSession
  readonly end: Sessions['end']
  readonly row: Row
}

function SessionItem({ session, end, row }: SessionItemProps): ReactNode {
  const t = useTranslate()
  const device = describeDevice(t, session.userAgent)
  return (
    <li className="portico-session">
      <SettingsIcon name={readDevice(session.userAgent ?? '').isPhone ? 'phone' : 'monitor'} />
      <SettingsRow
        row={row}
        id={session.id}
        label={device}
        value={<SessionFacts session={session} />}
        action={
          !session.isCurrentSession && (
            <Button variant="quiet" onClick={() => row.start('end', session.id)}>
              {t('End')}
            </Button>
          )
        }
      >
        <ConfirmForm
          question={t('End the session of {device}?', { device })}
          confirmText={t('End session')}
          pendingText={t('Ending…')}
          action={{ ...end, submit: () => end.submit(session.id) }}
          onCancel={row.close}
        />
      </SettingsRow>
    </li>
  )
}

function SessionFacts({ session }: Pick<SessionItemProps, 'session'>): ReactNode {
  const t = useTranslate()
  const format = useFormat()
  const { isCurrentSession, geoInfo, lastUsedAt, createdAt } = session
  const place = describePlace(format, geoInfo)
  return (
    <>
      {isCurrentSession && (
        <span className="portico-tags">
          <Badge>{t('This device')}</Badge>
        </span>
      )}
      <span className="portico-session-facts">
        {place !== null && <span dir="auto">{place}</span>}
        {geoInfo && <span className="portico-session-address">{geoInfo.ip}</span>}
        <span>
          {t('Last used')} <Age at={lastUsedAt ?? createdAt} />
        </span>
        <span>{t('Signed in on {date}', { date: format.mediumDate(createdAt) })}</span>
      </span>
    </>
  )
}
