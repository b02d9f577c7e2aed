/**
 * The exports of this package under the names of the original SDK. A migrating app changes only the package in its
 * imports.
 */
import type { SessionMethods } from '@portico/client'
import { createElement, useMemo, type ReactNode } from 'react'
import type { PorticoProviderProps } from './app/PorticoProvider.tsx'
import { fromOfficialTexts } from './i18n/official-texts.ts'
import { PorticoClientApp, PorticoProvider, type PorticoClientAppOptions } from './react.ts'

export {
  KnownError,
  KnownErrors,
  PorticoHandler as StackHandler,
  porticoAppInternalsSymbol as stackAppInternalsSymbol,
  usePorticoApp as useStackApp,
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
  SignIn,
  SignOut,
  SignUp,
  UserAvatar,
  UserButton,
} from './react.ts'
export { StackServerApp } from '@portico/client/stack'
export type { StackServerAppConstructor, StackServerAppConstructorOptions } from '@portico/client/stack'
export type * from '@portico/client'
export type {
  OAuthScopesOnSignIn,
  PorticoClientAppOptions as StackClientAppConstructorOptions,
  SessionMethods as Auth,
} from '@portico/client'
export type { CurrentUserWithHooks as CurrentUser, OAuthConnectionWithHooks as OAuthConnection } from './react.ts'
/** The tokens of the current session. */
export type Session = SessionMethods['currentSession']

/** The options of an app, serialised from a server to the browser. */
export type StackClientAppJson<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> = PorticoClientAppOptions<HasTokenStore, ProjectId> & { readonly uniqueIdentifier: string }

/** A `PorticoClientApp` that also reads the cookies of the original SDK. */
export class StackClientApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends PorticoClientApp<HasTokenStore, ProjectId> {
  constructor(options: PorticoClientAppOptions<HasTokenStore, ProjectId>) {
    super({ ...options, readUnprefixedCookies: options.readUnprefixedCookies ?? true })
  }
}

export type StackClientAppConstructor = typeof StackClientApp

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
