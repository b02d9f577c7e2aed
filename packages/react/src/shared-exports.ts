// The exports that the entries `react.ts` and `stack.ts` share. Their other exports have a name of Portico or of the
// original SDK.
export { isPasskeyCeremonyAborted, KnownError, KnownErrors } from '@portico/client'
export type * from '@portico/client'

export type { CurrentUserWithHooks, OAuthConnectionWithHooks } from './app/app-with-hooks.ts'
export { PageOfServer } from './app/PageOfServer.tsx'
export type { ProviderSeed } from './app/PorticoProvider.tsx'
export type { TeamHooks, TeamWithHooks } from './app/team-hooks.ts'
export { useAppOfServer, type PageSeed, type PromisedUser, type UserSnapshot } from './app/useAppOfServer.ts'
export { useConnectedAccount, type UseConnectedAccountOptions } from './app/useConnectedAccount.ts'
export { usePartialUser, type UsePartialUserOptions } from './app/usePartialUser.ts'
export { useProject } from './app/useProject.ts'
export { useAccessToken, useAuthHeaders, useAuthJson, useRefreshToken, type UseTokensOptions } from './app/useTokens.ts'
export { useUser, type UseUserOptions } from './app/useUser.ts'
export type { Theme, ThemeColours } from './theme/theme-variables.ts'
export { HandlerOutline, type HandlerOutlineProps } from './handler/HandlerOutline.tsx'
export type { HandlerComponentProps } from './handler/handler-pages.ts'
export type { TranslationOverrides } from './i18n/translate.ts'
export type { Text } from './i18n/locales/texts.ts'

export { AuthPage } from './auth/AuthPage.tsx'
export type { AuthPageProps } from './auth/BaseAuthPage.tsx'
export { SignIn, type SignInProps } from './auth/SignIn.tsx'
export { SignUp, type SignUpProps } from './auth/SignUp.tsx'
export { CredentialSignIn } from './auth/CredentialSignIn.tsx'
export { CredentialSignUp, type CredentialSignUpProps } from './auth/CredentialSignUp.tsx'
export { MagicLinkSignIn } from './auth/MagicLinkSignIn.tsx'
export { OAuthButton, type OAuthButtonProps } from './auth/OAuthButton.tsx'
export { OAuthButtonGroup, type OAuthButtonGroupProps } from './auth/OAuthButtonGroup.tsx'
export { ProviderIcon } from './auth/ProviderIcon.tsx'
export { PasskeyButton, type PasskeyButtonProps } from './auth/PasskeyButton.tsx'
export { DelayedInput, type DelayedInputProps } from './parts/DelayedInput.tsx'
export { PasswordInput, type PasswordInputProps } from './parts/PasswordInput.tsx'
export { LanguageMenu } from './user/LanguageMenu.tsx'
export { OneTimeCodeInput, type OneTimeCodeInputProps } from './parts/OneTimeCodeInput.tsx'
export { MessageCard, type MessageCardProps } from './cards/MessageCard.tsx'
export { PredefinedMessageCard, type PredefinedMessageCardProps } from './cards/PredefinedMessageCard.tsx'
export { CliAuthConfirmation, type CliAuthConfirmationProps } from './pages/CliAuthConfirmation.tsx'
export { Onboarding, type OnboardingProps } from './pages/Onboarding.tsx'
export { Impersonation, type ImpersonationProps } from './pages/Impersonation.tsx'
export { DisownSession, type DisownSessionProps } from './pages/DisownSession.tsx'
export { FactorReset, type FactorResetProps } from './pages/FactorReset.tsx'
export { EmailVerification, type EmailVerificationProps } from './pages/EmailVerification.tsx'
export { ErrorPage, type ErrorPageProps } from './pages/ErrorPage.tsx'
export { ForgotPassword, type ForgotPasswordProps } from './pages/ForgotPassword.tsx'
export { MagicLinkCallback, type MagicLinkCallbackProps } from './pages/MagicLinkCallback.tsx'
export { Mfa, type MfaProps } from './pages/Mfa.tsx'
export { OAuthCallback, type OAuthCallbackProps } from './pages/OAuthCallback.tsx'
export { PasswordReset, type PasswordResetProps } from './pages/PasswordReset.tsx'
export { SignOut, type SignOutProps } from './pages/SignOut.tsx'
export { TeamCreation, type TeamCreationProps } from './pages/TeamCreation.tsx'
export { TeamInvitation, type TeamInvitationProps } from './pages/TeamInvitation.tsx'
export { UserInvitation, type UserInvitationProps } from './pages/UserInvitation.tsx'
export { AccountSettings, type AccountSettingsProps, type SettingsItem } from './settings/AccountSettings.tsx'
export { SelectedTeamSwitcher, type SelectedTeamSwitcherProps } from './user/SelectedTeamSwitcher.tsx'
export { TeamSwitcher, type TeamSwitcherProps } from './user/TeamSwitcher.tsx'
export type { ShownTeam } from './user/TeamMenu.tsx'
export { UserAvatar, type UserAvatarProps } from './user/UserAvatar.tsx'
export { UserButton, type UserButtonProps } from './user/UserButton.tsx'

