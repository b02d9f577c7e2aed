import type { Afterwards } from './useAction.ts'

/** Returns what follows the success of a repeatable action: the caller's function, if any, then the phase `idle`. */
export function readyAfter(onSuccess: (() => void) | undefined): Afterwards {
  return onSuccess ? async () => onSuccess() : 'ready'
}
