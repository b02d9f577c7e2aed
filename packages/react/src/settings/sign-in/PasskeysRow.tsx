import { KnownErrors, type KnownError, type Passkey } from '@portico/client'
import { countCodePoints } from '@portico/contract/code-points'
import { PASSKEY_NAME_MAX_CODE_POINTS } from '@portico/contract/limits'
import { useState, type ReactNode } from 'react'
import { useForm } from '../../form/useForm.ts'
import { useIsAtIpAddress } from '../../hooks/useIsAtIpAddress.ts'
import { usePasskeys, type Passkeys } from './usePasskeys.ts'
import { useTranslate } from '../../i18n/language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Button } from '../../parts/Button.tsx'
import { Field } from '../../parts/Field.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { AppCodeForm } from '../page/AppCodeForm.tsx'
import { ConfirmInPlace } from '../page/ConfirmInPlace.tsx'
import { describeAge } from '../page/describe-session.ts'
import { EditForm } from '../page/EditForm.tsx'
import { ListItem } from '../page/ListItem.tsx'
import { useSettings } from '../page/settings-context.ts'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { ItemBone } from '../page/SettingsSkeleton.tsx'
import { useFormatLanguage } from '../page/useFormatLanguage.ts'
import { LoadFailure } from '../page/LoadFailure.tsx'
import { useFocusAfterRemoval } from '../page/useFocusAfterRemoval.ts'

/** The open item of the list: a passkey that is being renamed or removed, or none. */
type Open = { readonly id: string; readonly act: 'rename' | 'remove' } | null

/** The user's passkeys: each with name and use, to rename and to remove. */
export function PasskeysRow(): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const [open, setOpen] = useState<Open>(null)
  const [done, setDone] = useState<string>()
  const [asksForCode, setAsksForCode] = useState(false)
  const all = usePasskeys((change) => {
    setDone(describeChange(t, change))
    setOpen(null)
    setAsksForCode(false)
  })
  const { passkeys, add } = all
  const list = useFocusAfterRemoval<HTMLDivElement>(done)
  const isAtAddress = useIsAtIpAddress()
  const isPossible = user.primaryEmail !== null && user.primaryEmailVerified && !isAtAddress
  return (
    <SettingsRow
      label={t('Passkeys')}
      value={
        <>
          {passkeys?.length === 0 && <span className="portico-row-none">{t('None')}</span>}
          {add.error && !asksForCode && <Notice {...describeRefusal(t, add.error)} />}
          {!asksForCode && <AccountFailure failure={add.failure} />}
        </>
      }
      note={
        isAtAddress
          ? t('Browsers refuse passkeys on an IP address. Open this page by its name, such as localhost.')
          : isPossible || passkeys?.length !== 0
            ? t('Sign in with a fingerprint, a face or the PIN of your device.')
            : t('To add a passkey, you need a verified email address.')
      }
      done={done}
      action={
        isPossible && (
          <Button
            variant="quiet"
            phase={add.phase}
            pendingText={t('Waiting for your device…')}
            onClick={() => {
              setDone(undefined)
              // The new passkey signs in without the app, so the service asks for its code.
              if (user.isMultiFactorRequired) setAsksForCode(true)
              else void add.submit()
            }}
          >
            {t('Add passkey')}
          </Button>
        )
      }
      isOpen={asksForCode}
      onClose={() => setAsksForCode(false)}
      list={
        <div ref={list} className="portico-row-list" tabIndex={-1}>
          <PasskeyList
            all={all}
            open={open}
            onOpen={(next) => {
              setDone(undefined)
              all.rename.reset()
              all.remove.reset()
              setOpen(next)
            }}
          />
        </div>
      }
    >
      <AppCodeForm
        consequence={t('You can then sign in with the passkey instead of a code.')}
        submitText={t('Add passkey')}
        pendingText={t('Waiting for your device…')}
        variant="primary"
        action={add}
        describe={(error) => describeRefusal(t, error).title}
        onCancel={() => setAsksForCode(false)}
      />
    </SettingsRow>
  )
}

interface PasskeyListProps {
  readonly all: Passkeys
  readonly open: Open
  readonly onOpen: (open: Open) => void
}

