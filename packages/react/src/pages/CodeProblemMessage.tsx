'use client'

import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { Message, type MessageProps } from '../cards/Message.tsx'
import type { CodeProblem } from '../hooks/code-problem.ts'
import { useTranslate } from '../i18n/language.ts'

export interface CodeProblemMessageProps extends Pick<MessageProps, 'takesFocus'> {
  readonly problem: CodeProblem
  /** The next step. Default: the home page. */
  readonly nextStep?: { readonly text: string; readonly act: () => Promise<void> }
}

/** Explains why the code of a mailed link does not work, and what to do. */
export function CodeProblemMessage({ problem, nextStep, takesFocus }: CodeProblemMessageProps): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const messages = {
    invalid: {
      title: t('Invalid link'),
      text: t('This link is incomplete or no longer exists. Open the newest email and use its link.'),
    },
    expired: { title: t('Expired link'), text: t('This link has expired. Request a new email and use its link.') },
    used: {
      title: t('Used link'),
      text: t('This link has already been used. Request a new email if you need another one.'),
    },
    exhausted: {
      title: t('Link opened too many times'),
      text: t('This link was opened too many times. Request a new email and use its link.'),
    },
  } as const
  const step = nextStep ?? { text: t('Go home'), act: () => app.redirectToHome() }
  return (
    <Message
      title={messages[problem].title}
      primaryButtonText={step.text}
      primaryAction={step.act}
      takesFocus={takesFocus}
    >
      {messages[problem].text}
    </Message>
  )
}
