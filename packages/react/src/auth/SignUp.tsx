'use client'

import type { ReactNode } from 'react'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { BaseAuthPage, type AuthPageProps } from './BaseAuthPage.tsx'
import { CredentialSignUpForm } from './CredentialSignUp.tsx'

/** The props of `SignUp`. */
export type SignUpProps = Omit<AuthPageProps, 'type'>

/** The sign-up page. */
export function SignUp({ noPasswordRepeat, ...props }: SignUpProps): ReactNode {
  return (
    <BaseAuthPage
      {...props}
      type="sign-up"
      closed={<PredefinedMessage type="signUpDisabled" />}
      passwordForm={<CredentialSignUpForm noPasswordRepeat={noPasswordRepeat} />}
    />
  )
}
