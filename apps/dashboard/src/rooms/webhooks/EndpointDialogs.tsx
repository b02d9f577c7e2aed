import { fill } from '@portico/ui/language/fill'
import { useState, type ReactNode } from 'react'

import { webhookEndpoints, type WebhookEndpoint } from '../../data/webhooks.ts'
import { CopyLine } from '../../kit/CopyLine.tsx'
import { showToast } from '../../kit/toast.ts'
import { useFormat } from '../../language/format.ts'
import type { SearchOf } from '../../page/address.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { flag } from '../../page/form/fields.tsx'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { initialOf } from '../../page/form/useFields.ts'
import { OnceDialog } from '../../page/OnceDialog.tsx'
import type { WebhooksTexts } from '../../texts/en/webhooks.ts'
import type { webhooksAddress } from './address.ts'
import { changedEndpoint } from './changed-endpoint.ts'
import { endpointFields, endpointOf, eventTypeField, hiddenFields } from './forms.ts'

type Search = SearchOf<typeof webhooksAddress>
type Dialog = Exclude<keyof Search, 'cursor'>

export interface EndpointDialogsProps {
  readonly search: Search
  readonly show: (changes: { readonly [Name in Dialog]?: undefined }) => void
  readonly rows: readonly WebhookEndpoint[]
  readonly t: WebhooksTexts
}

/** The dialog that the address names. */
export function EndpointDialogs({ search, show, rows, t }: EndpointDialogsProps): ReactNode {
  const onClose = (): void =>
    show({
      add: undefined,
      edit: undefined,
      disable: undefined,
      enable: undefined,
      rotate: undefined,
      test: undefined,
      remove: undefined,
    })
  if (search.add) return <AddEndpoint t={t} onClose={onClose} />
  for (const [name, OneDialog] of Object.entries(dialogs)) {
    const endpoint = rows.find(({ id }) => id === search[name as keyof typeof dialogs])
    if (endpoint) return <OneDialog key={endpoint.id} endpoint={endpoint} t={t} onClose={onClose} />
  }
  return null
}

interface DialogProps {
  readonly t: WebhooksTexts
  readonly onClose: () => void
}

interface EndpointDialogProps extends DialogProps {
  readonly endpoint: WebhookEndpoint
}

const dialogs = {
  edit: EditEndpoint,
  disable: DisableEndpoint,
  enable: EnableEndpoint,
  rotate: RotateSecret,
  test: SendTest,
  remove: RemoveEndpoint,
} satisfies { readonly [Name in Dialog]?: (props: EndpointDialogProps) => ReactNode }

/** Adds an endpoint, then shows its secret once. */
function AddEndpoint({ t, onClose }: DialogProps): ReactNode {
  const add = webhookEndpoints.useChange('add')
  const format = useFormat()
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <ShownSecret secret={secret} lead={t.once.lead} t={t} onDone={onClose} />
  return (
    <FormDialog
      title={t.add}
      lead={t.form.lead}
      pending="adding"
      isAnswerOnce
      fields={endpointFields(t, format)}
      isHidden={hiddenFields}
      onSubmit={(values) => add(endpointOf(values))}
      onDone={(created) => setSecret(created.secret)}
      onClose={onClose}
    />
  )
}

function ShownSecret({
  secret,
  lead,
  t,
  onDone,
}: {
  readonly secret: string
  readonly lead: string
  readonly t: WebhooksTexts
  readonly onDone: () => void
}): ReactNode {
  return (
    <OnceDialog title={t.once.title} lead={lead} onDone={onDone}>
      <div className="field">
        <span className="label">{t.once.secret}</span>
        <CopyLine value={secret} what={t.once.secret} />
      </div>
    </OnceDialog>
  )
}

