'use client'

import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestUser } from '../app/useUser.ts'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { emailError } from '../form/rules.ts'
import { useForm } from '@portico/ui/form/useForm'
import { useForgotPassword } from './useForgotPassword.ts'
import { useTranslate } from '../i18n/language.ts'
import { Card } from '../parts/Card.tsx'
import { CardRoot } from '../cards/CardRoot.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { Field } from '../parts/Field.tsx'
import { Form } from '../parts/Form.tsx'
import { RedirectLink } from '../parts/RedirectLink.tsx'

/** The props of `ForgotPassword`. */
export interface ForgotPasswordProps {
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** The page that requests a password-reset mail. */
export function ForgotPassword({ fullPage }: ForgotPasswordProps): ReactNode {
  return (
    <CardRoot fullPage={fullPage}>
      <ForgotPasswordContent />
    </CardRoot>
  )
}

function ForgotPasswordContent(): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const user = useLatestUser()
  const request = useForgotPassword()
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({ email: emailError(t, email) }),
    submit: async (values) => void (await request.submit(values)),
  })
  if (user === undefined) return <CardSkeleton />
  if (user) return <PredefinedMessage type="signedIn" />
  if (request.phase === 'done') return <PredefinedMessage type="emailSent" takesFocus />
  return (
    <Card
      title={t('Reset your password')}
      lead={t('Enter your email, and we will send you a link to choose a new password.')}
      footer={
        <>
          {t('Remember your password?')}{' '}
          <RedirectLink href={app.urls.signIn} redirect={() => app.redirectToSignIn()}>
            {t('Sign in')}
          </RedirectLink>
        </>
      }
    >
      <Form
        onSubmit={form.submit}
        action={request}
        submitText={t('Send link')}
        pendingText={t('Sending…')}
        doneText={t('Email sent!')}
      >
        <Field {...form.field('email')} label={t('Email')} type="email" autoComplete="email" />
      </Form>
    </Card>
  )
}
