import type { ReactNode } from 'react'

export interface LoadFailureProps {
  readonly onRetry: () => void
  readonly children: ReactNode
}

/** Shown in place of something that could not be loaded. */
export function LoadFailure({ onRetry, children }: LoadFailureProps): ReactNode {
  return (
    <p className="aside" role="alert">
      {children}
      <button className="inline" type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  )
}
