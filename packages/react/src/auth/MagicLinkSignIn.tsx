'use client'

import { KnownErrors, type KnownError } from '@portico/client'
import { useContext, type ReactNode } from 'react'
import { emailError } from '../form/rules.ts'
import { useForm } from '@portico/ui/form/useForm'
import { useMagicLink } from './useMagicLink.ts'
import { useTranslate } from '../i18n/language.ts'
import type { Translate } from '../i18n/translate.ts'
import { Field } from '../parts/Field.tsx'
import { Form } from '../parts/Form.tsx'
import { FormRoot } from '../parts/FormRoot.tsx'
import { InvitedContext } from './invited.ts'
import { useEmailAutoComplete } from './passkey-autofill.ts'
import {
  loadMagicLinkSteps,
  magicLinkStep,
  removedMethodsStep,
  secondFactorStep,
  suspensionStep,
  useFocusAfterStep,
  useSecondFactorStep,
  useSuspensionStep,
} from './steps.ts'

/** The form that signs in with a code or a link from a mail, for the host's own pages. */
export function MagicLinkSignIn(): ReactNode {
  return (
    <FormRoot>
      <MagicLinkForm />
    </FormRoot>
  )
}

export function MagicLinkForm(): ReactNode {
  const t = useTranslate()
  const magicLink = useMagicLink(loadMagicLinkSteps)
  const { send, signIn } = magicLink
  const invited = useContext(InvitedContext)
  const form = useForm({
    initial: { email: invited?.email ?? '' },
    validate: ({ email }) => ({ email: emailError(t, email) }),
    submit: async ({ email }) => {
      const refusal = await send.submit(email)
      if (refusal) return { email: describeSendRefusal(t, refusal) }
    },
  })
  const autoComplete = useEmailAutoComplete()
  const secondFactor = useSecondFactorStep(signIn.secondFactor)
  const suspension = useSuspensionStep(signIn.suspension)
  useFocusAfterStep(magicLink.sentTo !== null, () => form.focus('email'))

  if (secondFactor) {
    // The first step used up the mailed code, so leaving this step returns to the address field.
    const leave: typeof secondFactor.leave = (reason) => {
      magicLink.cancel()
      secondFactor.leave(reason)
    }
    return <secondFactorStep.Component step={{ ...secondFactor, leave }} wrongCodeText={t('Invalid TOTP code')} />
  }
  if (suspension) return <suspensionStep.Component step={{ ...suspension, leave: magicLink.cancel }} />
  if (signIn.removal) return <removedMethodsStep.Component removal={signIn.removal} />
  if (magicLink.sentTo !== null) {
    return (
      <magicLinkStep.Component
        magicLink={magicLink}
        onRegistrationClosed={() => {
          magicLink.cancel()
          form.refuse({ email: t('New account registration is not allowed') })
        }}
      />
    )
  }
  return (
    <Form
      onSubmit={form.submit}
      action={{ ...send, failure: signIn.failure ?? send.failure }}
      submitText={t('Send code')}
      pendingText={t('Sending…')}
      doneText={t('Email sent!')}
    >
      <Field {...form.field('email')} label={t('Email')} type="email" autoComplete={autoComplete} />
    </Form>
  )
}

function describeSendRefusal(t: Translate, refusal: KnownError): string {
  if (KnownErrors.SignUpNotEnabled.isInstance(refusal)) return t('New account registration is not allowed')
  return t.error(refusal)
}
