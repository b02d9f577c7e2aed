import { useEffect, useState, type ReactNode } from 'react'

import { ActFailure } from '../../kit/ActFailure.tsx'
import { Button } from '../../kit/Button.tsx'
import { focusFirstControl, focusFirstInvalid } from '../../kit/focus.ts'
import '../../kit/rows.css'
import { useTexts } from '../../language/useTexts.ts'
import { kitTexts, type Pending } from '../../texts/en/kit.ts'
import { ConflictNotice } from './ConflictNotice.tsx'
import { FieldList } from './FieldList.tsx'
import { useFields, type FieldsOptions } from './useFields.ts'

export interface FormInPlaceProps<Values extends object, Answer> extends Omit<FieldsOptions<Values, Answer>, 'onDone'> {
  /** What is edited. */
  readonly label: string
  /** The button. Default: "Save". */
  readonly submit?: string
  /** The button while the form is sent. Default: "Saving…". */
  readonly pending?: Pending
  /** Only a change can be sent. Default: true. */
  readonly isEdit?: boolean
  /** Closes the form, after a success too. */
  readonly onEnd: () => void
  readonly children?: ReactNode
}

/** A form that replaces what it edits. Esc cancels it, without closing the drawer. */
export function FormInPlace<Values extends object, Answer>(props: FormInPlaceProps<Values, Answer>): ReactNode {
  const { label, fields, isEdit = true, onEnd } = props
  const t = useTexts(kitTexts)
  const state = useFields({ ...props, onDone: onEnd })
  const { form, action, hasConflict, submit } = state
  const cancel = (): void => {
    action.reset()
    onEnd()
  }
  useFocusBack()
  return (
    <form
      ref={focusFirstControl}
      className="inline-form"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
        focusFirstInvalid(event.currentTarget)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        cancel()
      }}
    >
      <ConflictNotice fields={fields} form={form} />
      <FieldList fields={fields} form={state} />
      {props.children}
      {!hasConflict && <ActFailure failure={action.failure} onRepeat={submit} />}
      <footer>
        <Button
          type="submit"
          variant="primary"
          size="small"
          phase={action.phase}
          pendingLabel={t.pending[props.pending ?? 'saving']}
          disabled={hasConflict || (isEdit && !form.isChanged)}
        >
          {props.submit ?? t.save}
        </Button>
        <Button variant="ghost" size="small" onClick={cancel}>
          {t.cancel}
        </Button>
      </footer>
    </form>
  )
}

/** Gives the focus back to what had it before, if it is in the part that goes away. */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected && document.activeElement === document.body)
        opener.focus()
    },
    [opener],
  )
}
