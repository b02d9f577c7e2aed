import { useRef, useState } from 'react'

/** `done` follows a success; what comes after it, such as leaving the page, still happens in this phase. */
export type ActionPhase = 'idle' | 'pending' | 'done'

export interface Action<Args extends readonly unknown[], Refusal> {
  readonly phase: ActionPhase
  /** What the service refused the last time, from the list this action expects. */
  readonly error: Refusal | null
  /** What went wrong beyond that: no connection, a fault of the service, a refusal nobody expected. */
  readonly failure: unknown
  /** Starts the action, unless it runs already. Gives the refusal, or null; never rejects. */
  readonly submit: (...args: Args) => Promise<Refusal | null>
  /** Forgets `error` and `failure`, which may belong to what is not on the screen any more; or puts a new failure there. */
  readonly reset: (failure?: unknown) => void
}

/** `aborted` is what the person has broken off: there is nothing to say about it. */
export type Outcome<Refusal> =
  | { readonly status: 'ok' }
  | { readonly status: 'error'; readonly error: Refusal }
  | { readonly status: 'aborted' }

/**
 * What follows a success: `stay` in the phase `done`, be `ready` for the next time, or do something more and be ready
 * after that.
 */
export type Afterwards = 'stay' | 'ready' | (() => Promise<void>)

/**
 * One asynchronous act behind a form or a button: its phase, its expected refusals and its unexpected failures.
 *
 * @param perform does it; an expected refusal comes back as a value, everything else is thrown
 */
export function useAction<Args extends readonly unknown[], Refusal>(
  perform: (...args: Args) => Promise<Outcome<Refusal>>,
  afterwards: Afterwards = 'stay',
): Action<Args, Refusal> {
  const [phase, setPhase] = useState<ActionPhase>('idle')
  const [error, setError] = useState<Refusal | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  // State is as old as the last render, and a double click is faster than that.
  const running = useRef(false)

  async function submit(...args: Args): Promise<Refusal | null> {
    if (running.current) return null
    running.current = true
    setPhase('pending')
    setFailure(null)
    try {
      const outcome = await perform(...args)
      setError(outcome.status === 'error' ? outcome.error : null)
      if (outcome.status !== 'ok') {
        setPhase('idle')
        return outcome.status === 'error' ? outcome.error : null
      }
      if (afterwards !== 'ready') setPhase('done')
      if (typeof afterwards === 'function') await afterwards()
      if (afterwards !== 'stay') setPhase('idle')
      return null
    } catch (thrown) {
      setFailure(thrown)
      setPhase('idle')
      return null
    } finally {
      running.current = false
    }
  }

  function reset(newFailure: unknown = null): void {
    setError(null)
    setFailure(newFailure)
  }

  return { phase, error, failure, submit, reset }
}
