import {
  AccountSettings,
  AuthPage,
  CliAuthConfirmation,
  CredentialSignIn,
  CredentialSignUp,
  EmailVerification,
  DisownSession,
  FactorReset,
  Impersonation,
  ErrorPage,
  ForgotPassword,
  LanguageMenu,
  MagicLinkCallback,
  MagicLinkSignIn,
  MessageCard,
  Mfa,
  OAuthButton,
  OAuthButtonGroup,
  DelayedInput,
  OneTimeCodeInput,
  Onboarding,
  PasswordInput,
  PasskeyButton,
  PasswordReset,
  PredefinedMessageCard,
  SelectedTeamSwitcher,
  SignIn,
  SignUp,
  TeamCreation,
  TeamInvitation,
  TeamSwitcher,
  UserAvatar,
  UserButton,
  UserInvitation,
} from '@portico/react'
import type { ReactNode } from 'react'
import type { SceneView } from './scene.ts'

/** Public components on one page. The key is the component, optionally followed by a variant. */
export type Parts = Readonly<Record<string, ReactNode>>

const mockTeams = [{ id: 'readers', displayName: 'Readers' }] as const

export const signedOutParts = ({ codes }: SceneView): Parts => ({
  SignIn: <SignIn firstTab="password" extraInfo={<a href="#terms">Terms</a>} />,
  SignUp: <SignUp noPasswordRepeat firstTab="password" />,
  AuthPage: <AuthPage type="sign-up" firstTab="password" />,
  CredentialSignIn: <CredentialSignIn />,
  CredentialSignUp: <CredentialSignUp />,
  'CredentialSignUp noPasswordRepeat': <CredentialSignUp noPasswordRepeat />,
  MagicLinkSignIn: <MagicLinkSignIn />,
  OAuthButton: <OAuthButton provider="gitlab" type="sign-up" />,
  OAuthButtonGroup: <OAuthButtonGroup type="sign-in" />,
  DelayedInput: <DelayedInput label="Name" value="" onChange={() => {}} />,
  PasswordInput: (
    <PasswordInput label="Old password" value="" onChange={() => {}} autoComplete="current-password" error="Wrong." />
  ),
  OneTimeCodeInput: <OneTimeCodeInput label="Code" value="" onChange={() => {}} hint="The code is in the email." />,
  PasskeyButton: <PasskeyButton type="sign-in" />,
  'PasskeyButton sign-up': <PasskeyButton type="sign-up" />,
  ForgotPassword: <ForgotPassword />,
  PasswordReset: <PasswordReset searchParams={{ code: codes['password-reset'] ?? '' }} />,
  EmailVerification: <EmailVerification searchParams={{ code: codes['email-verification'] ?? '' }} />,
  Impersonation: <Impersonation />,
  DisownSession: <DisownSession searchParams={{ code: '0'.repeat(45) }} />,
  FactorReset: <FactorReset searchParams={{ code: '0'.repeat(45) }} />,
  TeamInvitation: <TeamInvitation searchParams={{ code: codes['team-invitation'] ?? '' }} />,
  UserInvitation: <UserInvitation searchParams={{ code: codes['user-invitation'] ?? '' }} />,
  MagicLinkCallback: <MagicLinkCallback searchParams={{ code: codes['magic-link-callback'] ?? '' }} />,
  Mfa: <Mfa />,
  ErrorPage: <ErrorPage searchParams={{ errorCode: 'SCHEMA_ERROR' }} />,
  MessageCard: (
    <MessageCard title="Leave?" primaryButtonText="Leave" primaryAction={() => {}} secondaryButtonText="Stay">
      You will lose access.
    </MessageCard>
  ),
  PredefinedMessageCard: <PredefinedMessageCard type="signedOut" />,
  UserButton: <UserButton />,
  'UserButton mockUser': <UserButton mockUser={{ displayName: 'Grace Hopper' }} showUserInfo />,
  'SelectedTeamSwitcher mockTeams': <SelectedTeamSwitcher mockTeams={mockTeams} />,
  'TeamSwitcher mockUser': <TeamSwitcher mockUser={{ team: mockTeams[0] }} mockTeams={mockTeams} />,
})

export const signedInParts = ({ code }: SceneView): Parts => ({
  AccountSettings: <AccountSettings extraItems={[{ id: 'shelf', title: 'My shelf', content: <p>Books</p> }]} />,
  SelectedTeamSwitcher: <SelectedTeamSwitcher />,
  TeamSwitcher: <TeamSwitcher triggerClassName="wide" />,
  TeamCreation: <TeamCreation />,
  Onboarding: <Onboarding />,
  CliAuthConfirmation: <CliAuthConfirmation fullPage={false} searchParams={{ login_code: code }} />,
  UserButton: <UserButton />,
  'UserButton showUserInfo': <UserButton showUserInfo />,
  LanguageMenu: <LanguageMenu />,
  UserAvatar: <UserAvatar size={64} user={{ displayName: 'Grace Hopper' }} border />,
})

export function PartsPage({ parts }: { readonly parts: Parts }): ReactNode {
  return (
    <main>
      {Object.entries(parts).map(([name, part]) => (
        <section key={name} data-part={name} aria-label={name}>
          {part}
        </section>
      ))}
    </main>
  )
}
