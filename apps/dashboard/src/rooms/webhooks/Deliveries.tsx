import { Link, Outlet } from '@tanstack/react-router'
import { RotateCcw, Webhook } from 'lucide-react'
import { lazy, useMemo, type ReactNode } from 'react'

import { useWebhookEndpoints, webhookDeliveries } from '../../data/webhooks.ts'
import { Button, buttonLook } from '../../kit/Button.tsx'
import { May } from '../../kit/May.tsx'
import { Empty } from '../../kit/States.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { deliveryColumns } from './delivery-columns.tsx'
import { deliveryList } from './delivery-list.ts'
import { WebhooksHead } from './WebhooksHead.tsx'

const ReplayDialog = lazy(async () => ({ default: (await import('./ReplayDialog.tsx')).ReplayDialog }))

/** What the endpoints of the project got, with what they answered. */
export function Deliveries(): ReactNode {
  const shown = useListPage(deliveryList)
  const { t: texts, format, projectId } = shown.context
  const { deliveries: t } = texts
  const endpoints = useWebhookEndpoints().data?.rows
  const columns = useMemo(
    () => deliveryColumns(texts, format, new Map(endpoints?.map((endpoint) => [endpoint.id, endpoint]))),
    [texts, format, endpoints],
  )
  return (
    <>
      <WebhooksHead />
      <ListPage
        shown={shown}
        label={texts.tabs.deliveries}
        columns={columns}
        failed={t.loadFailed}
        tools={
          <May right={webhookDeliveries.rights.replayAll}>
            <Button size="small" onClick={() => shown.show({ replay: true })}>
              <RotateCcw />
              {t.replayAll.title}
            </Button>
          </May>
        }
        foot={t.count(shown.rows?.length ?? 0)}
        empty={
          <Empty
            icon={<Webhook />}
            title={t.empty.title}
            text={t.empty.text}
            action={
              <Link to="/projects/$projectId/webhooks" params={{ projectId }} {...buttonLook({})}>
                {t.empty.action}
              </Link>
            }
          />
        }
      >
        <Outlet />
        {shown.search.replay && endpoints && (
          <May right={webhookDeliveries.rights.replayAll}>
            <ReplayDialog
              endpoints={endpoints}
              search={shown.search}
              t={texts}
              onClose={() => shown.show({ replay: undefined })}
            />
          </May>
        )}
      </ListPage>
    </>
  )
}
