import { usePorticoApp, type CurrentUser } from '@portico/react'
import { useState, type ReactNode } from 'react'
import { Link } from './Link.tsx'

/** The home page of an anonymous user. */
export function Guest({ user }: { readonly user: CurrentUser }): ReactNode {
  const { urls } = usePorticoApp()
  const [leaving, setLeaving] = useState(false)
  return (
    <section className="narrow">
      <h1>You are reading as a guest</h1>
      <p className="intro">
        We keep your notes in this browser only. Sign up at any time to move them to your account.
      </p>
      <p className="choices">
        <Link to={urls.signUp} className="button primary">
          Keep my notes
        </Link>
        <Link to={urls.signIn} className="button">
          Sign in
        </Link>
      </p>
      <p className="aside">
        <button
          className="inline"
          type="button"
          disabled={leaving}
          onClick={() => {
            setLeaving(true)
            user.signOut().catch(() => setLeaving(false))
          }}
        >
          {leaving ? 'Leaving…' : 'Leave without keeping anything'}
        </button>
      </p>
    </section>
  )
}
