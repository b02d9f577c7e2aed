import type { ContactChannel } from '@portico/client'
import { useState, type ReactNode } from 'react'
import { useSecondFactorEnrolment, type EnrolmentRefusal } from './useSecondFactorEnrolment.ts'
import { useSecondFactorRemoval } from './useSecondFactorRemoval.ts'
import type { UserList } from '../../hooks/useUserList.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { CodeField } from '../../parts/CodeField.tsx'
import { AppCodeForm } from '../page/AppCodeForm.tsx'
import { CopyButton } from '../page/CopyButton.tsx'
import { EditForm } from '../page/EditForm.tsx'
import { QrCode } from './QrCode.tsx'
import { useSettings } from '../page/settings-context.ts'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useCodeEntry } from '../page/useCodeEntry.ts'

/** The authenticator app, whose code every other sign-in method requires. */
export function SecondFactorRow({ addresses }: { readonly addresses: UserList<ContactChannel> }): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const [opened, setOpened] = useState<'enrolment' | 'removal'>()
  const [done, setDone] = useState<string>()
  const isOn = user.isMultiFactorRequired
  const needsOwnAddress = !isOn && addresses.items !== undefined && !isOwnerKnown(addresses.items)
  // Not before the addresses are known, so that the button does not disappear under the pointer.
  const isPossible = isOn || addresses.failure !== null || (addresses.items !== undefined && !needsOwnAddress)
  const open = (what: 'enrolment' | 'removal'): void => {
    setDone(undefined)
    setOpened(what)
  }
  const close = (): void => setOpened(undefined)
  const finish = (text: string): void => {
    setDone(text)
    close()
  }
  return (
    <SettingsRow
      label={t('Second factor')}
      value={isOn ? t('Authenticator app') : <span className="portico-row-none">{t('Off')}</span>}
      note={
        isOn
          ? t('Signing in also requires a code from your app.')
          : needsOwnAddress
            ? t('To set up an authenticator app, first confirm that one of your email addresses is yours.')
            : t('A code from an app on your phone protects your account even if someone else knows your password.')
      }
      done={done}
      action={
        isPossible && (
          <>
            <Button variant="quiet" onClick={() => open('enrolment')}>
              {isOn ? t('Replace…') : t('Set up')}
            </Button>
            {isOn && (
              <Button variant="quiet" onClick={() => open('removal')}>
                {t('Remove…')}
              </Button>
            )}
          </>
        )
      }
      isOpen={opened !== undefined}
      onClose={close}
    >
      {opened === 'removal' ? (
        <Removal
          onCancel={close}
          onRemoved={() => finish(t('Second factor removed. You now sign in without a code.'))}
        />
      ) : (
        <Enrolment
          isReplacement={isOn}
          onCancel={close}
          onEnrolled={() =>
            finish(
              isOn
                ? t('Signing in now requires a code from the new app.')
                : t('From now on, signing in requires a code.'),
            )
          }
        />
      )}
    </SettingsRow>
  )
}

/** The service refuses an app before the owner of the account has proved an address. An account without addresses belongs to its user. */
function isOwnerKnown(channels: readonly ContactChannel[]): boolean {
  return channels.length === 0 || channels.some(({ isClaimed }) => isClaimed)
}

function Enrolment({
  isReplacement,
  onCancel,
  onEnrolled,
}: {
  /** Also requires a code of the current app. It comes last, because codes expire quickly. */
  readonly isReplacement: boolean
  readonly onCancel: () => void
  readonly onEnrolled: () => void
}): ReactNode {
  const t = useTranslate()
  const { offer, failure, confirm } = useSecondFactorEnrolment(onEnrolled)
  const entry = useCodeEntry<EnrolmentRefusal>()
  const present = useCodeEntry<EnrolmentRefusal>()
  const wrong = t('The TOTP code is invalid. Please try again.')
  const problems: Readonly<Record<EnrolmentRefusal | 'incomplete', string>> = {
    incomplete: t('Please enter all six digits'),
    wrong,
    'other-time': t('The clocks of your devices differ. Set the time automatically on both devices, then try again.'),
    'wrong-present-code': wrong,
  }
  function send(code: string, presentCode: string): void {
    const areComplete = [entry.requireComplete(code), !isReplacement || present.requireComplete(presentCode)]
    if (areComplete.includes(false)) return
    void confirm.submit(code, isReplacement ? presentCode : undefined).then((refusal) => {
      if (refusal !== null) (refusal === 'wrong-present-code' ? present : entry).refuse(refusal)
    })
  }
  return (
    <EditForm
      onSubmit={(event) => {
        event.preventDefault()
        send(entry.code, present.code)
      }}
      onCancel={onCancel}
      phase={confirm.phase}
      failure={confirm.failure ?? failure}
      submitText={isReplacement ? t('Replace app') : t('Switch on')}
      pendingText={t('Checking…')}
    >
      <ol className="portico-steps">
        <li className="portico-step">
          <p className="portico-step-text">{t('Scan this with an authenticator app.')}</p>
          <div className="portico-enrolment">
            <QrCode text={offer?.uri} />
            <div className="portico-enrolment-text">
              <p className="portico-step-text">{t('Or type this key into the app:')}</p>
              <p className="portico-secret">
                {/* In groups for readability; copied without spaces. */}
                <code className="portico-secret-text" dir="ltr">
                  {groupsOf(offer?.secretText ?? '').map((group, index) => (
                    <span key={index}>{group}</span>
                  ))}
                </code>
              </p>
              {offer && (
                <>
                  <CopyButton text={offer.secretText} label={t('Copy key')} doneLabel={t('Copied')} />
                  <a className="portico-link portico-on-phone" href={offer.uri}>
                    {t('Open in an app on this phone')}
                  </a>
                </>
              )}
            </div>
          </div>
        </li>
        <li className="portico-step">
          <div className="portico-step-field">
            <CodeField
              label={t('Then enter the six digits it shows')}
              kind="digits"
              value={entry.code}
              onChange={entry.onChange}
              onComplete={isReplacement ? undefined : (code) => send(code, '')}
              error={entry.problem && problems[entry.problem]}
              busy={confirm.phase !== 'idle'}
              takesFocus
            />
          </div>
        </li>
        {isReplacement && (
          <li className="portico-step">
            <div className="portico-step-field">
              <CodeField
                label={t('Finally, enter the six digits of your current app')}
                kind="digits"
                value={present.code}
                onChange={present.onChange}
                onComplete={(code) => send(entry.code, code)}
                error={present.problem && problems[present.problem]}
                busy={confirm.phase !== 'idle'}
              />
            </div>
          </li>
        )}
      </ol>
    </EditForm>
  )
}

function Removal({
  onCancel,
  onRemoved,
}: {
  readonly onCancel: () => void
  readonly onRemoved: () => void
}): ReactNode {
  const t = useTranslate()
  return (
    <AppCodeForm
      question={t('Remove the second factor?')}
      consequence={t('You will sign in without a code. We will notify you by email.')}
      submitText={t('Remove second factor')}
      pendingText={t('Removing…')}
      variant="danger"
      action={useSecondFactorRemoval(onRemoved)}
      onCancel={onCancel}
    />
  )
}

/** Groups of four characters. */
function groupsOf(secret: string): readonly string[] {
  return secret.match(/.{1,4}/g) ?? []
}
