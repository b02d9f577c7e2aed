import { Link, Outlet } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'

import { useWebhookEndpoints } from '../../data/webhooks.ts'
import { buttonLook } from '../../kit/Button.tsx'
import { Empty } from '../../kit/States.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { deliveryColumns } from './delivery-columns.tsx'
import { deliveryList } from './delivery-list.ts'
import { WebhooksHead } from './WebhooksHead.tsx'

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
      </ListPage>
    </>
  )
}