function PasskeyList({ all, open, onOpen }: PasskeyListProps): ReactNode {
  const t = useTranslate()
  const { passkeys, failure, reload } = all
  if (failure !== null) return <LoadFailure failure={failure} onRetry={reload} />
  if (!passkeys) return <ItemBone />
  if (passkeys.length === 0) return null
  return (
    <ul className="portico-accounts" aria-label={t('Passkeys')}>
      {passkeys.map((passkey) => (
        <PasskeyItem
          key={passkey.id}
          all={all}
          passkey={passkey}
          act={open?.id === passkey.id ? open.act : null}
          onOpen={(act) => onOpen({ id: passkey.id, act })}
          onClose={() => onOpen(null)}
        />
      ))}
    </ul>
  )
}

interface PasskeyItemProps {
  readonly all: Passkeys
  readonly passkey: Passkey
  readonly act: 'rename' | 'remove' | null
  readonly onOpen: (act: 'rename' | 'remove') => void
  readonly onClose: () => void
}

function PasskeyItem({ all, passkey, act, onOpen, onClose }: PasskeyItemProps): ReactNode {
  const t = useTranslate()
  const { isOnlyMethod, remove } = all
  const hint = isOnlyMethod ? t('This is your only way to sign in, so it cannot be removed.') : undefined
  return (
    <ListItem
      mark={<Icon name="passkey" />}
      name={passkey.name}
      facts={<PasskeyFacts passkey={passkey} />}
      actions={[
        { text: t('Rename'), onChoose: () => onOpen('rename') },
        { text: t('Remove…'), onChoose: () => onOpen('remove'), disabledReason: hint },
      ]}
      isOpen={act !== null}
      onClose={onClose}
    >
      {act === 'rename' ? (
        <RenameForm passkey={passkey} rename={all.rename} onCancel={onClose} />
      ) : (
        <ConfirmInPlace
          question={t('Remove the passkey?')}
          consequence={t('You can no longer use it to sign in here.')}
          confirmText={t('Remove passkey')}
          pendingText={t('Removing…')}
          action={{ ...remove, submit: () => remove.submit(passkey) }}
          onCancel={onClose}
        />
      )}
    </ListItem>
  )
}

function PasskeyFacts({ passkey: { createdAt, lastUsedAt } }: { readonly passkey: Passkey }): ReactNode {
  const t = useTranslate()
  const lang = useFormatLanguage()
  // Ages refer to the time the list was loaded.
  const [nowMillis] = useState(() => Date.now())
  return (
    <span className="portico-session-facts">
      <span>{t('Added on {date}', { date: createdAt.toLocaleDateString(lang, { dateStyle: 'medium' }) })}</span>
      {lastUsedAt === null ? (
        <span>{t('Not used yet')}</span>
      ) : (
        <span>
          {t('Last used')}{' '}
          <time dateTime={lastUsedAt.toISOString()} title={lastUsedAt.toLocaleString(lang)}>
            {describeAge(lang, lastUsedAt, nowMillis)}
          </time>
        </span>
      )}
    </span>
  )
}

interface RenameFormProps {
  readonly passkey: Passkey
  readonly rename: Passkeys['rename']
  readonly onCancel: () => void
}

function RenameForm({ passkey, rename, onCancel }: RenameFormProps): ReactNode {
  const t = useTranslate()
  const form = useForm({
    initial: { name: passkey.name },
    validate: ({ name }) => ({ name: nameError(t, name.trim()) }),
    submit: async ({ name }) => {
      await rename.submit(passkey, name.trim())
      return {}
    },
  })
  return (
    <EditForm
      onSubmit={form.onSubmit}
      onCancel={onCancel}
      phase={rename.phase}
      failure={rename.failure}
      submitText={t('Save')}
      pendingText={t('Saving…')}
    >
      <Field {...form.field('name')} label={t('Name')} type="text" autoComplete="off" />
    </EditForm>
  )
}

function nameError(t: Translate, name: string): string | undefined {
  if (name === '') return t('Please enter a name')
  if (countCodePoints(name) <= PASSKEY_NAME_MAX_CODE_POINTS) return undefined
  return t('A name has at most {n} characters.', { n: PASSKEY_NAME_MAX_CODE_POINTS })
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
