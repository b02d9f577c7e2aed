import type { CurrentUser } from '@portico/react'
import { useState, type ReactNode } from 'react'

/** Shows whether the address is verified, with a button that sends another mail if not. */
export function EmailStatus({ user }: { readonly user: CurrentUser }): ReactNode {
  const [state, setState] = useState<'idle' | 'sending' | 'sent' | 'already' | 'failed'>('idle')
  // `already`: the user has verified the address elsewhere, and this page has not reloaded the user yet.
  if (user.primaryEmailVerified || state === 'already') return 'confirmed'

  async function send(): Promise<void> {
    setState('sending')
    try {
      const refusal = await user.sendVerificationEmail()
      setState(refusal ? 'already' : 'sent')
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <span>not confirmed yet</span>
      {state === 'sent' ? (
        <span className="quiet" role="status">
          A new link is on its way.
        </span>
      ) : (
        <button className="inline" type="button" disabled={state === 'sending'} onClick={() => void send()}>
          {state === 'sending' ? 'Sending…' : 'Send the link again'}
        </button>
      )}
      {state === 'failed' && <p role="alert">The mail could not be sent. Please try again.</p>}
    </>
  )
}
