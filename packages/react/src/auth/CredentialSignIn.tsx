'use client'

import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { currentPasswordError, emailError } from '../form/rules.ts'
import { useForm } from '@portico/ui/form/useForm'
import { usePasswordSignIn } from './usePasswordSignIn.ts'
import { useTranslate } from '../i18n/language.ts'
import { FormRoot } from '../parts/FormRoot.tsx'
import { Field, PasswordField } from '../parts/Field.tsx'
import { Form } from '../parts/Form.tsx'
import { RedirectLink } from '../parts/RedirectLink.tsx'
import { useReportProgress } from './auth-progress.ts'
import { useEmailAutoComplete } from './passkey-autofill.ts'
import { secondFactorStep, suspensionStep, useFocusAfterStep, useSecondFactorStep, useSuspensionStep } from './steps.ts'

/** The form that signs in with e-mail and password, for the host's own pages. */
export function CredentialSignIn(): ReactNode {
  return (
    <FormRoot>
      <CredentialSignInForm />
    </FormRoot>
  )
}

export function CredentialSignInForm(): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const signIn = usePasswordSignIn()
  useReportProgress(signIn.phase)
  const form = useForm({
    initial: { email: '', password: '' },
    validate: ({ email, password }) => ({ email: emailError(t, email), password: currentPasswordError(t, password) }),
    submit: async (values) => {
      const error = await signIn.submit(values)
      if (error) return { email: t.error(error) }
    },
  })
  const autoComplete = useEmailAutoComplete()
  const secondFactor = useSecondFactorStep(signIn.secondFactor)
  const suspension = useSuspensionStep(signIn.suspension)
  useFocusAfterStep((secondFactor ?? suspension) !== null, () => form.focus('password'))
  if (secondFactor) return <secondFactorStep.Component step={secondFactor} />
  if (suspension) return <suspensionStep.Component step={suspension} />
  return (
    <Form
      onSubmit={form.submit}
      action={signIn}
      submitText={t('Sign in')}
      pendingText={t('Signing in…')}
      doneText={t('Signed in')}
    >
      <Field {...form.field('email')} label={t('Email')} type="email" autoComplete={autoComplete} />
      <PasswordField
        {...form.field('password')}
        label={t('Password')}
        autoComplete="current-password"
        aside={
          <RedirectLink href={app.urls.forgotPassword} redirect={() => app.redirectToForgotPassword()}>
            {t('Forgot password?')}
          </RedirectLink>
        }
      />
    </Form>
  )
}
