import type { ReactNode } from 'react'

import { useTexts } from '../../language/useTexts.ts'
import { TabbedHead, type TabbedHeadProps } from '../../page/TabbedHead.tsx'
import { webhooksTexts } from '../../texts/en/webhooks.ts'

/** Title and tabs of the pages about webhooks. */
export function WebhooksHead({ primary }: Pick<TabbedHeadProps, 'primary'>): ReactNode {
  const { title, lead, tabs } = useTexts(webhooksTexts)
  return (
    <TabbedHead
      title={title}
      lead={lead}
      label={title}
      primary={primary}
      tabs={[
        { path: 'webhooks', label: tabs.endpoints },
        { path: 'webhooks/deliveries', label: tabs.deliveries },
      ]}
    />
  )
}
