'use client'

import { useCopying } from '@portico/ui/parts/copy'
import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'

export interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly doneLabel: string
  readonly variant?: 'quiet' | 'secondary'
}

/** Copies a text and confirms it for a moment. If the browser refuses, asks the user to copy by hand. */
export function CopyButton({ text, label, doneLabel, variant = 'quiet' }: CopyButtonProps): ReactNode {
  const t = useTranslate()
  const { isCopied, hasFailed, copy } = useCopying()
  return (
    <>
      <Button variant={variant} phase={isCopied ? 'done' : 'idle'} doneText={doneLabel} onClick={() => void copy(text)}>
        {label}
      </Button>
      <span className="portico-visually-hidden" role="status">
        {isCopied ? doneLabel : ''}
      </span>
      {hasFailed && <p className="portico-row-note">{t('Please select the text and copy it.')}</p>}
    </>
  )
}
