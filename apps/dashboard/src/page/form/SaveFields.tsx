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

export interface SaveFieldsProps<Values extends object, Answer> extends FieldsOptions<Values, Answer> {
  readonly stored: Values
  /** The owner whose change caused a failure. */
  readonly personOf?: (failure: unknown) => ConflictPerson | undefined
  /** Above the fields. */
  readonly notice?: ReactNode
  /** Places the fields, of which some can be beside each other. Default: below one another. */
  readonly arrange?: (fieldOf: (name: keyof Values & string) => ReactNode, values: Values) => ReactNode
  /** After the form: what depends on the typed values. */
  readonly after?: (state: FieldsForm<Values>) => ReactNode
}

/** Typed fields of a page with Save, which a change enables. Ctrl/⌘ S saves too. A failure keeps what was typed. */
export function SaveFields<Values extends object, Answer>(props: SaveFieldsProps<Values, Answer>): ReactNode {
  const { fields, personOf, notice, arrange, after } = props
  const t = useTexts(kitTexts)
  const place = useRef<HTMLFormElement>(null)
  const state = useFields(props)
  const { form, action, hasConflict } = state
  const { phase, failure } = action
  const canSave = form.isChanged && !hasConflict
  const save = (): void => {
    if (!canSave) return
    state.submit()
    if (place.current) focusFirstInvalid(place.current)
  }
  useShortcut('mod+s', () => !isCovered(place.current) && save())
  return (
    <>
      <form
        ref={place}
        className="form-page"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {notice}
        <ConflictNotice fields={fields} form={form} person={personOf?.(failure)} />
        {arrange ? (
          arrange((name) => fields[name].render(form.field(name), false), form.values)
        ) : (
          <FieldList fields={fields} form={state} />
        )}
        {!hasConflict && <ActFailure failure={failure} onRepeat={save} />}
        <div className="form-foot">
          <Button
            type="submit"
            variant="primary"
            phase={phase}
            pendingLabel={t.pending.saving}
            disabled={!canSave && phase === 'idle'}
          >
            {t.save}
          </Button>
          {form.isChanged && phase !== 'pending' && (
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
