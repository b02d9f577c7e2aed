import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { lazy, Suspense, useState, type ReactNode } from 'react'

import { ActFailure } from '../kit/ActFailure.tsx'
import { Button } from '../kit/Button.tsx'
import type { CopyButton as LoadedCopyButton } from '../kit/CopyButton.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field, Input } from '../kit/Field.tsx'
import { showToast } from '../kit/toast.ts'
import { isTypedName } from '../kit/typed-name.ts'
import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'

/** Few dialogs have a name to type. */
const CopyButton = lazy<typeof LoadedCopyButton>(async () => ({
  // The name can be typed without the button.
  default: await import('../kit/CopyButton.tsx').then(
    (loaded) => loaded.CopyButton,
    () => () => null,
  ),
}))

export interface ConfirmActionProps<Answer> {
  /** The action: "Delete user". The button repeats it. */
  readonly title: string
  /** What the action does, before the button: "This ends 3 sessions. This cannot be undone." */
  readonly consequence: ReactNode
  /** The name that must be typed, of the user, team or project to delete. Absent: one click confirms. */
  readonly nameToType?: string
  /** The button while the action runs: "Deleting…". */
  readonly pending: string
  readonly isDanger?: boolean
  /** Resolves to `false` if a person has to decide something first; the dialog then stays. */
  readonly run: () => Promise<Answer | false>
  /** What the page says after a success. */
  readonly done?: string | undefined
  /** After a success. Default: `onClose`. */
  readonly onDone?: (answer: Answer) => void
  readonly onClose: () => void
  /** Details of the consequence, or a choice. */
  readonly children?: ReactNode
}

/** Asks for a confirmation, runs the action, and shows its progress and failure. A failure that needs a recent sign-in is repeated after it. */
export function ConfirmAction<Answer>(props: ConfirmActionProps<Answer>): ReactNode {
  const { title, nameToType, isDanger = true, done, onClose, onDone = onClose } = props
  const { cancel } = useTexts(kitTexts)
  const [typed, setTyped] = useState('')
  const isConfirmed = nameToType === undefined || isTypedName(typed, nameToType)
  const { phase, failure, run, repeat, reset } = useAction(async () => {
    const answer = await props.run()
    if (answer !== false && done !== undefined) showToast({ text: done })
    return answer
  }, onDone)
  const close = (): void => {
    reset()
    onClose()
  }
  return (
    <Dialog
      title={title}
      lead={props.consequence}
      onClose={close}
      // The second press of a double click can arrive while the page leads on.
      onSubmit={() => isConfirmed && phase !== 'done' && void run()}
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {cancel}
          </Button>
          <Button
            type="submit"
            variant={isDanger ? 'danger-primary' : 'primary'}
            phase={phase}
            pendingLabel={props.pending}
            disabled={!isConfirmed}
          >
            {title}
          </Button>
        </>
      }
    >
      {nameToType !== undefined && <NameToType name={nameToType} typed={typed} onType={setTyped} />}
      {props.children}
      <ActFailure failure={failure} onRepeat={repeat} />
    </Dialog>
  )
}

function NameToType({
  name,
  typed,
  onType,
}: {
  readonly name: string
  readonly typed: string
  readonly onType: (typed: string) => void
}): ReactNode {
  const { typeToConfirm } = useTexts(kitTexts)
  return (
    <div className="name-to-type">
      <Field label={fill(typeToConfirm, { name: <bdi className="mono">{name}</bdi> })}>
        <Input data-autofocus="" spellCheck={false} value={typed} onChange={(event) => onType(event.target.value)} />
      </Field>
      <div className="copy-place">
        <Suspense>
          <CopyButton text={name} what={name} size="regular" variant="plain" />
        </Suspense>
      </div>
    </div>
  )
}
