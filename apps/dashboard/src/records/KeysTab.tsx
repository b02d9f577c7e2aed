import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import { Badge } from '../kit/Badge.tsx'
import { Button, LinkButton } from '../kit/Button.tsx'
import { ConfirmDialog, Dialog, OnceDialog } from '../kit/Dialog.tsx'
import { Field, FieldError, Input, Select } from '../kit/Field.tsx'
import { useFailureText } from '../kit/failure.ts'
import { ListRow, Rows } from '../kit/Rows.tsx'
import { CopyLine } from '../kit/Secret.tsx'
import { RowsSkeleton } from '../kit/Skeleton.tsx'
import { Failed, Note } from '../kit/States.tsx'
import { Time } from '../kit/Text.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { useTexts } from '../language/define-texts.ts'
import { fill } from '../language/fill.tsx'
import { useFormat } from '../language/format.ts'
import { kitTexts } from '../texts/kit.ts'
import { recordsTexts } from '../texts/records.ts'

/** What the tab needs of an API key of a user or a team. */
export interface ListedKey {
  readonly id: string
  readonly description: string
  readonly expiresAt?: Date
  readonly lastUsedAt: Date | null
  readonly value: { readonly lastFour: string }
  readonly whyInvalid: () => 'manually-revoked' | 'expired' | null
  readonly revoke: () => Promise<void>
}

export interface KeysTabProps {
  readonly keys: UseQueryResult<readonly ListedKey[]>
  /** Creates a key and resolves to its complete value. */
  readonly create: (key: { description: string; expiresAt: Date | null }) => Promise<{ readonly value: string }>
  /** Why no key can be created: the project does not allow it. */
  readonly disabledReason?: ReactNode
}

type Shown =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'created'; readonly value: string }
  | { readonly dialog: 'revoke'; readonly key: ListedKey }

/** The API keys of a user or a team. */
export function KeysTab({ keys, create, disabledReason }: KeysTabProps): ReactNode {
  const t = useTexts(recordsTexts)
  const [shown, show] = useState<Shown | null>(null)
  const close = (): void => show(null)
  const listed = keys.data
  // The service refuses all calls about keys that the project does not allow.
  if (disabledReason !== undefined) return <Note>{disabledReason}</Note>
  if (keys.isError && !listed) {
    return (
      <Failed
        title={t.keys.loadFailed}
        error={keys.error}
        isRetrying={keys.isFetching}
        onRetry={() => void keys.refetch()}
      />
    )
  }
  return (
    <section>
      <header>
        <h3>{t.keys.title}</h3>
        <LinkButton onClick={() => show({ dialog: 'create' })}>{t.keys.create}</LinkButton>
      </header>
      {listed === undefined ? (
        <RowsSkeleton kind="list" />
      ) : listed.length === 0 ? (
        <p className="soft">{t.keys.empty}</p>
      ) : (
        <Rows kind="list">
          {listed.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => show({ dialog: 'revoke', key })} />
          ))}
        </Rows>
      )}
      {shown?.dialog === 'create' && (
        <CreateKey
          create={create}
          onClose={close}
          onCreated={(value) => {
            show({ dialog: 'created', value })
            void keys.refetch()
          }}
        />
      )}
      {shown?.dialog === 'created' && (
        <OnceDialog title={t.keys.createdTitle} lead={t.keys.createdLead} onDone={close}>
          <CopyLine value={shown.value} what={t.keys.key} />
        </OnceDialog>
      )}
      {shown?.dialog === 'revoke' && (
        <RevokeKey
          apiKey={shown.key}
          onRevoked={async () => {
            await keys.refetch()
            close()
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

function KeyRow({ apiKey, onRevoke }: { readonly apiKey: ListedKey; readonly onRevoke: () => void }): ReactNode {
  const t = useTexts(recordsTexts)
  const format = useFormat()
  const { description, expiresAt, lastUsedAt, value } = apiKey
  const invalid = apiKey.whyInvalid()
  const expiry =
    expiresAt === undefined
      ? t.keys.noExpiry
      : (invalid === 'expired' ? t.keys.expiredAt : t.keys.expiresAt)(format.date(expiresAt))
  return (
    <ListRow
      action={
        invalid === null ? (
          <LinkButton variant="danger" aria-label={`${t.keys.revoke}: ${description}`} onClick={onRevoke}>
            {t.keys.revoke}
          </LinkButton>
        ) : (
          <Badge>{invalid === 'expired' ? t.keys.expired : t.keys.revoked}</Badge>
        )
      }
    >
      <bdi>{description}</bdi>
      <span className="row-note">
        <code dir="ltr">…{value.lastFour}</code>
        {` · ${expiry} · `}
        {lastUsedAt === null ? t.keys.neverUsed : fill(t.keys.used, { time: <Time at={lastUsedAt} /> })}
      </span>
    </ListRow>
  )
}

const expiries = ['7', '30', '90', '365', 'never'] as const
type Expiry = (typeof expiries)[number]
const DAY_MILLIS = 86_400_000

function CreateKey({
  create,
  onCreated,
  onClose,
}: {
  readonly create: KeysTabProps['create']
  readonly onCreated: (value: string) => void
  readonly onClose: () => void
}): ReactNode {
  const t = useTexts(recordsTexts)
  const { cancel, problems } = useTexts(kitTexts)
  const failureText = useFailureText()
  const [description, setDescription] = useState('')
  const [expiry, setExpiry] = useState<Expiry>('90')
  const [hasTried, setTried] = useState(false)
  const isMissing = description.trim() === ''
  const creation = useAction(async () => {
    const expiresAt = expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * DAY_MILLIS)
    const { value } = await create({ description: description.trim(), expiresAt })
    onCreated(value)
  })
  return (
    <Dialog
      title={t.keys.create}
      lead={t.keys.createLead}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (!isMissing) void creation.run()
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="primary" phase={creation.phase} pendingLabel={t.keys.creating}>
            {t.keys.create}
          </Button>
        </>
      }
    >
      <Field
        label={t.keys.description}
        help={t.keys.descriptionHelp}
        error={hasTried && isMissing ? problems.empty(t.keys.description) : null}
      >
        <Input
          data-autofocus=""
          dir="auto"
          maxLength={LABEL_MAX_CODE_POINTS}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <Field label={t.keys.expires}>
        <Select
          value={expiry}
          options={expiries.map((value) => ({ value, label: t.keys.expiry[value] }))}
          onChange={(value) => setExpiry(expiries.find((one) => one === value) ?? 'never')}
        />
      </Field>
      {creation.failure !== null && <FieldError>{failureText(creation.failure)}</FieldError>}
    </Dialog>
  )
}

function RevokeKey({
  apiKey,
  onRevoked,
  onClose,
}: {
  readonly apiKey: ListedKey
  readonly onRevoked: () => Promise<void>
  readonly onClose: () => void
}): ReactNode {
  const t = useTexts(recordsTexts)
  const failureText = useFailureText()
  const revocation = useAction(async () => {
    await apiKey.revoke()
    await onRevoked()
  })
  return (
    <ConfirmDialog
      title={t.keys.revokeTitle}
      consequence={fill(t.keys.revokeText, { description: <bdi>{apiKey.description}</bdi> })}
      pendingLabel={t.keys.revoking}
      phase={revocation.phase}
      failure={revocation.failure === null ? null : failureText(revocation.failure)}
      onConfirm={() => void revocation.run()}
      onClose={onClose}
    />
  )
}
