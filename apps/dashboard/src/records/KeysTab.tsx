import { LABEL_MAX_CODE_POINTS, type StaffRight } from '@portico/client/admin'
import { fill } from '@portico/ui/language/fill'
import { useState, type ReactNode } from 'react'

import { Badge } from '../kit/Badge.tsx'
import { LinkButton } from '../kit/Button.tsx'
import { OnceDialog } from '../page/OnceDialog.tsx'
import { May } from '../kit/May.tsx'
import { ListRow } from '../kit/Rows.tsx'
import { CopyLine } from '../kit/CopyLine.tsx'
import { Note } from '../kit/States.tsx'
import { Time } from '../kit/Text.tsx'
import { useTexts } from '../language/useTexts.ts'
import { useFormat } from '../language/format.ts'
import { ConfirmAction } from '../page/ConfirmAction.tsx'
import { choice, text, type FieldsOf } from '../page/form/fields.tsx'
import { FormDialog } from '../page/form/FormDialog.tsx'
import type { Loading } from '../page/Loaded.tsx'
import { RecordSection } from '../page/RecordSection.tsx'
import { recordsTexts, type RecordsTexts } from '../texts/en/records.ts'

/** What the tab needs to know about an API key. */
export interface ListedKey {
  readonly id: string
  readonly description: string
  readonly expiresAt?: Date
  readonly lastUsedAt: Date | null
  readonly value: { readonly lastFour: string }
  readonly whyInvalid: () => 'manually-revoked' | 'expired' | null
}

export interface KeysTabProps<Key extends ListedKey> {
  readonly keys: Loading<readonly Key[]>
  /** The right of staff to create and revoke keys. */
  readonly right: StaffRight
  /** Creates a key and resolves to its complete value, as soon as the list has the key. */
  readonly create: (key: { description: string; expiresAt: Date | null }) => Promise<{ readonly value: string }>
  /** Revokes a key. Resolves when the list shows it. */
  readonly revoke: (key: Key) => Promise<unknown>
  /** Why no key can be created: the project does not allow it. */
  readonly disabledReason?: ReactNode
}

type Shown<Key> =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'created'; readonly value: string }
  | { readonly dialog: 'revoke'; readonly key: Key }

/** The API keys of a user or a team. */
export function KeysTab<Key extends ListedKey>({
  keys,
  right,
  create,
  revoke,
  disabledReason,
}: KeysTabProps<Key>): ReactNode {
  const { keys: t } = useTexts(recordsTexts)
  const [shown, show] = useState<Shown<Key> | null>(null)
  const close = (): void => show(null)
  // The service refuses all calls about keys that the project does not allow.
  if (disabledReason !== undefined) return <Note>{disabledReason}</Note>
  return (
    <RecordSection
      title={t.title}
      action={
        <May right={right}>
          <LinkButton onClick={() => show({ dialog: 'create' })}>{t.create}</LinkButton>
        </May>
      }
      query={keys}
      failed={t.loadFailed}
      empty={t.empty}
      row={(key) => <KeyRow apiKey={key} right={right} onRevoke={() => show({ dialog: 'revoke', key })} />}
    >
      {shown?.dialog === 'create' && (
        <FormDialog
          title={t.create}
          lead={t.createLead}
          pending="creating"
          isAnswerOnce
          fields={newKey(t)}
          onSubmit={({ description, expiry }) =>
            create({ description: description.trim(), expiresAt: expiryAfter(expiry) })
          }
          onDone={({ value }) => show({ dialog: 'created', value })}
          onClose={close}
        />
      )}
      {shown?.dialog === 'created' && (
        <OnceDialog title={t.createdTitle} lead={t.createdLead} onDone={close}>
          <CopyLine value={shown.value} what={t.key} />
        </OnceDialog>
      )}
      {shown?.dialog === 'revoke' && (
        <ConfirmAction
          title={t.revokeTitle}
          consequence={fill(t.revokeText, { description: <bdi>{shown.key.description}</bdi> })}
          pending="revoking"
          run={() => revoke(shown.key)}
          onClose={close}
        />
      )}
    </RecordSection>
  )
}

function KeyRow({
  apiKey,
  right,
  onRevoke,
}: {
  readonly apiKey: ListedKey
  readonly right: StaffRight
  readonly onRevoke: () => void
}): ReactNode {
  const { keys: t } = useTexts(recordsTexts)
  const format = useFormat()
  const { description, expiresAt, lastUsedAt, value } = apiKey
  const invalid = apiKey.whyInvalid()
  const expiry =
    expiresAt === undefined ? t.noExpiry : (invalid === 'expired' ? t.expiredAt : t.expiresAt)(format.date(expiresAt))
  return (
    <ListRow
      action={
        invalid === null ? (
          <May right={right}>
            <LinkButton variant="danger" aria-label={`${t.revoke}: ${description}`} onClick={onRevoke}>
              {t.revoke}
            </LinkButton>
          </May>
        ) : (
          <Badge>{invalid === 'expired' ? t.expired : t.revoked}</Badge>
        )
      }
    >
      <bdi>{description}</bdi>
      <span className="row-note">
        <code dir="ltr">…{value.lastFour}</code>
        {` · ${expiry} · `}
        {lastUsedAt === null ? t.neverUsed : fill(t.used, { time: <Time at={lastUsedAt} /> })}
      </span>
    </ListRow>
  )
}

const expiries = ['7', '30', '90', '365', 'never'] as const
type Expiry = (typeof expiries)[number]
const DAY_MILLIS = 86_400_000

function newKey(t: RecordsTexts['keys']): FieldsOf<{ readonly description: string; readonly expiry: Expiry }> {
  return {
    description: text({
      label: t.description,
      help: t.descriptionHelp,
      isRequired: true,
      max: LABEL_MAX_CODE_POINTS,
    }),
    expiry: choice({
      label: t.expires,
      initial: '90',
      options: expiries.map((value) => ({ value, label: t.expiry[value] })),
    }),
  }
}

function expiryAfter(days: Expiry): Date | null {
  return days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MILLIS)
}
