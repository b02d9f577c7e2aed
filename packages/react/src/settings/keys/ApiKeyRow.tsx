'use client'

import { useState, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Age, Moment } from '../page/Age.tsx'
import { Badge } from '../page/Badge.tsx'
import { ConfirmForm } from '../page/ConfirmForm.tsx'
import { describePlace } from '../page/describe-session.ts'
import { useItemActs } from '../page/ListItem.tsx'
import { SettingsIcon } from '../page/SettingsIcon.tsx'
import { TextForm } from '../page/TextForm.tsx'
import type { Row } from '../page/useRow.ts'
import { ChangedExpiry, descriptionError } from './ApiKeyFields.tsx'
import {
  describeStatus,
  expiresSoon,
  expiryDateOf,
  maskedValueOf,
  momentOf,
  statusOf,
  type Expiry,
  type ListedApiKey,
} from './describe-api-key.ts'
import type { ApiKeys } from './useApiKeys.ts'

export interface ApiKeyRowProps<Key extends ListedApiKey> extends Pick<ApiKeys<Key>, 'update' | 'revoke'> {
  readonly row: Row
  readonly apiKey: Key
  /** The name of the member who created the key. */
  readonly creator: string | undefined
}

/** A key in the table, edited in place. */
export function ApiKeyRow<Key extends ListedApiKey>({
  row,
  apiKey,
  creator,
  update,
  revoke,
}: ApiKeyRowProps<Key>): ReactNode {
  const t = useTranslate()
  const name = apiKey.description || t('No name')
  const isValid = apiKey.isValid()
  const revocation = isValid && {
    name: 'revoke',
    text: t('Revoke…'),
    content: (
      <ConfirmForm
        question={t('Revoke {name}?', { name })}
        consequence={t('Programs that use this key lose access at once. It cannot be made valid again.')}
        confirmText={t('Revoke key')}
        pendingText={t('Revoking…')}
        action={{ ...revoke, submit: () => revoke.submit(apiKey) }}
        onCancel={row.close}
      />
    ),
  }
  const { menu, body } = useItemActs({
    row,
    id: apiKey.id,
    name,
    acts: [
      {
        name: 'edit',
        text: apiKey.manuallyRevokedAt === null ? t('Edit') : t('Rename'),
        content: <KeyForm apiKey={apiKey} update={update} onCancel={row.close} />,
      },
      revocation,
    ],
  })
  return (
    <div className="portico-key" role="row" data-invalid={isValid ? undefined : ''}>
      <div className="portico-key-name" role="rowheader">
        <bdi>{name}</bdi>
        <span className="portico-session-facts">
          <code className="portico-key-text" dir="ltr" translate="no">
            {maskedValueOf(apiKey)}
          </code>
          {apiKey.isPublic && <Badge>{t('Public')}</Badge>}
        </span>
      </div>
      <div className="portico-key-fact" role="cell">
        <StatusCell apiKey={apiKey} />
      </div>
      <div className="portico-key-fact" role="cell" data-label={t('Last used')}>
        {apiKey.lastUsedAt ? (
          <Age at={apiKey.lastUsedAt} isSentence />
        ) : (
          <span className="portico-row-none">{t('Not used yet')}</span>
        )}
      </div>
      <div className="portico-key-fact" role="cell" data-label={t('Created')}>
        <Origin apiKey={apiKey} creator={creator} />
      </div>
      <div className="portico-key-menu" role="cell">
        {menu}
      </div>
      {body && (
        <div className="portico-key-body" role="cell">
          {body}
        </div>
      )}
    </div>
  )
}

function StatusCell({ apiKey }: { readonly apiKey: ListedApiKey }): ReactNode {
  const t = useTranslate()
  const format = useFormat()
  // The remaining time refers to the time the table was opened.
  const [nowMillis] = useState(() => Date.now())
  const status = statusOf(apiKey)
  const at = momentOf(apiKey)
  const isEnding = status === 'valid' && expiresSoon(apiKey, nowMillis)
  return (
    <>
      <span className="portico-key-status" data-status={isEnding ? 'ending' : status}>
        {status === 'valid' && !isEnding ? (
          <Icon name="check" />
        ) : (
          <SettingsIcon name={status === 'revoked' ? 'ban' : 'clock'} />
        )}
        {describeStatus(t, status)}
      </span>
      <span className="portico-session-facts">
        {at === null ? (
          t('Does not expire')
        ) : (
          <Moment at={at}>
            {isEnding
              ? t('Expires {when}', { when: format.remaining(at, nowMillis) })
              : status === 'valid'
                ? t('Until {date}', { date: format.mediumDate(at) })
                : format.mediumDate(at)}
          </Moment>
        )}
      </span>
    </>
  )
}

interface OriginProps {
  readonly apiKey: ListedApiKey
  readonly creator: string | undefined
}

/** When, by whom and where a key was created. */
function Origin({ apiKey: { createdAt, createdFrom }, creator }: OriginProps): ReactNode {
  const format = useFormat()
  const place = createdFrom && describePlace(format, createdFrom)
  return (
    <>
      <Moment at={createdAt}>{format.mediumDate(createdAt)}</Moment>
      <span className="portico-session-facts">
        {creator !== undefined && creator !== '' && <bdi>{creator}</bdi>}
        {place !== null && <span dir="auto">{place}</span>}
        {createdFrom && <span dir="ltr">{createdFrom.ip}</span>}
      </span>
    </>
  )
}

interface KeyFormProps<Key extends ListedApiKey> {
  readonly apiKey: Key
  readonly update: ApiKeys<Key>['update']
  readonly onCancel: () => void
}

/** Renames a key, and changes the expiry of one that is not revoked. */
function KeyForm<Key extends ListedApiKey>({ apiKey, update, onCancel }: KeyFormProps<Key>): ReactNode {
  const t = useTranslate()
  const [expiry, setExpiry] = useState<Expiry | 'unchanged'>('unchanged')
  return (
    <TextForm
      label={t('Description')}
      initial={apiKey.description}
      problemOf={(description) => descriptionError(t, description)}
      action={update}
      onSubmit={(description) =>
        update.submit(apiKey, {
          description,
          ...(expiry !== 'unchanged' && { expiresAt: expiryDateOf(expiry, Date.now()) }),
        })
      }
      onCancel={onCancel}
    >
      {apiKey.manuallyRevokedAt === null && (
        <ChangedExpiry current={apiKey.expiresAt} expiry={expiry} onChange={setExpiry} />
      )}
    </TextForm>
  )
}
