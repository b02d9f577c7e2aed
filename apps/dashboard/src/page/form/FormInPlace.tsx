import type { ReactNode } from 'react'

import { ActFailure } from '../../kit/ActFailure.tsx'
import { InlineForm } from '../../kit/InlineForm.tsx'
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
  const state = useFields({
    ...props,
    onDone: () => {
      form.reset()
      onEnd()
    },
  })
  const { form, action, hasConflict, submit } = state
  return (
    <InlineForm
      label={label}
      action={action}
      {...(props.submit !== undefined && { submit: props.submit })}
      {...(props.pending !== undefined && { pending: props.pending })}
      isDisabled={hasConflict || (isEdit && !form.isChanged)}
      onSubmit={submit}
      onCancel={onEnd}
    >
      {labels && <ConflictNotice form={form} labels={labels} />}
      <FieldList fields={fields} form={state} />
      {props.children}
      {!hasConflict && <ActFailure failure={action.failure} onRepeat={submit} />}
    </InlineForm>
  )
}
