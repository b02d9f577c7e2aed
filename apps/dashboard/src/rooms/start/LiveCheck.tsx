import type { UseQueryResult } from '@tanstack/react-query'
import { Check, Clock } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'

import type { FirstSteps } from '../../data/first-steps.ts'
import { announce } from '../../kit/announce.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Failed } from '../../kit/States.tsx'
import { MiddleCut, Time } from '../../kit/Text.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useSetRailNote } from '../../shell/rail-notes.ts'
import { startTexts } from '../../texts/start.ts'
import css from './start.module.css'

/** Shows what has happened so far and turns green when the first sign-in arrives. */
export function LiveCheck({ steps }: { readonly steps: UseQueryResult<FirstSteps> }): ReactNode {
  const t = useTexts(startTexts)
  const { data, isError } = steps
  const user = data?.firstUser ?? null
  const hasUser = user !== null
  const done = [data?.createdAt, data?.keysCreatedAt, user].filter(Boolean).length
  useSetRailNote('start', data && !hasUser ? { text: t.live.progress(done, 3) } : {})
  useEffect(() => {
    if (hasUser) announce(t.live.received)
  }, [hasUser, t])

  if (isError && !data) {
    return (
      <aside className={css['live']}>
        <Failed title={t.live.failed} error={steps.error} onRetry={() => void steps.refetch()} />
      </aside>
    )
  }
  return (
    <aside className={css['live']}>
      {user ? (
        <>
          <h2 className="ok-text">
            <span className={css['number']} data-done="">
              <Check />
            </span>
            {t.live.received}
          </h2>
          <p className="soft">{t.live.connected}</p>
          <div className={css['person']}>
            <Avatar name={user.displayName ?? user.primaryEmail} imageUrl={user.profileImageUrl} size="medium" />
            <div>
              {user.primaryEmail === null ? (user.displayName ?? t.live.anonymous) : <MiddleCut>{user.primaryEmail}</MiddleCut>}
              <small className="soft">
                <Time at={user.signedUpAt} />
              </small>
            </div>
          </div>
        </>
      ) : (
        <>
          <h2>
            <span className="live-dot" />
            {t.live.waiting}
          </h2>
          <p className="soft">{t.live.hint}</p>
        </>
      )}
      <ul className={css['log']}>
        <Event text={t.live.projectCreated} at={data?.createdAt ?? null} />
        <Event text={t.live.keysCreated} at={data?.keysCreatedAt ?? null} />
        <Event text={t.live.firstSignIn} at={user?.signedUpAt ?? null} />
      </ul>
    </aside>
  )
}

function Event({ text, at }: { readonly text: string; readonly at: Date | null }): ReactNode {
  const t = useTexts(startTexts)
  const format = useFormat()
  return (
    <li>
      {at ? <Check className="ok-text" /> : <Clock />}
      <span>
        {text}
        {!at && <span className="sr"> ({t.live.pending})</span>}
      </span>
      {at && <time dateTime={at.toISOString()}>{isToday(at) ? format.clock(at) : format.date(at)}</time>}
    </li>
  )
}

function isToday(at: Date): boolean {
  return at.toDateString() === new Date().toDateString()
}
