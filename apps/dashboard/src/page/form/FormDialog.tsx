import type { ReactNode } from 'react'

import type { ConflictPerson } from '../../data/project-config.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { useTexts } from '../../language/useTexts.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { ConflictNotice } from './ConflictNotice.tsx'
import { FieldList } from './FieldList.tsx'
import { useFields, type FieldsOptions } from './useFields.ts'

export interface FormDialogProps<Values extends object, Answer> extends Omit<FieldsOptions<Values, Answer>, 'onDone'> {
  readonly title: ReactNode
  readonly lead?: ReactNode
  readonly isWide?: boolean
  /** The button. Default: the title. */
  readonly submit?: string
  /** The button while the form is sent: "Creating…". */
  readonly pending: string
  readonly isDanger?: boolean
  /** Nothing but a change can be sent. */
  readonly isEdit?: boolean
  /** The answer is shown only once, so that neither the dialog nor the page can be left while it is on its way. */
  readonly isAnswerOnce?: boolean
  /** In the place of the fields, while what they need is not loaded. */
  readonly instead?: ReactNode
  /** Buttons at the start of the foot. */
  readonly actions?: ReactNode
  /** The visible names of the fields, for conflicts with another owner. */
  readonly labels?: Readonly<Record<keyof Values & string, string>>
  /** The owner whose change caused a failure. */
  readonly personOf?: (failure: unknown) => ConflictPerson | undefined
  /** After a success. Default: `onClose`. */
  readonly onDone?: (answer: Answer) => void
  readonly onClose: () => void
  /** Above the fields. */
  readonly notice?: ReactNode
  /** Below the fields. */
  readonly children?: ReactNode
}

/** A form in a dialog. A failure keeps the dialog with what was typed. */
export function FormDialog<Values extends object, Answer>(props: FormDialogProps<Values, Answer>): ReactNode {
  const { title, fields, pending, labels, onClose, instead, isAnswerOnce = false } = props
  const t = useTexts(kitTexts)
  const state = useFields({ ...props, onDone: props.onDone ?? onClose })
  const { form, action, hasConflict, submit } = state
  const isBlocked = isAnswerOnce && action.phase === 'pending'
  useUnsaved(isBlocked, 'keys')
  return (
    <Dialog
      title={title}
      lead={props.lead}
      isWide={props.isWide ?? false}
      onClose={isBlocked ? undefined : onClose}
      onSubmit={submit}
      footer={
        <>
          {props.actions !== undefined && (
            <>
              {props.actions}
              <span className="push" />
            </>
          )}
          <Button variant="ghost" disabled={isBlocked} onClick={onClose}>
            {t.cancel}
          </Button>
          <Button
            type="submit"
            variant={props.isDanger ? 'danger-primary' : 'primary'}
            phase={action.phase}
            pendingLabel={pending}
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
          {labels && <ConflictNotice form={form} labels={labels} person={props.personOf?.(action.failure)} />}
          <FieldList fields={fields} form={state} />
          {props.children}
          {!hasConflict && <ActFailure failure={action.failure} onRepeat={submit} />}
        </>
      )}
    </Dialog>
  )
}
