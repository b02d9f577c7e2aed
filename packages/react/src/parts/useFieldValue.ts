'use client'

import { useEffect, useId, useRef } from 'react'
import type { Control, FieldBinding } from '@portico/ui/form/useForm'

interface FieldValueOptions {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Called for each change of the text. */
  readonly onInput: (text: string) => void
  /** Called when a value that the field has not reported replaces its text. */
  readonly onReplace?: () => void
}

interface FieldValue {
  readonly field: Omit<FieldBinding, 'error'>
  readonly report: (text: string) => void
}

/**
 * Binds a field to a value of the host. The input itself is uncontrolled, because password managers fill it without an
 * event, and because a reported value that comes back late must not remove what was typed since.
 */
export function useFieldValue({ name, value, onChange, onInput, onReplace }: FieldValueOptions): FieldValue {
  const id = useId()
  const input = useRef<Control>(null)
  const known = useRef(value)
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    if (input.current) input.current.value = value
    onReplace?.()
  }, [value, onReplace])
  return {
    field: {
      id,
      name,
      value,
      announceError: true,
      onChange: onInput,
      attach: (element) => {
        input.current = element
      },
    },
    report: (text) => {
      if (text === known.current) return
      known.current = text
      onChange(text)
    },
  }
}
