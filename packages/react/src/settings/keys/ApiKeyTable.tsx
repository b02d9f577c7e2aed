import { useState, type ReactNode } from 'react'
import { useForm } from '../../form/useForm.ts'
import type { ApiKeys } from './useApiKeys.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { Field } from '../../parts/Field.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { SearchField } from '../../parts/SearchField.tsx'
import { useListSearch } from '../../parts/useListSearch.ts'
import { ChangedExpiry, descriptionError } from './ApiKeyFields.tsx'
import { Badge } from '../page/Badge.tsx'
import { ConfirmInPlace } from '../page/ConfirmInPlace.tsx'
import {
  apiKeyStatuses,
  describeRemainingTime,
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
import { describeAge, describePlace } from '../page/describe-session.ts'
import { EditForm } from '../page/EditForm.tsx'
import { ItemMenu } from '../page/ListItem.tsx'
import { SettingsIcon } from '../page/SettingsIcon.tsx'
import { useFormatLanguage } from '../page/useFormatLanguage.ts'
import { useOpenBody } from '../page/useOpenBody.ts'
import { useShowMore } from '../page/useShowMore.ts'

const PAGE_SIZE = 10

/** The open key of the table: one that is being edited or revoked, or none. */
export type OpenKey = { readonly id: string; readonly act: 'edit' | 'revoke' } | null

export interface ApiKeyTableProps<Key extends ListedApiKey> extends Pick<ApiKeys<Key>, 'update' | 'revoke'> {
  readonly label: string
  readonly keys: readonly Key[]
  /** The name of the member who created a key. */
  readonly nameOf: ((userId: string) => string | undefined) | undefined
  readonly open: OpenKey
  readonly onOpen: (open: OpenKey) => void
}

/** API keys with their use, to search and to filter by status. */
export function ApiKeyTable<Key extends ListedApiKey>(props: ApiKeyTableProps<Key>): ReactNode {
  const t = useTranslate()
  const { label, keys, nameOf = nameless, open, onOpen } = props
  // Ages and remaining times refer to the time the table was opened.
  const [nowMillis] = useState(() => Date.now())
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
            <span className="portico-session-facts" role="columnheader">
              {t('Key')}
            </span>
            <span className="portico-session-facts" role="columnheader">
              {t('Status')}
            </span>
            <span className="portico-session-facts" role="columnheader">
              {t('Last used')}
            </span>
            <span className="portico-session-facts" role="columnheader">
              {t('Created')}
            </span>
            <span className="portico-session-facts" role="columnheader">
              <span className="portico-visually-hidden">{t('Options')}</span>
            </span>
          </div>
        </div>
        <div ref={list} role="rowgroup">
          {search.shown.map((key) => (
            <KeyRow
              key={key.id}
              apiKey={key}
              creator={creatorOf(key, nameOf)}
              nowMillis={nowMillis}
              update={props.update}
              revoke={props.revoke}
              act={open?.id === key.id ? open.act : null}
              onOpen={(act) => onOpen(act && { id: key.id, act })}
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

interface KeyRowProps<Key extends ListedApiKey> extends Pick<ApiKeys<Key>, 'update' | 'revoke'> {
  readonly apiKey: Key
  readonly creator: string | undefined
  readonly nowMillis: number
  readonly act: 'edit' | 'revoke' | null
  readonly onOpen: (act: 'edit' | 'revoke' | null) => void
}

function KeyRow<Key extends ListedApiKey>(props: KeyRowProps<Key>): ReactNode {
  const t = useTranslate()
  const { apiKey, creator, nowMillis, update, revoke, act, onOpen } = props
  const close = (): void => onOpen(null)
  const { head, body } = useOpenBody(act !== null, close)
  const name = apiKey.description || t('No name')
  const isValid = apiKey.isValid()
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
        <StatusCell apiKey={apiKey} nowMillis={nowMillis} />
      </div>
      <div className="portico-key-fact" role="cell" data-label={t('Last used')}>
        <LastUse at={apiKey.lastUsedAt} nowMillis={nowMillis} />
      </div>
      <div className="portico-key-fact" role="cell" data-label={t('Created')}>
        <Origin apiKey={apiKey} creator={creator} />
      </div>
      <div className="portico-key-menu" role="cell">
        <div ref={head} className="portico-row-action" tabIndex={-1}>
          {act === null && (
            <ItemMenu
              name={name}
              actions={[
                {
                  text: apiKey.manuallyRevokedAt === null ? t('Edit') : t('Rename'),
                  onChoose: () => onOpen('edit'),
                },
                ...(isValid ? [{ text: t('Revoke…'), onChoose: () => onOpen('revoke') }] : []),
              ]}
            />
          )}
        </div>
      </div>
      {act !== null && (
        <div className="portico-key-body" role="cell">
          <div ref={body} className="portico-row-body">
            {act === 'edit' ? (
              <KeyForm apiKey={apiKey} update={update} onCancel={close} />
            ) : (
              <ConfirmInPlace
                question={t('Revoke {name}?', { name })}
                consequence={t('Programs that use this key lose access at once. It cannot be made valid again.')}
                confirmText={t('Revoke key')}
                pendingText={t('Revoking…')}
                action={{ ...revoke, submit: () => revoke.submit(apiKey) }}
                onCancel={close}
              />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

interface StatusCellProps {
  readonly apiKey: ListedApiKey
  readonly nowMillis: number
}

function StatusCell({ apiKey, nowMillis }: StatusCellProps): ReactNode {
  const t = useTranslate()
  const lang = useFormatLanguage()
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
          <time dateTime={at.toISOString()} title={at.toLocaleString(lang)}>
            {isEnding
              ? t('Expires {when}', { when: describeRemainingTime(lang, at, nowMillis) })
              : status === 'valid'
                ? t('Until {date}', { date: describeDate(lang, at) })
                : describeDate(lang, at)}
          </time>
        )}
      </span>
    </>
  )
}

interface LastUseProps {
  readonly at: Date | null
  readonly nowMillis: number
}

function LastUse({ at, nowMillis }: LastUseProps): ReactNode {
  const t = useTranslate()
  const lang = useFormatLanguage()
  if (at === null) return <span className="portico-row-none">{t('Never')}</span>
  return (
    <time dateTime={at.toISOString()} title={at.toLocaleString(lang)}>
      {capitalize(lang, describeAge(lang, at, nowMillis))}
    </time>
  )
}

/** The age is the whole text of its cell: "Yesterday". */
function capitalize(lang: string, text: string): string {
  return text.charAt(0).toLocaleUpperCase(lang) + text.slice(1)
}

interface OriginProps {
  readonly apiKey: ListedApiKey
  readonly creator: string | undefined
}

/** When, by whom and where a key was created. */
function Origin({ apiKey: { createdAt, createdFrom }, creator }: OriginProps): ReactNode {
  const lang = useFormatLanguage()
  const place = createdFrom && describePlace(lang, createdFrom)
  return (
    <>
      <time dateTime={createdAt.toISOString()} title={createdAt.toLocaleString(lang)}>
        {describeDate(lang, createdAt)}
      </time>
      <span className="portico-session-facts">
        {creator !== undefined && creator !== '' && <bdi>{creator}</bdi>}
        {place !== null && <span dir="auto">{place}</span>}
        {createdFrom && <span dir="ltr">{createdFrom.ip}</span>}
      </span>
    </>
  )
}

function describeDate(lang: string, at: Date): string {
  return at.toLocaleDateString(lang, { dateStyle: 'medium' })
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
  const form = useForm({
    initial: { description: apiKey.description },
    validate: ({ description }) => ({ description: descriptionError(t, description) }),
    submit: async ({ description }) => {
      await update.submit(apiKey, {
        description: description.trim(),
        ...(expiry !== 'unchanged' && { expiresAt: expiryDateOf(expiry, Date.now()) }),
      })
      return {}
    },
  })
  return (
    <EditForm
      onSubmit={form.onSubmit}
      onCancel={onCancel}
      phase={update.phase}
      failure={update.failure}
      submitText={t('Save')}
      pendingText={t('Saving…')}
    >
      <Field {...form.field('description')} label={t('Description')} type="text" autoComplete="off" />
      {apiKey.manuallyRevokedAt === null && (
        <ChangedExpiry current={apiKey.expiresAt} expiry={expiry} onChange={setExpiry} />
      )}
    </EditForm>
  )
}
