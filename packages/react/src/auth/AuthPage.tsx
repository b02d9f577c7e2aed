'use client'

import type { ReactNode } from 'react'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { BaseAuthPage, type AuthPageProps } from './BaseAuthPage.tsx'
import { CredentialSignInForm } from './CredentialSignIn.tsx'
import { CredentialSignUpForm } from './CredentialSignUp.tsx'

/** The sign-in and sign-up page: one card with the methods that the project enables. */
export function AuthPage({ noPasswordRepeat, ...props }: AuthPageProps): ReactNode {
  const passwordForm =
    props.type === 'sign-in' ? <CredentialSignInForm /> : <CredentialSignUpForm noPasswordRepeat={noPasswordRepeat} />
  return <BaseAuthPage {...props} passwordForm={passwordForm} closed={<PredefinedMessage type="signUpDisabled" />} />
}
