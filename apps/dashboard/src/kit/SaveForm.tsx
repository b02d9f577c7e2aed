import { useRef, type ReactNode } from 'react'

import { useTexts } from '../language/define-texts.ts'
import { kitTexts } from '../texts/kit.ts'
import { ActFailure } from './ActFailure.tsx'
import { Button } from './Button.tsx'
import './rows.css'
import { isCovered } from './is-covered.ts'
import { useShortcut } from './shortcuts.ts'
import type { Action } from './useAction.ts'

export interface SaveFormProps {
  /** Saves what was typed. A failure keeps it and is shown beside the button. */
  readonly save: Action<[]>
  readonly isChanged: boolean
  /** A `ConflictNotice` waits for a decision. Until then, nothing is saved. */
  readonly hasConflict?: boolean
  readonly onDiscard: () => void
  readonly children: ReactNode
}

/** Typed fields with Save, which a change enables. Ctrl/⌘ S saves too. */
export function SaveForm({ save, isChanged, hasConflict = false, onDiscard, children }: SaveFormProps): ReactNode {
  const t = useTexts(kitTexts)
  const canSave = isChanged && !hasConflict
  const form = useRef<HTMLFormElement>(null)
  useShortcut('mod+s', () => canSave && !isCovered(form.current) && void save.run())
  return (
    <form
      ref={form}
      className="form-page"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) void save.run()
      }}
    >
      {children}
      {!hasConflict && <ActFailure failure={save.failure} onRepeat={() => void save.run()} />}
      <div className="form-foot">
        <Button
          type="submit"
          variant="primary"
          phase={save.phase}
          pendingLabel={t.saving}
          disabled={!canSave && save.phase === 'idle'}
        >
          {t.save}
        </Button>
        {isChanged && save.phase !== 'pending' && (
          <Button variant="ghost" onClick={onDiscard}>
            {t.discard}
          </Button>
        )}
      </div>
    </form>
  )
}
