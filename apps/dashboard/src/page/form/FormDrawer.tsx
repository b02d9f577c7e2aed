import { useRef, type ReactNode } from 'react'

import { ActFailure } from '../../kit/ActFailure.tsx'
import { Button } from '../../kit/Button.tsx'
import { Drawer, type DrawerProps } from '../../kit/Drawer.tsx'
import { isCovered } from '../../kit/is-covered.ts'
import { useShortcut } from '../../kit/shortcuts.ts'
import { useTexts } from '../../language/useTexts.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { ConflictNotice } from './ConflictNotice.tsx'
import { FieldList } from './FieldList.tsx'
import type { SaveFieldsProps } from './SaveFields.tsx'
import { useFields } from './useFields.ts'

export interface FormDrawerProps<Values extends object, Answer>
  extends
    Pick<
      SaveFieldsProps<Values, Answer>,
      'fields' | 'isHidden' | 'stored' | 'problemsBetween' | 'personOf' | 'onSubmit' | 'onDone'
    >,
    Pick<DrawerProps, 'title' | 'picture' | 'note' | 'onClose'> {
  /** Nothing is stored yet, so the values can be saved as they are. */
  readonly isNew: boolean
  /** At the end of the foot, while nothing is typed. */
  readonly link?: ReactNode
  /** Below the fields. */
  readonly children?: (values: Values) => ReactNode
  /** Below the form. */
  readonly after?: ReactNode
}

/** A form in a drawer, with Save at its foot, which a change enables. Ctrl/⌘ S saves too. */
export function FormDrawer<Values extends object, Answer>(props: FormDrawerProps<Values, Answer>): ReactNode {
  const { fields, onClose, title, picture, note } = props
  const t = useTexts(kitTexts)
  const place = useRef<HTMLFormElement>(null)
  const state = useFields(props)
  const { form, action, hasConflict } = state
  const canSave = (form.isChanged || props.isNew) && !hasConflict
  const submit = (): void => {
    if (canSave) state.submit()
  }
  useShortcut('mod+s', () => !isCovered(place.current) && submit())
  return (
    <Drawer
      title={title}
      isSlim
      picture={picture}
      note={note}
      onClose={onClose}
      foot={
        <>
          <Button
            variant="primary"
            phase={action.phase}
            pendingLabel={t.pending.saving}
            disabled={!canSave && action.phase === 'idle'}
            onClick={submit}
          >
            {t.save}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            {t.cancel}
          </Button>
          {!form.isChanged && props.link}
          {!hasConflict && <ActFailure failure={action.failure} onRepeat={submit} />}
        </>
      }
    >
      <form
        ref={place}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <ConflictNotice fields={fields} form={form} person={props.personOf?.(action.failure)} />
        <FieldList fields={fields} form={state} />
        {props.children?.(form.values)}
      </form>
      {props.after}
    </Drawer>
  )
}
