import { Component, type ReactNode } from 'react'
import { NoProviderError } from '../app/usePorticoApp.ts'

export interface FailureBoundaryProps {
  /** Undoes what would fail again, such as a cached answer. */
  readonly onRetry: () => void
  /** Draws the failure and the way to try again. */
  readonly draw: (cause: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

interface State {
  readonly failure: { readonly cause: unknown } | null
}

/**
 * Draws a failure where it happened, with a way out, instead of letting it take the host's page down. The visitor reads a
 * calm sentence; React writes the cause to the console for whoever develops the page.
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
    // A mistake in the host's code is nothing to try again, and must not look like an outage.
    if (failure.cause instanceof NoProviderError) throw failure.cause
    return this.props.draw(failure.cause, this.#retry)
  }
}
