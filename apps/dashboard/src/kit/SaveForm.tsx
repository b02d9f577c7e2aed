import type { Action } from '@portico/ui/form/useAction'
import { useRef, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { ActFailure } from './ActFailure.tsx'
import { Button } from './Button.tsx'
import { focusFirstInvalid } from './focus.ts'
import './rows.css'
import { isCovered } from './is-covered.ts'
import { useShortcut } from './shortcuts.ts'

export interface SaveFormProps {
  /** The save. A failure keeps what was typed and is shown beside the button. */
  readonly action: Pick<Action<never>, 'phase' | 'failure'>
  readonly isChanged: boolean
  /** A `ConflictNotice` waits for a decision. Until then, nothing is saved. */
  readonly hasConflict?: boolean
  readonly onSave: () => void
  readonly onDiscard: () => void
  readonly children: ReactNode
}

/** Typed fields with Save, which a change enables. Ctrl/⌘ S saves too. */
export function SaveForm({
  action,
  isChanged,
  hasConflict = false,
  onSave,
  onDiscard,
  children,
}: SaveFormProps): ReactNode {
  const t = useTexts(kitTexts)
  const canSave = isChanged && !hasConflict
  const form = useRef<HTMLFormElement>(null)
  useShortcut('mod+s', () => canSave && !isCovered(form.current) && onSave())
  return (
    <form
      ref={form}
      className="form-page"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!canSave) return
        onSave()
        focusFirstInvalid(event.currentTarget)
      }}
    >
      {children}
      {!hasConflict && <ActFailure failure={action.failure} onRepeat={onSave} />}
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
        {isChanged && action.phase !== 'pending' && (
          <Button variant="ghost" onClick={onDiscard}>
            {t.discard}
          </Button>
        )}
      </div>
    </form>
  )
}
