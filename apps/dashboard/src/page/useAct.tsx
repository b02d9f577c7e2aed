import { useAction } from '@portico/ui/form/useAction'
import { useRef, type ReactNode } from 'react'

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
 * An act without a dialog, such as that of a link in a row. A failure that needs a recent sign-in is repeated after it.
 *
 * @param textOf the sentence of a failure that only this act has
 */
export function useAct<Args extends readonly unknown[]>(
  act: (...args: Args) => Promise<unknown>,
  textOf?: (failure: unknown) => string | undefined,
): RunningAct<Args> {
  const { run, phase, failure } = useAction(act)
  const ownText = failure === null ? undefined : textOf?.(failure)
  const latest = useRef<Args>(null)
  const start = (...args: Args): void => {
    latest.current = args
    void run(...args)
  }
  return {
    run: start,
    isPending: phase === 'pending',
    isDone: phase === 'done',
    failure:
      ownText === undefined ? (
        <ActFailure failure={failure} onRepeat={() => latest.current && start(...latest.current)} />
      ) : (
        <FieldError>{ownText}</FieldError>
      ),
  }
}
