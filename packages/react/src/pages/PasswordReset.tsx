'use client'

import type { ReactNode } from 'react'
import { useOneTimeCode } from '../app/one-time-codes.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { Message } from '../cards/Message.tsx'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { newPasswordError, repeatedPasswordError } from '../form/rules.ts'
import { useForm } from '@portico/ui/form/useForm'
import { usePasswordReset, type PasswordReset as Reset } from './usePasswordReset.ts'
import { useTranslate } from '../i18n/language.ts'
import { AccountName } from '../parts/AccountName.tsx'
import { Card } from '../parts/Card.tsx'
import { CardRoot } from '../cards/CardRoot.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { Form } from '../parts/Form.tsx'
import { NewPasswordFields } from '../parts/NewPasswordFields.tsx'
import { CodeProblemMessage } from './CodeProblemMessage.tsx'

/** The props of `PasswordReset`. */
export interface PasswordResetProps {
  /** The query of the page. The handler passes it. */
  readonly searchParams: Readonly<Record<string, string>>
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** The page that the link in a password-reset mail opens. */
export function PasswordReset({ searchParams, fullPage }: PasswordResetProps): ReactNode {
  const code = useOneTimeCode('code', searchParams['code'])
  return (
    <CardRoot fullPage={fullPage}>
      <PasswordResetContent code={code} />
    </CardRoot>
  )
}

function PasswordResetContent({ code }: { readonly code: string | undefined }): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const reset = usePasswordReset(code)
  const newLink = { text: t('Request a new link'), act: () => app.redirectToForgotPassword() }
  switch (reset.state) {
    case 'checking':
      return <CardSkeleton />
    case 'ready':
      return <NewPasswordForm reset={reset} />
    case 'done':
      return <PredefinedMessage type="passwordReset" takesFocus />
    case 'refused':
      return (
        <Message
          title={t('The password could not be reset')}
          primaryButtonText={newLink.text}
          primaryAction={newLink.act}
          takesFocus
        >
          {t('Request a new email and try again.')}
        </Message>
      )
    case 'invalid':
    case 'expired':
    case 'used':
    case 'exhausted':
      return <CodeProblemMessage problem={reset.state} nextStep={newLink} />
  }
}

function NewPasswordForm({ reset }: { readonly reset: Reset }): ReactNode {
  const t = useTranslate()
  const form = useForm({
    initial: { password: '', passwordRepeat: '' },
    linked: ['password', 'passwordRepeat'],
    validate: ({ password, passwordRepeat }) => ({
      password: newPasswordError(t, password),
      passwordRepeat: repeatedPasswordError(t, password, passwordRepeat),
    }),
    submit: async ({ password }) => {
      const error = await reset.submit(password)
      if (error) return { password: t.error(error) }
    },
  })
  return (
    <Card title={t('Choose a new password')}>
      <Form
        onSubmit={form.submit}
        action={reset}
        submitText={t('Reset password')}
        pendingText={t('Resetting…')}
        doneText={t('Password reset successfully!')}
      >
        <AccountName email={reset.email} />
        <NewPasswordFields
          label={t('New password')}
          password={form.field('password')}
          repeatLabel={t('Repeat new password')}
          repeated={form.field('passwordRepeat')}
        />
      </Form>
    </Card>
  )
}
