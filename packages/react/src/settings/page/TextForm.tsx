'use client'

import { useForm } from '@portico/ui/form/useForm'
import type { ReactNode } from 'react'
import { Field, type FieldProps } from '../../parts/Field.tsx'
import { EditForm, type EditFormProps } from './EditForm.tsx'

export interface TextFormProps
  extends
    Omit<EditFormProps, 'onSubmit' | 'children'>,
    Pick<FieldProps, 'label' | 'hint'>,
    Partial<Pick<FieldProps, 'type' | 'autoComplete'>> {
  /** Default: empty. */
  readonly initial?: string
  readonly problemOf: (text: string) => string | undefined
  /** Called with the trimmed text. */
  readonly onSubmit: (text: string) => Promise<unknown>
  /** Below the field. */
  readonly children?: ReactNode
}

/** A form inside a row with one text. */
export function TextForm(props: TextFormProps): ReactNode {
  const { label, hint, type = 'text', autoComplete = 'off', initial = '', problemOf, onSubmit, children } = props
  const form = useForm({
    initial: { text: initial },
    validate: ({ text }) => ({ text: problemOf(text) }),
    submit: async ({ text }) => void (await onSubmit(text.trim())),
  })
  return (
    <EditForm {...props} onSubmit={form.submit}>
      <Field {...form.field('text')} label={label} hint={hint} type={type} autoComplete={autoComplete} />
      {children}
    </EditForm>
  )
}
