import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useAction, type Action } from './useAction.ts'

/** Sends the mail with the reset link. Whether the address has an account stays the secret of the service. */
export function useForgotPassword(): Action<[{ readonly email: string }], never> {
  const app = usePorticoApp()
  return useAction(async ({ email }: { readonly email: string }) => {
    // The result can only tell that there is no such user, which is exactly what nobody may learn here.
    await app.sendForgotPasswordEmail(email.trim())
    return { status: 'ok' }
  })
}
