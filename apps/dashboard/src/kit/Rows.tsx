import { Check } from 'lucide-react'
import { useEffect, useId, useState, type ReactNode } from 'react'

import { useTexts } from '../language/define-texts.ts'
import { kitTexts } from '../texts/kit.ts'
import { announce } from './announce.ts'
import { FieldError, Switch } from './Field.tsx'
import './rows.css'
import { useFailureText } from './failure.ts'

const SAVED_MILLIS = 2_000

export interface RowsProps {
  /** Properties as *label, value, action* (default), settings with a switch, or a list of things with their actions. */
  readonly kind?: 'settings' | 'list'
  /** Without the outer hairlines. */
  readonly isFlush?: boolean
  readonly children: ReactNode
}

/** Rows between hairlines: the one way to show properties, in pages and drawers. */
export function Rows({ kind, isFlush = false, children }: RowsProps): ReactNode {
  return (
    <ul className="rows" data-kind={kind} data-flush={isFlush || undefined}>
      {children}
    </ul>
  )
}

export interface PropertyRowProps {
  readonly label: ReactNode
  readonly note?: ReactNode
  readonly action?: ReactNode
  /** Replaces value and action while the property is edited in place. */
  readonly body?: ReactNode
  readonly children?: ReactNode
}

/** One property: label, value, action. */
export function PropertyRow({ label, note, action, body, children }: PropertyRowProps): ReactNode {
  return (
    <li>
      <div className="row-label">{label}</div>
      {body === undefined ? (
        <>
          <div className="row-value">
            {children}
            {note !== undefined && <span className="row-note">{note}</span>}
          </div>
          {action !== undefined && <div className="row-action">{action}</div>}
        </>
      ) : (
        <div className="row-body">{body}</div>
      )}
    </li>
  )
}

/** One thing of a list, with its actions. */
export function ListRow({
  action,
  children,
}: {
  readonly action?: ReactNode
  readonly children: ReactNode
}): ReactNode {
  return (
    <li>
      <div className="row-value">{children}</div>
      {action !== undefined && <div className="row-action">{action}</div>}
    </li>
  )
}

export interface SwitchRowProps {
  readonly label: string
  /** What the setting means. */
  readonly note?: ReactNode
  readonly value: boolean
  /** Saves the setting. A rejection puts the switch back and shows why. */
  readonly onSave: (value: boolean) => Promise<unknown>
  /** Why it cannot be changed. */
  readonly disabledReason?: ReactNode
}

/** A setting that saves at once and says "Saved" for two seconds. */
export function SwitchRow({ label, note, value, onSave, disabledReason }: SwitchRowProps): ReactNode {
  const t = useTexts(kitTexts)
  const id = useId()
  const failureText = useFailureText()
  const [saving, setSaving] = useState<boolean | null>(null)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (savedAt === null) return
    const timer = setTimeout(() => setSavedAt(null), SAVED_MILLIS)
    return () => clearTimeout(timer)
  }, [savedAt])

  async function save(wanted: boolean): Promise<void> {
    setSaving(wanted)
    setFailure(null)
    setSavedAt(null)
    try {
      await onSave(wanted)
      setSavedAt(Date.now())
      announce(`${label}: ${t.saved}`)
    } catch (error) {
      setFailure(error)
    } finally {
      setSaving(null)
    }
  }

  return (
    <li>
      <div className="row-label">
        <label htmlFor={id}>{label}</label>
        {(disabledReason ?? note) !== undefined && (
          <span className="row-note" id={`${id}-note`}>
            {disabledReason ?? note}
          </span>
        )}
        {failure !== null && <FieldError>{failureText(failure)}</FieldError>}
      </div>
      <div className="row-action">
        <span className="saved" data-shown={savedAt !== null || undefined} aria-hidden="true">
          <Check />
          {t.saved}
        </span>
        <Switch
          id={id}
          checked={saving ?? value}
          isSaving={saving !== null}
          disabled={disabledReason !== undefined}
          aria-describedby={`${id}-note`}
          onChange={(wanted) => void save(wanted)}
        />
      </div>
    </li>
  )
}
