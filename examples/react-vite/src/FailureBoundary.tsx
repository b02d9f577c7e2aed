import { Component, type ReactNode } from 'react'
import { app } from './portico.ts'

interface Props {
  readonly children: ReactNode
}

interface State {
  readonly state: 'fine' | 'failed' | 'retrying'
}

/** Wrap components that call `useUser` in this boundary. `useUser` throws when the service is unreachable. */
export class FailureBoundary extends Component<Props, State> {
  override state: State = { state: 'fine' }

  static getDerivedStateFromError(): State {
    return { state: 'failed' }
  }

  async #retry(): Promise<void> {
    this.setState({ state: 'retrying' })
    try {
      // This call also reloads the user of every `useUser`.
      await app.getUser()
      this.setState({ state: 'fine' })
    } catch {
      this.setState({ state: 'failed' })
    }
  }

  override render(): ReactNode {
    const { state } = this.state
    if (state === 'fine') return this.props.children
    return (
      <section className="narrow" role="alert">
        <h1>We cannot reach your account</h1>
        <p>Your notes are safe. Wait a moment, then try again.</p>
        <button className="button" type="button" disabled={state === 'retrying'} onClick={() => void this.#retry()}>
          {state === 'retrying' ? 'Trying…' : 'Try again'}
        </button>
      </section>
    )
  }
}
