import type { ReactNode } from 'react'
import { AuthPage, type AuthPageProps } from './AuthPage.tsx'

export type SignInProps = Omit<AuthPageProps, 'type' | 'noPasswordRepeat'>

/** The sign-in page. */
export function SignIn(props: SignInProps): ReactNode {
  return <AuthPage {...props} type="sign-in" />
}
