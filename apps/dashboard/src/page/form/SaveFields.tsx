import { useRef, type ReactNode } from 'react'

import type { ConflictPerson } from '../../data/project-config.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { Button } from '../../kit/Button.tsx'
import { focusFirstInvalid } from '../../kit/focus.ts'
import { isCovered } from '../../kit/is-covered.ts'
import '../../kit/rows.css'
import { useShortcut } from '../../kit/shortcuts.ts'
import { useTexts } from '../../language/useTexts.ts'
import { kitTexts } from '../../texts/en/kit.ts'
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
  const t = useTexts(kitTexts)
  const place = useRef<HTMLFormElement>(null)
  const state = useFields({
    ...props,
    onDone: (answer: Answer) => {
      form.reset()
      onDone?.(answer)
    },
  })
  const { form, action, hasConflict, submit } = state
  const canSave = form.isChanged && !hasConflict
  useShortcut('mod+s', () => canSave && !isCovered(place.current) && submit())
  return (
    <>
      <form
        ref={place}
        className="form-page"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!canSave) return
          submit()
          focusFirstInvalid(event.currentTarget)
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
        {!hasConflict && <ActFailure failure={action.failure} onRepeat={submit} />}
        <div className="form-foot">
          <Button
            type="submit"
            variant="primary"
            phase={action.phase}
            pendingLabel={t.saving}
            disabled={!canSave && action.phase === 'idle'}
          >
            {t.save}
          </Button>
          {form.isChanged && action.phase !== 'pending' && (
            <Button
              variant="ghost"
              onClick={() => {
                form.reset()
                action.reset()
              }}
            >
              {t.discard}
            </Button>
          )}
        </div>
      </form>
      {after?.(state)}
    </>
  )
}
