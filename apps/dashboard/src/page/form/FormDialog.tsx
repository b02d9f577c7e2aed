import type { ReactNode } from 'react'

import type { ConflictPerson } from '../../data/project-config.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { useTexts } from '../../language/useTexts.ts'
import { kitTexts, type Pending } from '../../texts/en/kit.ts'
import { ConflictNotice } from './ConflictNotice.tsx'
import { FieldList } from './FieldList.tsx'
import { useFields, type FieldsOptions } from './useFields.ts'

export interface FormDialogProps<Values extends object, Answer> extends FieldsOptions<Values, Answer> {
  readonly title: ReactNode
  readonly lead?: ReactNode
  readonly isWide?: boolean
  /** The button. Default: the title. */
  readonly submit?: string
  /** The button while the form is sent: "Creating…". */
  readonly pending: Pending
  readonly isDanger?: boolean
  /** The form can be sent only after a change. */
  readonly isEdit?: boolean
  /** The answer is shown only once, so neither the dialog nor the page can be left until it arrives. */
  readonly isAnswerOnce?: boolean
  /** In the place of the fields, while what they need is not loaded. */
  readonly instead?: ReactNode
  /** Buttons at the start of the foot. */
  readonly actions?: ReactNode
  /** The owner whose change caused a failure. */
  readonly personOf?: (failure: unknown) => ConflictPerson | undefined
  /** Also after a success, unless `onDone` says what follows. */
  readonly onClose: () => void
  /** Above the fields. */
  readonly notice?: ReactNode
  /** Below the fields. */
  readonly children?: ReactNode
}

/** A form in a dialog. A failure keeps the dialog with what was typed. */
export function FormDialog<Values extends object, Answer>(props: FormDialogProps<Values, Answer>): ReactNode {
  const { title, fields, pending, onClose, instead, isAnswerOnce = false } = props
  const t = useTexts(kitTexts)
  const state = useFields({ ...props, onDone: props.onDone ?? onClose })
  const { form, action, hasConflict } = state
  const submit = (): void => {
    // A double click can press the button again while the next page opens.
    if (action.phase !== 'done') state.submit()
  }
  const close = (): void => {
    action.reset()
    onClose()
  }
  const isBlocked = isAnswerOnce && action.phase === 'pending'
  useUnsaved(isBlocked, 'keys')
  return (
    <Dialog
      title={title}
      lead={props.lead}
      isWide={props.isWide ?? false}
      onClose={isBlocked ? undefined : close}
      onSubmit={submit}
      footer={
        <>
          {props.actions !== undefined && (
            <>
              {props.actions}
              <span className="push" />
            </>
          )}
          <Button variant="ghost" disabled={isBlocked} onClick={close}>
            {t.cancel}
          </Button>
          <Button
            type="submit"
            variant={props.isDanger ? 'danger-primary' : 'primary'}
            phase={action.phase}
            pendingLabel={t.pending[pending]}
            disabled={instead !== undefined || hasConflict || (props.isEdit === true && !form.isChanged)}
          >
            {props.submit ?? title}
          </Button>
        </>
      }
    >
      {instead ?? (
        <>
          {props.notice}
          <ConflictNotice fields={fields} form={form} person={props.personOf?.(action.failure)} />
          <FieldList fields={fields} form={state} />
          {props.children}
          {!hasConflict && <ActFailure failure={action.failure} onRepeat={submit} />}
        </>
      )}
    </Dialog>
  )
}
