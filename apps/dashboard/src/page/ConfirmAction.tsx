import { useAction } from '@portico/ui/form/useAction'
import type { ReactNode } from 'react'

import { ActFailure } from '../kit/ActFailure.tsx'
import { ConfirmDialog } from '../kit/Dialog.tsx'
import { showToast } from '../kit/toast.ts'
import { useTexts } from '../language/useTexts.ts'
import { kitTexts, type Pending } from '../texts/en/kit.ts'

export interface ConfirmActionProps<Answer> {
  /** The action: "Delete user". The button repeats it. */
  readonly title: string
  /** What the action does, before the button: "This ends 3 sessions. This cannot be undone." */
  readonly consequence: ReactNode
  /** The name that must be typed, of the user, team or project to delete. Absent: one click confirms. */
  readonly nameToType?: string
  readonly pending: Pending
  readonly isDanger?: boolean
  /** Resolves to `false` if a person has to decide something first; the dialog then stays. */
  readonly run: () => Promise<Answer | false>
  /** What the page says after a success. */
  readonly done?: string | undefined
  /** After a success. Default: `onClose`. */
  readonly onDone?: (answer: Answer) => void
  readonly onClose: () => void
  /** Details of the consequence, or a choice. */
  readonly children?: ReactNode
}

/**
 * Asks for a confirmation, runs the action, and shows its progress and failure. A failure that needs a recent sign-in
 * is repeated after it.
 */
export function ConfirmAction<Answer>({
  run,
  done,
  pending,
  onClose,
  onDone = onClose,
  children,
  ...dialog
}: ConfirmActionProps<Answer>): ReactNode {
  const words = useTexts(kitTexts).pending
  const {
    phase,
    failure,
    run: start,
    repeat,
    reset,
  } = useAction(async () => {
    const answer = await run()
    if (answer !== false && done !== undefined) showToast({ text: done })
    return answer
  }, onDone)
  return (
    <ConfirmDialog
      {...dialog}
      pendingLabel={words[pending]}
      phase={phase}
      // A double click can press the button again while the next page opens.
      onConfirm={() => phase !== 'done' && void start()}
      onClose={() => {
        reset()
        onClose()
      }}
    >
      {children}
      <ActFailure failure={failure} onRepeat={repeat} />
    </ConfirmDialog>
  )
}
