'use client'

import type { ReactNode } from 'react'
import { BaseAuthPage, type AuthPageProps } from './BaseAuthPage.tsx'
import { CredentialSignInForm } from './CredentialSignIn.tsx'

/** The props of `SignIn`. */
export type SignInProps = Omit<AuthPageProps, 'type' | 'noPasswordRepeat'>

/** The sign-in page. */
export function SignIn(props: SignInProps): ReactNode {
  return <BaseAuthPage {...props} type="sign-in" passwordForm={<CredentialSignInForm />} />
}
