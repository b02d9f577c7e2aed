'use client'

import type { ReactNode } from 'react'
import { describeFailure } from '../form/describe-error.ts'
import { useTranslate } from '../i18n/language.ts'
import { Notice } from './Notice.tsx'

/** Shows an unexpected failure; empty without one. */
export function FailureNotice({ failure }: { readonly failure: unknown }): ReactNode {
  const t = useTranslate()
  return failure === null ? null : <Notice {...describeFailure(t, failure)} />
}
