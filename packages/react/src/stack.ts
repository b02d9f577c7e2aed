/**
 * The same things under the names of the SDK that a migrating app comes from: it changes only the package in its imports.
 */
import type { ReactNode } from 'react'
import type { PorticoProviderProps } from './app/PorticoProvider.tsx'
import { PorticoClientApp, PorticoProvider, type PorticoClientAppOptions } from './react.ts'

export {
  KnownError,
  KnownErrors,
  PorticoHandler as StackHandler,
  porticoAppInternalsSymbol as stackAppInternalsSymbol,
  usePorticoApp as useStackApp,
  useUser,
  AccountSettings,
  AuthPage,
  CliAuthConfirmation,
  CredentialSignIn,
  CredentialSignUp,
  EmailVerification,
  ForgotPassword,
  MagicLinkSignIn,
  MessageCard,
  OAuthButton,
  OAuthButtonGroup,
  PasswordReset,
  SignIn,
  SignUp,
  UserAvatar,
  UserButton,
} from './react.ts'
export type * from '@portico/client'
export type { PorticoClientAppOptions as StackClientAppConstructorOptions } from '@portico/client'

/** `PorticoClientApp` that also reads the cookies of the SDK the application comes from. */
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
  /** By English texts; those that are not ours do nothing. */
  readonly translationOverrides?: Readonly<Record<string, string>>
}

export const StackProvider: (props: StackProviderProps) => ReactNode = PorticoProvider

export { StackTheme, type StackThemeColours, type StackThemeProps } from './theme/StackTheme.tsx'
