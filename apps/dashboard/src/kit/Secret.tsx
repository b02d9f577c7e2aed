import { Eye, EyeOff } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { IconButton } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import './field.css'

export interface CopyLineProps {
  readonly value: string
  /** What the value is, for screen readers. */
  readonly what: string
}

/** A value to copy: an id, a URL, a key. */
export function CopyLine({ value, what }: CopyLineProps): ReactNode {
  return (
    <div className="copyline">
      <code dir="ltr">{value}</code>
      <CopyButton text={value} what={what} />
    </div>
  )
}

/** A value that stays hidden until the visitor shows it. It can be copied without showing it. */
export function Secret({ value, what }: CopyLineProps): ReactNode {
  const t = useTexts(kitTexts)
  const [isShown, setShown] = useState(false)
  return (
    <div className="copyline">
      <code dir="ltr">{isShown ? value : '•'.repeat(24)}</code>
      <IconButton
        size="small"
        label={isShown ? t.hideValue(what) : t.showValue(what)}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff /> : <Eye />}
      </IconButton>
      <CopyButton text={value} what={what} />
    </div>
  )
}
