// The exports that the entries `react.ts` and `stack.ts` share. Their other exports have a name of Portico or of the original SDK.
export { isPasskeyCeremonyAborted, KnownError, KnownErrors } from '@portico/client'
export type * from '@portico/client'

export type { CurrentUserWithHooks, OAuthConnectionWithHooks } from './app/app-with-hooks.ts'
export type { ProviderSeed } from './app/PorticoProvider.tsx'
export type { TeamHooks, TeamWithHooks } from './app/team-hooks.ts'
export { useConnectedAccount, type UseConnectedAccountOptions } from './app/useConnectedAccount.ts'
export { usePartialUser, type UsePartialUserOptions } from './app/usePartialUser.ts'
export { useProject } from './app/useProject.ts'
export { useAccessToken, useAuthHeaders, useAuthJson, useRefreshToken, type UseTokensOptions } from './app/useTokens.ts'
export { useUser, type UseUserOptions } from './app/useUser.ts'
export type { Theme, ThemeColours } from './theme/theme-variables.ts'
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
export { OneTimeCodeInput, type OneTimeCodeInputProps } from './parts/OneTimeCodeInput.tsx'
export { MessageCard, type MessageCardProps } from './cards/MessageCard.tsx'
export { PredefinedMessageCard, type PredefinedMessageCardProps } from './cards/PredefinedMessageCard.tsx'
export { CliAuthConfirmation, type CliAuthConfirmationProps } from './pages/CliAuthConfirmation.tsx'
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
export { AccountSettings, type AccountSettingsProps, type SettingsItem } from './settings/AccountSettings.tsx'
export { SelectedTeamSwitcher, type SelectedTeamSwitcherProps } from './user/SelectedTeamSwitcher.tsx'
export { TeamSwitcher, type TeamSwitcherProps } from './user/TeamSwitcher.tsx'
export type { ShownTeam } from './user/TeamMenu.tsx'
export { UserAvatar, type UserAvatarProps } from './user/UserAvatar.tsx'
export { UserButton, type UserButtonProps } from './user/UserButton.tsx'

export type { Action, ActionPhase } from './hooks/useAction.ts'
export type { CodeProblem } from './hooks/code-problem.ts'
export { useApiKeys, useTeamApiKeys, type ApiKeys, type ApiKeysOptions } from './hooks/useApiKeys.ts'
export { useAccountDeletion } from './hooks/useAccountDeletion.ts'
export { useCliConfirmation, type CliConfirmation } from './hooks/useCliConfirmation.ts'
export { useConnectedAccounts, type ConnectedAccount, type ConnectedAccounts } from './hooks/useConnectedAccounts.ts'
export {
  isLastSignInAddress,
  useContactChannels,
  type ContactChannelChange,
  type ContactChannelEvent,
  type ContactChannels,
} from './hooks/useContactChannels.ts'
export { useEmailVerification, type AddressedAccount } from './hooks/useEmailVerification.ts'
export type { SignInRemoval } from './hooks/leave-after-success.ts'
export { useForgotPassword } from './hooks/useForgotPassword.ts'
export { useMagicLink, type MagicLink } from './hooks/useMagicLink.ts'
export { useMagicLinkCallback, type MagicLinkCallback as MagicLinkCallbackState } from './hooks/useMagicLinkCallback.ts'
export { useOAuthCallback, type OAuthCallbackState } from './hooks/useOAuthCallback.ts'
export { useOAuthSignIn, type OAuthSignInOptions } from './hooks/useOAuthSignIn.ts'
export { usePasskeyRegistration } from './hooks/usePasskeyRegistration.ts'
export { usePasskeys, type Passkeys } from './hooks/usePasskeys.ts'
export { usePasskeySignIn } from './hooks/usePasskeySignIn.ts'
export { usePasswordChange, type PasswordChange } from './hooks/usePasswordChange.ts'
export { usePasswordReset } from './hooks/usePasswordReset.ts'
export { usePasswordSignIn } from './hooks/usePasswordSignIn.ts'
export { usePasswordSignUp, type PasswordSignUpOptions } from './hooks/usePasswordSignUp.ts'
export { useSecondFactor, type SecondFactorAction, type SecondFactorStep } from './hooks/useSecondFactor.ts'
export type { Suspension, SuspensionStep } from './hooks/suspension.ts'
export {
  useSecondFactorEnrolment,
  type EnrolmentRefusal,
  type SecondFactorEnrolment,
} from './hooks/useSecondFactorEnrolment.ts'
export { useSecondFactorRemoval } from './hooks/useSecondFactorRemoval.ts'
export { useSessions, type Sessions } from './hooks/useSessions.ts'
export type { SignInAction } from './hooks/useSignIn.ts'
export { useSignOut } from './hooks/useSignOut.ts'
export { useTeamCreation } from './hooks/useTeamCreation.ts'
export { useTeamDeparture, type TeamDeparture } from './hooks/useTeamDeparture.ts'
export { useTeamInvitation, type InvitationAnswer } from './hooks/useTeamInvitation.ts'
export {
  useTeamInvitations,
  type TeamInvitationEvent,
  type TeamInvitations,
  type TeamInvitationsOptions,
} from './hooks/useTeamInvitations.ts'
export {
  useInvitationAcceptance,
  useReceivedInvitations,
  type ReceivedInvitations,
} from './hooks/useReceivedInvitations.ts'
export {
  useTeamMembers,
  type TeamMember,
  type TeamMemberEvent,
  type TeamMembers,
  type TeamMembersOptions,
} from './hooks/useTeamMembers.ts'
export { useTeamPermissions, type TeamPermissions } from './hooks/useTeamPermissions.ts'
export { useTeamProfile, type TeamProfile } from './hooks/useTeamProfile.ts'
export { useTeams, type Teams } from './hooks/useTeams.ts'
export { useTeamSwitching, type TeamSwitching } from './hooks/useTeamSwitching.ts'
export { useUserUpdate } from './hooks/useUserUpdate.ts'
export { useVerificationEmail } from './hooks/useVerificationEmail.ts'
