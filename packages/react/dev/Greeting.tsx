import {
  DelayedInput,
  OneTimeCodeInput,
  PasswordInput,
  useAccessToken,
  useAuthHeaders,
  usePartialUser,
  useUser,
  type GetUserOptions,
} from '@portico/react'
import { Component, Suspense, useState, type ReactNode } from 'react'

/** A host component that greets the current user. */
export function Greeting({ or }: { readonly or: NonNullable<GetUserOptions['or']> }): ReactNode {
  return (
    <Caught>
      <Suspense fallback={<p className="greeting">Wait</p>}>
        <Name or={or} />
      </Suspense>
    </Caught>
  )
}

function Name({ or }: { readonly or: NonNullable<GetUserOptions['or']> }): ReactNode {
  const user = useUser({ or })
  return <p className="greeting">Hello {user?.displayName ?? 'stranger'}</p>
}

/** A host component that calls a provider's API and its own backend. */
export function Tokens(): ReactNode {
  return (
    <Suspense fallback={<p className="greeting">Wait</p>}>
      <OwnTokens />
      <OwnReads />
      <GitHubToken />
    </Suspense>
  )
}

function OwnTokens(): ReactNode {
  const parts = useAccessToken()?.split('.').length ?? 0
  const isInHeaders = useAuthHeaders()['x-stack-auth'].includes('accessToken')
  const ofSession = useUser({ or: 'throw' }).currentSession.useTokens().accessToken?.split('.').length
  return (
    <p className="own-tokens">
      {parts} {String(isInHeaders)} {ofSession}
    </p>
  )
}

function OwnReads(): ReactNode {
  const user = useUser({ or: 'throw' })
  const isKnown = usePartialUser({ from: 'token' }) !== null
  return (
    <p className="own-reads">
      {String(isKnown)} {user.useContactChannels().length} {user.useOAuthProvider('gitlab')?.id ?? 'null'}
    </p>
  )
}

function GitHubToken(): ReactNode {
  const user = useUser({ or: 'throw' })
  const { accessToken } = user.useConnectedAccount('github', { or: 'redirect', scopes: ['repo'] }).useAccessToken()
  return <p className="greeting">{accessToken}</p>
}

/** A host form that asks for two one-time codes. */
export function Codes(): ReactNode {
  const [digits, setDigits] = useState('')
  const [letters, setLetters] = useState('')
  const [complete, setComplete] = useState<readonly string[]>([])
  const add = (code: string): void => setComplete([...complete, code])
  return (
    <form className="codes">
      <OneTimeCodeInput label="Digits" length={4} value={digits} onChange={setDigits} onComplete={add} />
      <OneTimeCodeInput
        label="Letters"
        length={8}
        pattern={/[A-F]+/}
        value={letters}
        onChange={setLetters}
        onComplete={add}
        hint="Eight letters from A to F."
      />
      <output>{complete.join(' ')}</output>
    </form>
  )
}

/** A host form with the fields of the pages. */
export function Fields(): ReactNode {
  const [password, setPassword] = useState('')
  const [search, setSearch] = useState('')
  const [reports, setReports] = useState<readonly string[]>([])
  const report = (text: string): void => {
    setSearch(text)
    setReports([...reports, text])
  }
  return (
    <div className="codes">
      <PasswordInput label="Password" value={password} onChange={setPassword} autoComplete="new-password" />
      <DelayedInput label="Search" value={search} onChange={report} />
      <output>{[password, ...reports].join(' ')}</output>
      <button type="button" onClick={() => setSearch('')}>
        Clear
      </button>
    </div>
  )
}

/** An error boundary that shows the message of the error. */
export class Caught extends Component<{ readonly children: ReactNode }, { readonly message: string | null }> {
  override state = { message: null }

  static getDerivedStateFromError(error: Error): { message: string } {
    return { message: error.message }
  }

  override render(): ReactNode {
    return this.state.message === null ? this.props.children : <p className="greeting">{this.state.message}</p>
  }
}
