'use client'

import { useContext, useMemo, useState, type ReactNode } from 'react'
import { describeFailure } from '../form/describe-error.ts'
import { useTranslate } from '../i18n/language.ts'
import { ActionFailureContext } from './action-failure.ts'
import { Notice } from './Notice.tsx'

/** Stores the failure of a link or an automatic step below it. */
export function ActionFailure({ children }: { readonly children: ReactNode }): ReactNode {
  const [failure, report] = useState<unknown>(null)
  const state = useMemo(() => ({ failure, report }), [failure])
  return <ActionFailureContext.Provider value={state}>{children}</ActionFailureContext.Provider>
}

/** Shows that failure; empty without one. */
export function ActionFailureNotice(): ReactNode {
  const t = useTranslate()
  const { failure } = useContext(ActionFailureContext)
  return failure === null ? null : <Notice {...describeFailure(t, failure)} />
}
