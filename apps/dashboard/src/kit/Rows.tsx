import { Check } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { ActFailure } from './ActFailure.tsx'
import { Select, Switch } from './Field.tsx'
import './rows.css'
import { Bone } from './States.tsx'
import { useInstantSave, type InstantSave } from './useInstantSave.ts'

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
  /** Replaces the row while the property is edited in place: a form whose field has the label. */
  readonly body?: ReactNode
  readonly children?: ReactNode
}

/** One property: label, value, action. After an edit in place, the action has the focus again. */
export function PropertyRow({ label, note, action, body, children }: PropertyRowProps): ReactNode {
  const row = useRef<HTMLLIElement>(null)
  const isEdited = body !== undefined
  useEffect(() => {
    if (!isEdited) return
    const edited = row.current
    return () => {
      // Give the focus back if it was in the form.
      if (document.activeElement === document.body)
        edited?.querySelector<HTMLElement>('.row-action :is(button, a):last-of-type')?.focus()
    }
  }, [isEdited])
  if (isEdited) {
    return (
      <li ref={row}>
        <div className="row-body">{body}</div>
      </li>
    )
  }
  return (
    <li ref={row}>
      <div className="row-label">{label}</div>
      <div className="row-value">
        {children}
        {note !== undefined && <span className="row-note">{note}</span>}
      </div>
      {action !== undefined && <div className="row-action">{action}</div>}
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

export interface ActionRowProps {
  readonly label: ReactNode
  /** What the action does, or the present state. */
  readonly note?: ReactNode
  /** Why the action failed. */
  readonly failure?: ReactNode
  /** A button. */
  readonly children: ReactNode
}

/** One action with what it does, in rows of settings. */
export function ActionRow({ label, note, failure, children }: ActionRowProps): ReactNode {
  return (
    <li>
      <div className="row-label">
        {label}
        {note !== undefined && <span className="row-note">{note}</span>}
        {failure}
      </div>
      <div className="row-action">{children}</div>
    </li>
  )
}

interface InstantRowProps<Value> {
  /** The id of the row, by which an address with a hash leads to it. */
  readonly anchor?: string | undefined
  readonly label: string
  /** Before the label, such as a logo. */
  readonly picture?: ReactNode
  /** Before the control: a link to more about the setting. */
  readonly link?: ReactNode
  /** What the setting means. */
  readonly note?: ReactNode
  /**
   * Saves the setting. A rejection puts the control back and shows why; `false` puts it back because something is
   * missing.
   */
  readonly onSave: (value: Value) => Promise<unknown>
}

/** A setting that saves at once and says "Saved" for two seconds. */
function InstantRow<Value>({
  anchor,
  label,
  picture,
  link,
  note,
  onSave,
  children,
}: InstantRowProps<Value> & {
  /** The control, with the id of its label. */
  readonly children: (id: string, state: InstantSave<Value>) => ReactNode
}): ReactNode {
  const id = useId()
  const state = useInstantSave(label, onSave)
  return (
    <li id={anchor}>
      <div className="row-label">
        {picture}
        <label htmlFor={id}>{label}</label>
        {note !== undefined && (
          <span className="row-note" id={`${id}-note`}>
            {note}
          </span>
        )}
        <ActFailure failure={state.failure} onRepeat={state.repeat} />
      </div>
      <div className="row-action">
        <SavedTick isShown={state.isSaved} />
        {link}
        {children(id, state)}
      </div>
    </li>
  )
}

/** "Saved" beside a control. Its place stays. */
export function SavedTick({ isShown }: { readonly isShown: boolean }): ReactNode {
  const { saved } = useTexts(kitTexts)
  return (
    <span className="saved" data-shown={isShown || undefined} aria-hidden="true">
      <Check />
      {saved}
    </span>
  )
}

export interface SwitchRowProps extends InstantRowProps<boolean> {
  /** Undefined while it loads. */
  readonly value: boolean | undefined
  /** The reason why the setting cannot be changed. */
  readonly disabledReason?: ReactNode
}

/** A setting that is on or off. */
export function SwitchRow({ value, note, disabledReason, ...row }: SwitchRowProps): ReactNode {
  return (
    <InstantRow {...row} note={disabledReason ?? note}>
      {(id, { saving, save }) =>
        value === undefined ? (
          <Bone width="36px" />
        ) : (
          <Switch
            id={id}
            checked={saving ?? value}
            isSaving={saving !== null}
            disabled={disabledReason !== undefined}
            aria-describedby={`${id}-note`}
            onChange={(wanted) => void save(wanted)}
          />
        )
      }
    </InstantRow>
  )
}

export interface SelectRowProps extends InstantRowProps<string> {
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** A setting with a few values. */
export function SelectRow({ value, options, ...row }: SelectRowProps): ReactNode {
  return (
    <InstantRow {...row}>
      {(id, { saving, save }) => (
        <Select
          id={id}
          value={saving ?? value}
          options={options}
          aria-describedby={`${id}-note`}
          aria-busy={saving !== null || undefined}
          onChange={(chosen) => void save(chosen)}
        />
      )}
    </InstantRow>
  )
}
