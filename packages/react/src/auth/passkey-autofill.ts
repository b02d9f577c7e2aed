import { createContext, useContext } from 'react'

/** Whether passkeys are offered among the suggestions of the e-mail field (conditional mediation of WebAuthn Level 3). */
export const PasskeyAutofillContext = createContext(false)

/** What the e-mail field of a sign-in form takes from the browser. */
export function useEmailAutoComplete(): 'email' | 'username webauthn' {
  return useContext(PasskeyAutofillContext) ? 'username webauthn' : 'email'
}
