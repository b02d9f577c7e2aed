import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { ConfirmDialog } from '../kit/Dialog.tsx'
import { hasUnsaved } from '../kit/unsaved.ts'
import { useTexts } from '../language/define-texts.ts'
import { kitTexts } from '../texts/kit.ts'

/** Asks before a navigation that would lose what was typed. The browser asks before the tab closes. */
export function LeaveGuard(): ReactNode {
  const t = useTexts(kitTexts)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => hasUnsaved() && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t.discard}
      consequence={t.leaveText}
      pendingLabel={t.discard}
      phase="idle"
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}
