import { useEffect, useState, type ReactNode } from 'react'

import { ActFailure } from '../../kit/ActFailure.tsx'
import { Button } from '../../kit/Button.tsx'
import { focusFirstControl, focusFirstInvalid } from '../../kit/focus.ts'
import '../../kit/rows.css'
import { useTexts } from '../../language/useTexts.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { ConflictNotice } from './ConflictNotice.tsx'
import { FieldList } from './FieldList.tsx'
import { useFields, type FieldsOptions } from './useFields.ts'

export interface FormInPlaceProps<Values extends object, Answer> extends Omit<FieldsOptions<Values, Answer>, 'onDone'> {
  /** What is edited. */
  readonly label: string
  readonly submit?: string
  readonly pending?: string
  /** Only a change can be sent. Default: true. */
  readonly isEdit?: boolean
  /** The visible names of the fields, for conflicts with another owner. */
  readonly labels?: Readonly<Record<keyof Values & string, string>>
  /** Closes the form, after a success too. */
  readonly onEnd: () => void
  readonly children?: ReactNode
}

/** A form in the place of what it edits. Esc cancels it, without closing the drawer. */
export function FormInPlace<Values extends object, Answer>(props: FormInPlaceProps<Values, Answer>): ReactNode {
  const { label, fields, labels, isEdit = true, onEnd } = props
  const t = useTexts(kitTexts)
  const state = useFields({
    ...props,
    onDone: () => {
      form.reset()
      onEnd()
    },
  })
  const { form, action, hasConflict, submit } = state
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
        submit()
        focusFirstInvalid(event.currentTarget)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        onEnd()
      }}
    >
      {labels && <ConflictNotice form={form} labels={labels} />}
      <FieldList fields={fields} form={state} />
      {props.children}
      {!hasConflict && <ActFailure failure={action.failure} onRepeat={submit} />}
      <footer>
        <Button
          type="submit"
          variant="primary"
          size="small"
          phase={action.phase}
          pendingLabel={props.pending ?? t.saving}
          disabled={hasConflict || (isEdit && !form.isChanged)}
        >
          {props.submit ?? t.save}
        </Button>
        <Button variant="ghost" size="small" onClick={onEnd}>
          {t.cancel}
        </Button>
      </footer>
    </form>
  )
}
