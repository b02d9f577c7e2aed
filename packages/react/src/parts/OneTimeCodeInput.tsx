import type { ReactNode } from 'react'
import { CodeField } from './CodeField.tsx'
import { Root } from './Root.tsx'

export interface OneTimeCodeInputProps {
  /** Stands above the slots. */
  readonly label: string
  readonly value: string
  readonly onChange: (code: string) => void
  /** Number of signs. Default: 6. */
  readonly length?: number
  /** The name of the form field. Default: `code`. */
  readonly name?: string
  /**
   * What is accepted instead of digits. It must match all that is entered, also a part of a code, such as `/[A-Z0-9]+/`;
   * other input is rejected.
   */
  readonly pattern?: RegExp
  /** Called with the code when the last sign arrives, typed or pasted. */
  readonly onComplete?: (code: string) => void
  readonly error?: string
  /** A quiet sentence under the field. */
  readonly hint?: ReactNode
  /** Is being checked: the field keeps the focus and takes no input. */
  readonly busy?: boolean
  /** Takes the focus when it appears. */
  readonly takesFocus?: boolean
}

/**
 * The input of a one-time code, for forms of the host's own: one slot for each sign, digits by default. The browser offers
 * codes from messages.
 */
export function OneTimeCodeInput({ pattern, ...props }: OneTimeCodeInputProps): ReactNode {
  return (
    <Root>
      <CodeField {...props} kind={pattern ?? 'digits'} />
    </Root>
  )
}
