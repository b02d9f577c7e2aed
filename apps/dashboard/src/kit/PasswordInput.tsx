import type { ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { SecretInput, type SecretInputProps } from './SecretInput.tsx'

/** A new password, hidden until the visitor shows it. */
export function PasswordInput(props: Omit<SecretInputProps, 'showLabel' | 'hideLabel'>): ReactNode {
  const { hidePassword, showPassword } = useTexts(kitTexts)
  return <SecretInput {...props} showLabel={showPassword} hideLabel={hidePassword} />
}
