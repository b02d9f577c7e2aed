import { useApiKeys, usePorticoApp } from '@portico/react'
import type { ReactNode } from 'react'
import { Link } from './Link.tsx'

/** How many API keys of the user are valid, with the link to their settings. */
export function ApiKeyCount(): ReactNode {
  const { urls } = usePorticoApp()
  const { keys, failure } = useApiKeys()
  // The number is not essential, so a failure shows no error.
  const count = keys?.filter((key) => key.isValid()).length
  return (
    <>
      {count === undefined && failure === null && <span className="quiet">…</span>}
      {count !== undefined && (count === 0 ? 'none' : `${count} valid`)}{' '}
      <Link to={`${urls.accountSettings}#api-keys`}>Manage</Link>
    </>
  )
}
