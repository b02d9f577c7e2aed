import { Component, type ReactNode } from 'react'
import { FailureCard } from '../cards/FailureCard.tsx'

export interface FailureBoundaryProps {
  /** Undoes what would fail again, such as a cached answer. */
  readonly onRetry: () => void
  /** Puts the card where it belongs, if the boundary stands outside of a card's place. */
  readonly place?: (card: ReactNode) => ReactNode
  readonly children: ReactNode
}

interface State {
  readonly failed: boolean
}

/**
 * Draws a failure where it happened, with a way out, instead of letting it take the host's page down. The visitor reads a
 * calm sentence; React writes the cause to the console for whoever develops the page.
 */
export class FailureBoundary extends Component<FailureBoundaryProps, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  readonly #retry = (): void => {
    this.props.onRetry()
    this.setState({ failed: false })
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    const card = <FailureCard onRetry={this.#retry} />
    return this.props.place ? this.props.place(card) : card
  }
}
