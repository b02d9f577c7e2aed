'use client'

import { createContext, useContext } from 'react'

/** Whether the suggestions of the e-mail field include passkeys (WebAuthn Level 3, conditional mediation). */
export const PasskeyAutofillContext = createContext(false)

/** Returns the `autocomplete` value for the e-mail field of a sign-in form. */
export function useEmailAutoComplete(): 'email' | 'username webauthn' {
  return useContext(PasskeyAutofillContext) ? 'username webauthn' : 'email'
}
