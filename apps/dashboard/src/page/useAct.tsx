import { useAction } from '@portico/ui/form/useAction'
import type { ReactNode } from 'react'

import { ActFailure } from '../kit/ActFailure.tsx'
import { FieldError } from '../kit/Field.tsx'

export interface RunningAct<Args extends readonly unknown[]> {
  readonly run: (...args: Args) => void
  readonly isPending: boolean
  /** For a moment after a success. */
  readonly isDone: boolean
  /** Why the act failed, for its place on the page. */
  readonly failure: ReactNode
}

/**
 * An act without a dialog, such as that of a link in a row. An act that needs a recent sign-in is repeated after the
 * sign-in.
 *
 * @param textOf returns the sentence of a failure that only this act can have
 */
export function useAct<Args extends readonly unknown[]>(
  act: (...args: Args) => Promise<unknown>,
  textOf?: (failure: unknown) => string | undefined,
): RunningAct<Args> {
  const { run, repeat, phase, failure } = useAction(act)
  const ownText = failure === null ? undefined : textOf?.(failure)
  return {
    run: (...args) => void run(...args),
    isPending: phase === 'pending',
    isDone: phase === 'done',
    failure:
      ownText === undefined ? <ActFailure failure={failure} onRepeat={repeat} /> : <FieldError>{ownText}</FieldError>,
  }
}
