import { KnownErrors, type ContactChannel, type KnownError } from '@portico/client'
import { canonicalEmail } from '@portico/contract/email-address'
import { useState, type ReactNode } from 'react'
import { emailError } from '../../form/rules.ts'
import { useForm } from '../../form/useForm.ts'
import {
  isLastSignInAddress,
  protectsAccount,
  useContactChannelChanges,
  type ContactChannelChange,
  type ContactChannelEvent,
  type ContactChannels,
} from './useContactChannels.ts'
import type { UserList } from '../../hooks/useUserList.ts'
import { useTranslate } from '../../i18n/language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Button } from '../../parts/Button.tsx'
import { Field } from '../../parts/Field.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { AppCodeField, AppCodeForm } from '../page/AppCodeForm.tsx'
import { Badge } from '../page/Badge.tsx'
import { ConfirmInPlace } from '../page/ConfirmInPlace.tsx'
import { EditForm } from '../page/EditForm.tsx'
import { ListItem, type ItemAction } from '../page/ListItem.tsx'
import { useSettings } from '../page/settings-context.ts'
import { SettingsIcon } from '../page/SettingsIcon.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { ItemBone } from '../page/SettingsSkeleton.tsx'
import { useCodeEntry } from '../page/useCodeEntry.ts'
import { LoadFailure } from '../page/LoadFailure.tsx'
import { useFocusAfterRemoval } from '../page/useFocusAfterRemoval.ts'

/** What an item is open for: the confirmation of its removal, a change that runs or failed, or one that requires a code. */
interface Open {
  readonly id: string
  readonly act: 'remove' | 'mail' | 'change'
  readonly change?: ContactChannelChange
}

/** The user's e-mail addresses: which one is primary, which ones sign in, and which ones are verified. */
export function EmailsRow({ addresses }: { readonly addresses: UserList<ContactChannel> }): ReactNode {
  const t = useTranslate()
  const [isAdding, setAdding] = useState(false)
  const [open, setOpen] = useState<Open | null>(null)
  const [done, setDone] = useState<string>()
  const all = useContactChannelChanges(addresses, (event) => {
    setDone(describeEvent(t, event))
    setAdding(false)
    setOpen(null)
  })
  const { add, change, channels, remove, sendVerification } = all
  const list = useFocusAfterRemoval<HTMLDivElement>(done)
  const start = (next: Open | null): void => {
    setDone(undefined)
    for (const action of [add, change, remove, sendVerification]) action.reset()
    setAdding(false)
    setOpen(next)
  }
  const isEmpty = channels?.length === 0
  return (
    <SettingsRow
      label={t('Email addresses')}
      value={
        <>
          {isEmpty && <span className="portico-row-none">{t('None')}</span>}
          <p className="portico-row-note">{t('Addresses that receive our mail and that you can sign in with.')}</p>
        </>
      }
      done={done}
      action={
        channels &&
        !isEmpty && (
          <Button
            variant="quiet"
            onClick={() => {
              start(null)
              setAdding(true)
            }}
          >
            {t('Add email address')}
          </Button>
        )
      }
      list={
        <div ref={list} className="portico-row-list" tabIndex={-1}>
          {isEmpty ? <AddForm all={all} onCancel={undefined} /> : <EmailList all={all} open={open} onOpen={start} />}
        </div>
      }
      isOpen={isAdding}
      onClose={() => start(null)}
    >
      <AddForm all={all} onCancel={() => start(null)} />
    </SettingsRow>
  )
}

interface EmailListProps {
  readonly all: ContactChannels
  readonly open: Open | null
  readonly onOpen: (open: Open | null) => void
}

function EmailList({ all, open, onOpen }: EmailListProps): ReactNode {
  const t = useTranslate()
  const { channels, failure, reload } = all
  if (failure !== null) return <LoadFailure failure={failure} onRetry={reload} />
  if (!channels) return <ItemBone />
  if (channels.length === 0) return null
  return (
    <ul className="portico-accounts" aria-label={t('Email addresses')}>
      {channels.map((channel) => (
        <EmailItem
          key={channel.id}
          all={all}
          channels={channels}
          channel={channel}
          open={open?.id === channel.id ? open : null}
          onOpen={onOpen}
        />
      ))}
    </ul>
  )
}

interface EmailItemProps extends EmailListProps {
  readonly channels: readonly ContactChannel[]
  readonly channel: ContactChannel
}

