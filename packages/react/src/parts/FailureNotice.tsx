import type { ReactNode } from 'react'
import { describeFailure } from '../form/describe-error.ts'
import { useTranslate } from '../i18n/language.ts'
import { Notice } from './Notice.tsx'

/** What went wrong beyond every expected refusal; empty while nothing has. */
export function FailureNotice({ failure }: { readonly failure: unknown }): ReactNode {
  const t = useTranslate()
  return failure === null ? null : <Notice {...describeFailure(t, failure)} />
}
