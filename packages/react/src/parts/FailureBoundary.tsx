'use client'

import { Component, type ReactNode } from 'react'
import { NoProviderError } from '../app/usePorticoApp.ts'

export interface FailureBoundaryProps {
  /** Resets the cause of the failure, such as a cached answer. */
  readonly onRetry: () => void
  /** Renders the failure and a way to retry. */
  readonly draw: (cause: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

interface State {
  readonly failure: { readonly cause: unknown } | null
}

/**
 * Renders a failure in place, with a way to retry, so that it does not unmount the host's page. The visitor reads a
 * sentence; React writes the cause to the console for the developer.
 */
export class FailureBoundary extends Component<FailureBoundaryProps, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(cause: unknown): State {
    return { failure: { cause } }
  }

  readonly #retry = (): void => {
    this.props.onRetry()
    this.setState({ failure: null })
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (!failure) return this.props.children
    // An error in the host's code must not look like an outage, and a retry does not help.
    if (failure.cause instanceof NoProviderError) throw failure.cause
    return this.props.draw(failure.cause, this.#retry)
  }
}
