import type { ReactNode } from 'react'

import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'

export interface MessageProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly isWide?: boolean
  /** Default: "Done". */
  readonly closeLabel?: string
  /** The close button is not the next step. */
  readonly isClosePlain?: boolean
  /** Buttons after the one that closes. */
  readonly actions?: ReactNode
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** A dialog that only says or shows something: the outcome of an act, or why it is not possible. */
export function Message({
  title,
  lead,
  isWide = false,
  closeLabel,
  isClosePlain = false,
  actions,
  onClose,
  children,
}: MessageProps): ReactNode {
  const { done } = useTexts(kitTexts)
  return (
    <Dialog
      title={title}
      lead={lead}
      isWide={isWide}
      onClose={onClose}
      footer={
        <>
          <Button variant={isClosePlain ? 'plain' : actions === undefined ? 'primary' : 'ghost'} onClick={onClose}>
            {closeLabel ?? done}
          </Button>
          {actions}
        </>
      }
    >
      {children}
    </Dialog>
  )
}
