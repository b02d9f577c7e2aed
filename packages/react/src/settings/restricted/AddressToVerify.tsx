'use client'

import type { CurrentUser } from '@portico/client'
import { useForm } from '@portico/ui/form/useForm'
import { useState, type ReactNode } from 'react'
import { usePorticoApp } from '../../app/usePorticoApp.ts'
import { emailError } from '../../form/rules.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { Card } from '../../parts/Card.tsx'
import { EmailAddress } from '../../parts/EmailAddress.tsx'
import { Field } from '../../parts/Field.tsx'
import { Form } from '../../parts/Form.tsx'
import { FailureNotice, Notice } from '../../parts/Notice.tsx'
import { RedirectLink } from '../../parts/RedirectLink.tsx'
import { refusedField } from '../emails/EmailItem.tsx'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { Editable, ReadOnlyNotice } from '../page/Editable.tsx'
import { AppCodeField, codeError } from '../page/ConfirmForm.tsx'
import { useAddressToVerify, type AddressToVerify as Address } from './useAddressToVerify.ts'

/** For a user whose primary address must be verified first. */
export function AddressToVerify({ user }: { readonly user: CurrentUser }): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const [isReplacing, setReplacing] = useState(false)
  const address = useAddressToVerify(() => setReplacing(false))
  const { primaryEmail: email } = user
  return (
    <Card
      title={email === null ? t('Add email address') : t('Verify your email')}
      lead={t('Verify your email address to use your account.')}
      footer={
        <RedirectLink href={app.urls.signOut} redirect={() => app.redirectToSignOut()}>
          {t('Sign out')}
        </RedirectLink>
      }
    >
      <ReadOnlyNotice />
      {email === null || isReplacing ? (
        <ReplaceForm
          user={user}
          replace={address.replace}
          onCancel={email === null ? undefined : () => setReplacing(false)}
        />
      ) : (
        <PresentAddress email={email} address={address} onReplace={() => setReplacing(true)} />
      )}
    </Card>
  )
}

interface PresentAddressProps {
  readonly email: string
  readonly address: Address
  readonly onReplace: () => void
}

function PresentAddress({ email, address: { check, result, send }, onReplace }: PresentAddressProps): ReactNode {
  const t = useTranslate()
  return (
    <>
      <div className="portico-message" role="status">
        {result === 'mailed'
          ? t('Email sent. Check your spam folder as well.')
          : t('We send a link to this address. Open it to verify the address.')}
      </div>
      <dl className="portico-facts">
        <dt>{t('Your email')}</dt>
        <dd>
          <EmailAddress value={email} />
        </dd>
      </dl>
      {result === 'unverified' && <Notice title={t('Verify this address first.')} />}
      <FailureNotice failure={send.failure ?? check.failure} />
      <div className="portico-actions" data-stacked="">
        <Editable>
          <Button phase={send.phase} pendingText={t('Sending…')} onClick={() => void send.submit()}>
            {t('Send verification email')}
          </Button>
        </Editable>
        <Button
          variant="secondary"
          phase={check.phase}
          pendingText={t('Checking…')}
          onClick={() => void check.submit()}
        >
          {t('Continue')}
        </Button>
        <Editable>
          <Button variant="quiet" onClick={onReplace}>
            {t('Use another email address')}
          </Button>
        </Editable>
      </div>
    </>
  )
}

interface ReplaceFormProps {
  readonly user: CurrentUser
  readonly replace: Address['replace']
  /** Undefined for a user without an address. */
  readonly onCancel: (() => void) | undefined
}

function ReplaceForm({ user, replace, onCancel }: ReplaceFormProps): ReactNode {
  const t = useTranslate()
  const asksForCode = user.isMultiFactorRequired
  const form = useForm({
    initial: { email: '', code: '' },
    validate: ({ email, code }) => ({
      email: emailError(t, email),
      code: asksForCode ? codeError(t, code) : undefined,
    }),
    submit: async ({ email, code }) => {
      const refusal = await replace.submit(email.trim(), ...(asksForCode ? [code] : []))
      if (!refusal) return
      form.set('code', '')
      return refusedField(t, refusal)
    },
  })
  return (
    <>
      <Editable>
        <Form
          onSubmit={form.submit}
          action={{ phase: replace.phase, failure: null }}
          submitText={t('Send verification email')}
          pendingText={t('Sending…')}
          doneText={t('Email sent!')}
        >
          <Field
            {...form.field('email')}
            label={t('Email')}
            type="email"
            autoComplete="email"
            hint={t('We send a link to this address. Open it to verify the address.')}
          />
          {asksForCode && <AppCodeField {...form.field('code')} busy={replace.phase !== 'idle'} />}
          <AccountFailure failure={replace.failure} />
        </Form>
      </Editable>
      {onCancel && (
        <div className="portico-actions" data-stacked="">
          <Button variant="quiet" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </div>
      )}
    </>
  )
}
