import { fill } from '@portico/ui/language/fill'
import type { UseQueryResult } from '@tanstack/react-query'
import { Check, Clock } from 'lucide-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'

import { FIRST_STEPS, useFirstUser, type FirstSteps } from '../../data/first-steps.ts'
import { announce } from '../../kit/announce.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Pictured } from '../../kit/Pictured.tsx'
import { Bone } from '../../kit/States.tsx'
import { MiddleCut, Time } from '../../kit/Text.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { FailedRequests } from '../../records/FailedRequests.tsx'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { startTexts } from '../../texts/en/start.ts'
import css from './start.module.css'

/** Shows what has happened so far and turns green when the first sign-in arrives. */
export function LiveCheck({ steps }: { readonly steps: UseQueryResult<FirstSteps> }): ReactNode {
  const t = useTexts(startTexts)
  const hasSignIn = Boolean(steps.data?.firstSignIn)
  useEffect(() => {
    if (hasSignIn) announce(t.live.received)
  }, [hasSignIn, t])
  return (
    <aside className={css['live']} aria-busy={steps.isPending || undefined}>
      <Loaded
        query={steps}
        failed={t.live.failed}
        skeleton={
          <ul className="log">
            {Array.from({ length: FIRST_STEPS }, (_, index) => (
              <li key={index}>
                <Bone width="70%" />
              </li>
            ))}
          </ul>
        }
      >
        {(done) => <Progress {...done} />}
      </Loaded>
    </aside>
  )
}

function Progress({ createdAt, firstRequest, firstSignIn, keysCreatedAt }: FirstSteps): ReactNode {
  const { live: t } = useTexts(startTexts)
  const origin = firstRequest?.origin
  return (
    <>
      {firstSignIn ? <Received {...firstSignIn} /> : <Waiting />}
      <ul className="log">
        <Event text={t.projectCreated} at={createdAt} />
        <Event text={t.keysCreated} at={keysCreatedAt} />
        <Event
          text={origin ? fill(t.firstRequestFrom, { origin: <bdi>{hostOf(origin)}</bdi> }) : t.firstRequest}
          at={firstRequest?.at}
        />
        <Event text={t.firstSignIn} at={firstSignIn?.at} />
      </ul>
      {firstSignIn && <NextSteps />}
      <FailedRequestsOfApp hasSignIn={firstSignIn !== null} />
    </>
  )
}

function Waiting(): ReactNode {
  const t = useTexts(startTexts)
  return (
    <>
      <h2>
        <span className="live-dot" />
        {t.live.waiting}
      </h2>
      <p className="soft">{t.live.hint}</p>
    </>
  )
}

function Received({ userId, at, method }: NonNullable<FirstSteps['firstSignIn']>): ReactNode {
  const t = useTexts(startTexts)
  const user = useFirstUser(userId).data
  const email = user?.primaryEmail ?? null
  return (
    <>
      <h2 className="ok-text">
        <span className="step-number" data-done="">
          <Check />
        </span>
        {t.live.received}
      </h2>
      <p className="soft">{t.live.connected}</p>
      {user && (
        <div className={css['person']}>
          <Pictured picture={<Avatar name={user.displayName ?? email} imageUrl={user.profileImageUrl} size="medium" />}>
            <RoomLink room="users" path={`/${user.id}`}>
              {email === null ? <bdi>{user.displayName ?? t.live.anonymous}</bdi> : <MiddleCut>{email}</MiddleCut>}
            </RoomLink>
            <small className="soft">
              {methodOf(method, t.live.methods)} · <Time at={at} />
            </small>
          </Pictured>
        </div>
      )}
    </>
  )
}

/** The usual next steps of a connected app. */
function NextSteps(): ReactNode {
  const { next } = useTexts(startTexts).live
  return (
    <section className={css['next']}>
      <h3>{next.title}</h3>
      <ul>
        <li>
          <RoomLink room="signIn">{next.methods}</RoomLink>
        </li>
        <li>
          <RoomLink room="domains">{next.domain}</RoomLink>
        </li>
        <li>
          <RoomLink room="emails" path="/server">
            {next.mailServer}
          </RoomLink>
        </li>
      </ul>
    </section>
  )
}

function Event({ text, at = null }: { readonly text: ReactNode; readonly at?: Date | null | undefined }): ReactNode {
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

/** Stays after the first sign-in: an app fails most often when it gets its own domain. */
function FailedRequestsOfApp({ hasSignIn }: { readonly hasSignIn: boolean }): ReactNode {
  const t = useTexts(startTexts)
  const navigate = useNavigate()
  const { failed: isOpen = false, ...search } = useSearch({ from: '/owner/projects/$projectId/start' })
  return (
    <div className={css['failures']}>
      <FailedRequests
        question={hasSignIn ? t.live.trouble : t.live.nothing}
        isOpen={isOpen}
        onToggle={() =>
          void navigate({
            to: '.',
            search: { ...search, ...(!isOpen && { failed: true }) },
            replace: true,
            resetScroll: false,
          })
        }
      />
    </div>
  )
}

function methodOf(method: string, names: Readonly<Record<string, string>>): string {
  return names[method] ?? method
}

/** A sandboxed page has the origin `null`. */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin
}

function isToday(at: Date): boolean {
  return at.toDateString() === new Date().toDateString()
}