export type { Action, ActionPhase } from './hooks/useAction.ts'
export type { CodeProblem } from './hooks/code-problem.ts'
export { useApiKeys, useTeamApiKeys, type ApiKeys, type ApiKeysOptions } from './settings/keys/useApiKeys.ts'
export { useAccountDeletion } from './settings/useAccountDeletion.ts'
export { useCliConfirmation, type CliConfirmation } from './pages/useCliConfirmation.ts'
export {
  useConnectedAccounts,
  type ConnectedAccount,
  type ConnectedAccounts,
} from './settings/sign-in/useConnectedAccounts.ts'
export {
  isLastSignInAddress,
  useContactChannels,
  type ContactChannelChange,
  type ContactChannelEvent,
  type ContactChannels,
} from './settings/emails/useContactChannels.ts'
export { useEmailVerification, type AddressedAccount } from './pages/useEmailVerification.ts'
export type { SignInRemoval } from './hooks/leave-after-success.ts'
export { useForgotPassword } from './pages/useForgotPassword.ts'
export { useMagicLink, type MagicLink } from './auth/useMagicLink.ts'
export { useMagicLinkCallback, type MagicLinkCallback as MagicLinkCallbackState } from './pages/useMagicLinkCallback.ts'
export { useOAuthCallback, type OAuthCallbackState } from './pages/useOAuthCallback.ts'
export { useOAuthSignIn, type OAuthSignInOptions } from './auth/useOAuthSignIn.ts'
export { usePasskeyRegistration } from './settings/sign-in/usePasskeyRegistration.ts'
export { usePasskeys, type Passkeys } from './settings/sign-in/usePasskeys.ts'
export { usePasskeySignIn } from './auth/usePasskeySignIn.ts'
export { usePasswordChange, type PasswordChange } from './settings/sign-in/usePasswordChange.ts'
export { usePasswordReset } from './pages/usePasswordReset.ts'
export { usePasswordSignIn } from './auth/usePasswordSignIn.ts'
export { usePasswordSignUp, type PasswordSignUpOptions } from './auth/usePasswordSignUp.ts'
export { useSecondFactor, type SecondFactorAction, type SecondFactorStep } from './hooks/useSecondFactor.ts'
export type { Suspension, SuspensionStep } from './hooks/suspension.ts'
export {
  useSecondFactorEnrolment,
  type EnrolmentRefusal,
  type SecondFactorEnrolment,
} from './settings/sign-in/useSecondFactorEnrolment.ts'
export { useSecondFactorRemoval } from './settings/sign-in/useSecondFactorRemoval.ts'
export { useSessions, type Sessions } from './settings/sessions/useSessions.ts'
export type { SignInAction } from './auth/useSignIn.ts'
export { useSignOut } from './hooks/useSignOut.ts'
export { useTeamCreation } from './settings/teams/useTeamCreation.ts'
export { useTeamDeparture, type TeamDeparture } from './settings/teams/useTeamDeparture.ts'
export { useTeamInvitation, type InvitationAnswer } from './pages/useTeamInvitation.ts'
export { useUserInvitation, type UserInvitationAnswer } from './pages/useUserInvitation.ts'
export {
  useTeamInvitations,
  type TeamInvitationEvent,
  type TeamInvitations,
  type TeamInvitationsOptions,
} from './settings/teams/useTeamInvitations.ts'
export {
  useInvitationAcceptance,
  useReceivedInvitations,
  type ReceivedInvitations,
} from './settings/teams/useReceivedInvitations.ts'
export {
  useTeamMembers,
  type TeamMember,
  type TeamMemberEvent,
  type TeamMembers,
  type TeamMembersOptions,
} from './settings/teams/useTeamMembers.ts'
export { useTeamPermissions, type TeamPermissions } from './settings/teams/useTeamPermissions.ts'
export { useTeamProfile, type TeamProfile } from './settings/teams/useTeamProfile.ts'
export { useTeams, type Teams } from './hooks/useTeams.ts'
export { useTeamSwitching, type TeamSwitching } from './hooks/useTeamSwitching.ts'
export { useUserUpdate } from './settings/sign-in/useUserUpdate.ts'
export { useVerificationEmail } from './hooks/useVerificationEmail.ts'
