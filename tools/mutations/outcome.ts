/** An error of Vitest, as far as an outcome depends on it. */
export interface TestError {
  readonly message: string
  readonly cause?: unknown
}

/** What the tests of a check did without it. */
export interface TestRun {
  readonly failed: readonly { readonly name: string; readonly errors: readonly TestError[] }[]
  /** The errors outside of tests, such as those of a file that cannot be loaded or of a process that was killed. */
  readonly problems: readonly string[]
}

/**
 * `timed out`: no assertion failed, but a test waited until its limit. A busy machine can cause this too. `incomplete`:
 * no test failed, but not all tests ran.
 */
export interface Outcome {
  readonly kind: 'detected' | 'timed out' | 'incomplete' | 'missed'
  /** The test that failed or waited, or the problem; null for a missed removal. */
  readonly reason: string | null
}

/** How `expect.poll` explains that it gave up. */
const UNREACHED = 'Matcher did not succeed in time.'

/**
 * @param isAlone nothing else ran and the limits were long, so what `expect.poll` did not reach is a failed assertion
 */
export function outcomeOf({ failed, problems }: TestRun, isAlone: boolean): Outcome {
  const isDetection = ({ cause, message }: TestError): boolean =>
    !/^(?:Test|Hook) timed out in /.test(message) &&
    (isAlone || (cause as TestError | undefined)?.message !== UNREACHED)
  const detecting = failed.find(({ errors }) => errors.some((error) => isDetection(error)))
  if (detecting) return { kind: 'detected', reason: detecting.name }
  const [waiting] = failed
  if (waiting) return { kind: 'timed out', reason: waiting.name }
  const [problem] = problems
  return problem === undefined ? { kind: 'missed', reason: null } : { kind: 'incomplete', reason: problem }
}
