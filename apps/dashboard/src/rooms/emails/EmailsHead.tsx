import type { ReactNode } from 'react'

import { useTexts } from '../../language/useTexts.ts'
import { TabbedHead } from '../../page/TabbedHead.tsx'
import { emailsTexts } from '../../texts/en/emails.ts'

/** Title and tabs of the pages about emails. */
export function EmailsHead(): ReactNode {
  const { title, tabs } = useTexts(emailsTexts)
  return (
    <TabbedHead
      title={title}
      label={title}
      tabs={[
        { path: 'emails', label: tabs.templates },
        { path: 'emails/sent', label: tabs.sent },
        { path: 'emails/server', label: tabs.server },
      ]}
    />
  )
}
