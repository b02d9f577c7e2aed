import { useId, useRef, type ComponentProps, type ReactNode } from 'react'

import { Button } from '../../kit/Button.tsx'
import { focusFirstInvalid } from '../../kit/focus.ts'
import { isCovered } from '../../kit/is-covered.ts'
import { useShortcut } from '../../kit/shortcuts.ts'
import { useTexts } from '../../language/useTexts.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { useFields, type FieldsForm, type FieldsOptions } from './useFields.ts'

/** A form on a page, with its buttons. */
export interface Saving<Values extends object> {
  readonly state: FieldsForm<Values>
  /** The attributes of the form. The buttons can be outside of it. */
  readonly attributes: Pick<ComponentProps<'form'>, 'id' | 'ref' | 'noValidate' | 'onSubmit'>
  readonly save: () => void
  /** Enabled by a change. */
  readonly saveButton: ReactNode
  /** Present if there is a change. */
  readonly discardButton: ReactNode
}

/** The state of a form on a page. A change enables Save, and Ctrl/⌘ S saves too. */
export function useSaving<Values extends object, Answer>(options: FieldsOptions<Values, Answer>): Saving<Values> {
  const t = useTexts(kitTexts)
  const id = useId()
  const place = useRef<HTMLFormElement>(null)
  const state = useFields(options)
  const { form, action, hasConflict } = state
  const { phase } = action
  const canSave = form.isChanged && !hasConflict
  const save = (): void => {
    if (!canSave) return
    state.submit()
    if (place.current) focusFirstInvalid(place.current)
  }
  useShortcut('mod+s', () => !isCovered(place.current) && save())
  return {
    state,
    attributes: {
      id,
      ref: place,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        save()
      },
    },
    save,
    saveButton: (
      <Button
        type="submit"
        form={id}
        variant="primary"
        phase={phase}
        pendingLabel={t.pending.saving}
        disabled={!canSave && phase === 'idle'}
      >
        {t.save}
      </Button>
    ),
    discardButton: form.isChanged && phase !== 'pending' && (
      <Button
        variant="ghost"
        onClick={() => {
          form.reset()
          action.reset()
        }}
      >
        {t.discard}
      </Button>
    ),
  }
}
