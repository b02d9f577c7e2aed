import { useState, type ReactNode } from 'react'

import { useRefreshUsers } from '../../data/users.ts'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { useAction } from '@portico/ui/form/useAction'

/** An act on something of a user that a dialog confirms. */
export interface Confirmation {
  readonly title: string
  readonly consequence: ReactNode
  readonly pending: string
  readonly run: () => Promise<unknown>
}

/** Returns the dialog to show, and a function that opens it. After the act, the user is read again. */
export function useConfirmation(
  userId: string,
): readonly [dialog: ReactNode, ask: (confirmation: Confirmation) => void] {
  const failureText = useFailureText()
  const refresh = useRefreshUsers()
  const [asked, ask] = useState<Confirmation | null>(null)
  const act = useAction(async () => {
    await asked?.run()
    await refresh(userId)
    ask(null)
  })
  const close = (): void => {
    act.reset()
    ask(null)
  }
  const dialog = asked && (
    <ConfirmDialog
      title={asked.title}
      consequence={asked.consequence}
      pendingLabel={asked.pending}
      phase={act.phase}
      failure={act.failure === null ? null : failureText(act.failure)}
      onConfirm={() => void act.run()}
      onClose={close}
    />
  )
  return [dialog, ask]
}
