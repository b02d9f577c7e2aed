import type { ReactNode } from 'react'

import { useTexts } from '../language/define-texts.ts'
import { kitTexts } from '../texts/kit.ts'
import { SecretInput, type SecretInputProps } from './SecretInput.tsx'

/** A new password, hidden until the visitor shows it. */
export function PasswordInput(props: Omit<SecretInputProps, 'showLabel' | 'hideLabel'>): ReactNode {
  const { hidePassword, showPassword } = useTexts(kitTexts)
  return <SecretInput {...props} showLabel={showPassword} hideLabel={hidePassword} />
}
