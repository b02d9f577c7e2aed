import { createContext, useContext } from 'react'

export interface ActionFailureState {
  /** Null while nothing has failed. */
  readonly failure: unknown
  readonly report: (failure: unknown) => void
}

export const ActionFailureContext = createContext<ActionFailureState>({ failure: null, report: () => {} })

/** Gives a function for what a link or an automatic step failed with: the card or form around it shows it. */
export function useReportFailure(): (failure: unknown) => void {
  return useContext(ActionFailureContext).report
}
