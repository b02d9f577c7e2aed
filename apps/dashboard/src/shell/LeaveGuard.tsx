import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'

import { findUnsaved, type Unsaved } from '../kit/unsaved.ts'
import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('../kit/Dialog.tsx')).ConfirmDialog }))

/**
 * Asks before a navigation that would discard typed values, or keys that are shown only once. The browser asks before
 * the tab closes.
 */
export function LeaveGuard(): ReactNode {
  const { leave } = useTexts(kitTexts)
  const [lost, setLost] = useState<Unsaved>('changes')
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const unsaved = findUnsaved(current.pathname === next.pathname)
      if (unsaved === null) return false
      setLost(unsaved)
      return true
    },
    enableBeforeUnload: false,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const { action, text } = leave[lost]
  return (
    <Suspense>
      <ConfirmDialog
        title={action}
        consequence={text}
        pendingLabel={action}
        phase="idle"
        onConfirm={blocker.proceed}
        onClose={blocker.reset}
      />
    </Suspense>
  )
}
