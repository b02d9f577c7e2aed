import { usePorticoApp } from '@portico/react'
import type { ReactNode } from 'react'
import { EveryProviderSwitch } from './EveryProviderSwitch.tsx'
import { Link } from './Link.tsx'
import { TryWithoutAccount } from './TryWithoutAccount.tsx'

/** The start page for visitors who are not signed in. */
export function Landing(): ReactNode {
  const { urls } = usePorticoApp()
  return (
    <div className="landing">
      <section>
        <h1>Notes that stay with the book</h1>
        <p className="intro">
          Marginalia keeps what you think while reading beside the passage it belongs to, and finds it again years
          later.
        </p>
        <p className="choices">
          <Link to={urls.signUp} className="button primary">
            Sign up
          </Link>
          <Link to={urls.signIn} className="button">
            Sign in
          </Link>
        </p>
        <TryWithoutAccount />
        <EveryProviderSwitch />
      </section>
      <figure className="leaf">
        <blockquote>
          <p>
            <span className="folio">14</span>
            The Analytical Engine weaves <mark>algebraical patterns</mark> just as the Jacquard loom weaves flowers and
            leaves.
          </p>
        </blockquote>
        <p className="note">Cards for the loom in Lyon: look up who punched them.</p>
        <figcaption>Ada Lovelace, Notes on the Analytical Engine, 1843</figcaption>
      </figure>
    </div>
  )
}
