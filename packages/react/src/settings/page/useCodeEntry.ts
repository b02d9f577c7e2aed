import { TOTP_DIGITS } from '@portico/contract/limits'
import { useState } from 'react'

export interface CodeEntry<Refusal> {
  readonly code: string
  readonly problem: Refusal | 'incomplete' | undefined
  readonly onChange: (code: string) => void
  /** Returns whether the code is complete, and shows a problem if not. */
  readonly requireComplete: (code: string) => boolean
  /** Shows the problem of the code and empties the field. */
  readonly refuse: (refusal: Refusal) => void
}

/** The state of a field for authenticator codes. The next digit clears the problem. */
export function useCodeEntry<Refusal>(): CodeEntry<Refusal> {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<Refusal | 'incomplete'>()
  return {
    code,
    problem,
    onChange: (typed) => {
      setCode(typed)
      setProblem(undefined)
    },
    requireComplete: (typed) => {
      const isComplete = typed.length === TOTP_DIGITS
      if (!isComplete) setProblem('incomplete')
      return isComplete
    },
    refuse: (refusal) => {
      setCode('')
      setProblem(() => refusal)
    },
  }
}