function EmailItem({ all, channels, channel, open, onOpen }: EmailItemProps): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const { change, remove, sendVerification } = all
  const { id, value } = channel
  const close = (): void => onOpen(null)
  function perform(fields: ContactChannelChange): void {
    onOpen({ id, act: 'change', change: fields })
    // A user with an authenticator app enters a code first.
    if (!user.isMultiFactorRequired) void change.submit(channel, fields)
  }
  const consequence = channel.isPrimary
    ? t('You will have no primary address until you choose another one.')
    : t('You can no longer receive our mail there or sign in with it.')
  const mail = (): void => {
    onOpen({ id, act: 'mail' })
    void sendVerification.submit(channel)
  }
  const actions = listActions(t, channel, isLastSignInAddress(channel, channels), {
    mail,
    change: perform,
    remove: () => onOpen({ id, act: 'remove' }),
  })
  return (
    <ListItem
      mark={<SettingsIcon name="mail" />}
      name={value}
      isAddress
      facts={
        <>
          <EmailBadges channel={channel} />
          {channel.isVerified && !channel.isClaimed && open === null && <UnclaimedNote onConfirm={mail} />}
        </>
      }
      actions={actions}
      isOpen={open !== null}
      onClose={close}
    >
      {open?.act === 'remove' &&
        (user.isMultiFactorRequired && protectsAccount(channel) ? (
          <AppCodeForm
            question={t('Remove {email}?', { email: value })}
            consequence={consequence}
            submitText={t('Remove address')}
            pendingText={t('Removing…')}
            variant="danger"
            action={{ ...remove, submit: (totpCode) => remove.submit(channel, totpCode) }}
            onCancel={close}
          />
        ) : (
          <ConfirmInPlace
            question={t('Remove {email}?', { email: value })}
            consequence={consequence}
            confirmText={t('Remove address')}
            pendingText={t('Removing…')}
            action={{ ...remove, submit: () => remove.submit(channel).then(() => null) }}
            onCancel={close}
          />
        ))}
      {open?.act === 'mail' && <Progress text={t('Sending…')} action={sendVerification} onClose={close} />}
      {open?.change &&
        (user.isMultiFactorRequired ? (
          <AppCodeForm
            submitText={describeChange(t, open.change)}
            pendingText={t('Saving…')}
            variant="primary"
            describe={(error) => describeRefusal(t, error)}
            action={{ ...change, submit: (totpCode) => change.submit(channel, { ...open.change, totpCode }) }}
            onCancel={close}
          />
        ) : (
          <Progress text={t('Saving…')} action={change} error={change.error} onClose={close} />
        ))}
    </ListItem>
  )
}

function describeChange(t: Translate, { isPrimary, usedForAuth }: ContactChannelChange): string {
  if (isPrimary) return t('Make primary')
  return usedForAuth ? t('Use for sign-in') : t('Stop using for sign-in')
}

interface Starters {
  readonly mail: () => void
  readonly change: (fields: ContactChannelChange) => void
  readonly remove: () => void
}

/** The menu of an address. A disabled entry states the reason. */
function listActions(t: Translate, channel: ContactChannel, isLast: boolean, start: Starters): ItemAction[] {
  const { isPrimary, isVerified, usedForAuth } = channel
  const unverified = isVerified ? undefined : t('Verify this address first.')
  const last = isLast ? t('This is your only address to sign in with.') : undefined
  return [
    ...(isVerified ? [] : [{ text: t('Send verification email'), onChoose: start.mail }]),
    ...(isPrimary
      ? []
      : [
          {
            text: t('Make primary'),
            onChoose: () => start.change({ isPrimary: true as const }),
            disabledReason: unverified,
          },
        ]),
    usedForAuth
      ? {
          text: t('Stop using for sign-in'),
          onChoose: () => start.change({ usedForAuth: false }),
          disabledReason: last,
        }
      : { text: t('Use for sign-in'), onChoose: () => start.change({ usedForAuth: true }), disabledReason: unverified },
    { text: t('Remove…'), onChoose: start.remove, disabledReason: last },
  ]
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

/** Offers to claim an address that is verified only, such as that of a sign-up with an invitation. */
function UnclaimedNote({ onConfirm }: { readonly onConfirm: () => void }): ReactNode {
  const t = useTranslate()
  return (
    <span className="portico-account-note">
      {t(
        'You have not confirmed yet that this mailbox is yours. Until you do, you can lose the address or your sign-in methods.',
      )}
      <Button variant="quiet" onClick={onConfirm}>
        {t('Confirm that this is your mailbox')}
      </Button>
    </span>
  )
}

interface ProgressProps {
  readonly text: string
  readonly action: Pick<ContactChannels['change'], 'phase' | 'failure'>
  readonly error?: KnownError | null
  readonly onClose: () => void
}

/** A change that runs, or its failure. The button keeps the focus that the menu had. */
function Progress({ text, action: { phase, failure }, error = null, onClose }: ProgressProps): ReactNode {
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

interface AddFormProps {
  readonly all: ContactChannels
  /** Undefined while there is no address: the form then stays open. */
  readonly onCancel: (() => void) | undefined
}

function AddForm({ all: { add, channels = [] }, onCancel }: AddFormProps): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const entry = useCodeEntry<KnownError>()
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({
      email:
        emailError(t, email) ??
        (channels.some(({ value }) => value === canonicalEmail(email))
          ? t('You already have this address')
          : undefined),
    }),
    submit: async ({ email }) => {
      if (user.isMultiFactorRequired && !entry.requireComplete(entry.code)) return {}
      const refusal = await add.submit(email.trim(), user.isMultiFactorRequired ? entry.code : undefined)
      if (refusal !== null) entry.refuse(refusal)
      return {}
    },
  })
  return (
    <EditForm
      onSubmit={form.onSubmit}
      onCancel={onCancel}
      phase={add.phase}
      failure={add.failure}
      submitText={t('Add')}
      pendingText={t('Adding…')}
    >
      <Field
        {...form.field('email')}
        label={t('Email')}
        type="email"
        autoComplete="email"
        hint={t('We send a link to this address. Open it to verify the address.')}
      />
      {user.isMultiFactorRequired && (
        <AppCodeField entry={entry} busy={add.phase !== 'idle'} describe={(error) => describeRefusal(t, error)} />
      )}
    </EditForm>
  )
}

function describeRefusal(t: Translate, error: KnownError): string {
  return KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse.isInstance(error)
    ? t('Another account already signs in with this address.')
    : t.error(error)
}

function describeEvent(t: Translate, event: ContactChannelEvent): string {
  switch (event) {
    case 'added':
      return t('Address added. Open the link in the email to verify it.')
    case 'mailed':
      return t('Email sent. Check your spam folder as well.')
    case 'primary':
      return t('Primary address changed.')
    case 'used':
      return t('You can now sign in with this address.')
    case 'unused':
      return t('The address is no longer used for sign-in.')
    case 'removed':
      return t('Address removed.')
  }
}
