import { providerName } from '@portico/contract/providers'
import { useState, type ReactNode } from 'react'
import { ProviderMark } from '../../auth/ProviderMark.tsx'
import { useConnectedAccounts } from './useConnectedAccounts.ts'
import { useTranslate } from '../../i18n/language.ts'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { ConfirmInPlace } from '../page/ConfirmInPlace.tsx'
import { ConnectAccountMenu } from './ConnectAccountMenu.tsx'
import { ListItem } from '../page/ListItem.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useFocusAfterRemoval } from '../page/useFocusAfterRemoval.ts'

/** Lists the connected accounts, each with an entry to disconnect it, and a menu of the other providers. */
export function ConnectedAccountsRow(): ReactNode {
  const t = useTranslate()
  const [chosen, setChosen] = useState<string>()
  const [asked, setAsked] = useState<string | null>(null)
  const [done, setDone] = useState<string>()
  const { accounts, connect, disconnect } = useConnectedAccounts(() => {
    if (asked !== null) setDone(t('{provider} is disconnected.', { provider: providerName(asked) }))
    setAsked(null)
  })
  const connected = accounts.filter(({ isConnected }) => isConnected)
  const offered = accounts.filter(({ isConnected, isOffered }) => isOffered && !isConnected)
  const list = useFocusAfterRemoval<HTMLDivElement>(done)
  const ask = (provider: string | null): void => {
    setDone(undefined)
    disconnect.reset()
    setAsked(provider)
  }

  return (
    <SettingsRow
      label={t('Connected accounts')}
      value={
        <>
          {connected.length === 0 && <span className="portico-row-none">{t('None')}</span>}
          {connect.phase !== 'idle' && chosen !== undefined && (
            <p className="portico-row-note" role="status">
              {t('Redirecting to {provider}…', { provider: providerName(chosen) })}
            </p>
          )}
          <AccountFailure failure={connect.failure} />
        </>
      }
      note={t('Sign in with an account that you already have at a provider.')}
      done={done}
      action={
        offered.length > 0 && (
          <ConnectAccountMenu
            providers={offered.map(({ provider }) => provider)}
            phase={connect.phase}
            onChoose={(provider) => {
              setDone(undefined)
              setChosen(provider)
              void connect.submit(provider)
            }}
          />
        )
      }
      list={
        <div ref={list} className="portico-row-list" tabIndex={-1}>
          {connected.length > 0 && (
            <ul className="portico-accounts" aria-label={t('Connected accounts')}>
              {connected.map(({ provider, email, isOnlyMethod }) => (
                <ListItem
                  key={provider}
                  mark={<ProviderMark provider={provider} />}
                  name={providerName(provider)}
                  facts={
                    email !== null && (
                      <span className="portico-account-email">
                        <bdi>{email}</bdi>
                      </span>
                    )
                  }
                  actions={[
                    {
                      text: t('Disconnect…'),
                      onChoose: () => ask(provider),
                      disabledReason: isOnlyMethod
                        ? t('This is your only way to sign in, so it cannot be removed.')
                        : undefined,
                    },
                  ]}
                  isOpen={asked === provider}
                  onClose={() => ask(null)}
                >
                  <ConfirmInPlace
                    question={t('Disconnect your account at {provider}?', { provider: providerName(provider) })}
                    consequence={t('You can no longer use it to sign in here.')}
                    confirmText={t('Disconnect')}
                    pendingText={t('Disconnecting…')}
                    action={{ ...disconnect, submit: () => disconnect.submit(provider) }}
                    onCancel={() => ask(null)}
                  />
                </ListItem>
              ))}
            </ul>
          )}
        </div>
      }
    />
  )
}
