import { fill } from '@portico/ui/language/fill'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { needsAttention, webhookEndpoints, type WebhookEndpoint } from '../../data/webhooks.ts'
import { Button, buttonLook } from '../../kit/Button.tsx'
import { May } from '../../kit/May.tsx'
import { Note } from '../../kit/States.tsx'
import type { ListContext } from '../../page/useListPage.ts'
import type { WebhooksTexts } from '../../texts/en/webhooks.ts'
import css from './webhooks.module.css'

/** More would push the list off the page, which has the state of each. */
const NOTICES_MAX = 3

/** Says which endpoints miss events, and why. */
export function EndpointNotices({
  endpoints,
  context: { format, projectId, t },
  onEnable,
}: {
  readonly endpoints: readonly WebhookEndpoint[]
  readonly context: ListContext<WebhooksTexts>
  readonly onEnable: (endpoint: WebhookEndpoint) => void
}): ReactNode {
  const shown = endpoints.filter(needsAttention).slice(0, NOTICES_MAX)
  if (shown.length === 0) return null
  return (
    <div className={css['notices']}>
      {shown.map((endpoint) => {
        const { disabled, failingSince, id, url } = endpoint
        const text = disabled && disabled.reason !== 'requested' ? t.attention[disabled.reason] : t.attention.fails
        const since = disabled?.at ?? failingSince
        return (
          <Note
            key={id}
            tone={disabled ? 'danger' : 'warn'}
            actions={
              disabled ? (
                <May right={webhookEndpoints.rights.enable}>
                  <Button size="small" onClick={() => onEnable(endpoint)}>
                    {t.enable}
                  </Button>
                </May>
              ) : (
                <Link
                  to="/projects/$projectId/webhooks/deliveries"
                  params={{ projectId }}
                  search={{ endpoint: id }}
                  {...buttonLook({ size: 'small' })}
                >
                  {t.showDeliveries}
                </Link>
              )
            }
          >
            {fill(text, {
              url: (
                <bdi className={`mono strong ${css['whole']}`} dir="ltr">
                  {url}
                </bdi>
              ),
              date: since ? format.date(since) : '',
            })}
          </Note>
        )
      })}
    </div>
  )
}
