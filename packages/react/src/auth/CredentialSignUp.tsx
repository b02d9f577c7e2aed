'use client'

import { KnownErrors } from '@portico/client'
import { useContext, type ReactNode } from 'react'
import { emailError, newPasswordError, repeatedPasswordError } from '../form/rules.ts'
import { useForm } from '@portico/ui/form/useForm'
import { usePasswordSignUp } from './usePasswordSignUp.ts'
import { useTranslate } from '../i18n/language.ts'
import { Field } from '../parts/Field.tsx'
import { Form } from '../parts/Form.tsx'
import { FormRoot } from '../parts/FormRoot.tsx'
import { NewPasswordFields } from '../parts/NewPasswordFields.tsx'
import { useReportProgress } from './auth-progress.ts'
import { InvitedContext } from './invited.ts'

/** The props of `CredentialSignUp`. */
export interface CredentialSignUpProps {
  /** Omits the field that repeats the password. */
  readonly noPasswordRepeat?: boolean | undefined
}

/** The form that signs up with e-mail and password, for the host's own pages. */
export function CredentialSignUp(props: CredentialSignUpProps): ReactNode {
  return (
    <FormRoot>
      <CredentialSignUpForm {...props} />
    </FormRoot>
  )
}

export function CredentialSignUpForm({ noPasswordRepeat = false }: CredentialSignUpProps): ReactNode {
  const t = useTranslate()
  const invited = useContext(InvitedContext)
  const signUp = usePasswordSignUp({ teamInvitationCode: invited?.verifiesAddress ? invited.code : undefined })
  useReportProgress(signUp.phase)
  const form = useForm({
    initial: { email: invited?.email ?? '', password: '', passwordRepeat: '' },
    linked: ['password', 'passwordRepeat'],
    validate: ({ email, password, passwordRepeat }) => ({
      email: emailError(t, email),
      password: newPasswordError(t, password),
      passwordRepeat: noPasswordRepeat ? undefined : repeatedPasswordError(t, password, passwordRepeat),
    }),
    submit: async ({ email, password }) => {
      const error = await signUp.submit({ email, password })
      if (!error) return
      const field = KnownErrors.PasswordRequirementsNotMet.isInstance(error) ? 'password' : 'email'
      return { [field]: t.error(error) }
    },
  })
  return (
    <Form
      onSubmit={form.submit}
      action={signUp}
      submitText={t('Sign up')}
      pendingText={t('Signing up…')}
      doneText={t('Account created')}
    >
      <Field
        {...form.field('email')}
        label={t('Email')}
        type="email"
        autoComplete="email"
        hint={
          invited?.verifiesAddress && form.values.email === invited.email
            ? t('Your invitation has verified this address.')
            : undefined
        }
      />
      <NewPasswordFields
        label={t('Password')}
        password={form.field('password')}
        repeatLabel={t('Repeat password')}
        repeated={noPasswordRepeat ? undefined : form.field('passwordRepeat')}
      />
    </Form>
  )
}
