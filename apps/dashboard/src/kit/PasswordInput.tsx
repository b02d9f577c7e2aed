import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'

import { useTexts } from '../language/define-texts.ts'
import { kitTexts } from '../texts/kit.ts'
import { IconButton } from './Button.tsx'
import { Input } from './Field.tsx'

/** A new password, hidden until the visitor shows it. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>): ReactNode {
  const t = useTexts(kitTexts)
  const [isShown, setShown] = useState(false)
  return (
    <span className="password" dir="ltr">
      <Input autoComplete="new-password" spellCheck={false} dir="ltr" {...props} type={isShown ? 'text' : 'password'} />
      <IconButton
        size="small"
        label={isShown ? t.hidePassword : t.showPassword}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff /> : <Eye />}
      </IconButton>
    </span>
  )
}
