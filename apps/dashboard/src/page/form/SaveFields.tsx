import type { StaffRight } from '@portico/client/admin'
import type { ReactNode } from 'react'

import type { ConflictPerson } from '../../data/project-config.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
import '../../kit/rows.css'
import { Editable } from './Editable.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { FieldList } from './FieldList.tsx'
import type { FieldsForm, FieldsOptions } from './useFields.ts'
import { useSaving } from './useSaving.tsx'

export interface SaveFieldsProps<Values extends object, Answer> extends FieldsOptions<Values, Answer> {
  /** The right of staff to change the fields; see `Editable`. Absent: the place of the form decides. */
  readonly right?: StaffRight
  readonly stored: Values
  /** The owner whose change caused a failure. */
  readonly personOf?: (failure: unknown) => ConflictPerson | undefined
  /** Above the fields. */
  readonly notice?: ReactNode
  /** Places the fields, of which some can be beside each other. Default: below one another. */
  readonly arrange?: (fieldOf: (name: keyof Values & string) => ReactNode, values: Values) => ReactNode
  /** After the form: what depends on the typed values. Every role can use it. */
  readonly after?: (state: FieldsForm<Values>) => ReactNode
}

/** Typed fields of a page with Save, which a change enables. Ctrl/⌘ S saves too. A failure keeps what was typed. */
export function SaveFields<Values extends object, Answer>(props: SaveFieldsProps<Values, Answer>): ReactNode {
  const { fields, right, personOf, notice, arrange, after } = props
  const { state, attributes, save, saveButton, discardButton } = useSaving(props)
  const { form, action, hasConflict } = state
  const fillable = (
    <form {...attributes} className="form-page">
      {notice}
      <ConflictNotice fields={fields} form={form} person={personOf?.(action.failure)} />
      {arrange ? (
        arrange((name) => fields[name].render(form.field(name), false), form.values)
      ) : (
        <FieldList fields={fields} form={state} />
      )}
      {!hasConflict && <ActFailure failure={action.failure} onRepeat={save} />}
      <div className="form-foot">
        {saveButton}
        {discardButton}
      </div>
    </form>
  )
  return (
    <>
      {right === undefined ? fillable : <Editable right={right}>{fillable}</Editable>}
      {after?.(state)}
    </>
  )
}
