'use client'

import type { ReactNode } from 'react'
import { offeredProviders } from '../../auth/offered-providers.ts'
import { useContactChannelList } from '../emails/useContactChannels.ts'
import { ConnectedAccountsRow } from './ConnectedAccountsRow.tsx'
import { EmailsRow } from '../emails/EmailsRow.tsx'
import { OneTimeCodeRow } from './OneTimeCodeRow.tsx'
import { PasskeysRow } from './PasskeysRow.tsx'
import { PasswordRow } from './PasswordRow.tsx'
import { SecondFactorRow } from './SecondFactorRow.tsx'
import { useSettings } from '../page/settings-context.ts'

/** The e-mail addresses come first, because other methods require it. */
export function SignInSection(): ReactNode {
  const { project, user } = useSettings()
  const { config } = project
  const addresses = useContactChannelList()
  return (
    <>
      <EmailsRow addresses={addresses} />
      {config.credentialEnabled && <PasswordRow />}
      {config.passkeyEnabled && <PasskeysRow />}
      {config.magicLinkEnabled && <OneTimeCodeRow />}
      <SecondFactorRow addresses={addresses} />
      {(offeredProviders(config).length > 0 || user.oauthProviders.length > 0) && <ConnectedAccountsRow />}
    </>
  )
}
