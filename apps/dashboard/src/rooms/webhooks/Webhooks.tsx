import { Ban, CircleCheck, KeyRound, ListChecks, Pencil, Send, Trash2, Webhook } from 'lucide-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'

import { webhookEndpoints, type WebhookEndpoint } from '../../data/webhooks.ts'
import { Button } from '../../kit/Button.tsx'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { useMay } from '../../kit/May.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Empty } from '../../kit/States.tsx'
import type { Act } from '../../page/acts.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { EndpointNotices } from './EndpointNotices.tsx'
import { webhooksList } from './list.ts'
import { WebhooksHead } from './WebhooksHead.tsx'

const EndpointDialogs = lazy(async () => ({ default: (await import('./EndpointDialogs.tsx')).EndpointDialogs }))

const verification = `import { verifyWebhook } from '@portico/client/server'

const event = await verifyWebhook(request, process.env.WEBHOOK_SECRET)`

export function Webhooks(): ReactNode {
  const shown = useListPage(webhooksList)
  const { rows = [], show, search, context } = shown
  const { t, projectId } = context
  const navigate = useNavigate()
  const may = useMay()
  const mayChange = may(webhookEndpoints.rights.update)
  const add = (): void => show({ add: true })
  const actsOf = ({ id, isEnabled }: WebhookEndpoint): Act[] => [
    ...(mayChange ? [{ label: t.edit, icon: <Pencil />, onSelect: () => show({ edit: id }) }] : []),
    {
      label: t.showDeliveries,
      icon: <ListChecks />,
      onSelect: () =>
        navigate({ to: '/projects/$projectId/webhooks/deliveries', params: { projectId }, search: { endpoint: id } }),
    },
    ...(mayChange
      ? [
          { label: t.test, icon: <Send />, onSelect: () => show({ test: id }) },
          { label: t.rotate, icon: <KeyRound />, onSelect: () => show({ rotate: id }) },
          isEnabled
            ? { label: t.disable, icon: <Ban />, onSelect: () => show({ disable: id }) }
            : { label: t.enable, icon: <CircleCheck />, onSelect: () => show({ enable: id }) },
          { label: t.remove, icon: <Trash2 />, isDanger: true, onSelect: () => show({ remove: id }) },
        ]
      : []),
  ]
  return (
    <>
      <WebhooksHead primary={mayChange ? { label: t.add, onClick: add } : undefined} />
      {/* The notices are first, and nothing below them moves. */}
      <Loaded query={shown.query} failed={t.loadFailed} skeleton={<RowsSkeleton kind="list" />}>
        {() => (
          <ListPage
            shown={shown}
            label={t.columns.endpoint}
            failed={t.loadFailed}
            isTall
            notice={<EndpointNotices endpoints={rows} context={context} onEnable={({ id }) => show({ enable: id })} />}
            acts={actsOf}
            {...(mayChange && { onOpen: ({ id }: WebhookEndpoint) => show({ edit: id }) })}
            foot={t.count(rows.length)}
            empty={
              <Empty
                icon={<Webhook />}
                title={t.empty.title}
                text={t.empty.text}
                action={mayChange && <Button onClick={add}>{t.add}</Button>}
              >
                <CodeBlock title="hooks.ts" code={verification} />
              </Empty>
            }
          >
            {mayChange && <EndpointDialogs search={search} show={show} rows={rows} t={t} />}
          </ListPage>
        )}
      </Loaded>
    </>
  )
}
