import { useEffect, useState, type ReactNode } from 'react'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'

const SHOWN_MILLIS = 2000

export interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly doneLabel: string
  readonly variant?: 'quiet' | 'secondary'
}

/** Copies a text and confirms it for a moment. If the browser refuses, asks the user to copy by hand. */
export function CopyButton({ text, label, doneLabel, variant = 'quiet' }: CopyButtonProps): ReactNode {
  const t = useTranslate()
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), SHOWN_MILLIS)
    return () => clearTimeout(timer)
  }, [state])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Pages without TLS and some frames have no clipboard.
      setState('refused')
    }
  }
  return (
    <>
      <Button
        variant={variant}
        phase={state === 'copied' ? 'done' : 'idle'}
        doneText={doneLabel}
        onClick={() => void copy()}
      >
        {label}
      </Button>
      <span className="portico-visually-hidden" role="status">
        {state === 'copied' ? doneLabel : ''}
      </span>
      {state === 'refused' && <p className="portico-row-note">{t('Please select the text and copy it.')}</p>}
    </>
  )
}
