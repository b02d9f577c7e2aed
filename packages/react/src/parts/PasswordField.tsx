'use client'

import { useState, type ReactNode } from 'react'
import { useTranslate } from '../i18n/language.ts'
import { Field, type FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'

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
