'use client'

import { readyAfter } from '../../hooks/ready-after.ts'
import { useAction, type Action } from '../../hooks/useAction.ts'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'

/** Cancels the announced removal of the signed-in user's second factor. */
export function useFactorResetCancellation(onSuccess: () => void): Action<[], never> {
  const requireUser = useSignedInUser()
  return useAction<[], never>(async () => {
    await requireUser().cancelFactorReset()
    return { status: 'ok' }
  }, readyAfter(onSuccess))
}
