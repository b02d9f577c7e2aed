import { isPasskeyCeremonyAborted, type KnownError } from '@portico/client'
import { refusalOf } from './refusal.ts'
import { useAction, type Action } from './useAction.ts'
import { useSignedInUser } from './useSignedInUser.ts'

/**
 * Registers a passkey on this device for the signed-in user. A user who cancels the browser's dialog gets neither a success
 * nor an error.
 */
export function usePasskeyRegistration(onSuccess?: () => void): Action<[], KnownError> {
  const requireUser = useSignedInUser()
  return useAction(async () => {
    const result = await refusalOf(() => requireUser().registerPasskey())
    if (result.status === 'ok') onSuccess?.()
    return result.status === 'error' && isPasskeyCeremonyAborted(result.error) ? { status: 'ok' } : result
  }, 'ready')
}
