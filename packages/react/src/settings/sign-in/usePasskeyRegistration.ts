'use client'

import { isPasskeyCeremonyAborted, type KnownError } from '@portico/client'
import { refusalOf, useAction, type Action } from '../../hooks/useAction.ts'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'

/**
 * Registers a passkey on this device for the signed-in user. A user who cancels the browser's dialog gets neither a
 * success nor an error. `totpCode` is a code of the authenticator app; required of a user who has one.
 */
export function usePasskeyRegistration(onSuccess?: () => void): Action<[totpCode?: string], KnownError> {
  const requireUser = useSignedInUser()
  return useAction<[string?], KnownError>(async (totpCode) => {
    const result = await refusalOf(() => requireUser().registerPasskey(totpCode === undefined ? {} : { totpCode }))
    if (result.status === 'ok') onSuccess?.()
    return result.status === 'error' && isPasskeyCeremonyAborted(result.error) ? { status: 'ok' } : result
  }, 'ready')
}
