import type { ReactNode } from 'react'

import { ActFailure } from '../../kit/ActFailure.tsx'
import { Button } from '../../kit/Button.tsx'
import { focusFirstInvalid } from '../../kit/focus.ts'
import '../../kit/rows.css'
import { useTexts } from '../../language/useTexts.ts'
import { kitTexts, type Pending } from '../../texts/en/kit.ts'
import { FieldList } from './FieldList.tsx'
import { useFields, type FieldsOptions } from './useFields.ts'

export interface FormOnPageProps<Values extends object, Answer> extends Omit<FieldsOptions<Values, Answer>, 'stored'> {
  /** What the form decides. */
  readonly label: string
  readonly submit: string
  /** The button while the form is sent. */
  readonly pending: Pending
  /** The other ways out of the page, beside the button. */
  readonly other: ReactNode
}

/**
 * A form that is the purpose of its page, such as an answer to a request. It stores nothing that another person may
 * change.
 */
export function FormOnPage<Values extends object, Answer>(props: FormOnPageProps<Values, Answer>): ReactNode {
  const { fields, label, other, pending } = props
  const t = useTexts(kitTexts)
  const state = useFields(props)
  const { action } = state
  const submit = (): void => {
    // A double click can press the button again while the next page opens.
    if (action.phase !== 'done') state.submit()
  }
  return (
    <form
      className="form-page"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
        focusFirstInvalid(event.currentTarget)
      }}
    >
      <FieldList fields={fields} form={state} />
      <ActFailure failure={action.failure} onRepeat={submit} />
      <div className="form-foot">
        <Button type="submit" variant="primary" phase={action.phase} pendingLabel={t.pending[pending]}>
          {props.submit}
        </Button>
        {other}
      </div>
    </form>
  )
}
