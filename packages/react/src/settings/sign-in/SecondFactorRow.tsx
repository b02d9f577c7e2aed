'use client'

import type { ContactChannel } from '@portico/client'
import { TOTP_DIGITS } from '@portico/contract/limits'
import { useForm } from '@portico/ui/form/useForm'
import { useRef, useState, type ReactNode } from 'react'
import { useSecondFactorEnrolment, type SecondFactorEnrolment } from './useSecondFactorEnrolment.ts'
import { useSecondFactorRemoval } from './useSecondFactorRemoval.ts'
import type { UserList } from '../../hooks/useUserList.ts'
import { useTranslate } from '../../i18n/language.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { Button } from '../../parts/Button.tsx'
import { CodeField } from '../../parts/CodeField.tsx'
import { AppCodeField, codeError, ConfirmForm } from '../page/ConfirmForm.tsx'
import { CopyButton } from '../page/CopyButton.tsx'
import { EditForm } from '../page/EditForm.tsx'
import { FactorResetRow } from './FactorResetRow.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodesRow } from './RecoveryCodesRow.tsx'
import { useSettings } from '../page/settings-context.ts'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useFocusAfterRemoval, useRow, type Row } from '../page/useRow.ts'

/** The authenticator app, whose code every other sign-in method requires. */
export function SecondFactorRow({ addresses }: { readonly addresses: UserList<ContactChannel> }): ReactNode {
  const t = useTranslate()
  const format = useFormat()
  const { user } = useSettings()
  const row = useRow()
  const value = useFocusAfterRemoval<HTMLSpanElement>(row)
  /** The code that has just proved a first app. */
  const [firstCode, setFirstCode] = useState<string | null>(null)
  const removal = useSecondFactorRemoval(() => row.finish(t('Second factor removed. You now sign in without a code.')))
  const isOn = user.isMultiFactorRequired
  const needsOwnAddress = !isOn && addresses.items !== undefined && !isOwnerKnown(addresses.items)
  // Not before the addresses are known, so that the button does not disappear under the pointer.
  const isPossible = isOn || addresses.failure !== null || (addresses.items !== undefined && !needsOwnAddress)
  return (
    <>
      <SettingsRow
        row={row}
        label={t('Second factor')}
        value={
          <span ref={value} tabIndex={-1} className={isOn ? undefined : 'portico-row-none'}>
            {isOn ? t('Authenticator app') : t('Off')}
          </span>
        }
        note={
          isOn
            ? t('Signing in also requires a code from your app.')
            : needsOwnAddress
              ? t('To set up an authenticator app, first confirm that one of your email addresses is yours.')
              : user.secondFactorDueAt && !user.isRestricted
                ? t('Set up a second factor by {date}. After that, you can only set one up when you sign in.', {
                    date: format.date(user.secondFactorDueAt),
                  })
                : t('A code from an app on your phone protects your account even if someone else knows your password.')
        }
        action={
          isPossible && (
            <>
              <Button variant="quiet" onClick={() => row.start('enrolment')}>
                {isOn ? t('Replace…') : t('Set up')}
              </Button>
              {isOn && (
                <Button variant="quiet" onClick={() => row.start('removal')}>
                  {t('Remove…')}
                </Button>
              )}
            </>
          )
        }
      >
        {row.open?.act === 'removal' ? (
          <ConfirmForm
            question={t('Remove the second factor?')}
            consequence={t('You will sign in without a code. We will notify you by email.')}
            confirmText={t('Remove second factor')}
            pendingText={t('Removing…')}
            asksForCode
            action={{ ...removal, submit: (code = '') => removal.submit(code) }}
            onCancel={row.close}
          />
        ) : (
          <Enrolment isReplacement={isOn} row={row} onFirstApp={setFirstCode} />
        )}
      </SettingsRow>
      {user.factorResetAt && (
        <FactorResetRow takesEffectAt={user.factorResetAt} onCancelled={() => row.finish(t('Removal cancelled'))} />
      )}
      {isOn && <RecoveryCodesRow firstCode={firstCode} />}
    </>
  )
}

/**
 * The service refuses an app before the owner of the account has proved an address. An account without addresses
 * belongs to its user.
 */
export function isOwnerKnown(channels: readonly ContactChannel[]): boolean {
  return channels.length === 0 || channels.some(({ isClaimed }) => isClaimed)
}

interface EnrolmentProps {
  /** Also requires a code of the current app. It comes last, because codes expire quickly. */
  readonly isReplacement: boolean
  readonly row: Row
  /** Called after a user without an app has set one up, with the code that proved the app. */
  readonly onFirstApp: (code: string) => void
}

function Enrolment({ isReplacement, row, onFirstApp }: EnrolmentProps): ReactNode {
  const t = useTranslate()
  const proof = useRef('')
  const { offer, failure, confirm } = useSecondFactorEnrolment(() => {
    if (!isReplacement) onFirstApp(proof.current)
    row.finish(
      isReplacement
        ? t('Signing in now requires a code from the new app.')
        : t('From now on, signing in requires a code.'),
    )
  })
  const form = useForm({
    initial: { code: '', present: '' },
    validate: ({ code, present }) => ({
      code: code.length === TOTP_DIGITS ? undefined : t('Please enter all six digits'),
      present: isReplacement ? codeError(t, present) : undefined,
    }),
    submit: async ({ code, present }) => {
      proof.current = code
      const refusal = await confirm.submit(code, isReplacement ? present : undefined)
      if (refusal === null) return
      const refused = refusal === 'wrong-present-code' ? 'present' : 'code'
      form.set(refused, '')
      return {
        [refused]:
          refusal === 'other-time'
            ? t('The clocks of your devices differ. Set the time automatically on both devices, then try again.')
            : t('The TOTP code is invalid. Please try again.'),
      }
    },
  })
  const [code, present] = [form.field('code'), form.field('present')]
  return (
    <EditForm
      onSubmit={form.submit}
      onCancel={row.close}
      action={{ ...confirm, failure: confirm.failure ?? failure }}
      submitText={isReplacement ? t('Replace app') : t('Switch on')}
      pendingText={t('Checking…')}
    >
      <ol className="portico-steps">
        <SecretStep offer={offer} />
        <li className="portico-step">
          <div className="portico-step-field">
            <CodeField
              label={t('Then enter the six digits it shows')}
              kind="digits"
              value={code.value}
              onChange={code.onChange}
              onComplete={isReplacement ? undefined : (typed) => void form.submit({ code: typed })}
              error={code.error}
              busy={confirm.phase !== 'idle'}
              takesFocus
            />
          </div>
        </li>
        {isReplacement && (
          <li className="portico-step">
            <div className="portico-step-field">
              <AppCodeField
                label={t('Finally, enter the six digits of your current app')}
                {...present}
                onComplete={(typed) => void form.submit({ present: typed })}
                busy={confirm.phase !== 'idle'}
              />
            </div>
          </li>
        )}
      </ol>
    </EditForm>
  )
}

function SecretStep({ offer }: Pick<SecondFactorEnrolment, 'offer'>): ReactNode {
  const t = useTranslate()
  return (
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
  )
}

/** Groups of four characters. */
function groupsOf(secret: string): readonly string[] {
  return secret.match(/.{1,4}/g) ?? []
}
