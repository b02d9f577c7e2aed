'use client'

import { useState, type ReactNode } from 'react'
import { nameOf } from '../../auth/offered-providers.ts'
import { ProviderMark } from '../../auth/ProviderMark.tsx'
import { useProvider } from '../../auth/useProvider.ts'
import { useTranslate } from '../../i18n/language.ts'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { ConfirmForm } from '../page/ConfirmForm.tsx'
import { ItemList } from '../page/ItemList.tsx'
import { ListItem } from '../page/ListItem.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useRow } from '../page/useRow.ts'
import { ConnectAccountMenu } from './ConnectAccountMenu.tsx'
import { useConnectedAccounts, type ConnectedAccount } from './useConnectedAccounts.ts'

/** Lists the connected accounts, each with an entry to disconnect it, and a menu of the other providers. */
export function ConnectedAccountsRow(): ReactNode {
  const t = useTranslate()
  const providerOf = useProvider()
  const nameOfProvider = (id: string) => nameOf(providerOf(id))
  const [chosen, setChosen] = useState<string>()
  const row = useRow()
  const { accounts, connect, disconnect } = useConnectedAccounts(() => {
    const provider = row.open?.id
    row.finish(provider && t('{provider} is disconnected.', { provider: nameOfProvider(provider) }))
  })
  const connected = accounts.filter(({ isConnected }) => isConnected)
  const offered = accounts.filter(({ isConnected, isOffered }) => isOffered && !isConnected)
  const item = ({ provider, email, isOnlyMethod }: ConnectedAccount): ReactNode => (
    <ListItem
      key={provider}
      row={row}
      id={provider}
      mark={<ProviderMark {...providerOf(provider)} />}
      name={nameOfProvider(provider)}
      facts={
        email !== null && (
          <span className="portico-account-email">
            <bdi>{email}</bdi>
          </span>
        )
      }
      acts={[
        {
          name: 'disconnect',
          text: t('Disconnect…'),
          disabledReason: isOnlyMethod ? t('This is your only way to sign in, so it cannot be removed.') : undefined,
          content: (
            <ConfirmForm
              question={t('Disconnect your account at {provider}?', { provider: nameOfProvider(provider) })}
              consequence={t('You can no longer use it to sign in here.')}
              confirmText={t('Disconnect')}
              pendingText={t('Disconnecting…')}
              action={{ ...disconnect, submit: () => disconnect.submit(provider) }}
              onCancel={row.close}
            />
          ),
        },
      ]}
    />
  )
  return (
    <SettingsRow
      row={row}
      label={t('Connected accounts')}
      value={
        <>
          {connected.length === 0 && <span className="portico-row-none">{t('No accounts')}</span>}
          {connect.phase !== 'idle' && chosen !== undefined && (
            <p className="portico-row-note" role="status">
              {t('Redirecting to {provider}…', { provider: nameOfProvider(chosen) })}
            </p>
          )}
          <AccountFailure failure={connect.failure} />
        </>
      }
      note={t('Sign in with an account that you already have at a provider.')}
      action={
        offered.length > 0 && (
          <ConnectAccountMenu
            providers={offered.map(({ provider }) => providerOf(provider))}
            phase={connect.phase}
            onChoose={(provider) => {
              row.close()
              setChosen(provider)
              void connect.submit(provider)
            }}
          />
        )
      }
      list={
        <ItemList row={row} label={t('Connected accounts')} items={connected}>
          {item}
        </ItemList>
      }
    />
  )
}
