'use client'

import type { ReactNode } from 'react'
import { useContactChannelList } from '../emails/useContactChannels.ts'
import { EmailsRow } from '../emails/EmailsRow.tsx'
import { useSettings } from '../page/settings-context.ts'
import { PasskeysRow } from './PasskeysRow.tsx'
import { isOwnerKnown, SecondFactorRow } from './SecondFactorRow.tsx'

/** The second factors that a user can set up, with the addresses only if one must be confirmed first. */
export function FirstFactorRows(): ReactNode {
  const { project } = useSettings()
  const addresses = useContactChannelList()
  const needsAddress = addresses.items !== undefined && !isOwnerKnown(addresses.items)
  return (
    <>
      {needsAddress && <EmailsRow addresses={addresses} />}
      {project.config.passkeyEnabled && <PasskeysRow />}
      <SecondFactorRow addresses={addresses} />
    </>
  )
}
