import type { ReactNode } from 'react'

import type { ConflictPerson } from '../../data/project-config.ts'
import { SaveForm } from '../../kit/SaveForm.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { FieldList } from './FieldList.tsx'
import { useFields, type FieldsForm, type FieldsOptions } from './useFields.ts'

export interface SaveFieldsProps<Values extends object, Answer> extends Omit<FieldsOptions<Values, Answer>, 'onDone'> {
  readonly stored: Values
  /** The visible names of the fields, for conflicts with another owner. */
  readonly labels: Readonly<Record<keyof Values & string, string>>
  readonly personOf?: (failure: unknown) => ConflictPerson | undefined
  readonly onDone?: (answer: Answer) => void
  /** Above the fields. */
  readonly notice?: ReactNode
  /** Places the fields, of which some can be beside each other. Default: below one another. */
  readonly arrange?: (fieldOf: (name: keyof Values & string) => ReactNode, values: Values) => ReactNode
  /** Below the fields. */
  readonly children?: ReactNode
  /** After the form: what depends on the typed values. */
  readonly after?: (state: FieldsForm<Values>) => ReactNode
}

/** Typed fields of a page with Save, which a change enables. Ctrl/⌘ S saves too. */
export function SaveFields<Values extends object, Answer>(props: SaveFieldsProps<Values, Answer>): ReactNode {
  const { fields, labels, personOf, onDone, notice, children, arrange, after } = props
  const state = useFields({
    ...props,
    onDone: (answer: Answer) => {
      form.reset()
      onDone?.(answer)
    },
  })
  const { form, action, hasConflict, submit } = state
  return (
    <>
      <SaveForm
        action={action}
        isChanged={form.isChanged}
        hasConflict={hasConflict}
        onSave={submit}
        onDiscard={() => {
          form.reset()
          action.reset()
        }}
      >
        {notice}
        <ConflictNotice form={form} labels={labels} person={personOf?.(action.failure)} />
        {arrange ? (
          arrange((name) => fields[name].render(form.field(name), false), form.values)
        ) : (
          <FieldList fields={fields} form={state} />
        )}
        {children}
      </SaveForm>
      {after?.(state)}
    </>
  )
}