/** Edits an endpoint, which another owner may change at the same time. */
function EditEndpoint({ endpoint, t, onClose }: EndpointDialogProps): ReactNode {
  const update = webhookEndpoints.useChange('update')
  const { refetch } = webhookEndpoints.useRead('page', [])
  const format = useFormat()
  const fieldsOf = (stored: WebhookEndpoint): ReturnType<typeof endpointFields> => endpointFields(t, format, stored)
  const fields = fieldsOf(endpoint)
  return (
    <FormDialog
      title={t.edit}
      pending="saving"
      isEdit
      fields={fields}
      stored={initialOf(fields)}
      readAgain={async () => {
        const { data } = await refetch({ throwOnError: true })
        return initialOf(fieldsOf(data?.rows.find(({ id }) => id === endpoint.id) ?? endpoint))
      }}
      isHidden={(values) => hiddenFields(values, endpoint)}
      onSubmit={(values, changes) => update(endpoint.id, changedEndpoint(values, changes, endpoint))}
      onClose={onClose}
    />
  )
}

function DisableEndpoint({ endpoint, t, onClose }: EndpointDialogProps): ReactNode {
  const update = webhookEndpoints.useChange('update')
  return (
    <ConfirmAction
      title={t.disable}
      consequence={fill(t.disableText, { url: urlOf(endpoint) })}
      pending="saving"
      isDanger={false}
      run={() => update(endpoint.id, { isEnabled: false })}
      onClose={onClose}
    />
  )
}

/** Enables an endpoint, and delivers what it has missed if the owner chooses that. */
function EnableEndpoint({ endpoint, t, onClose }: EndpointDialogProps): ReactNode {
  const enable = webhookEndpoints.useChange('enable')
  // The service disables an endpoint after days of failures, so earlier deliveries may have failed for good. An enabled
  // endpoint no longer has the moment, which a second attempt needs.
  const [missedSince] = useState(() => endpoint.failingSince ?? endpoint.disabled?.at ?? null)
  return (
    <FormDialog
      title={t.enable}
      lead={fill(t.enableText, { url: urlOf(endpoint) })}
      pending="saving"
      fields={{ isReplayed: flag({ label: t.replay, note: t.replayNote, initial: true }) }}
      onSubmit={({ isReplayed }) => enable(endpoint.id, isReplayed ? missedSince : null)}
      onClose={onClose}
    />
  )
}

function RotateSecret({ endpoint, t, onClose }: EndpointDialogProps): ReactNode {
  const rotate = webhookEndpoints.useChange('rotateSecret')
  const format = useFormat()
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) {
    const { oldSecretEndsAt } = endpoint
    const lead = oldSecretEndsAt ? t.once.rotatedLead(format.dateTime(oldSecretEndsAt)) : t.once.lead
    return <ShownSecret secret={secret} lead={lead} t={t} onDone={onClose} />
  }
  return (
    <FormDialog
      title={t.rotate}
      lead={fill(t.rotateText, { url: urlOf(endpoint) })}
      pending="saving"
      isDanger
      isAnswerOnce
      fields={{}}
      onSubmit={() => rotate(endpoint.id)}
      onDone={setSecret}
      onClose={onClose}
    />
  )
}

function SendTest({ endpoint, t, onClose }: EndpointDialogProps): ReactNode {
  const sendTest = webhookEndpoints.useChange('sendTest')
  return (
    <FormDialog
      title={t.test}
      lead={t.testLead}
      pending="sending"
      fields={{ eventType: eventTypeField(t) }}
      onSubmit={({ eventType }) => sendTest(endpoint.id, eventType)}
      onDone={() => {
        showToast({ text: t.testQueued })
        onClose()
      }}
      onClose={onClose}
    />
  )
}

function RemoveEndpoint({ endpoint, t, onClose }: EndpointDialogProps): ReactNode {
  const remove = webhookEndpoints.useChange('remove')
  return (
    <ConfirmAction
      title={t.remove}
      consequence={t.removeText}
      nameToType={endpoint.url}
      pending="deleting"
      run={() => remove(endpoint.id)}
      onClose={onClose}
    />
  )
}

function urlOf({ url }: WebhookEndpoint): ReactNode {
  return (
    <bdi className="mono strong" dir="ltr">
      {url}
    </bdi>
  )
}
