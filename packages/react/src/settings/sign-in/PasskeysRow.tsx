'use client'

import { KnownErrors, type KnownError, type Passkey } from '@portico/client'
import { PASSKEY_NAME_MAX_CODE_POINTS } from '@portico/contract/limits'
import type { ReactNode } from 'react'
import { useIsAtIpAddress } from '../../hooks/useIsAtIpAddress.ts'
import { useTranslate } from '../../i18n/language.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { ConfirmForm } from '../page/ConfirmForm.tsx'
import { ItemList } from '../page/ItemList.tsx'
import { ListItem, type ItemAct } from '../page/ListItem.tsx'
import { nameError } from '../page/name-error.ts'
import { useSettings } from '../page/settings-context.ts'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { TextForm } from '../page/TextForm.tsx'
import { Age } from '../page/Age.tsx'
import { useRow, type Row } from '../page/useRow.ts'
import { usePasskeys, type Passkeys } from './usePasskeys.ts'

/** The user's passkeys: each with name and use, to rename and to remove. */
export function PasskeysRow(): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const row = useRow()
  const all = usePasskeys((change) => row.finish(describeChange(t, change)))
  const { passkeys, add } = all
  const isAtAddress = useIsAtIpAddress()
  const isPossible = user.primaryEmail !== null && user.primaryEmailVerified && !isAtAddress
  return (
    <SettingsRow
      row={row}
      label={t('Passkeys')}
      value={
        <>
          {passkeys?.length === 0 && <span className="portico-row-none">{t('No passkeys')}</span>}
          {row.open?.act !== 'add' && (
            <>
              {add.error && <Notice {...describeRefusal(t, add.error)} />}
              <AccountFailure failure={add.failure} />
            </>
          )}
        </>
      }
      note={
        isAtAddress
          ? t('Browsers refuse passkeys on an IP address. Open this page by its name, such as localhost.')
          : isPossible || passkeys?.length !== 0
            ? t('Sign in with a fingerprint, a face or the PIN of your device.')
            : t('To add a passkey, you need a verified email address.')
      }
      action={
        isPossible && (
          <Button
            variant="quiet"
            phase={add.phase}
            pendingText={t('Waiting for your device…')}
            onClick={() => {
              // The new passkey signs in without the app, so the service asks for its code.
              if (user.isMultiFactorRequired) return row.start('add')
              row.close()
              void add.submit()
            }}
          >
            {t('Add passkey')}
          </Button>
        )
      }
      list={
        <ItemList row={row} label={t('Passkeys')} from={all} items={passkeys}>
          {(passkey) => <PasskeyItem key={passkey.id} all={all} passkey={passkey} row={row} />}
        </ItemList>
      }
    >
      <ConfirmForm
        consequence={t('You can then sign in with the passkey instead of a code.')}
        confirmText={t('Add passkey')}
        pendingText={t('Waiting for your device…')}
        variant="primary"
        action={add}
        asksForCode
        describe={(error) => describeRefusal(t, error).title}
        onCancel={row.close}
      />
    </SettingsRow>
  )
}

interface PasskeyItemProps {
  readonly all: Passkeys
  readonly passkey: Passkey
  readonly row: Row
}

function PasskeyItem({ all: { isOnlyMethod, rename, remove }, passkey, row }: PasskeyItemProps): ReactNode {
  const t = useTranslate()
  const acts: readonly ItemAct[] = [
    {
      name: 'rename',
      text: t('Rename'),
      content: (
        <TextForm
          label={t('Name')}
          initial={passkey.name}
          problemOf={(name) => nameError(t, name, { maxCodePoints: PASSKEY_NAME_MAX_CODE_POINTS })}
          action={rename}
          onSubmit={(name) => rename.submit(passkey, name)}
          onCancel={row.close}
        />
      ),
    },
    {
      name: 'remove',
      text: t('Remove…'),
      disabledReason: isOnlyMethod ? t('This is your only way to sign in, so it cannot be removed.') : undefined,
      content: (
        <ConfirmForm
          question={t('Remove the passkey?')}
          consequence={t('You can no longer use it to sign in here.')}
          confirmText={t('Remove passkey')}
          pendingText={t('Removing…')}
          action={{ ...remove, submit: () => remove.submit(passkey) }}
          onCancel={row.close}
        />
      ),
    },
  ]
  return (
    <ListItem
      row={row}
      id={passkey.id}
      mark={<Icon name="passkey" />}
      name={passkey.name}
      facts={<PasskeyFacts passkey={passkey} />}
      acts={acts}
    />
  )
}

function PasskeyFacts({ passkey: { createdAt, lastUsedAt } }: { readonly passkey: Passkey }): ReactNode {
  const t = useTranslate()
  const format = useFormat()
  return (
    <span className="portico-session-facts">
      <span>{t('Added on {date}', { date: format.mediumDate(createdAt) })}</span>
      <span>
        {lastUsedAt === null ? (
          t('Not used yet')
        ) : (
          <>
            {t('Last used')} <Age at={lastUsedAt} />
          </>
        )}
      </span>
    </span>
  )
}

function describeChange(t: Translate, change: 'added' | 'renamed' | 'removed'): string {
  if (change === 'added') return t('Passkey added.')
  if (change === 'renamed') return t('Passkey renamed.')
  return t('Passkey removed. Delete it from your device or password manager as well.')
}

/** The advice for a failed ceremony. Many kinds of failure share one advice. */
function describeRefusal(t: Translate, error: KnownError): { title: string; text?: string } {
  if (!KnownErrors.PasskeyWebAuthnError.isInstance(error)) return { title: t.error(error) }
  switch (error.details.code) {
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return { title: t('This device already has a passkey for your account.') }
    case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
    case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
    case 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG':
      return {
        title: t('This device cannot store passkeys.'),
        text: t('Try again with another device or a password manager.'),
      }
    default:
      return { title: t('The passkey could not be added.'), text: t('Please try again, or use another device.') }
  }
}
