import { useEffect, useRef, useState } from 'react'
import { knownGoodCode, rememberGoodCode } from './checked-code.ts'
import { codeProblemOf, type CodeProblem } from './code-problem.ts'

/** What the service says of a code, without using it up. */
export type CodeVerdict<Answer> =
  | { readonly answer: Answer }
  | { readonly problem: CodeProblem }
  | { readonly thrown: unknown }

/**
 * Looks at the code of a mail's link once, when its page is opened.
 *
 * @param of the code, and what else the answer depends on; null looks at nothing
 * @returns null until it is known
 */
export function useCodeCheck<Answer>(of: string | null, check: () => Promise<Answer>): CodeVerdict<Answer> | null {
  const [found, setFound] = useState<{ readonly of: string; readonly verdict: CodeVerdict<Answer> } | null>(null)
  // Each look counts as a try, so the second run of effects in strict mode must not take a second one.
  const asked = useRef<string | null>(null)
  useEffect(() => {
    if (of === null || asked.current === of) return
    asked.current = of
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
