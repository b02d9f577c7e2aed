'use client'

import { useEffect, useRef, useState } from 'react'
import { knownGoodCode, rememberGoodCode } from './checked-code.ts'
import { codeProblemOf, type CodeProblem } from './code-problem.ts'

/** The result of checking a code. A check does not use up the code. */
export type CodeVerdict<Answer> =
  | { readonly answer: Answer }
  | { readonly problem: CodeProblem }
  | { readonly thrown: unknown }

export interface CodeCheckOptions {
  /**
   * Remembers the answer for a valid code in this tab, for codes with few attempts. Default: true. False for answers
   * that change while the code stays valid.
   */
  readonly isRemembered?: boolean
}

/**
 * Checks the code of a mailed link once, when its page opens.
 *
 * @param of the code, and other inputs of the answer. Null checks nothing.
 *
 * @returns null until the result is known
 */
export function useCodeCheck<Answer>(
  of: string | null,
  check: () => Promise<Answer>,
  { isRemembered = true }: CodeCheckOptions = {},
): CodeVerdict<Answer> | null {
  const [found, setFound] = useState<{ readonly of: string; readonly verdict: CodeVerdict<Answer> } | null>(null)
  // Each check counts as an attempt, so the second effect run of strict mode must not send another one.
  const checkedCode = useRef<string | null>(null)
  useEffect(() => {
    if (of === null || checkedCode.current === of) return
    checkedCode.current = of
    const known = isRemembered ? knownGoodCode<Answer>(of) : null
    const conclude = (verdict: CodeVerdict<Answer>): void => {
      // A slow check of an earlier code must not replace this verdict.
      if (checkedCode.current === of) setFound({ of, verdict })
    }
    const answered = known ? Promise.resolve(known.answer) : check()
    answered.then(
      (answer) => {
        if (isRemembered) rememberGoodCode(of, answer)
        conclude({ answer })
      },
      (thrown: unknown) => {
        const problem = codeProblemOf(thrown)
        conclude(problem === null ? { thrown } : { problem })
      },
    )
  }, [of, check, isRemembered])
  return found?.of === of ? (found?.verdict ?? null) : null
}
