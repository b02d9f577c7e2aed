import { usePorticoApp } from '@portico/react'
import { useState, type ReactNode } from 'react'

/** Starts an anonymous session. The anonymous user can sign up later and keep their data. */
export function TryWithoutAccount(): ReactNode {
  const app = usePorticoApp()
  const [state, setState] = useState<'idle' | 'starting' | 'failed'>('idle')

  async function start(): Promise<void> {
    setState('starting')
    try {
      await app.getUser({ or: 'anonymous' })
    } catch {
      setState('failed')
    }
  }

  return (
    <p className="aside">
      <button className="inline" type="button" disabled={state === 'starting'} onClick={() => void start()}>
        {state === 'starting' ? 'Opening a book…' : 'Try it without an account'}
      </button>
      {state === 'failed' && <span role="alert">That did not work. Please try again.</span>}
    </p>
  )
}
