import { useState, type ReactNode } from 'react'
import { ProviderMark } from '../auth/ProviderMark.tsx'
import { providerName } from '../auth/providers.ts'
import { useConnectedAccounts } from '../hooks/useConnectedAccounts.ts'
import { useTranslate } from '../i18n/language.ts'
import { AccountFailure } from './AccountFailure.tsx'
import { ConnectAccountMenu } from './ConnectAccountMenu.tsx'
import { SettingsRow } from './SettingsRow.tsx'

/** Lists the connected accounts and a menu of the other providers. There is no endpoint for disconnecting yet. */
export function ConnectedAccountsRow(): ReactNode {
  const t = useTranslate()
  const { accounts, connect } = useConnectedAccounts()
  const [chosen, setChosen] = useState<string>()
  const connected = accounts.filter(({ isConnected }) => isConnected)
  const offered = accounts.filter(({ isConnected, isOffered }) => isOffered && !isConnected)

  return (
    <SettingsRow
      label={t('Connected accounts')}
      value={
        <>
          {connected.length === 0 ? (
            <span className="portico-row-none">{t('None')}</span>
          ) : (
            <ul className="portico-accounts">
              {connected.map(({ provider, email }) => (
                <li key={provider} className="portico-account">
                  <span className="portico-provider-mark">
                    <ProviderMark provider={provider} />
                  </span>
                  <span className="portico-account-name">
                    {providerName(provider)}
                    {email !== null && <bdi className="portico-account-email">{email}</bdi>}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {connect.phase !== 'idle' && chosen !== undefined && (
            <p className="portico-row-note" role="status">
              {t('Redirecting to {provider}…', { provider: providerName(chosen) })}
            </p>
          )}
          <AccountFailure failure={connect.failure} />
        </>
      }
      note={connected.length === 0 ? t('Sign in with an account you already have elsewhere.') : undefined}
      action={
        offered.length > 0 && (
          <ConnectAccountMenu
            providers={offered.map(({ provider }) => provider)}
            phase={connect.phase}
            onChoose={(provider) => {
              setChosen(provider)
              void connect.submit(provider)
            }}
          />
        )
      }
    />
  )
}
