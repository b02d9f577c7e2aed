import {
  ANONYMOUS_USER_LIFETIME_DEFAULT_DAYS,
  type ProjectAdminRead,
  type ProjectConfigUpdate,
} from '@portico/contract'

import type { CamelCased } from '@portico/contract/letter-case'
import type { Branding } from './branding.ts'
import type { MailTls } from '../../platform/mailer/mailer.ts'

/** Settings as stored in the column `config`: named as on the wire, with secrets sealed. */
export type StoredConfig = Omit<
  ProjectAdminRead['config'],
  'id' | 'enabled_oauth_providers' | 'oauth_providers' | 'oidc_providers' | 'email_config' | 'old_system' | 'bot_check'
> & {
  oauth_providers: StoredOAuthProvider[]
  oidc_providers: StoredOidcProvider[]
  email_config: StoredEmailConfig
  old_system: StoredOldSystem | null
  bot_check: StoredBotCheck
}

type Sealed<Type> = Type extends unknown ? Omit<Type, 'secret'> & { secret_sealed?: string | undefined } : never

type StoredOldSystem = Sealed<NonNullable<ProjectConfigUpdate['old_system']>>

type StoredBotCheck =
  | { type: 'none' }
  | { type: 'proof_of_work' }
  | { type: 'turnstile'; site_key: string; secret_key_sealed: string }

interface StoredOAuthProvider {
  id: string
  type: 'shared' | 'standard'
  enabled: boolean
  client_id?: string
  client_secret_sealed?: string
  facebook_config_id?: string
  microsoft_tenant_id?: string
}

interface StoredOidcProvider {
  id: string
  enabled: boolean
  display_name: string
  icon_url: string | null
  issuer_url: string
  client_id: string
  /** Without `openid`, which every request has. */
  scopes: string[]
  authentication: {
    method: ProjectAdminRead['config']['oidc_providers'][number]['authentication']['method']
    /** The client secret, or the private key as PEM. */
    secret_sealed: string
    /** With `private_key_jwt`: the audience of the assertion. */
    audience?: 'issuer' | 'token_endpoint'
    /** With `private_key_jwt`. */
    public_jwk?: Record<string, string>
  }
}

type StoredEmailConfig =
  | { type: 'shared' }
  | {
      type: 'standard'
      host: string
      port: number
      tls?: MailTls | undefined
      username: string
      password_sealed: string
      sender_name: string
      sender_email: string
      reply_to?: string | undefined
      bounce_email?: string | undefined
      dkim?: { selector: string; private_key_sealed: string; public_key: string } | undefined
    }
  | {
      type: 'endpoint'
      url: string
      secret_sealed: string
      sender_name: string
      sender_email: string
      reply_to?: string | undefined
    }

export type ProjectConfig = CamelCased<StoredConfig>
export type OAuthProviderConfig = ProjectConfig['oauthProviders'][number]
export type OidcProviderConfig = ProjectConfig['oidcProviders'][number]
export type EmailConfig = ProjectConfig['emailConfig']
export type BotCheckConfig = ProjectConfig['botCheck']
export type OldSystemConfig = NonNullable<ProjectConfig['oldSystem']>

/**
 * Moments that a change of settings has written. What a setting has ended stays ended after the setting has changed
 * back (decision 039). Null: nothing has ended.
 */
export interface EndedRights {
  /** Sessions that were created until this moment have ended by a session policy. */
  readonly endedSessionsCreatedUntil: Date | null
  /** Sessions whose last use was until this moment have ended by a session policy. */
  readonly endedSessionsUsedUntil: Date | null
  /** When sign-up was closed last: a sign-up that began before has ended. */
  readonly endedSignUpsBegunUntil: Date | null
}

export const nothingEnded: EndedRights = {
  endedSessionsCreatedUntil: null,
  endedSessionsUsedUntil: null,
  endedSignUpsBegunUntil: null,
}

export interface Project extends EndedRights {
  /** When the policy that requires a second factor began; null if it requires none. */
  secondFactorRequiredSince: Date | null
  id: string
  displayName: string
  description: string
  isProductionMode: boolean
  /** Grows by one with every change to settings or permission definitions. */
  version: number
  createdAt: Date
  config: ProjectConfig
  branding: Branding
  /** Whether the connection of a team has proved a domain. Absent in a project that was not read for a request. */
  hasConnectionDomains?: boolean
}

/** The defaults of new projects. They also are the values of settings that are newer than a stored project. */
export const projectConfigDefaults: ProjectConfig = {
  signUpEnabled: true,
  credentialEnabled: true,
  magicLinkEnabled: false,
  passkeyEnabled: false,
  clientTeamCreationEnabled: false,
  clientUserDeletionEnabled: false,
  userDataExportEnabled: false,
  allowUserApiKeys: false,
  allowTeamApiKeys: false,
  memberRoleManagementEnabled: false,
  // guard: anonymous sign-up is off for a new project (replace `false` with `true`) [anonymous, projects/projects]
  anonymousEnabled: false,
  anonymousUserLifetimeDays: null,
  sessionMaxLifetimeMillis: null,
  sessionIdleTimeoutMillis: null,
  defaultLocale: 'en',
  allowLocalhost: true,
  // Apps of stored projects may use it.
  nativeAppRedirectsEnabled: true,
  createTeamOnSignUp: false,
  invitedSignUpEnabled: false,
  signUpRules: [],
  requireVerifiedEmail: false,
  recentSignInRequired: true,
  breachedPasswordsRefused: false,
  notifyNewDevice: false,
  totpCodeRequiredForChange: true,
  secondFactorPolicy: 'optional',
  secondFactorGraceDays: 14,
  rememberDeviceDays: 0,
  trustVerificationLinks: false,
  supportCanImpersonate: false,
  oauthAccountMergeStrategy: 'link_method',
  accessTokenClaims: {},
  domains: [],
  oauthProviders: [],
  oidcProviders: [],
  emailConfig: { type: 'shared' },
  oldSystem: null,
  botCheck: { type: 'none' },
  teamCreatorDefaultPermissions: [{ id: 'team_admin' }],
  teamMemberDefaultPermissions: [{ id: 'team_member' }],
  userDefaultPermissions: [],
}

/** The settings of a new project, where they are stricter than those that a stored project must keep. */
export const newProjectConfig: ProjectConfig = {
  ...projectConfigDefaults,
  anonymousUserLifetimeDays: ANONYMOUS_USER_LIFETIME_DEFAULT_DAYS,
  nativeAppRedirectsEnabled: false,
}
