import { useCopying } from '@portico/ui/parts/copy'
import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { announce } from './announce.ts'
import { Button, IconButton, type ButtonVariant } from './Button.tsx'
import { showToast } from './toast.ts'

export interface CopyButtonProps {
  readonly text: string
  /** What is copied, for screen readers. Absent: the visible label says it. */
  readonly what?: string
  /** Visible label. Absent: only the icon is visible. */
  readonly label?: string
  readonly size?: 'regular' | 'small'
  readonly variant?: ButtonVariant
}

/** Copies a text and shows a tick for two seconds. */
export function CopyButton({ text, what, label, size = 'small', variant = 'ghost' }: CopyButtonProps): ReactNode {
  const t = useTexts(kitTexts)
  const { isCopied, copy } = useCopy()
  const icon = isCopied ? <Check className="ok-text" /> : <Copy />
  if (label === undefined) {
    return (
      <IconButton
        size={size}
        variant={variant}
        label={what === undefined ? t.copy : t.copyOf(what)}
        onClick={() => void copy(text)}
      >
        {icon}
      </IconButton>
    )
  }
  return (
    <Button
      size={size}
      variant={variant}
      onClick={() => void copy(text)}
      {...(what !== undefined && { 'aria-label': `${label}: ${what}` })}
    >
      {icon}
      <span className="btn-labels">
        <span data-shown={!isCopied || undefined}>{label}</span>
        <span data-shown={isCopied || undefined}>{t.copied}</span>
      </span>
    </Button>
  )
}

/** Copies texts, and announces whether that succeeded. */
export function useCopy(): { isCopied: boolean; copy: (text: string) => Promise<void> } {
  const { copied, notCopied } = useTexts(kitTexts)
  const { isCopied, copy } = useCopying()
  return {
    isCopied,
    copy: async (text) => {
      if (await copy(text)) announce(copied)
      else showToast({ text: notCopied })
    },
  }
}
