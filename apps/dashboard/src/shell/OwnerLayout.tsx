import { QueryClientProvider } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'

import { ownerDataOf } from '../data/owner-data.ts'
import { OwnerContext } from '../data/projects.ts'
import { useOwner } from '../data/session.ts'
import { SignInAgainContext } from '../kit/ActFailure.tsx'
import { useTypedText } from '../kit/unsaved.ts'
import { useShortcut } from '../kit/shortcuts.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { ServiceNotice } from './ServiceNotice.tsx'
import { OverlayContext, type ShellOverlay } from './useOverlay.ts'

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog }))

const SessionEnded = lazy(async () => ({ default: (await import('./SessionEnded.tsx')).SessionEnded }))
const SignInAgain = lazy(async () => ({ default: (await import('./SignInAgain.tsx')).SignInAgain }))

const renderSignInAgain = (onSignedIn: () => void): ReactNode => (
  <Suspense>
    <SignInAgain onSignedIn={onSignedIn} />
  </Suspense>
)

/** After this time without a download, the room has what it needs. */
const QUIET_MILLIS = 1_500

/** Everything that needs a signed-in owner, with what opens over every page: palette and keyboard map. */
export function OwnerLayout({ children }: { readonly children: ReactNode }): ReactNode {
  const { owner, hasEnded } = useOwner(useTypedText())
  const { pathname } = useLocation()
  const [opened, setOpened] = useState<{ readonly overlay: ShellOverlay | null; readonly on: string }>({
    overlay: null,
    on: '',
  })
  // A navigation closes what was open.
  const overlay = opened.on === pathname ? opened.overlay : null
  const setOverlay = useCallback((next: ShellOverlay | null) => setOpened({ overlay: next, on: pathname }), [pathname])
  useShortcut('mod+k', () => {
    if (overlay === 'palette') setOverlay(null)
    // A modal dialog has to be answered first.
    else if (!document.querySelector('dialog.dialog:modal')) setOverlay('palette')
  })
  useShortcut('?', () => setOverlay('shortcuts'))
  useEffect(() => {
    // Loaded before their first use: the first keys typed into the palette are not lost, and a guard asks without the
    // service too.
    const load = (): void => {
      observer.disconnect()
      void import('./Palette.tsx').catch(() => {})
      void import('../kit/Dialog.tsx').catch(() => {})
    }
    let timer: ReturnType<typeof setTimeout>
    const wait = (): void => {
      clearTimeout(timer)
      timer = setTimeout(load, QUIET_MILLIS)
    }
    // The room loads first, however slow the device and the network are.
    const observer = new PerformanceObserver(wait)
    observer.observe({ type: 'resource' })
    wait()
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return (
    // The key removes the data and typed values of the previous owner.
    <QueryClientProvider client={ownerDataOf(owner.id).queries} key={owner.id}>
      <OwnerContext value={owner}>
        <OverlayContext value={setOverlay}>
          <SignInAgainContext value={renderSignInAgain}>{children}</SignInAgainContext>
          <LeaveGuard />
          <ServiceNotice />
          <Suspense>
            {hasEnded && <SessionEnded />}
            {overlay === 'palette' && <Palette onClose={() => setOverlay(null)} />}
            {overlay === 'shortcuts' && <ShortcutsDialog onClose={() => setOverlay(null)} />}
          </Suspense>
        </OverlayContext>
      </OwnerContext>
    </QueryClientProvider>
  )
}
