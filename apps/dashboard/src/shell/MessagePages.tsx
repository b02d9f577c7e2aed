import { Link } from '@tanstack/react-router'
import { CloudOff, Compass, Lock, TriangleAlert } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'

import { useSignedInOwner } from '../data/projects.ts'
import { checkService, useIsServiceSilent } from '../data/service.ts'
import { readSessionAgain } from '../data/session.ts'
import { settings } from '../data/settings.ts'
import { Button, buttonLook } from '../kit/Button.tsx'
import { Empty } from '../kit/States.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { shellTexts } from '../texts/en/shell.ts'
import './shell.css'

const RETRY_MILLIS = 2_000

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

/** Shown while the service does not respond. Calls `onReturn` as soon as it does. */
export function Offline({ onReturn }: { readonly onReturn: () => unknown }): ReactNode {
  const t = useTexts(shellTexts)
  const { tryAgain } = useTexts(kitTexts)
  const retry = useAction(async () => {
    if (!(await checkService())) return false
    await onReturn()
    return true
  })
  const { run } = retry
  useEffect(() => {
    const again = (): void => void run()
    const timer = setInterval(again, RETRY_MILLIS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [run])
  return (
    <div role="alert" data-offline="">
      <title>{`${t.offline.title} · ${t.product}`}</title>
      <Empty
        isPage
        icon={<CloudOff />}
        title={t.offline.title}
        text={fill(t.offline.text, { url: <span className="mono">{settings.baseUrl}</span> })}
        action={<Button onClick={() => void run()}>{tryAgain}</Button>}
      />
    </div>
  )
}

/** Shown if the service does not respond while the dashboard starts. */
export function Unreachable({ onReturn }: { readonly onReturn: () => void }): ReactNode {
  return (
    <main className="solo">
      <Offline onReturn={() => readSessionAgain().then(onReturn, () => {})} />
    </main>
  )
}

/** The session is being read. */
export function Starting(): ReactNode {
  return useHasBeenSilent() ? <Unavailable /> : null
}

/**
 * Shown if the code of a part could not be loaded, because the service does not respond or a newer version has replaced
 * the file.
 */
export function CodeMissing({ error }: { readonly error: unknown }): ReactNode {
  const hasBeenSilent = useHasBeenSilent()
  useEffect(() => void checkService(), [])
  return hasBeenSilent ? <Unavailable /> : <Crashed error={error} />
}

function Unavailable(): ReactNode {
  return (
    <main className="solo">
      <Offline onReturn={() => window.location.reload()} />
    </main>
  )
}

/** Whether the service failed to respond at any time since the component was mounted. */
function useHasBeenSilent(): boolean {
  const isSilent = useIsServiceSilent()
  const [hasBeen, setHasBeen] = useState(isSilent)
  if (isSilent && !hasBeen) setHasBeen(true)
  return hasBeen
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
