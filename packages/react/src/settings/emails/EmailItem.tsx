'use client'

import { KnownErrors, type ContactChannel, type KnownError } from '@portico/client'
import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { Badge } from '../page/Badge.tsx'
import { ConfirmForm } from '../page/ConfirmForm.tsx'
import { ListItem, type ItemAct, type ListItemProps } from '../page/ListItem.tsx'
import { useSettings } from '../page/settings-context.ts'
import { SettingsIcon } from '../page/SettingsIcon.tsx'
import type { Row } from '../page/useRow.ts'
import {
  isLastSignInAddress,
  protectsAccount,
  type ContactChannelChange,
  type ContactChannels,
} from './useContactChannels.ts'

export interface EmailItemProps {
  readonly all: ContactChannels
  readonly channel: ContactChannel
  /** One of the actions runs, so no other one can start. */
  readonly isBusy: boolean
  readonly row: Row
}

/** An address, with what the user can do with it. */
export function EmailItem(props: EmailItemProps): ReactNode {
  const { channel, isBusy, row } = props
  const { acts, sendMail } = useEmailActs(props)
  const { id, value, isVerified, isClaimed } = channel
  return (
    <ListItem
      row={row}
      id={id}
      mark={<SettingsIcon name="mail" />}
      name={value}
      isAddress
      facts={
        <>
          <EmailBadges channel={channel} />
          {isVerified && !isClaimed && row.open?.id !== id && (
            <UnclaimedNote
              isBusy={isBusy}
              onConfirm={() => {
                row.start('mail', id)
                sendMail()
              }}
            />
          )}
        </>
      }
      acts={acts}
    />
  )
}

/** What the user can do with an address. A disabled act states the reason. */
function useEmailActs({ all, channel, isBusy, row }: EmailItemProps): {
  readonly acts: ListItemProps['acts']
  readonly sendMail: () => void
} {
  const t = useTranslate()
  const { user } = useSettings()
  const { channels = [], change, remove, sendVerification } = all
  const { value, isPrimary, isVerified, usedForAuth } = channel
  const busy = isBusy ? t('One moment, please.') : undefined
  const unverified = busy ?? (isVerified ? undefined : t('Verify this address first.'))
  const isLast = isLastSignInAddress(channel, channels)
  const last = busy ?? (isLast ? t('This is your only address to sign in with.') : undefined)
  const sendMail = (): void => void sendVerification.submit(channel)
  const changing = (text: string, fields: ContactChannelChange, disabledReason?: string): ItemAct => ({
    name: fields.isPrimary ? 'primary' : 'sign-in',
    text,
    disabledReason,
    // A user with an authenticator app enters a code first.
    ...(!user.isMultiFactorRequired && { onChoose: () => void change.submit(channel, fields) }),
    content: user.isMultiFactorRequired ? (
      <ConfirmForm
        confirmText={text}
        pendingText={t('Saving…')}
        variant="primary"
        asksForCode
        describe={(error) => describeRefusal(t, error)}
        action={{
          ...change,
          submit: (totpCode) => change.submit(channel, { ...fields, ...(totpCode && { totpCode }) }),
        }}
        onCancel={row.close}
      />
    ) : (
      <Progress text={t('Saving…')} action={change} onClose={row.close} />
    ),
  })
  const changes = [
    !isPrimary && changing(t('Make primary'), { isPrimary: true }, unverified),
    usedForAuth
      ? changing(t('Stop using for sign-in'), { usedForAuth: false }, last)
      : changing(t('Use for sign-in'), { usedForAuth: true }, unverified),
    {
      name: 'remove',
      text: t('Remove…'),
      disabledReason: last,
      content: (
        <ConfirmForm
          question={t('Remove {email}?', { email: value })}
          consequence={
            isPrimary
              ? t('You will have no primary address until you choose another one.')
              : t('You can no longer receive our mail there or sign in with it.')
          }
          confirmText={t('Remove address')}
          pendingText={t('Removing…')}
          asksForCode={user.isMultiFactorRequired && protectsAccount(channel)}
          action={{ ...remove, submit: (totpCode) => remove.submit(channel, totpCode) }}
          onCancel={row.close}
        />
      ),
    },
  ]
  const acts = [
    {
      name: 'mail',
      ...(!isVerified && { text: t('Send verification email') }),
      disabledReason: busy,
      onChoose: sendMail,
      content: <Progress text={t('Sending…')} action={sendVerification} onClose={row.close} />,
    },
    // The service refuses the other acts of a user who must set up a second factor.
    ...(user.isRestricted ? [] : changes),
  ]
  return { acts, sendMail }
}

function EmailBadges({ channel }: { readonly channel: ContactChannel }): ReactNode {
  const t = useTranslate()
  return (
    <span className="portico-tags">
      {channel.isPrimary && <Badge>{t('Primary')}</Badge>}
      {channel.usedForAuth && <Badge>{t('Used for sign-in')}</Badge>}
      {!channel.isVerified && <Badge attention>{t('Unverified')}</Badge>}
    </span>
  )
}

interface UnclaimedNoteProps extends Pick<EmailItemProps, 'isBusy'> {
  readonly onConfirm: () => void
}

/** Offers to claim an address that is verified only, such as that of a sign-up with an invitation. */
function UnclaimedNote({ isBusy, onConfirm }: UnclaimedNoteProps): ReactNode {
  const t = useTranslate()
  return (
    <span className="portico-account-note">
      {t(
        'You have not confirmed yet that this mailbox is yours. Until you do, you can lose the address or your sign-in methods.',
      )}
      <Button variant="quiet" {...(isBusy && { phase: 'pending' as const })} onClick={onConfirm}>
        {t('Confirm that this is your mailbox')}
      </Button>
    </span>
  )
}

interface ProgressProps {
  readonly text: string
  readonly action: Pick<ContactChannels['change'], 'phase' | 'error' | 'failure'>
  readonly onClose: () => void
}

/** A change that runs, or its failure. The button keeps the focus that the menu had. */
function Progress({ text, action: { phase, error, failure }, onClose }: ProgressProps): ReactNode {
  const t = useTranslate()
  return (
    <div className="portico-confirm">
      {error && <Notice title={describeRefusal(t, error)} />}
      <AccountFailure failure={failure} />
      <div className="portico-confirm-actions">
        <Button variant="secondary" phase={phase} pendingText={text} onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </div>
  )
}

/** Returns the text of an expected error in a form with an address and a code, by the field that it is about. */
export function refusedField(t: Translate, error: KnownError): { readonly [Field in 'code' | 'email']?: string } {
  return { [KnownErrors.InvalidTotpCode.isInstance(error) ? 'code' : 'email']: describeRefusal(t, error) }
}

function describeRefusal(t: Translate, error: KnownError): string {
  return KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse.isInstance(error)
    ? t('Another account already signs in with this address.')
    : t.error(error)
}
