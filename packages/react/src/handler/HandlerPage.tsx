import type { ReactNode } from 'react'
import type { SignInProps } from '../auth/SignIn.tsx'
import type { SignUpProps } from '../auth/SignUp.tsx'
import type { CliAuthConfirmationProps } from '../pages/CliAuthConfirmation.tsx'
import type { EmailVerificationProps } from '../pages/EmailVerification.tsx'
import type { ErrorPageProps } from '../pages/ErrorPage.tsx'
import type { ForgotPasswordProps } from '../pages/ForgotPassword.tsx'
import type { MagicLinkCallbackProps } from '../pages/MagicLinkCallback.tsx'
import type { MfaProps } from '../pages/Mfa.tsx'
import type { OAuthCallbackProps } from '../pages/OAuthCallback.tsx'
import type { PasswordResetProps } from '../pages/PasswordReset.tsx'
import type { SignOutProps } from '../pages/SignOut.tsx'
import type { AccountSettingsProps } from '../settings/AccountSettings.tsx'
import type { PagePath } from './handler-path.ts'
import { lazyPages } from './lazy-pages.ts'

export interface HandlerComponentProps {
  readonly SignIn?: Partial<SignInProps>
  readonly SignUp?: Partial<SignUpProps>
  readonly SignOut?: Partial<SignOutProps>
  readonly EmailVerification?: Partial<EmailVerificationProps>
  readonly PasswordReset?: Partial<PasswordResetProps>
  readonly ForgotPassword?: Partial<ForgotPasswordProps>
  readonly OAuthCallback?: Partial<OAuthCallbackProps>
  readonly MagicLinkCallback?: Partial<MagicLinkCallbackProps>
  readonly Mfa?: Partial<MfaProps>
  readonly CliAuthConfirmation?: Partial<CliAuthConfirmationProps>
  readonly AccountSettings?: Partial<AccountSettingsProps>
  readonly ErrorPage?: Partial<ErrorPageProps>
}

export interface HandlerPageProps {
  readonly path: PagePath
  readonly fullPage: boolean | undefined
  readonly searchParams: Readonly<Record<string, string>>
  readonly componentProps: HandlerComponentProps
}

const SignIn = lazyPages['sign-in'].Component
const SignUp = lazyPages['sign-up'].Component
const SignOut = lazyPages['sign-out'].Component
const EmailVerification = lazyPages['email-verification'].Component
const PasswordReset = lazyPages['password-reset'].Component
const ForgotPassword = lazyPages['forgot-password'].Component
const OAuthCallback = lazyPages['oauth-callback'].Component
const MagicLinkCallback = lazyPages['magic-link-callback'].Component
const Mfa = lazyPages.mfa.Component
const CliAuthConfirmation = lazyPages['cli-auth-confirm'].Component
const AccountSettings = lazyPages['account-settings'].Component
const ErrorPage = lazyPages.error.Component

/** One page with the handler's props, and the host's over them. */
export function HandlerPage({ path, fullPage, searchParams, componentProps: own }: HandlerPageProps): ReactNode {
  switch (path) {
    case 'sign-in':
      return <SignIn fullPage={fullPage} automaticRedirect {...given(own.SignIn)} />
    case 'sign-up':
      return <SignUp fullPage={fullPage} automaticRedirect {...given(own.SignUp)} />
    case 'sign-out':
      return <SignOut fullPage={fullPage} {...given(own.SignOut)} />
    case 'email-verification':
      return <EmailVerification fullPage={fullPage} searchParams={searchParams} {...given(own.EmailVerification)} />
    case 'password-reset':
      return <PasswordReset fullPage={fullPage} searchParams={searchParams} {...given(own.PasswordReset)} />
    case 'forgot-password':
      return <ForgotPassword fullPage={fullPage} {...given(own.ForgotPassword)} />
    case 'oauth-callback':
      return <OAuthCallback fullPage={fullPage} {...given(own.OAuthCallback)} />
    case 'magic-link-callback':
      return <MagicLinkCallback fullPage={fullPage} searchParams={searchParams} {...given(own.MagicLinkCallback)} />
    case 'mfa':
      return <Mfa fullPage={fullPage} {...given(own.Mfa)} />
    case 'cli-auth-confirm':
      return <CliAuthConfirmation fullPage={fullPage} searchParams={searchParams} {...given(own.CliAuthConfirmation)} />
    case 'account-settings':
      return <AccountSettings fullPage={fullPage} {...given(own.AccountSettings)} />
    case 'error':
      return <ErrorPage fullPage={fullPage} searchParams={searchParams} {...given(own.ErrorPage)} />
  }
}

/** Only what is set: an entry that is undefined must not hide the handler's own. */
function given<Props extends object>(props: Props | undefined): Partial<Props> {
  // Dropping entries of a partial object leaves a partial object.
  return Object.fromEntries(Object.entries(props ?? {}).filter(([, value]) => value !== undefined)) as Partial<Props>
}
