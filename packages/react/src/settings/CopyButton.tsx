import { useEffect, useState, type ReactNode } from 'react'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'

const SHOWN_MILLIS = 2000

export interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly doneLabel: string
}

/** Copies a text, and says for a moment that it has; where the browser refuses, that it must be done by hand. */
export function CopyButton({ text, label, doneLabel }: CopyButtonProps): ReactNode {
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
      // No clipboard on pages without TLS, or not for this frame.
      setState('refused')
    }
  }
  return (
    <>
      <Button
        variant="quiet"
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
