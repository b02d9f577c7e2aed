import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'

import { OwnerContext } from '../data/projects.ts'
import { useOwner } from '../data/session.ts'
import { useShortcut } from '../kit/shortcuts.ts'
import type { ShellOverlay } from './overlays.ts'
import { OverlayContext } from './useOverlay.ts'

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog }))

/** Everything that needs a signed-in owner, with what opens over every page: palette and keyboard map. */
export function OwnerLayout({ children }: { readonly children: ReactNode }): ReactNode {
  const owner = useOwner()
  const { pathname } = useLocation()
  const [overlay, setOverlay] = useState<ShellOverlay | null>(null)
  useShortcut('mod+k', () => setOverlay((open) => (open === 'palette' ? null : 'palette')))
  useShortcut('?', () => setOverlay('shortcuts'))
  useEffect(() => setOverlay(null), [pathname])
  return (
    <OwnerContext value={owner}>
      <OverlayContext value={setOverlay}>
        {children}
        <Suspense>
          {overlay === 'palette' && <Palette onClose={() => setOverlay(null)} />}
          {overlay === 'shortcuts' && <ShortcutsDialog onClose={() => setOverlay(null)} />}
        </Suspense>
      </OverlayContext>
    </OwnerContext>
  )
}
