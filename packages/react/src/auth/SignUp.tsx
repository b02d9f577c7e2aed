import type { ReactNode } from 'react'
import { AuthPage, type AuthPageProps } from './AuthPage.tsx'

export type SignUpProps = Omit<AuthPageProps, 'type'>

/** The sign-up page. */
export function SignUp(props: SignUpProps): ReactNode {
  return <AuthPage {...props} type="sign-up" />
}
