'use client'

import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useAction, type Action } from '../hooks/useAction.ts'

/** Sends the mail with the reset link. Never reveals whether the address has an account. */
export function useForgotPassword(): Action<[{ readonly email: string }], never> {
  const app = usePorticoApp()
  return useAction(async ({ email }: { readonly email: string }) => {
    // Ignores the result: its only error reveals that the user does not exist.
    await app.sendForgotPasswordEmail(email.trim())
    return { status: 'ok' }
  })
}
