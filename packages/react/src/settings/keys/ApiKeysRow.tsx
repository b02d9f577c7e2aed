'use client'

import type { Team, TeamApiKeyFirstView, UserApiKeyFirstView } from '@portico/client'
import { useState, type ReactNode } from 'react'
import { useApiKeys, useTeamApiKeys, type ApiKeys, type ApiKeysOptions } from './useApiKeys.ts'
import { useTranslate } from '../../i18n/language.ts'
import { usePlural } from '../../i18n/usePlural.ts'
import { Button } from '../../parts/Button.tsx'
import { ApiKeyCreation } from './ApiKeyCreation.tsx'
import { ApiKeyExample } from './ApiKeyExample.tsx'
import { ApiKeyTable } from './ApiKeyTable.tsx'
import type { ListedApiKey } from './describe-api-key.ts'
import { Loaded } from '../page/Loaded.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useFocusAfterRemoval, useRow, type Row } from '../page/useRow.ts'

type NewApiKey = UserApiKeyFirstView | TeamApiKeyFirstView

export interface UserApiKeysRowProps {
  readonly example: string | undefined
}

export function UserApiKeysRow({ example }: UserApiKeysRowProps): ReactNode {
  const t = useTranslate()
  const view = useKeysView()
  const all = useApiKeys(view.events)
  return <ApiKeysRow label={t('Your keys')} example={example} all={all} view={view} />
}

export interface TeamApiKeysRowProps {
  readonly team: Team
  /** The name of the member who created a key; undefined if it is not known. */
  readonly nameOf: (userId: string) => string | undefined
  readonly example: string | undefined
}

export function TeamApiKeysRow({ team, nameOf, example }: TeamApiKeysRowProps): ReactNode {
  const t = useTranslate()
  const view = useKeysView()
  const all = useTeamApiKeys(team, view.events)
  return (
    <ApiKeysRow
      label={t('API keys')}
      note={t('Your programs act for the team with these keys. Treat them like passwords.')}
      example={example}
      all={all}
      view={view}
      nameOf={nameOf}
    />
  )
}

/** What is open in the list and its dialog. */
interface KeysView {
  readonly row: Row
  /** `form` or the new key while the dialog is open. */
  readonly dialog: 'form' | NewApiKey | null
  readonly setDialog: (dialog: 'form' | null) => void
  readonly events: ApiKeysOptions<NewApiKey>
}

function useKeysView(): KeysView {
  const t = useTranslate()
  const row = useRow()
  const [dialog, setDialog] = useState<KeysView['dialog']>(null)
  return {
    row,
    dialog,
    setDialog,
    events: {
      onCreated: setDialog,
      onChanged: (change) => row.finish(change === 'revoked' ? t('Key revoked.') : t('Key changed.')),
    },
  }
}

interface ApiKeysRowProps<Key extends ListedApiKey> {
  readonly label: string
  readonly note?: string
  readonly example: string | undefined
  readonly all: ApiKeys<Key>
  readonly view: KeysView
  /** The name of the member who created a key. */
  readonly nameOf?: (userId: string) => string | undefined
}

function ApiKeysRow<Key extends ListedApiKey>(props: ApiKeysRowProps<Key>): ReactNode {
  const t = useTranslate()
  const { label, note, example, all, view, nameOf } = props
  const plural = usePlural()
  const { keys, create } = all
  const { row } = view
  const validCount = keys?.filter((key) => key.isValid()).length ?? 0
  const list = useFocusAfterRemoval<HTMLDivElement>(row)
  return (
    <>
      <SettingsRow
        row={row}
        label={label}
        value={
          keys && (
            <span className="portico-row-none">
              {keys.length === 0
                ? t('No keys yet')
                : validCount === 0
                  ? t('No valid keys')
                  : plural('{n} valid keys', validCount)}
            </span>
          )
        }
        note={note}
        action={
          keys && (
            <Button
              variant="quiet"
              onClick={() => {
                row.close()
                view.setDialog('form')
              }}
            >
              {t('Create key…')}
            </Button>
          )
        }
        list={
          <div ref={list} className="portico-row-list" data-wide={keys?.length === 0 ? undefined : ''} tabIndex={-1}>
            <Loaded from={all} value={keys}>
              {(loaded) =>
                loaded.length === 0 ? (
                  <ApiKeyExample command={example} />
                ) : (
                  <ApiKeyTable {...all} label={label} keys={loaded} nameOf={nameOf} row={row} />
                )
              }
            </Loaded>
          </div>
        }
      />
      {view.dialog !== null && (
        <ApiKeyCreation
          create={create}
          validCount={validCount}
          created={view.dialog === 'form' ? undefined : view.dialog}
          onClose={() => view.setDialog(null)}
        />
      )}
    </>
  )
}
