import { UserAvatar, usePorticoApp, useProject, type CurrentUser } from '@portico/react'
import { useEffect, useState, type ReactNode } from 'react'
import { ApiKeyCount } from './ApiKeyCount.tsx'
import { DisplayName } from './DisplayName.tsx'
import { EmailStatus } from './EmailStatus.tsx'
import { Link } from './Link.tsx'

/** The home page of a signed-in user. */
export function Home({ user }: { readonly user: CurrentUser }): ReactNode {
  const { urls } = usePorticoApp()
  const { config } = useProject()
  const [leaving, setLeaving] = useState(false)
  return (
    <section className="narrow">
      <div className="person">
        <UserAvatar size={56} user={user} />
        <div>
          <h1>{user.displayName || 'Welcome'}</h1>
          <p className="quiet">{user.primaryEmail}</p>
        </div>
      </div>
      <dl className="facts">
        <dt>Name</dt>
        <dd>
          <DisplayName user={user} />
        </dd>
        <dt>E-mail</dt>
        <dd>
          <EmailStatus user={user} />
        </dd>
        <dt>Reader since</dt>
        <dd>
          <time dateTime={user.signedUpAt.toISOString()}>
            {user.signedUpAt.toLocaleDateString('en', { dateStyle: 'long' })}
          </time>
        </dd>
        <dt>Signed in on</dt>
        <dd>
          <SessionCount user={user} />
        </dd>
        {config.allowUserApiKeys && (
          <>
            <dt>API keys</dt>
            <dd>
              <ApiKeyCount />
            </dd>
          </>
        )}
      </dl>
      <p className="choices">
        <Link to={urls.accountSettings} className="button">
          Account settings
        </Link>
        <button
          className="button"
          type="button"
          disabled={leaving}
          onClick={() => {
            setLeaving(true)
            user.signOut().catch(() => setLeaving(false))
          }}
        >
          {leaving ? 'Signing out…' : 'Sign out'}
        </button>
      </p>
    </section>
  )
}

function SessionCount({ user }: { readonly user: CurrentUser }): ReactNode {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    let current = true
    user.getActiveSessions().then(
      (sessions) => current && setCount(sessions.length),
      // The number is not essential, so a failure shows no error.
      () => {},
    )
    return () => {
      current = false
    }
  }, [user])
  if (count === null) return <span className="quiet">…</span>
  return count === 1 ? 'this device only' : `${count} devices`
}
