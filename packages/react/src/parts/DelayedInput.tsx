'use client'

import { DELAYED_INPUT_MILLIS } from '@portico/contract/limits'
import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { Field } from './Field.tsx'
import { Root } from './Root.tsx'
import { useFieldValue } from './useFieldValue.ts'

/** The props of `DelayedInput`. */
export interface DelayedInputProps {
  /** Shown above the field. */
  readonly label: string
  /** The reported text. Another one replaces what was typed. */
  readonly value: string
  /** Called 500 ms after the last change, and at once for Enter. */
  readonly onChange: (text: string) => void
  /** The name of the form field. Default: `text`. */
  readonly name?: string
  /** Default: `off`. */
  readonly autoComplete?: AutoFill
  /** Shown below the field, which is then marked as invalid. */
  readonly error?: string
  /** A secondary text below the field, hidden while there is an error. */
  readonly hint?: ReactNode
}

/**
 * A text field that waits for a pause before it reports a change, such as the search of a list. Removing it cancels
 * what is not reported.
 */
export function DelayedInput({ label, autoComplete = 'off', hint, error, ...input }: DelayedInputProps): ReactNode {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = useCallback(() => clearTimeout(timer.current), [])
  useEffect(() => cancel, [cancel])
  const { field, report } = useFieldValue({ name: 'text', ...input, onInput: wait, onReplace: cancel })
  const latest = useRef(report)
  useEffect(() => {
    latest.current = report
  })

  function wait(text: string): void {
    cancel()
    timer.current = setTimeout(() => latest.current(text), DELAYED_INPUT_MILLIS)
  }

  return (
    <Root>
      <Field
        {...field}
        label={label}
        type="text"
        autoComplete={autoComplete}
        hint={hint}
        error={error}
        onKeyDown={(event) => {
          // Enter ends the composition of a character and reports nothing.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          cancel()
          report(event.currentTarget.value)
        }}
      />
    </Root>
  )
}
