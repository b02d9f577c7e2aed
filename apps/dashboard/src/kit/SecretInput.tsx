import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { IconButton } from './Button.tsx'
import { Input } from './Field.tsx'

export interface SecretInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** The labels of the button if the secret is not called a password. */
  readonly showLabel?: string
  readonly hideLabel?: string
}

/**
 * A field for a secret, hidden until the visitor shows it. It is written from left to right, so its button is at the
 * right.
 */
export function SecretInput({ showLabel, hideLabel, ...rest }: SecretInputProps): ReactNode {
  const t = useTexts(kitTexts)
  const [isShown, setShown] = useState(false)
  return (
    <span className="secret-input" dir="ltr">
      <Input autoComplete="new-password" spellCheck={false} {...rest} type={isShown ? 'text' : 'password'} />
      <IconButton
        size="small"
        label={isShown ? (hideLabel ?? t.hidePassword) : (showLabel ?? t.showPassword)}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff /> : <Eye />}
      </IconButton>
    </span>
  )
}
