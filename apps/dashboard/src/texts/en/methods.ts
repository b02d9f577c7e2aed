import {
  MAGIC_LINK_CODE_CHARACTERS,
  PASSWORD_MAX_CODE_POINTS,
  PASSWORD_MIN_CODE_POINTS,
  RECENT_SIGN_IN_MILLIS,
  type OAuthProviderId,
} from '@portico/client/admin'
import type { TextsOf } from '@portico/ui/language/catalogue'

import { defineTexts } from '../define-texts.ts'

/** How an owner gets keys at a provider. `{link}` in `app` is replaced by a link with the text `link`. */
interface ProviderSteps {
  readonly app: string
  readonly link: string
  readonly callback: string
  readonly secret: string
}

export const methodsTexts = defineTexts('methods', {
  title: 'Sign-in methods',
  lead: 'Changes are saved at once.',
  loadFailed: 'The sign-in methods cannot be loaded',
  tabs: {
    label: 'Parts of the sign-in settings',
    methods: 'Methods',
    rules: 'Sign-up rules',
    users: 'Users and teams',
    sessions: 'Sessions',
    accessTokens: 'Access tokens',
    oldSystem: 'Previous system',
  },
  sections: {
    methods: 'Sign-up and methods',
    providers: 'Providers',
    merge: 'When the email address already has an account',
    users: 'What users may do',
    teams: 'Teams',
    anonymous: 'Anonymous users',
    protection: 'Protection of accounts',
    sessions: 'Sessions',
  },
  switches: {
    methods: {
      signUpEnabled: {
        label: 'Sign-up',
        note: 'New users can create an account. When off, they see “Sign up for new users is not enabled at the moment.”',
      },
      invitedSignUpEnabled: {
        label: 'Sign-up by invitation',
        note: 'People who are invited to a team can create an account while sign-up is off.',
      },
      requireVerifiedEmail: {
        label: 'Verified email address required',
        note: 'Users whose primary address is not verified can only verify or correct it. Applies to existing users and sessions at once.',
      },
      credentialEnabled: {
        label: 'Email and password',
        note: `Passwords have ${PASSWORD_MIN_CODE_POINTS} to ${PASSWORD_MAX_CODE_POINTS} characters.`,
      },
      magicLinkEnabled: {
        label: 'Code by email',
        note: `Sends a ${MAGIC_LINK_CODE_CHARACTERS}-character code and a link.`,
      },
      passkeyEnabled: {
        label: 'Passkey',
        note: 'Fingerprint, face or device PIN. Sign-in only; users add one in their account settings.',
      },
      anonymousEnabled: {
        label: 'Anonymous users',
        note: 'Apps can create a user without an email address, who can become a full account later.',
      },
    },
    users: {
      clientUserDeletionEnabled: {
        label: 'Delete their account',
        note: 'Adds “Delete account” to the account settings.',
      },
      userDataExportEnabled: {
        label: 'Download their data',
        note: 'Apps can let users download what is stored about them.',
      },
      allowUserApiKeys: { label: 'User API keys', note: 'Users can create keys for their own account.' },
    },
    teams: {
      clientTeamCreationEnabled: { label: 'Create teams', note: 'Any signed-in user can create a team.' },
      createTeamOnSignUp: { label: 'Personal team', note: 'Creates a team for each new user on sign-up.' },
      allowTeamApiKeys: {
        label: 'Team API keys',
        note: 'Members with the permission $manage_api_keys can create keys for their team.',
      },
      memberRoleManagementEnabled: {
        label: 'Roles of team members',
        note: 'Members with the permission $manage_roles can grant and revoke permissions that they have themselves.',
      },
    },
    protection: {
      breachedPasswordsRefused: {
        label: 'Refuse breached passwords',
        note: 'Compares each new password with a list of passwords from data breaches. The list does not learn the password. If it does not answer, the password is permitted, and the audit log says so.',
      },
      notifyNewDevice: {
        label: 'Email after a sign-in on a new device',
        note: 'Users get an email with time and place after a sign-in with a browser, system or country that is new for them. The first sign-in after you turn it on sends none.',
      },
      recentSignInRequired: {
        label: 'Recent sign-in for sensitive changes',
        note: `Users can change how they sign in, or delete their account, only within ${RECENT_SIGN_IN_MILLIS / 60_000} minutes after sign-in.`,
      },
      totpCodeRequiredForChange: {
        label: 'Code required to change the second factor',
        note: 'Users must enter a code from the current app to replace or remove it.',
      },
      nativeAppRedirectsEnabled: {
        label: 'Return to native apps',
        note: 'Sign-in at a provider can return to an app by the scheme “stack-auth-mobile-oauth-url”. Any app on a phone can claim this scheme; leave it off for websites.',
      },
      trustVerificationLinks: {
        label: 'Verification links work in any browser',
        note: 'When off, a link that is opened in another browser first asks for confirmation.',
      },
    },
  },
  withoutVerifiedAddress: (count: string) => `Users without a verified address at present: ${count}.`,
  lifetimes: {
    sessionMaxLifetimeMillis: {
      label: 'Maximum lifetime',
      note: 'A session ends this long after sign-in, even if it is in use. Applies to existing sessions too.',
      unset: '365 days',
    },
    sessionIdleTimeoutMillis: {
      label: 'Idle timeout',
      note: 'A session ends this long after its last use. Applies to existing sessions too.',
      unset: 'Never ends',
    },
    anonymousUserLifetimeDays: {
      label: 'Inactive anonymous users',
      note: 'Deletes anonymous users who have been inactive for this long.',
      unset: 'Never deleted',
    },
  },
  secondFactor: {
    label: 'Second factor',
    note: 'An authenticator app, or a passkey that verifies its user. After this time, users without a second factor must set one up before they can do anything else.',
    optional: 'Optional',
    atOnce: 'Required at once',
    after: (duration: string) => `Required after ${duration}`,
    withoutFactor: (count: string) => `Users without a second factor at present: ${count}.`,
  },
  rememberedDevices: {
    label: 'Remembered devices',
    note: 'Users can choose that a device does not ask for the second factor for this time. A change of the password or of a factor ends it.',
    never: 'Ask at every sign-in',
    days: (duration: string) => `Remember for ${duration}`,
  },
  merge: {
    link_method: {
      label: 'Link the provider to the account',
      note: 'Only if both addresses are verified.',
    },
    raise_error: {
      label: 'Refuse the sign-in',
      note: 'The user must sign in with the method used first.',
    },
    allow_duplicates: {
      label: 'Create a second account',
      note: 'Two accounts share one address.',
    },
  },
  /** Other words by which the palette finds a setting. */
  keywords: {
    signUpEnabled: 'registration disable closed',
    requireVerifiedEmail: 'confirm mailbox unverified onboarding',
    magicLinkEnabled: 'magic link otp',
    passkeyEnabled: 'webauthn',
    clientUserDeletionEnabled: 'account deletion remove user',
    createTeamOnSignUp: 'personal teams default team',
    memberRoleManagementEnabled: 'permissions',
    notifyNewDevice: 'notification unknown location suspicious login alert',
    recentSignInRequired: 'reauthentication account protection',
    totpCodeRequiredForChange: 'mfa 2fa authenticator account protection',
    secondFactorPolicy: 'mfa 2fa required enforce policy grace',
    rememberDeviceDays: 'mfa 2fa trusted device trust browser',
    nativeAppRedirectsEnabled: 'mobile deep link',
    sessionMaxLifetimeMillis: 'session lifetime expiry duration',
    sessionIdleTimeoutMillis: 'session timeout inactivity sign out',
    anonymousUserLifetimeDays: 'guests deletion',
    issuers: 'oidc sso single sign-on okta entra keycloak enterprise custom provider',
    botCheck: 'captcha altcha turnstile cloudflare spam robots',
    accessTokens: 'custom claims jwt metadata token size',
    signUpRules: 'allowlist blocklist disposable domain country waitlist tor',
    oldSystem: 'migration legacy old system cognito firebase auth0 stack auth',
    oauthAccountMergeStrategy: 'oauth merge link accounts duplicates',
  },
  providersOn: (on: string, all: string) => `${on} of ${all} on`,
  keys: { own: 'Own keys', shared: 'Shared keys', missing: 'Needs own keys', none: '' },
  setUp: 'Set up',
  setUpOf: (provider: string) => `Set up ${provider}`,
  preview: {
    title: 'Preview',
    label: 'Preview of the sign-in card',
    card: 'Card',
    signIn: 'Sign in',
    signUp: 'Sign up',
    mode: 'Colours',
    light: 'Light',
    dark: 'Dark',
  },
  drawer: {
    state: {
      ownOn: 'On with own keys',
      ownOff: 'Off, own keys are stored',
      sharedOn: 'On with shared keys',
      sharedOff: 'Off',
      unset: 'Off. Save switches it on.',
    },
    keys: 'Keys',
    shared:
      'Works at once, for development. {provider} shows the name of this service, not yours, on its consent page.',
    sharedLimit: 'No extra scopes and no access tokens of the user.',
    callbackUrl: 'Callback URL',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    secretStored: 'Stored. Type a new one to replace it.',
    showSecret: 'Show secret',
    hideSecret: 'Hide secret',
    tenant: 'Tenant ID',
    tenantHelp:
      'Empty accepts personal accounts. {common} also accepts work and school accounts, {organizations} only those, a tenant ID one organisation.',
    configId: 'Config ID',
    configHelp: 'The ID of a “Facebook Login for Business” configuration. Leave it empty to use Facebook Login.',
    steps: (provider: string) => `Steps at ${provider}`,
    remove: 'Remove keys',
    removeTitle: (provider: string) => `Remove ${provider}`,
    removeNote: 'Deletes client ID and secret from this project.',
    removeConsequence:
      'Users can no longer sign in with {provider}, and the client ID and secret are deleted. The accounts stay connected.',
    test: 'Test sign-in',
  },
  steps: {
    google: {
      app: '{link} of the type “Web application”.',
      link: 'Create an OAuth client',
      callback: 'Add the callback URL under “Authorised redirect URIs”.',
      secret: 'Copy the client ID and the client secret. Publish the consent screen before your app goes live.',
    },
    github: {
      app: '{link}.',
      link: 'Register an OAuth app',
      callback: 'Enter the callback URL as “Authorization callback URL”.',
      secret: 'Copy the client ID, generate a client secret and copy it.',
    },
    microsoft: {
      app: '{link} with the platform “Web”.',
      link: 'Register an application',
      callback: 'Add the callback URL under “Authentication”, “Web”, “Redirect URIs”.',
      secret: 'Under “Certificates & secrets”, create a client secret and copy its value, not its ID.',
    },
    apple: {
      app: '{link} with “Sign in with Apple”. Its identifier is the client ID.',
      link: 'Register a Services ID',
      callback: 'Configure it with the host of the callback URL as domain and the callback URL as return URL.',
      secret:
        'Create a key for “Sign in with Apple”. The client secret is team ID, key ID and the content of the .p8 file, joined by dots.',
    },
    discord: {
      app: '{link}.',
      link: 'Create an application',
      callback: 'Under “OAuth2”, add the callback URL as redirect.',
      secret: 'Copy the client ID and the client secret on the same page.',
    },
    facebook: {
      app: '{link} that authenticates users with Facebook Login.',
      link: 'Create an app',
      callback: 'In the settings of Facebook Login, add the callback URL to “Valid OAuth Redirect URIs”.',
      secret: 'Under “App settings”, “Basic”, copy the app ID and the app secret.',
    },
    gitlab: {
      app: '{link} with the scope “read_user”.',
      link: 'Add an application',
      callback: 'Enter the callback URL as redirect URI, and keep “Confidential” checked.',
      secret: 'Copy the application ID and the secret.',
    },
    bitbucket: {
      app: '{link} in your workspace, with the permissions “Account: Read” and “Account: Email”.',
      link: 'Add an OAuth consumer',
      callback: 'Enter the callback URL as callback URL of the consumer.',
      secret: 'Copy its key as client ID and its secret as client secret.',
    },
    linkedin: {
      app: '{link} and request the product “Sign In with LinkedIn using OpenID Connect”.',
      link: 'Create an app',
      callback: 'Under “Auth”, add the callback URL to “Authorized redirect URLs for your app”.',
      secret: 'Copy the client ID and the primary client secret.',
    },
    spotify: {
      app: '{link} for the Web API.',
      link: 'Create an app',
      callback: 'Add the callback URL as redirect URI.',
      secret: 'In the settings of the app, copy the client ID and the client secret.',
    },
    x: {
      app: '{link}. X returns no email address of the user.',
      link: 'Create an app',
      callback: 'Under “User authentication settings”, choose “Web App” and enter the callback URL.',
      secret: 'Copy the OAuth 2.0 client ID and client secret, not the API key.',
    },
  } satisfies Readonly<Record<OAuthProviderId, ProviderSteps>>,
})

export type MethodsTexts = TextsOf<typeof methodsTexts>
