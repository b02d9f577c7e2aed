import { useState, type ReactNode } from 'react'
import { providerName } from '../auth/providers.ts'
import { useConnectedAccounts } from '../hooks/useConnectedAccounts.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { AccountFailure } from './AccountFailure.tsx'
import { SettingsRow } from './SettingsRow.tsx'

/** One row for each provider; the service has no call to disconnect one, so there is no button for it. */
export function ConnectedAccountRows(): ReactNode {
  const t = useTranslate()
  const { accounts, connect } = useConnectedAccounts()
  const [tried, setTried] = useState<string>()
  return accounts.map(({ provider, isConnected, email, isOffered }) => (
    <SettingsRow
      key={provider}
      label={providerName(provider)}
      value={
        <>
          {isConnected ? t('Connected') : <span className="portico-row-none">{t('Not connected')}</span>}
          {email !== null && <bdi className="portico-row-long">{email}</bdi>}
          {tried === provider && <AccountFailure failure={connect.failure} />}
        </>
      }
      action={
        !isConnected &&
        isOffered && (
          <Button
            variant="quiet"
            phase={tried === provider ? connect.phase : 'idle'}
            pendingText={t('Connecting…')}
            onClick={() => {
              if (connect.phase !== 'idle') return
              setTried(provider)
              void connect.submit(provider)
            }}
          >
            {t('Connect')}
          </Button>
        )
      }
    />
  ))
}
