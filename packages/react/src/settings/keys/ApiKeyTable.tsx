'use client'

import { useState, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { SearchField } from '../../parts/SearchField.tsx'
import { useListSearch } from '../../parts/useListSearch.ts'
import type { Row } from '../page/useRow.ts'
import { useShowMore } from '../page/useShowMore.ts'
import { ApiKeyRow } from './ApiKeyRow.tsx'
import { apiKeyStatuses, describeStatus, statusOf, type ApiKeyStatus, type ListedApiKey } from './describe-api-key.ts'
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
            <ApiKeyRow
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
