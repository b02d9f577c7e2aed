import { Fragment, type ReactNode } from 'react'

import type { FieldsOf } from './fields.tsx'
import type { FieldsForm } from './useFields.ts'

/** The fields of a form, in their order. The first one takes the focus when the form opens. */
export function FieldList<Values extends object>({
  fields,
  form: { form, shown },
}: {
  readonly fields: FieldsOf<Values>
  readonly form: FieldsForm<Values>
}): ReactNode {
  return shown.map((name, place) => (
    <Fragment key={name}>{fields[name].render(form.field(name), place === 0)}</Fragment>
  ))
}
