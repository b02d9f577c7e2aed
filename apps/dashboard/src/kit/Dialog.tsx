import type { ActionPhase } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { modalEvents, useModal } from '@portico/ui/parts/modal'
import { lazy, Suspense, useId, useState, type FormEvent, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { Button } from './Button.tsx'
import type { CopyButton as LoadedCopyButton } from './CopyButton.tsx'
import { Field, Input } from './Field.tsx'
import { focusFirstInvalid } from './focus.ts'
import './overlay.css'
import { isTypedName } from './typed-name.ts'
import { hidePageScrollBar } from './page-scroll.ts'

/** Few dialogs have a name to type. */
const CopyButton = lazy<typeof LoadedCopyButton>(async () => ({
  // The name can be typed without the button.
  default: await import('./CopyButton.tsx').then(
    (loaded) => loaded.CopyButton,
    () => () => null,
  ),
}))

export interface DialogProps {
  readonly title: ReactNode
  readonly lead?: ReactNode
  /** 600 px instead of 480. */
  readonly isWide?: boolean
  /** Called on Esc, Cancel and a click outside. Absent: only the buttons of the dialog close it. */
  readonly onClose?: (() => void) | undefined
  /** Makes the content a form. */
  readonly onSubmit?: () => void
  readonly footer: ReactNode
  readonly children?: ReactNode
}

/**
 * A modal dialog. It exists while it is open. The field with `data-autofocus` has the focus, else the first control.
 */
export function Dialog({ title, lead, isWide = false, onClose, onSubmit, footer, children }: DialogProps): ReactNode {
  const id = useId()
  const dialog = useModal(hidePageScrollBar)
  const content = (
    <>
      <h2 id={id}>{title}</h2>
      {lead !== undefined && <div className="lead">{lead}</div>}
      {children}
      <footer>{footer}</footer>
    </>
  )
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      data-wide={isWide || undefined}
      {...modalEvents(onClose)}
    >
      {onSubmit ? (
        <form
          noValidate
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault()
            onSubmit()
            focusFirstInvalid(event.currentTarget)
          }}
        >
          {content}
        </form>
      ) : (
        content
      )}
    </dialog>
  )
}

export interface ConfirmDialogProps {
  /** The action: "Delete user". The button repeats it. */
  readonly title: string
  /** What the action does, before the button: "This ends 3 sessions. This cannot be undone." */
  readonly consequence: ReactNode
  /** The name that must be typed, of the user, team or project to delete. Absent: one click confirms. */
  readonly nameToType?: string
  readonly pendingLabel: string
  readonly phase: ActionPhase
  readonly isDanger?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** Rendered after the field: a choice, or a failure that the user must resolve. */
  readonly children?: ReactNode
}

/** Confirms an action that cannot be undone. */
export function ConfirmDialog({
  title,
  consequence,
  nameToType,
  pendingLabel,
  phase,
  isDanger = true,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps): ReactNode {
  const t = useTexts(kitTexts)
  const [typed, setTyped] = useState('')
  const isConfirmed = nameToType === undefined || isTypedName(typed, nameToType)
  return (
    <Dialog
      title={title}
      lead={consequence}
      onClose={onClose}
      onSubmit={() => isConfirmed && onConfirm()}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button
            type="submit"
            variant={isDanger ? 'danger-primary' : 'primary'}
            phase={phase}
            pendingLabel={pendingLabel}
            disabled={!isConfirmed}
          >
            {title}
          </Button>
        </>
      }
    >
      {nameToType !== undefined && (
        <div className="name-to-type">
          <Field label={fill(t.typeToConfirm, { name: <bdi className="mono">{nameToType}</bdi> })}>
            <Input
              data-autofocus=""
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <div className="copy-place">
            <Suspense>
              <CopyButton text={nameToType} what={nameToType} size="regular" variant="plain" />
            </Suspense>
          </div>
        </div>
      )}
      {children}
    </Dialog>
  )
}
