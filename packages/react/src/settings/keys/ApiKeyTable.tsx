import { useState, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { SearchField } from '../../parts/SearchField.tsx'
import { useListSearch } from '../../parts/useListSearch.ts'
import { Age, Moment } from '../page/Age.tsx'
import { Badge } from '../page/Badge.tsx'
import { ConfirmForm } from '../page/ConfirmForm.tsx'
import { describePlace } from '../page/describe-session.ts'
import { useItemActs } from '../page/ListItem.tsx'
import { SettingsIcon } from '../page/SettingsIcon.tsx'
import { TextForm } from '../page/TextForm.tsx'
import type { Row } from '../page/useRow.ts'
import { useShowMore } from '../page/useShowMore.ts'
import { ChangedExpiry, descriptionError } from './ApiKeyFields.tsx'
import {
  apiKeyStatuses,
  describeStatus,
  expiresSoon,
  expiryDateOf,
  maskedValueOf,
  momentOf,
  statusOf,
  type ApiKeyStatus,
  type Expiry,
  type ListedApiKey,
} from './describe-api-key.ts'
import type { ApiKeys } from './useApiKeys.ts'

const PAGE_SIZE = 10

export interface ApiKeyTableProps<Key extends ListedApiKey> extends Pick<ApiKeys<Key>, 'update' | 'revoke'> {
  readonly label: string
  readonly keys: readonly Key[]
  /** The name of the member who created a key. */
  readonly nameOf: ((userId: string) => string | undefined) | undefined
  readonly row: Row
}

/** API keys with their use, to search and to filter by status. */
export function ApiKeyTable<Key extends ListedApiKey>(props: ApiKeyTableProps<Key>): ReactNode {
  const t = useTranslate()
  const { label, keys, nameOf = nameless, row, update, revoke } = props
  const [chosen, setChosen] = useState<ApiKeyStatus | 'all'>('all')
  const counts = apiKeyStatuses
    .map((status) => ({ status, count: keys.filter((key) => statusOf(key) === status).length }))
    .filter(({ count }) => count > 0)
  // The last key with this status may have changed.
  const filter = counts.some(({ status }) => status === chosen) ? chosen : 'all'
  const search = useListSearch(keys, {
    textOf: (key) => `${key.description} ${key.value.lastFour} ${creatorOf(key, nameOf) ?? ''}`,
    isIncluded: (key) => filter === 'all' || statusOf(key) === filter,
    pageSize: PAGE_SIZE,
  })
  const { list, showMore } = useShowMore<HTMLDivElement>(search)
  return (
    <>
      {search.hasField && <SearchField label={t('Search keys')} search={search} />}
      {counts.length > 1 && (
        <div className="portico-tablist" role="group" aria-label={t('Status')}>
          <FilterButton label={t('All')} count={keys.length} isOn={filter === 'all'} onPress={() => setChosen('all')} />
          {counts.map(({ status, count }) => (
            <FilterButton
              key={status}
              label={describeStatus(t, status)}
              count={count}
              isOn={filter === status}
              onPress={() => setChosen(status)}
            />
          ))}
        </div>
      )}
      <div className="portico-keys" role="table" aria-label={label}>
        <div role="rowgroup">
          <div className="portico-key" role="row" data-head="">
            {[t('Key'), t('Status'), t('Last used'), t('Created')].map((head) => (
              <span key={head} className="portico-session-facts" role="columnheader">
                {head}
              </span>
            ))}
            <span className="portico-session-facts" role="columnheader">
              <span className="portico-visually-hidden">{t('Options')}</span>
            </span>
          </div>
        </div>
        <div ref={list} role="rowgroup">
          {search.shown.map((key) => (
            <KeyRow
              key={key.id}
              row={row}
              apiKey={key}
              creator={creatorOf(key, nameOf)}
              update={update}
              revoke={revoke}
            />
          ))}
        </div>
      </div>
      {search.shown.length === 0 && <p className="portico-empty">{t('No matches')}</p>}
      {search.more > 0 && (
        <Button variant="quiet" onClick={showMore}>
          {t('Show {n} more', { n: search.more })}
        </Button>
      )}
    </>
  )
}

interface FilterButtonProps {
  readonly label: string
  readonly count: number
  readonly isOn: boolean
  readonly onPress: () => void
}

function FilterButton({ label, count, isOn, onPress }: FilterButtonProps): ReactNode {
  return (
    <button className="portico-tab" type="button" aria-pressed={isOn} onClick={onPress}>
      {label} <span className="portico-row-none">{count}</span>
    </button>
  )
}

function nameless(): undefined {
  return undefined
}

function creatorOf(
  { createdByUserId }: ListedApiKey,
  nameOf: (userId: string) => string | undefined,
): string | undefined {
  return createdByUserId === null ? undefined : nameOf(createdByUserId)
}

interface KeyRowProps<Key extends ListedApiKey> extends Pick<ApiKeyTableProps<Key>, 'row' | 'update' | 'revoke'> {
  readonly apiKey: Key
  readonly creator: string | undefined
}

function KeyRow<Key extends ListedApiKey>({ row, apiKey, creator, update, revoke }: KeyRowProps<Key>): ReactNode {
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
          <span className="portico-row-none">{t('Never')}</span>
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
