import type { ReactNode } from 'react'
import { ConnectedAccountRows } from './ConnectedAccountRows.tsx'
import { EmailRow } from './EmailRow.tsx'
import { OneTimeCodeRow } from './OneTimeCodeRow.tsx'
import { PasskeyRow } from './PasskeyRow.tsx'
import { PasswordRow } from './PasswordRow.tsx'
import { SecondFactorRow } from './SecondFactorRow.tsx'
import { useSettings } from './settings-context.ts'

/** Addresses first, because the other ways need one; then the ways in; last what stands behind all of them. */
export function SignInSection(): ReactNode {
  const { config } = useSettings().project
  return (
    <>
      <EmailRow />
      {config.credentialEnabled && <PasswordRow />}
      {config.passkeyEnabled && <PasskeyRow />}
      {config.magicLinkEnabled && <OneTimeCodeRow />}
      {config.oauthProviders.length > 0 && <ConnectedAccountRows />}
      <SecondFactorRow />
    </>
  )
}
