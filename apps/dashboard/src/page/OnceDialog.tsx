import { useState, type ReactNode } from 'react'

import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Checkbox, Option } from '../kit/Field.tsx'
import { useUnsaved } from '../kit/unsaved.ts'
import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'

export interface OnceDialogProps {
  readonly title: string
  readonly lead: ReactNode
  /** Whether it shows several values. */
  readonly isPlural?: boolean
  readonly children: ReactNode
  readonly onDone: () => void
}

/**
 * Shows secrets once. Until "I have stored it" is checked, Esc and a click outside do nothing, and leaving the page
 * asks.
 */
export function OnceDialog({ title, lead, isPlural = false, children, onDone }: OnceDialogProps): ReactNode {
  const t = useTexts(kitTexts)
  const [isStored, setStored] = useState(false)
  useUnsaved(!isStored, 'keys')
  return (
    <Dialog
      title={title}
      lead={lead}
      isWide
      onClose={isStored ? onDone : undefined}
      footer={
        <>
          <Option control={<Checkbox checked={isStored} onChange={setStored} />}>
            {isPlural ? t.iHaveStoredThem : t.iHaveStoredIt}
          </Option>
          <Button variant="primary" disabled={!isStored} onClick={onDone}>
            {t.done}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
