'use client'

import { useAction, type Action } from './useAction.ts'
import { readyAfter } from './ready-after.ts'

/**
 * A change without expected errors, which can be repeated.
 *
 * @param onSuccess called after each success
 */
export function useChange<Args extends readonly unknown[]>(
  perform: (...args: Args) => Promise<unknown>,
  onSuccess?: () => void,
): Action<Args, never> {
  return useAction<Args, never>(async (...args) => {
    await perform(...args)
    return { status: 'ok' }
  }, readyAfter(onSuccess))
}
