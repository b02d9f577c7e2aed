'use client'

import { Suspense, type ReactNode } from 'react'
import { FormSkeleton } from './CardSkeleton.tsx'
import { PasswordField } from './Field.tsx'
import { Root } from './Root.tsx'
import { useFieldValue } from './useFieldValue.ts'

/** The props of `PasswordInput`. */
export interface PasswordInputProps {
  /** Shown above the field. */
  readonly label: string
  /** The text of the field. */
  readonly value: string
  /** Called for each change of the text. */
  readonly onChange: (password: string) => void
  /** Tells password managers whether they fill in a password or suggest one. */
  readonly autoComplete: 'current-password' | 'new-password'
  /** The name of the form field. Default: `password`. */
  readonly name?: string
  /** Shown below the field, which is then marked as invalid. */
  readonly error?: string
  /** A secondary text below the field, hidden while there is an error. */
  readonly hint?: ReactNode
}

/** The password field of the pages, for the host's own forms: a button shows and hides the text. */
export function PasswordInput({ label, autoComplete, hint, error, ...input }: PasswordInputProps): ReactNode {
  const { field, report } = useFieldValue({ name: 'password', ...input, onInput: (text) => report(text) })
  return (
    <Root>
      <Suspense fallback={<FormSkeleton />}>
        <PasswordField {...field} label={label} autoComplete={autoComplete} hint={hint} error={error} />
      </Suspense>
    </Root>
  )
}
