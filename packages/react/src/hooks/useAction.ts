'use client'

import { KnownError } from '@portico/client'
import { useRef, useState } from 'react'

/** `done` follows a success and lasts while a subsequent step, such as a redirect, runs. */
export type ActionPhase = 'idle' | 'pending' | 'done'

/** A call that a component makes, with its state. */
export interface Action<Args extends readonly unknown[], Refusal> {
  /** `pending` while the call runs, `done` after success. */
  readonly phase: ActionPhase
  /** The expected error of the latest call, or null. */
  readonly error: Refusal | null
  /** An unexpected failure: no connection, a fault of the service, or an error that this action does not expect. */
  readonly failure: unknown
  /** Starts the action unless it is already running. Resolves to the expected error, or null. Never rejects. */
  readonly submit: (...args: Args) => Promise<Refusal | null>
  /**
   * Clears `error` and `failure`, for example when the screen that they concern closes. Optionally sets a new failure.
   */
  readonly reset: (failure?: unknown) => void
}

/** `aborted` means that the user cancelled the action, so no message is shown. */
export type Outcome<Refusal> =
  | { readonly status: 'ok' }
  | { readonly status: 'error'; readonly error: Refusal }
  | { readonly status: 'aborted' }

/**
 * What follows a success: `stay` in the phase `done`, return to `idle` at once (`ready`), or run a function and then
 * return to `idle`.
 */
export type Afterwards = 'stay' | 'ready' | (() => Promise<void>)

/**
 * The state of an asynchronous action behind a form or a button: its phase, its expected errors and its unexpected
 * failures.
 *
 * @param perform returns an expected error as a value and throws everything else
 */
export function useAction<Args extends readonly unknown[], Refusal>(
  perform: (...args: Args) => Promise<Outcome<Refusal>>,
  afterwards: Afterwards = 'stay',
): Action<Args, Refusal> {
  const [phase, setPhase] = useState<ActionPhase>('idle')
  const [error, setError] = useState<Refusal | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  // A ref, because state is stale until the next render and a double click is faster.
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

/**
 * Converts every catalogue error into a refusal, including errors that the call throws, because forms show them all in
 * the same place. Three errors stay exceptions: a malformed request is a defect of this
 * package, and a field can fix neither a missing recent sign-in nor too many attempts.
 */
export async function refusalOf<Given extends Outcome<KnownError>>(
  call: () => Promise<Given>,
): Promise<Given | { readonly status: 'error'; readonly error: KnownError }> {
  try {
    return await call()
  } catch (error) {
    if (KnownError.isKnownError(error) && !isNotFixableInForm(error)) return { status: 'error', error }
    throw error
  }
}

function isNotFixableInForm(error: KnownError): boolean {
  return error.is('SCHEMA_ERROR') || error.is('RECENT_SIGN_IN_REQUIRED') || error.is('RATE_LIMITED')
}
