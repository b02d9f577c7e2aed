'use client'

import { useContext, type ReactNode } from 'react'
import { EmailAddress } from '../parts/EmailAddress.tsx'
import { CardProjectContext } from './card-project.ts'

/** The support address of the project, for below a text that mentions support. Nothing if the project has none. */
export function SupportAddress(): ReactNode {
  const address = useContext(CardProjectContext)?.supportEmail
  return (
    address && (
      <div>
        <a className="portico-link" href={`mailto:${address}`}>
          <EmailAddress value={address} />
        </a>
      </div>
    )
  )
}
