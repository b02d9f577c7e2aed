import { useState, type ReactNode } from 'react'
import { describeError } from '../form/describe-error.ts'
import { useSecondFactorEnrolment, type EnrolmentRefusal } from '../hooks/useSecondFactorEnrolment.ts'
import { useSecondFactorRemoval } from '../hooks/useSecondFactorRemoval.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { CODE_LENGTH, CodeField } from '../parts/CodeField.tsx'
import { AccountFailure } from './AccountFailure.tsx'
import { CopyButton } from './CopyButton.tsx'
import { EditForm } from './EditForm.tsx'
import { QrCode } from './QrCode.tsx'
import { useSettings } from './settings-context.ts'
import { SettingsRow } from './SettingsRow.tsx'

/** The code of an authenticator app, asked for after every other way to sign in. */
export function SecondFactorRow(): ReactNode {
  const t = useTranslate()
  const { user } = useSettings()
  const [isOpen, setOpen] = useState(false)
  const [done, setDone] = useState<string>()
  const close = (): void => setOpen(false)
  const isOn = user.isMultiFactorRequired
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
          ? t('Whoever signs in as you needs a code of your app as well.')
          : t('A code of an app on your phone protects your account even if somebody knows your password.')
      }
      done={done}
      action={
        <Button
          variant="quiet"
          onClick={() => {
            setDone(undefined)
            setOpen(true)
          }}
        >
          {isOn ? t('Remove…') : t('Set up')}
        </Button>
      }
      isOpen={isOpen}
      onClose={close}
    >
      {isOn ? (
        <Removal onCancel={close} onRemoved={() => finish(t('Your account is protected by one factor only now.'))} />
      ) : (
        <Enrolment onCancel={close} onEnrolled={() => finish(t('From now on, signing in asks for a code.'))} />
      )}
    </SettingsRow>
  )
}

function Enrolment({
  onCancel,
  onEnrolled,
}: {
  readonly onCancel: () => void
  readonly onEnrolled: () => void
}): ReactNode {
  const t = useTranslate()
  const { offer, failure, confirm } = useSecondFactorEnrolment(onEnrolled)
  const entry = useCodeEntry((code) => confirm.submit(code))
  const refusals: Readonly<Record<EnrolmentRefusal, string>> = {
    wrong: t('The TOTP code is invalid. Please try again.'),
    'other-time': t('This code is for another time. Let both devices set their clock automatically, then try again.'),
  }
  return (
    <EditForm
      onSubmit={entry.onSubmit}
      onCancel={onCancel}
      phase={confirm.phase}
      failure={confirm.failure ?? failure}
      submitText={t('Switch on')}
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
                {/* In groups, for the eyes; copied without the gaps between them. */}
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
              onComplete={entry.send}
              error={entry.isIncomplete ? t('Please enter all six digits') : entry.refusal && refusals[entry.refusal]}
              busy={confirm.phase !== 'idle'}
              takesFocus
            />
          </div>
        </li>
      </ol>
    </EditForm>
  )
}

/**
 * Asks for a code of the app once more, which the service compares: a passer-by at an open page cannot take the factor
 * away. Old clients change it without such a proof, so against whoever holds the session itself it is the mail about the
 * change that protects, not this form.
 */
function Removal({
  onCancel,
  onRemoved,
}: {
  readonly onCancel: () => void
  readonly onRemoved: () => void
}): ReactNode {
  const t = useTranslate()
  const removal = useSecondFactorRemoval(onRemoved)
  const entry = useCodeEntry((code) => removal.submit(code))
  return (
    <form className="portico-confirm" noValidate onSubmit={entry.onSubmit}>
      <p className="portico-confirm-question">{t('Remove the second factor?')}</p>
      <p className="portico-confirm-consequence">
        {t('After that, signing in asks for nothing but your first way in. We tell you by email.')}
      </p>
      <div className="portico-step-field">
        <CodeField
          label={t('Code of your authenticator app')}
          kind="digits"
          value={entry.code}
          onChange={entry.onChange}
          error={
            entry.isIncomplete ? t('Please enter all six digits') : entry.refusal && describeError(t, entry.refusal)
          }
          busy={removal.phase !== 'idle'}
          takesFocus
        />
      </div>
      <AccountFailure failure={removal.failure} />
      <div className="portico-confirm-actions">
        <Button variant="secondary" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="danger" phase={removal.phase} pendingText={t('Removing…')}>
          {t('Remove second factor')}
        </Button>
      </div>
    </form>
  )
}

interface CodeEntry<Refusal> {
  readonly code: string
  readonly isIncomplete: boolean
  readonly refusal: Refusal | undefined
  readonly onChange: (code: string) => void
  readonly send: (code: string) => void
  readonly onSubmit: (event: { preventDefault(): void }) => void
}

/** The state of a code being typed: what is wrong with it goes away with the next digit, a wrong one is emptied. */
function useCodeEntry<Refusal>(submit: (code: string) => Promise<Refusal | null>): CodeEntry<Refusal> {
  const [code, setCode] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()

  function send(complete: string): void {
    void submit(complete).then((refused) => {
      if (refused === null) return
      setRefusal(refused)
      setCode('')
    })
  }
  return {
    code,
    isIncomplete,
    refusal,
    onChange: (typed) => {
      setCode(typed)
      setIncomplete(false)
      setRefusal(undefined)
    },
    send,
    onSubmit: (event) => {
      event.preventDefault()
      if (code.length === CODE_LENGTH) send(code)
      else setIncomplete(true)
    },
  }
}

/** Four by four, as on a bank card. */
function groupsOf(secret: string): readonly string[] {
  return secret.match(/.{1,4}/g) ?? []
}
