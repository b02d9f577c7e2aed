import { useEffect, useState, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { Button } from './Button.tsx'
import { focusFirstControl, focusFirstInvalid } from './focus.ts'
import './rows.css'
import type { Action } from '@portico/ui/form/useAction'

export interface InlineFormProps {
  readonly label: string
  readonly action: Pick<Action<[]>, 'phase'>
  readonly submit?: string
  readonly pending?: string
  readonly isDisabled?: boolean
  readonly onSubmit: () => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** A form in the place of what it edits. Esc cancels it, without closing the drawer. */
export function InlineForm({
  label,
  action,
  submit,
  pending,
  isDisabled = false,
  onSubmit,
  onCancel,
  children,
}: InlineFormProps): ReactNode {
  const t = useTexts(kitTexts)
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Give the focus back if it was in the form.
      if (opener instanceof HTMLElement && opener.isConnected && document.activeElement === document.body)
        opener.focus()
    },
    [opener],
  )
  return (
    <form
      ref={focusFirstControl}
      className="inline-form"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
        focusFirstInvalid(event.currentTarget)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        onCancel()
      }}
    >
      {children}
      <footer>
        <Button
          type="submit"
          variant="primary"
          size="small"
          phase={action.phase}
          pendingLabel={pending ?? t.saving}
          disabled={isDisabled}
        >
          {submit ?? t.save}
        </Button>
        <Button variant="ghost" size="small" onClick={onCancel}>
          {t.cancel}
        </Button>
      </footer>
    </form>
  )
}
