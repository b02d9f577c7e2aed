import type { Team, TeamApiKeyFirstView, UserApiKeyFirstView } from '@portico/client'
import { useState, type ReactNode } from 'react'
import { useApiKeys, useTeamApiKeys, type ApiKeys, type ApiKeysOptions } from './useApiKeys.ts'
import { useTranslate } from '../../i18n/language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Button } from '../../parts/Button.tsx'
import { ApiKeyCreation } from './ApiKeyCreation.tsx'
import { ApiKeyExample } from './ApiKeyExample.tsx'
import { ApiKeyTable, type OpenKey } from './ApiKeyTable.tsx'
import type { ListedApiKey } from './describe-api-key.ts'
import { LoadFailure } from '../page/LoadFailure.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { RowBones } from '../page/SettingsSkeleton.tsx'
import { useFocusAfterRemoval } from '../page/useFocusAfterRemoval.ts'

type NewApiKey = UserApiKeyFirstView | TeamApiKeyFirstView

/** The API keys of the signed-in user. */
export function UserApiKeysRow({ example }: { readonly example: string | undefined }): ReactNode {
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

/** The API keys of a team. */
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

/** What is open in the list, and what happened last. */
interface KeysView {
  /** `form` or the new key while the dialog is open. */
  readonly dialog: 'form' | NewApiKey | null
  readonly setDialog: (dialog: 'form' | null) => void
  readonly open: OpenKey
  readonly setOpen: (open: OpenKey) => void
  readonly done: string | undefined
  readonly events: ApiKeysOptions<NewApiKey>
}

function useKeysView(): KeysView {
  const t = useTranslate()
  const [dialog, setDialog] = useState<KeysView['dialog']>(null)
  const [open, setOpen] = useState<OpenKey>(null)
  const [done, setDone] = useState<string>()
  return {
    dialog,
    setDialog: (next) => {
      setDone(undefined)
      setOpen(null)
      setDialog(next)
    },
    open,
    setOpen: (next) => {
      setDone(undefined)
      setOpen(next)
    },
    done,
    events: {
      onCreated: setDialog,
      onChanged: (change) => {
        setOpen(null)
        setDone(change === 'revoked' ? t('Key revoked.') : t('Key changed.'))
      },
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
  const { keys, failure, reload, create, update, revoke } = all
  const list = useFocusAfterRemoval<HTMLDivElement>(view.done)
  const validCount = keys?.filter((key) => key.isValid()).length ?? 0
  return (
    <>
      <SettingsRow
        label={label}
        value={keys && <span className="portico-row-none">{describeCount(t, keys.length, validCount)}</span>}
        note={note}
        done={view.done}
        action={
          keys && (
            <Button
              variant="quiet"
              onClick={() => {
                create.reset()
                view.setDialog('form')
              }}
            >
              {t('Create key…')}
            </Button>
          )
        }
        list={
          <div ref={list} className="portico-row-list" data-wide={keys?.length === 0 ? undefined : ''} tabIndex={-1}>
            {failure !== null ? (
              <LoadFailure failure={failure} onRetry={reload} />
            ) : !keys ? (
              <div role="status" aria-label={t('Loading…')}>
                <RowBones />
              </div>
            ) : keys.length === 0 ? (
              <ApiKeyExample command={example} />
            ) : (
              <ApiKeyTable
                label={label}
                keys={keys}
                update={update}
                revoke={revoke}
                nameOf={nameOf}
                open={view.open}
                onOpen={(open) => {
                  update.reset()
                  revoke.reset()
                  view.setOpen(open)
                }}
              />
            )}
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

function describeCount(t: Translate, count: number, validCount: number): string {
  if (count === 0) return t('No keys yet')
  if (validCount === 0) return t('No valid keys')
  return validCount === 1 ? t('1 valid key') : t('{n} valid keys', { n: validCount })
}
