import { useCallback, useEffect, useRef, useState } from 'react'

export type ActionPhase = 'idle' | 'pending' | 'done'

const DONE_MILLIS = 1_000

export interface Action<Args extends readonly unknown[]> {
  readonly phase: ActionPhase
  /** What the last run threw; null after a success and while the action runs. */
  readonly failure: unknown
  /** Runs the action, unless it is running. Resolves to whether it succeeded. */
  readonly run: (...args: Args) => Promise<boolean>
  readonly reset: () => void
}

/**
 * An action with its progress. After a failure the caller shows `failure` and keeps the typed values. An action that resolves to `false` did
 * nothing, because the user has to decide something first.
 */
export function useAction<Args extends readonly unknown[]>(act: (...args: Args) => Promise<unknown>): Action<Args> {
  const [phase, setPhase] = useState<ActionPhase>('idle')
  const [failure, setFailure] = useState<unknown>(null)
  const isRunning = useRef(false)
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (phase !== 'done') return
    const timer = setTimeout(() => setPhase('idle'), DONE_MILLIS)
    return () => clearTimeout(timer)
  }, [phase])

  const run = useCallback(async (...args: Args): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setPhase('pending')
    setFailure(null)
    try {
      const isDone = (await latest.current(...args)) !== false
      setPhase(isDone ? 'done' : 'idle')
      return isDone
    } catch (error) {
      setFailure(error)
      setPhase('idle')
      return false
    } finally {
      isRunning.current = false
    }
  }, [])
  const reset = useCallback(() => {
    setFailure(null)
    setPhase('idle')
  }, [])
  return { phase, failure, run, reset }
}
