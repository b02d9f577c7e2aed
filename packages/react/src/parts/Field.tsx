'use client'

import { useState, type HTMLInputAutoCompleteAttribute, type KeyboardEvent, type ReactNode } from 'react'
import type { FieldBinding } from '@portico/ui/form/useForm'
import { useTranslate } from '../i18n/language.ts'
import { Icon } from './Icon.tsx'

export interface FieldProps extends FieldBinding {
  readonly label: string
  readonly type: 'email' | 'password' | 'text'
  readonly autoComplete: HTMLInputAutoCompleteAttribute
  /** A muted sentence under the field, shown before there is an error. */
  readonly hint?: ReactNode
  /** Rendered at the end of the label's line. */
  readonly aside?: ReactNode
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  /** Rendered inside the field, at its end. */
  readonly action?: ReactNode
}

/** A label, its field, a hint and an error, connected for assistive technology. */
export function Field(props: FieldProps): ReactNode {
  const { id, label, type, error, hint, aside, action, attach } = props
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error !== undefined && errorId, hint !== undefined && hintId].filter(Boolean).join(' ')
  return (
    <div className="portico-field" data-invalid={error === undefined ? undefined : ''}>
      <div className="portico-field-head">
        <label className="portico-label" htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      <div className="portico-field-box">
        <input
          ref={attach}
          className="portico-input"
          id={id}
          name={props.name}
          type={type}
          // Uncontrolled: React would empty a field that a password manager fills without an event.
          defaultValue={props.value}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={props.onKeyDown}
          autoComplete={props.autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          data-has-action={action === undefined ? undefined : ''}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy === '' ? undefined : describedBy}
        />
        {action}
      </div>
      {error !== undefined && (
        <p className="portico-error" id={errorId} role={props.announceError ? 'alert' : undefined}>
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
      {hint !== undefined && (
        <p className="portico-hint" id={hintId} hidden={error !== undefined}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A password field with a button that shows and hides the text. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'action'>): ReactNode {
  const t = useTranslate()
  const [shown, setShown] = useState(false)
  const label = shown ? t('Hide password') : t('Show password')
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      action={
        <button
          className="portico-reveal"
          type="button"
          aria-label={label}
          title={label}
          aria-controls={props.id}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  )
}
