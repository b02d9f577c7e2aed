'use client'

import { createContext, useContext } from 'react'

export interface ActionFailureState {
  /** Null without a failure. */
  readonly failure: unknown
  readonly report: (failure: unknown) => void
}

export const ActionFailureContext = createContext<ActionFailureState>({ failure: null, report: () => {} })

/** Returns a function that reports the failure of a link or an automatic step to the surrounding card or form. */
export function useReportFailure(): (failure: unknown) => void {
  return useContext(ActionFailureContext).report
}
