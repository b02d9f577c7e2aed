'use client'

import type { ReactNode } from 'react'
import { CodeField } from './CodeField.tsx'
import { Root } from './Root.tsx'

/** The props of `OneTimeCodeInput`. */
export interface OneTimeCodeInputProps {
  /** Shown above the slots. */
  readonly label: string
  /** The characters that have been entered. */
  readonly value: string
  /** Called with the accepted characters after each change. */
  readonly onChange: (code: string) => void
  /** Number of characters. Default: 6. */
  readonly length?: number
  /** The name of the form field. Default: `code`. */
  readonly name?: string
  /**
   * The accepted input. Default: digits. It must match the complete input, also while the code is incomplete, such as
   * `/[A-Z0-9]+/`. Other input is rejected.
   */
  readonly pattern?: RegExp
  /** Called with the code when it is complete, typed or pasted. */
  readonly onComplete?: (code: string) => void
  /** Shown below the slots, which are then marked as invalid. */
  readonly error?: string
  /** A secondary text below the field. */
  readonly hint?: ReactNode
  /** The code is being checked: the field keeps the focus and is read-only. */
  readonly busy?: boolean
  /** Takes the focus on mount. */
  readonly takesFocus?: boolean
}

/**
 * The input of a one-time code, for the host's own forms: one slot per character, digits by default. Browsers can
 * autofill codes from messages.
 */
export function OneTimeCodeInput({ pattern, ...props }: OneTimeCodeInputProps): ReactNode {
  return (
    <Root>
      <CodeField {...props} kind={pattern ?? 'digits'} />
    </Root>
  )
}
