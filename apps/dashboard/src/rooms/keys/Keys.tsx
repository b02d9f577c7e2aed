import { fill } from '@portico/ui/language/fill'
import { Ban, Copy, KeyRound, Pencil } from 'lucide-react'
import { lazy, type ReactNode } from 'react'

import { adminKeysRight, keySets, type KeySet } from '../../data/api-keys.ts'
import { settings } from '../../data/settings.ts'
import { Button } from '../../kit/Button.tsx'
import { CodeBlock } from '../../kit/CodeBlock.tsx'
import { useCopy } from '../../kit/CopyButton.tsx'
import { May, useMay } from '../../kit/May.tsx'
import { Empty } from '../../kit/States.tsx'
import { Time } from '../../kit/Text.tsx'
import type { Act } from '../../page/acts.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { useListPage } from '../../page/useListPage.ts'
import type { KeysTexts } from '../../texts/en/keys.ts'
import { descriptionField } from './forms.ts'
import { breaksWithout } from './key-status.ts'
import css from './keys.module.css'
import { keysList } from './list.ts'

const CreateKeySet = lazy(async () => ({ default: (await import('./CreateKeySet.tsx')).CreateKeySet }))

const lastOf = { publishable: 'lastPublishable', server: 'lastServer', admin: 'lastAdmin' } as const

export function Keys(): ReactNode {
  const shown = useListPage(keysList)
  const { search, rows = [], show, context } = shown
  const { t, projectId } = context
  const may = useMay()
  const { rights } = keySets
  const { copy } = useCopy()
  const create = (): void => show({ create: true })
  const close = (): void => show({ create: undefined, rename: undefined, revoke: undefined })
  const renamed = rows.find(({ id }) => id === search.rename)
  const revoked = rows.find(({ id }) => id === search.revoke)
  const actsOf = (keySet: KeySet): Act[] => {
    const { id, publishableClientKey, superSecretAdminKey } = keySet
    const key = publishableClientKey?.value ?? null
    const isChangeable = superSecretAdminKey === null || may(adminKeysRight)
    return [
      ...(key === null ? [] : [{ label: t.copyPublishable, icon: <Copy />, onSelect: () => void copy(key) }]),
      ...(isChangeable && may(rights.rename)
        ? [{ label: t.rename, icon: <Pencil />, onSelect: () => show({ rename: id }) }]
        : []),
      ...(isChangeable && may(rights.revoke)
        ? [
            {
              label: t.revoke,
              icon: <Ban />,
              isDanger: true,
              disabledReason: keySet.isValid() ? undefined : t.alreadyInvalid,
              onSelect: () => show({ revoke: id }),
            },
          ]
        : []),
    ]
  }
  return (
    <ListPage
      shown={shown}
      head={{
        title: t.title,
        lead: t.lead,
        primary: may(rights.create) ? { label: t.create, onClick: create } : undefined,
      }}
      label={t.title}
      failed={t.loadFailed}
      isTall
      acts={actsOf}
      foot={`${t.count(rows.length)}. ${t.foot}`}
      empty={
        <Empty
          icon={<KeyRound />}
          title={t.empty.title}
          text={t.empty.text}
          action={
            <May right={rights.create}>
              <Button onClick={create}>{t.create}</Button>
            </May>
          }
        >
          <CodeBlock
            title=".env"
            values={[settings.baseUrl, projectId]}
            code={`PORTICO_API_URL=${settings.baseUrl}\nPORTICO_PROJECT_ID=${projectId}\nPORTICO_PUBLISHABLE_CLIENT_KEY=pck_…\nPORTICO_SECRET_SERVER_KEY=ssk_…`}
          />
        </Empty>
      }
    >
      {renamed && may(rights.rename) && <RenameKeySet keySet={renamed} t={t} onClose={close} />}
      {revoked && may(rights.revoke) && <RevokeKeySet keySet={revoked} all={rows} t={t} onClose={close} />}
      {search.create && may(rights.create) && <CreateKeySet onClose={close} />}
    </ListPage>
  )
}

interface KeySetDialogProps {
  readonly keySet: KeySet
  readonly t: KeysTexts
  readonly onClose: () => void
}

function RenameKeySet({ keySet, t, onClose }: KeySetDialogProps): ReactNode {
  const rename = keySets.useChange('rename')
  return (
    <FormDialog
      title={t.renameTitle}
      pending="renaming"
      fields={{ description: descriptionField(t, keySet.description) }}
      onSubmit={({ description }) => rename(keySet, description.trim())}
      onClose={onClose}
    />
  )
}

/** Revokes a key set, after it has said what stops working. */
function RevokeKeySet({ keySet, all, t, onClose }: KeySetDialogProps & { readonly all: readonly KeySet[] }): ReactNode {
  const revoke = keySets.useChange('revoke')
  const name = <bdi className="strong">{keySet.description.trim() || t.noDescription}</bdi>
  return (
    <ConfirmAction
      title={t.revoke}
      consequence={fill(t.revokeText, { name })}
      pending="revoking"
      run={() => revoke(keySet)}
      onClose={onClose}
    >
      <ul className={css['breaks']} aria-label={t.breaks.label}>
        {breaksWithout(keySet, all).map(({ kind, lastFour, isLast }) => (
          <li key={kind}>
            {fill(t.breaks[kind], {
              key: (
                <span className="mono" dir="ltr">
                  …{lastFour}
                </span>
              ),
            })}{' '}
            {isLast && <span className="warn-text">{t.breaks[lastOf[kind]]}</span>}
          </li>
        ))}
      </ul>
      <p className={css['use']}>
        {keySet.lastUsedAt ? fill(t.lastUsed, { time: <Time at={keySet.lastUsedAt} /> }) : t.unused}
      </p>
    </ConfirmAction>
  )
}
