import type { ReactNode } from 'react'

import * as endpointRights from '../../data/endpoint-rights.ts'
import { useMay } from '../../kit/May.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { TabbedHead } from '../../page/TabbedHead.tsx'
import { emailsTexts } from '../../texts/en/emails.ts'

/** Title and tabs of the pages about mails. */
export function EmailsHead(): ReactNode {
  const { title, tabs } = useTexts(emailsTexts)
  const may = useMay()
  return (
    <TabbedHead
      title={title}
      label={title}
      tabs={[
        { path: 'emails', label: tabs.templates },
        ...(may(endpointRights.listSentEmails) ? [{ path: 'emails/sent', label: tabs.sent }] : []),
        { path: 'emails/server', label: tabs.server },
      ]}
    />
  )
}
