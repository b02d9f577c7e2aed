import { isPasskeyCeremonyAborted, type KnownError } from '@portico/client'
import { refusalOf } from './refusal.ts'
import { useAction, type Action } from './useAction.ts'
import { useSignedInUser } from './useSignedInUser.ts'

/**
 * Makes a passkey on this device for the signed-in user; it replaces an earlier one. Whoever closes the browser's window
 * has decided, so that is neither a success nor an error.
 */
export function usePasskeyRegistration(onSuccess?: () => void): Action<[], KnownError> {
  const requireUser = useSignedInUser()
  return useAction(async () => {
    const result = await refusalOf(() => requireUser().registerPasskey())
    if (result.status === 'ok') onSuccess?.()
    return result.status === 'error' && isPasskeyCeremonyAborted(result.error) ? { status: 'ok' } : result
  }, 'ready')
}
