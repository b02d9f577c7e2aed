import { useEffect, useRef, useState } from 'react'
import { knownGoodCode, rememberGoodCode } from './checked-code.ts'
import { codeProblemOf, type CodeProblem } from './code-problem.ts'

/** The result of checking a code. A check does not use up the code. */
export type CodeVerdict<Answer> =
  | { readonly answer: Answer }
  | { readonly problem: CodeProblem }
  | { readonly thrown: unknown }

/**
 * Checks the code of a mailed link once, when its page opens.
 *
 * @param of the code, and other inputs of the answer. Null checks nothing.
 *
 * @returns null until the result is known
 */
export function useCodeCheck<Answer>(of: string | null, check: () => Promise<Answer>): CodeVerdict<Answer> | null {
  const [found, setFound] = useState<{ readonly of: string; readonly verdict: CodeVerdict<Answer> } | null>(null)
  // Each check counts as an attempt, so the second effect run of strict mode must not send another one.
  const checkedCode = useRef<string | null>(null)
  useEffect(() => {
    if (of === null || checkedCode.current === of) return
    checkedCode.current = of
    const known = knownGoodCode<Answer>(of)
    const answered = known ? Promise.resolve(known.answer) : check()
    answered.then(
      (answer) => {
        rememberGoodCode(of, answer)
        setFound({ of, verdict: { answer } })
      },
      (thrown: unknown) => {
        const problem = codeProblemOf(thrown)
        setFound({ of, verdict: problem === null ? { thrown } : { problem } })
      },
    )
  }, [of, check])
  return found?.of === of ? (found?.verdict ?? null) : null
}
