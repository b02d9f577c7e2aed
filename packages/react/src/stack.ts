/**
 * The exports of this package under the names of the original SDK. A migrating app changes only the package in its
 * imports.
 */
import { porticoAppInternalsSymbol, type AppInternals, type SessionMethods } from '@portico/client'
import { clientJsonOf, rebuildApp, type ClientJsonInternals, type StackClientAppJson } from '@portico/client/stack'
import { createElement, useMemo, type ReactNode } from 'react'
import type { PorticoProviderProps } from './app/PorticoProvider.tsx'
import { fromOfficialTexts } from './i18n/official-texts.ts'
import { PorticoClientApp, PorticoProvider, usePorticoApp, type PorticoClientAppOptions } from './react.ts'
import type { StackAdminApp } from './stack-admin-app.ts'

export {
  KnownError,
  KnownErrors,
  PorticoHandler as StackHandler,
  porticoAppInternalsSymbol as stackAppInternalsSymbol,
  useAccessToken,
  useAuthHeaders,
  useAuthJson,
  useConnectedAccount,
  useProject,
  useRefreshToken,
  useUser,
  AccountSettings,
  AuthPage,
  CliAuthConfirmation,
  CredentialSignIn,
  CredentialSignUp,
  EmailVerification,
  ErrorPage,
  ForgotPassword,
  MagicLinkCallback,
  MagicLinkSignIn,
  MessageCard,
  OAuthButton,
  OAuthButtonGroup,
  OAuthCallback,
  OneTimeCodeInput,
  PasskeyButton,
  PasswordReset,
  PredefinedMessageCard,
  SelectedTeamSwitcher,
  SignIn,
  SignOut,
  SignUp,
  TeamInvitation,
  UserAvatar,
  UserButton,
} from './react.ts'
export { StackServerApp } from '@portico/client/stack'
export { StackAdminApp } from './stack-admin-app.ts'
export type {
  AdminDomainConfig,
  AdminEmailConfig,
  AdminOAuthProviderConfig,
  AdminOwnedProject,
  AdminProject,
  AdminProjectConfig,
  AdminProjectConfigUpdateOptions,
  AdminProjectCreateOptions,
  AdminProjectPermission,
  AdminProjectPermissionDefinition,
  AdminProjectPermissionDefinitionCreateOptions,
  AdminProjectPermissionDefinitionUpdateOptions,
  AdminProjectUpdateOptions,
  AdminTeamPermission,
  AdminTeamPermissionDefinition,
  AdminTeamPermissionDefinitionCreateOptions,
  AdminTeamPermissionDefinitionUpdateOptions,
  CurrentInternalUser,
  CurrentServerUser,
  InternalApiKey,
  InternalApiKeyBase,
  InternalApiKeyCreateOptions,
  InternalApiKeyFirstView,
  ServerListUsersOptions,
  ServerTeam,
  ServerTeamCreateOptions,
  ServerTeamMemberProfile,
  ServerTeamUpdateOptions,
  ServerTeamUser,
  ServerUser,
  StackClientAppJson,
  StackAdminAppConstructorOptions,
  StackServerAppConstructor,
  StackServerAppConstructorOptions,
} from '@portico/client/stack'
export type * from '@portico/client'
export type {
  OAuthScopesOnSignIn,
  PorticoClientAppOptions as StackClientAppConstructorOptions,
  SessionMethods as Auth,
} from '@portico/client'
export type {
  CurrentUserWithHooks as CurrentUser,
  OAuthConnectionWithHooks as OAuthConnection,
  TeamWithHooks as Team,
} from './react.ts'
/** The tokens of the current session. */
export type Session = SessionMethods['currentSession']

/** A `PorticoClientApp` that also reads the cookies of the original SDK, and can be serialized. */
export class StackClientApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoClientApp<HasTokenStore, ProjectId> {
  static readonly [porticoAppInternalsSymbol] = {
    /** Creates the app of a serialized one. The same identifier returns the same app. */
    fromClientJson: <HasTokenStore extends boolean, ProjectId extends string>(
      json: StackClientAppJson<HasTokenStore, ProjectId>,
    ): StackClientApp<HasTokenStore, ProjectId> => rebuildApp(json, () => new StackClientApp(json)),
  }

  declare readonly [porticoAppInternalsSymbol]: AppInternals & ClientJsonInternals<HasTokenStore, ProjectId>

  constructor(options: PorticoClientAppOptions<HasTokenStore, ProjectId>) {
    const withCookies = { ...options, readUnprefixedCookies: options.readUnprefixedCookies ?? true }
    super(withCookies)
    Object.assign(this[porticoAppInternalsSymbol], { toClientJson: clientJsonOf(withCookies, this.urls) })
  }
}

/** `usePorticoApp` under its original name. The cast is safe if the provider has an app of this entry. */
export const useStackApp = usePorticoApp as () => StackClientApp

export type StackClientAppConstructor = typeof StackClientApp
export type StackAdminAppConstructor = typeof StackAdminApp

export type StackProviderProps = Omit<PorticoProviderProps, 'translationOverrides'> & {
  /** Keyed by the English texts of this package or of the original SDK. Unknown texts are ignored. */
  readonly translationOverrides?: Readonly<Record<string, string>>
}

/** A `PorticoProvider` that also accepts overrides keyed by the texts of the original SDK. */
export function StackProvider({ translationOverrides, ...props }: StackProviderProps): ReactNode {
  const overrides = useMemo(() => fromOfficialTexts(translationOverrides ?? {}), [translationOverrides])
  return createElement(PorticoProvider, { ...props, translationOverrides: overrides })
}

export { StackTheme, type StackThemeColours, type StackThemeProps } from './theme/StackTheme.tsx'
