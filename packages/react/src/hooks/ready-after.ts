import type { Afterwards } from './useAction.ts'

/** What follows the success of an act that can be done again: something of the caller's, if they want it. */
export function readyAfter(onSuccess: (() => void) | undefined): Afterwards {
  return onSuccess ? async () => onSuccess() : 'ready'
}
