import { Link } from '@tanstack/react-router'
import { CloudOff, Compass, Lock, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { useSignedInOwner } from '../data/projects.ts'
import { readSessionAgain } from '../data/session.ts'
import { settings } from '../data/settings.ts'
import { Button, buttonLook } from '../kit/Button.tsx'
import { Empty } from '../kit/States.tsx'
import { useTexts } from '../language/define-texts.ts'
import { fill } from '../language/fill.tsx'
import { kitTexts } from '../texts/kit.ts'
import { shellTexts } from '../texts/shell.ts'
import './shell.css'

const RETRY_MILLIS = 5_000

export function NotFound(): ReactNode {
  const t = useTexts(shellTexts)
  return (
    <>
      <title>{`${t.notFound.title} · ${t.product}`}</title>
      <Empty isPage icon={<Compass />} title={t.notFound.title} text={t.notFound.text} action={<ToProjects />} />
    </>
  )
}

/** A project that does not exist and one of another owner look the same. */
export function NoPermission(): ReactNode {
  const t = useTexts(shellTexts)
  const { primaryEmail } = useSignedInOwner()
  return (
    <>
      <title>{`${t.noPermission.title} · ${t.product}`}</title>
      <Empty
        isPage
        icon={<Lock />}
        title={t.noPermission.title}
        text={fill(t.noPermission.text, { email: <bdi className="strong">{primaryEmail}</bdi> })}
        action={<ToProjects />}
      />
    </>
  )
}

function ToProjects(): ReactNode {
  const t = useTexts(shellTexts)
  return (
    <Link to="/projects" {...buttonLook({})}>
      {t.notFound.action}
    </Link>
  )
}

/** The service does not answer. Tries again every five seconds and when the browser is online. */
export function Offline({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const t = useTexts(shellTexts)
  const { tryAgain } = useTexts(kitTexts)
  const latest = useRef(onRetry)
  useEffect(() => {
    latest.current = onRetry
  })
  useEffect(() => {
    const retry = (): void => latest.current()
    const timer = setInterval(retry, RETRY_MILLIS)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [])
  return (
    <div role="alert">
      <title>{`${t.offline.title} · ${t.product}`}</title>
      <Empty
        isPage
        icon={<CloudOff />}
        title={t.offline.title}
        text={fill(t.offline.text, { url: <span className="mono">{settings.baseUrl}</span> })}
        action={<Button onClick={onRetry}>{tryAgain}</Button>}
      />
    </div>
  )
}

/** The service does not answer while the dashboard starts. */
export function Unreachable({ onReturn }: { readonly onReturn: () => void }): ReactNode {
  return (
    <main className="solo">
      <Offline onRetry={() => void readSessionAgain().then(onReturn, () => {})} />
    </main>
  )
}

const SILENT_START_MILLIS = 3_000

/** The session is being read. The SDK repeats a read that failed on the way, so after three seconds this says that the service is silent. */
export function Starting(): ReactNode {
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSilent(true), SILENT_START_MILLIS)
    return () => clearTimeout(timer)
  }, [])
  return isSilent ? (
    <main className="solo">
      <Offline onRetry={() => window.location.reload()} />
    </main>
  ) : null
}

/** An error that no room has handled: a bug, or a chunk of an earlier version that the service no longer has. */
export function Crashed({ error }: { readonly error: unknown }): ReactNode {
  const t = useTexts(shellTexts)
  return (
    <main className="solo">
      <title>{`${t.crashed.title} · ${t.product}`}</title>
      <Empty
        isPage
        icon={<TriangleAlert />}
        title={t.crashed.title}
        text={fill(t.crashed.text, { error: <code>{error instanceof Error ? error.message : String(error)}</code> })}
        action={<Button onClick={() => window.location.reload()}>{t.crashed.action}</Button>}
      />
    </main>
  )
}
