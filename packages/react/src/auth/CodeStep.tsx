'use client'

import { useContext, useState, type ReactNode } from 'react'
import { describeFailure } from '../form/describe-error.ts'
import type { ActionPhase } from '../hooks/useAction.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { CodeField, type CodeFieldProps } from '../parts/CodeField.tsx'
import { UnderTitleContext } from '../parts/full-page.ts'
import { Icon } from '../parts/Icon.tsx'
import { Notice } from '../parts/Notice.tsx'
import { useAuthStep } from './auth-step.ts'
import { useReportProgress } from './auth-progress.ts'

export interface CodeStepProps extends Pick<CodeFieldProps, 'kind' | 'label' | 'length'> {
  readonly title: string
  readonly lead: string
  readonly phase: ActionPhase
  readonly failure: unknown
  readonly pendingText: string
  /** Called with a complete code. Resolves to the error text, or null. */
  readonly submit: (code: string) => Promise<string | null>
  readonly cancel: () => void
  /** A choice to make before the code, which is sent when it is complete. */
  readonly choice?: ReactNode
  /** Shown in the same line as the cancel button, at the other end. */
  readonly children?: ReactNode
}

/** Asks for a code. Submits it when it is complete, and clears the field after each attempt. */
export function CodeStep(props: CodeStepProps): ReactNode {
  const t = useTranslate()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { phase } = props
  const underTitle = useContext(UnderTitleContext)
  useAuthStep(props.title)
  useReportProgress(phase)

  async function send(full: string): Promise<void> {
    const refusal = await props.submit(full)
    setProblem(refusal)
    setCode('')
  }

  const statusTexts = { idle: '', pending: props.pendingText, done: t('Signed in') }
  return (
    <div className="portico-form" data-phase={phase}>
      <p className="portico-lead" data-under-title={underTitle ? '' : undefined}>
        {props.lead}
      </p>
      {props.choice}
      <CodeField
        label={props.label}
        kind={props.kind}
        length={props.length}
        value={code}
        onChange={(typed) => {
          setCode(typed)
          setProblem(null)
        }}
        onComplete={(full) => void send(full)}
        busy={phase !== 'idle'}
        error={problem ?? undefined}
        takesFocus
      />
      {props.failure !== null && <Notice {...describeFailure(t, props.failure)} />}
      <div className="portico-step-foot">
        <Button variant="secondary" onClick={props.cancel}>
          {t('Cancel')}
        </Button>
        {phase === 'idle' ? (
          props.children
        ) : (
          // Replaces the other actions in the same place, so that the layout does not shift.
          <p className="portico-progress" data-phase={phase} aria-hidden="true">
            {phase === 'done' ? <Icon name="check" /> : <span className="portico-spinner" />}
            {statusTexts[phase]}
          </p>
        )}
      </div>
      <p className="portico-visually-hidden" role="status">
        {statusTexts[phase]}
      </p>
    </div>
  )
}
