'use client'

import { useCallback, useEffect, useRef, useState } from 'react'

export type ActionPhase = 'idle' | 'pending' | 'done'

const DONE_MILLIS = 1_000

export interface Action<Args extends readonly unknown[]> {
  readonly phase: ActionPhase
  /** What the last run threw; null after a success and while the action runs. */
  readonly failure: unknown
  /** Runs the action, unless it is running. Resolves to whether it succeeded. */
  readonly run: (...args: Args) => Promise<boolean>
  /** Runs the action again, with the arguments of the last run. */
  readonly repeat: () => void
  /** Forgets the last run, also one that has not ended: nothing follows it. */
  readonly reset: () => void
}

/**
 * An action with its progress. After a failure the caller shows `failure` and keeps the typed values. An action that
 * resolves to `false` did nothing, because the user must decide something first.
 *
 * @param onDone called after a success, unless the person has left the page meanwhile
 */
export function useAction<Args extends readonly unknown[], Answer>(
  act: (...args: Args) => Promise<Answer | false>,
  onDone?: (answer: Answer, ...args: Args) => void,
): Action<Args> {
  const [phase, setPhase] = useState<ActionPhase>('idle')
  const [failure, setFailure] = useState<unknown>(null)
  /** The run whose outcome counts. */
  const running = useRef<object>(null)
  const isShown = useRef(false)
  const lastArgs = useRef<Args>(null)
  const latest = useRef({ act, onDone })
  useEffect(() => {
    latest.current = { act, onDone }
  })
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  useEffect(() => {
    if (phase !== 'done') return
    const timer = setTimeout(() => setPhase('idle'), DONE_MILLIS)
    return () => clearTimeout(timer)
  }, [phase])

  const run = useCallback(async (...args: Args): Promise<boolean> => {
    if (running.current) return false
    const own = (running.current = {})
    const { href } = window.location
    lastArgs.current = args
    setPhase('pending')
    setFailure(null)
    try {
      const answer = await latest.current.act(...args)
      if (running.current !== own) return false
      setPhase(answer === false ? 'idle' : 'done')
      if (answer === false) return false
      // What an action removes can have shown it, so a component that is gone does not mean that the person has left.
      if (isShown.current || window.location.href === href) latest.current.onDone?.(answer, ...args)
      return true
    } catch (error) {
      if (running.current !== own) return false
      setFailure(error)
      setPhase('idle')
      return false
    } finally {
      if (running.current === own) running.current = null
    }
  }, [])
  const repeat = useCallback(() => {
    if (lastArgs.current) void run(...lastArgs.current)
  }, [run])
  const reset = useCallback(() => {
    running.current = null
    setFailure(null)
    setPhase('idle')
  }, [])
  return { phase, failure, run, repeat, reset }
}
