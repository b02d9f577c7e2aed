import { Component, type ReactNode } from 'react'
import { NoProviderError } from '../app/usePorticoApp.ts'
import { FailureCard } from '../cards/FailureCard.tsx'

export interface FailureBoundaryProps {
  /** Undoes what would fail again, such as a cached answer. */
  readonly onRetry: () => void
  /** Puts the card where it belongs, if the boundary stands outside of a card's place. */
  readonly place?: (card: ReactNode) => ReactNode
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
    const card = <FailureCard onRetry={this.#retry} />
    return this.props.place ? this.props.place(card) : card
  }
}
