// Generated from the contract by `npm run generate`. Do not edit.

import type { Json } from './primitives.ts'

export interface AccessTokenClaimsPreview {
  /** The custom claims of a token that the user would get now. */
  claims: Record<string, Json>
  /** Their size in a token, with `omitted_claims`: at most 1024. */
  bytes: number
  /** The claims that do not fit, in the order of their names. */
  omitted: string[]
}

export interface AccountOfAddress {
  /** Chosen by the creator of the account. Show it as plain text. */
  display_name: string | null
  created_at_millis: number
  /** User agent of the browser that signed up or added the address; null if unknown. */
  user_agent: string | null
  /** Another address of the account, a verified one if possible. Null unless the call has a session of the user. */
  other_email: string | null
  /** Whether the account was created with this address. If not, it was added later or by a server. */
  is_sign_up_address: boolean
}

export interface AuditChange {
  /** A setting of the project as in its update, such as `config.domains`, or a permission, such as `team_permission_definitions.editor`. */
  field: string
  /** Secrets are masked. Absent: the value was too large to be kept. */
  before?: undefined | Json
  after?: undefined | Json
}

export interface AuditEventRead {
  id: string
  at_millis: number
  /** What happened, as `<record>.<act>`. `docs/security.md` lists all actions. */
  action: string
  outcome: 'ok' | 'refused'
  actor_type: 'user' | 'client' | 'server' | 'admin' | 'system'
  /** The id of a user: the end user, or the project owner for the type `admin`. Null for keys and the service. */
  actor_id: string | null
  /** The set of the API key that authenticated the call. Null for people and the service. */
  actor_key_set_id: string | null
  /** What the event is about: the id of a record, an endpoint or a limited act. */
  target_id: string | null
  /** The team in which the event happened. */
  team_id: string | null
  /** The permission that was granted, revoked or defined. */
  permission_id: string | null
  /** The sign-in provider whose account was connected or disconnected. */
  provider_id: string | null
  /** Why the act was refused, why the service itself acted, or the new state of production mode. */
  reason: string | null
  /** The names of the changed fields. For their values see `changes` of a single event. */
  changed_fields: string[] | null
  /** As in the header `x-stack-request-id` of the answer and in the log. */
  request_id: string | null
  /** The IP address of the caller. */
  client_address: string | null
}

export interface AuditEventWithChanges {
  id: string
  at_millis: number
  /** What happened, as `<record>.<act>`. `docs/security.md` lists all actions. */
  action: string
  outcome: 'ok' | 'refused'
  actor_type: 'user' | 'client' | 'server' | 'admin' | 'system'
  /** The id of a user: the end user, or the project owner for the type `admin`. Null for keys and the service. */
  actor_id: string | null
  /** The set of the API key that authenticated the call. Null for people and the service. */
  actor_key_set_id: string | null
  /** What the event is about: the id of a record, an endpoint or a limited act. */
  target_id: string | null
  /** The team in which the event happened. */
  team_id: string | null
  /** The permission that was granted, revoked or defined. */
  permission_id: string | null
  /** The sign-in provider whose account was connected or disconnected. */
  provider_id: string | null
  /** Why the act was refused, why the service itself acted, or the new state of production mode. */
  reason: string | null
  /** The names of the changed fields. For their values see `changes` of a single event. */
  changed_fields: string[] | null
  /** As in the header `x-stack-request-id` of the answer and in the log. */
  request_id: string | null
  /** The IP address of the caller. */
  client_address: string | null
  /** The values before and after a change of settings of the project or of a permission. Null for other events, and for all but the latest changes of the project. */
  changes:
    | {
        /** A setting of the project as in its update, such as `config.domains`, or a permission, such as `team_permission_definitions.editor`. */
        field: string
        /** Secrets are masked. Absent: the value was too large to be kept. */
        before?: undefined | Json
        after?: undefined | Json
      }[]
    | null
}

export interface BotChallengeRead {
  algorithm: 'SHA-256'
  /** The SHA-256 digest, in hexadecimal digits, of the salt followed by the number. */
  challenge: string
  salt: string
  signature: string
  /** The number is at most this. */
  maxnumber: number
}

export interface BrandingAdminRead {
  /** The address of the square sign. */
  logo_url: string | null
  /** The address of the sign with the name. */
  logo_full_url: string | null
  /** The same for dark pages. */
  logo_dark_mode_url: string | null
  /** The same for dark pages. */
  logo_full_dark_mode_url: string | null
  /** The colour of buttons and links as the owner has chosen it. */
  accent_color: string | null
  /** The accent, with the contrast that light pages need (WCAG 2.2). */
  accent_color_light: string | null
  /** The accent, with the contrast that dark pages need (WCAG 2.2). */
  accent_color_dark: string | null
  /** Where users of the project get help. */
  support_email: string | null
  /** The terms of service, a web address. */
  terms_url: string | null
  /** The privacy policy, a web address. */
  privacy_url: string | null
  /** Whether mails say "by Portico". False for a new project. */
  shows_portico: boolean
}

export interface BrandingDocument {
  /** A square sign: an inline PNG, JPEG, GIF, BMP or WebP (data:image/png;base64,…) of at most 65536 bytes. The service stores it, and the address of the stored image comes back. An image of another address is refused. Null: none. */
  logo_url?: undefined | string | null
  /** The sign with the name. Null: `logo_url` and the name of the project. */
  logo_full_url?: undefined | string | null
  /** For dark pages. Null: `logo_url`. */
  logo_dark_mode_url?: undefined | string | null
  /** For dark pages. Null: `logo_full_url`. */
  logo_full_dark_mode_url?: undefined | string | null
  /** The colour of buttons and links, such as #3b5bdb. The service corrects its contrast. Null: the default. */
  accent_color?: undefined | string | null
  support_email?: undefined | string | null
  /** The terms of service, a web address. */
  terms_url?: undefined | string | null
  /** The privacy policy, a web address. */
  privacy_url?: undefined | string | null
  /** Whether mails say "by Portico". False for a new project. */
  shows_portico?: undefined | boolean
}

export interface BrandingRead {
  /** The address of the square sign. */
  logo_url: string | null
  /** The address of the sign with the name. */
  logo_full_url: string | null
  /** The same for dark pages. */
  logo_dark_mode_url: string | null
  /** The same for dark pages. */
  logo_full_dark_mode_url: string | null
  /** The colour of buttons and links as the owner has chosen it. */
  accent_color: string | null
  /** The accent, with the contrast that light pages need (WCAG 2.2). */
  accent_color_light: string | null
  /** The accent, with the contrast that dark pages need (WCAG 2.2). */
  accent_color_dark: string | null
  /** Where users of the project get help. */
  support_email: string | null
  /** The terms of service, a web address. */
  terms_url: string | null
  /** The privacy policy, a web address. */
  privacy_url: string | null
}

export interface BrandingUpdate {
  /** A square sign: an inline PNG, JPEG, GIF, BMP or WebP (data:image/png;base64,…) of at most 65536 bytes. The service stores it, and the address of the stored image comes back. An image of another address is refused. Null: none. */
  logo_url?: undefined | string | null
  /** The sign with the name. Null: `logo_url` and the name of the project. */
  logo_full_url?: undefined | string | null
  /** For dark pages. Null: `logo_url`. */
  logo_dark_mode_url?: undefined | string | null
  /** For dark pages. Null: `logo_full_url`. */
  logo_full_dark_mode_url?: undefined | string | null
  /** The colour of buttons and links, such as #3b5bdb. The service corrects its contrast. Null: the default. */
  accent_color?: undefined | string | null
  /** Where users of the project get help. */
  support_email?: undefined | string | null
  /** The terms of service, a web address. */
  terms_url?: undefined | string | null
  /** The privacy policy, a web address. */
  privacy_url?: undefined | string | null
  /** Whether mails say "by Portico". False for a new project. */
  shows_portico?: undefined | boolean
}

export interface CliLoginRequester {
  requested_at_millis: number
  expires_at_millis: number
  ip: string | null
  user_agent: string | null
}

export interface ConfiguredTemplate {
  type:
    | 'email_verification'
    | 'password_reset'
    | 'magic_link'
    | 'team_invitation'
    | 'password_changed'
    | 'email_changed'
    | 'address_added'
    | 'sign_in_method_changed'
    | 'factor_reset_started'
    | 'sign_up_approved'
    | 'sign_up_refused'
    | 'api_key_leaked'
    | 'no_account'
    | 'address_not_verified'
    | 'sign_in_by_email_off'
    | 'owner_invitation'
    | 'owner_changed'
    | 'project_settings_changed'
    | 'password_hashes_exported'
    | 'failed_emails_digest'
    | 'webhook_endpoint_disabled'
  locale: string
  subject: string
  content: Json
}

export interface ConfiguredTemplateImportResult {
  /** False for a dry run. */
  is_applied: boolean
  /** Null if the project has the same template already; nothing is written then. */
  change: 'created' | 'updated' | null
}

export interface ConfiguredTemplateName {
  type:
    | 'email_verification'
    | 'password_reset'
    | 'magic_link'
    | 'team_invitation'
    | 'password_changed'
    | 'email_changed'
    | 'address_added'
    | 'sign_in_method_changed'
    | 'factor_reset_started'
    | 'sign_up_approved'
    | 'sign_up_refused'
    | 'api_key_leaked'
    | 'no_account'
    | 'address_not_verified'
    | 'sign_in_by_email_off'
    | 'owner_invitation'
    | 'owner_changed'
    | 'project_settings_changed'
    | 'password_hashes_exported'
    | 'failed_emails_digest'
    | 'webhook_endpoint_disabled'
  locale: string
}

export interface ContactChannelClientCreate {
  /** Clients can name only their own user. Absent: the signed-in user. */
  user_id?: undefined | string
  type: 'email'
  value: string
  used_for_auth: boolean
  is_primary?: undefined | boolean
  /** A current code of the authenticator app. Required of a user who has one to add an address or change one, unless the project turns totp_code_required_for_change off. */
  totp_code?: undefined | string
}

export interface ContactChannelClientUpdate {
  /** Ignored. */
  type?: undefined | 'email'
  /** A new value makes the channel unverified. */
  value?: undefined | string
  used_for_auth?: undefined | boolean
  is_primary?: undefined | boolean
  /** A current code of the authenticator app. Required of a user who has one to add an address or change one, unless the project turns totp_code_required_for_change off. */
  totp_code?: undefined | string
}

export interface ContactChannelRead {
  user_id: string
  id: string
  type: 'email'
  value: string
  is_primary: boolean
  is_verified: boolean
  /** Whether the user is known to own the mailbox. A verified address that is not claimed can get another verification mail, which claims it. */
  is_claimed: boolean
  /** Whether the user signs in with the address. An address that a client marked is reported at once, and identifies the user once the user has proved it. */
  used_for_auth: boolean
}

export interface ContactChannelServerCreate {
  user_id: string
  type: 'email'
  value: string
  used_for_auth: boolean
  is_primary?: undefined | boolean
  is_verified?: undefined | boolean
}

export interface ContactChannelServerRead {
  user_id: string
  id: string
  type: 'email'
  value: string
  is_primary: boolean
  is_verified: boolean
  /** Whether the user is known to own the mailbox. A verified address that is not claimed can get another verification mail, which claims it. */
  is_claimed: boolean
  /** Whether the user signs in with the address. An address that a client marked is reported at once, and identifies the user once the user has proved it. */
  used_for_auth: boolean
  /** When a mail server last refused the mailbox permanently. Null again once a mail to it is accepted or the address is proved. It prevents no mail. An extension of the protocol. */
  bounced_at_millis: number | null
  /** The reply of the mail server, without addresses, links and codes. An extension of the protocol. */
  bounce_reason: string | null
}

export interface ContactChannelServerUpdate {
  /** Ignored. */
  type?: undefined | 'email'
  /** A new value makes the channel unverified. */
  value?: undefined | string
  used_for_auth?: undefined | boolean
  is_primary?: undefined | boolean
  is_verified?: undefined | boolean
}

export interface CreatedProjectRead {
  id: string
  display_name: string
  description: string
  /** The address of the square sign. */
  logo_url: string | null
  /** The address of the sign with the name. */
  logo_full_url: string | null
  /** The same for dark pages. */
  logo_dark_mode_url: string | null
  /** The same for dark pages. */
  logo_full_dark_mode_url: string | null
  /** The colour of buttons and links as the owner has chosen it. */
  accent_color: string | null
  /** The accent, with the contrast that light pages need (WCAG 2.2). */
  accent_color_light: string | null
  /** The accent, with the contrast that dark pages need (WCAG 2.2). */
  accent_color_dark: string | null
  /** Where users of the project get help. */
  support_email: string | null
  /** The terms of service, a web address. */
  terms_url: string | null
  /** The privacy policy, a web address. */
  privacy_url: string | null
  /** Whether mails say "by Portico". False for a new project. */
  shows_portico: boolean
  created_at_millis: number
  user_count: number
  is_production_mode: boolean
  /** Grows by one with every change of the settings or of the permission definitions. See `if_version`. */
  version: number
  config: {
    sign_up_enabled: boolean
    credential_enabled: boolean
    magic_link_enabled: boolean
    passkey_enabled: boolean
    client_team_creation_enabled: boolean
    client_user_deletion_enabled: boolean
    /** Whether users can download the data that the service stores about them. False for a new project. */
    user_data_export_enabled: boolean
    allow_user_api_keys: boolean
    allow_team_api_keys: boolean
    /** Whether team members with the permission $manage_roles can grant to other members, and revoke from them, permissions that they have themselves. False for a new project. */
    member_role_management_enabled: boolean
    /** For how many days a device on which a user proved the second factor is not asked again, if the user wants that. The present value counts for every device. 0, for a new project: asked each time. An extension of the protocol. */
    remember_device_days: number
    /** The language of mails and pages for a user who has chosen none and whose browser prefers none of the service. en for a new project. */
    default_locale: string
    /** Allows anonymous sign-up while sign-up is enabled. False for a new project. */
    anonymous_enabled: boolean
    /** Deletes anonymous users who have neither signed in nor refreshed for this number of days. Null keeps them. 90 for a new project. */
    anonymous_user_lifetime_days: number | null
    /** Ends a session this long after it was created, whatever its use. Null, the default: after 365 days, or after the lifetime that a server chose. Applies to existing sessions at once. */
    session_max_lifetime_millis: number | null
    /** Ends a session this long after its last refresh. Clients refresh while they are used, at most every ten minutes. Null, the default: never. Applies to existing sessions at once. */
    session_idle_timeout_millis: number | null
    allow_localhost: boolean
    /** Whether a sign-in at a provider can return to a native app by the scheme stack-auth-mobile-oauth-url, which any app on the device can register. False for a new project. */
    native_app_redirects_enabled: boolean
    create_team_on_sign_up: boolean
    /** Whether people who are invited to a team can create an account while sign-up is disabled. False for a new project. */
    invited_sign_up_enabled: boolean
    /** Who may sign up while sign-up is open. The first rule whose conditions all hold decides; without one the sign-up is allowed. A rule with `allow` and a condition on the address matches only an address that is proved, which the address of a password sign-up is not. Users whom servers and admins create are exempt. */
    sign_up_rules: {
      name: string
      when: {
        /** The domain of the address is one of these. `*.example.com` contains each domain below example.com. */
        email_domain?: undefined | string[]
        method?: undefined | ('password' | 'otp' | 'oauth' | 'anonymous')[]
        /** As a trusted proxy says it. Without it the condition does not hold. */
        country?: undefined | string[]
        /** Whether the domain of the address is on the list of disposable ones. */
        disposable?: undefined | boolean
        /** Whether a trusted proxy says that the call comes from an anonymous network, such as Tor. */
        anonymous_network?: undefined | boolean
        /** From the beginning of `from` to the beginning of `until`, over midnight if `until` is smaller. */
        hour?:
          | undefined
          | {
              from: number
              until: number
              time_zone: string
            }
      }
      /** `hold` creates the user and puts them on the waiting list. It refuses an anonymous sign-up. */
      then: 'allow' | 'refuse' | 'hold'
    }[]
    /** Users can change how they sign in, or delete themselves, only within 15 minutes after sign-in. */
    recent_sign_in_required: boolean
    /** Whether a new password is refused that became known in a breach. A list that does not answer within 1.5 s permits it. False for a new project. */
    breached_passwords_refused: boolean
    /** Replacing or removing an authenticator app requires one of its current codes in the field totp_code. True for a new project. Official clients do not send a code. */
    totp_code_required_for_change: boolean
    /** `required`: each user needs an authenticator app, or a passkey with user verification. `optional` for a new project. An extension of the protocol. */
    second_factor_policy: 'optional' | 'required'
    /** How long users without a second factor can use the account as before, from the start of the policy or their sign-up. 14 for a new project. An extension of the protocol. */
    second_factor_grace_days: number
    /** Whether the link of a verification mail claims the account in any browser, without asking the user. False for a new project. */
    trust_verification_links: boolean
    /** Whether staff with the role `support` can sign in as users by link. A change to false ends these sessions. False for a new project. An extension of the protocol. */
    support_can_impersonate: boolean
    oauth_account_merge_strategy: 'link_method' | 'raise_error' | 'allow_duplicates'
    /** Custom claims of access tokens: from the name of a claim to a path in the metadata of the user, such as `{"plan": "server_metadata.plan"}`. A claim without a value is absent. Claims with which those of a token would exceed 1 kB are left out whole, and `omitted_claims` names them. A change acts at the next refresh. None for a new project. An extension of the protocol. */
    access_token_claims: Record<string, string>
    team_creator_default_permissions: {
      id: string
    }[]
    team_member_default_permissions: {
      id: string
    }[]
    user_default_permissions: {
      id: string
    }[]
    id: string
    domains: {
      domain: string
      handler_path: string
    }[]
    enabled_oauth_providers: {
      id: string
    }[]
    oauth_providers: {
      id: string
      type: 'shared' | 'standard'
      enabled: boolean
      client_id?: undefined | string
      /** Masked, except in the answer to the call that set it. */
      client_secret?: undefined | string
      facebook_config_id?: undefined | string
      microsoft_tenant_id?: undefined | string
    }[]
    email_config: {
      type: 'shared' | 'standard' | 'endpoint'
      /** With `endpoint`, host and port of its URL, an empty user name and a mask, for clients that know only mail servers. */
      host?: undefined | string
      port?: undefined | number
      /** Encryption of the connection: TLS from the first byte, required STARTTLS, or none. Default: `implicit` on port 465, `starttls` on all other ports. */
      tls?: undefined | 'implicit' | 'starttls' | 'off'
      username?: undefined | string
      /** Masked, except in the answer to the call that set it. */
      password?: undefined | string
      /** Only with `endpoint`. */
      url?: undefined | string
      /** Only with `endpoint`. Masked, except in the answer to the call that set it. */
      secret?: undefined | string
      sender_name?: undefined | string
      sender_email?: undefined | string
      reply_to?: undefined | string
      bounce_email?: undefined | string
      dkim?:
        | undefined
        | {
            selector: string
            /** Masked, except in the answer to the call that set it. */
            private_key: string
            /** The value of the tag `p` in the DNS record at `{selector}._domainkey.{domain}`. */
            public_key: string
          }
    }
    old_system: {
      type: 'stack' | 'cognito' | 'firebase' | 'auth0' | 'endpoint'
      base_url?: undefined | string
      url?: undefined | string
      project_id?: undefined | string
      publishable_client_key?: undefined | string
      region?: undefined | string
      client_id?: undefined | string
      connection?: undefined | string
      api_key?: undefined | string
      /** Masked, except in the answer to the call that set it. */
      secret?: undefined | string
      ends_at_millis: number
    } | null
    bot_check:
      | {
          type: 'none'
        }
      | {
          type: 'proof_of_work'
        }
      | {
          type: 'turnstile'
          /** The public key of the widget. */
          site_key: string
          /** Masked, except in the answer to the call that set it. */
          secret_key: string
        }
  }
  /** The role of the signed-in user in the project. An extension of the protocol. */
  staff_role: 'owner' | 'admin' | 'developer' | 'support' | 'viewer'
  /** What this role allows. An extension of the protocol. */
  staff_rights: (
    | 'read_project'
    | 'read_users'
    | 'read_log'
    | 'send_mails'
    | 'end_sessions'
    | 'decide_sign_ups'
    | 'suspend_users'
    | 'impersonate'
    | 'change_users'
    | 'reset_factors'
    | 'move_users'
    | 'export_secrets'
    | 'change_messages'
    | 'change_webhooks'
    | 'change_permissions'
    | 'change_project'
    | 'read_keys'
    | 'change_keys'
    | 'change_admin_keys'
    | 'read_staff'
    | 'change_staff'
    | 'delete_project'
  )[]
}

export interface CurrentUserRead {
  id: string
  primary_email: string | null
  primary_email_verified: boolean
  display_name: string | null
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
  signed_up_at_millis: number
  has_password: boolean
  otp_auth_enabled: boolean
  passkey_auth_enabled: boolean
  /** Has a password or one-time-code sign-in. */
  auth_with_email: boolean
  requires_totp_mfa: boolean
  is_anonymous: boolean
  is_restricted: boolean
  restricted_reason: {
    type: 'anonymous' | 'email_not_verified' | 'restricted_by_administrator' | 'second_factor_required' | 'waiting'
  } | null
  oauth_providers: {
    id: string
    type: string
    provider_user_id: string
    account_id: string
    email: string | null
  }[]
  selected_team_id: string | null
  /** The selected team; null if none is selected. */
  selected_team: {
    id: string
    display_name: string
    profile_image_url: string | null
    client_metadata: Json
    client_read_only_metadata: Json
  } | null
  /** The language of mails to the user; null if none is chosen. An extension of the protocol. */
  locale: string | null
  /** Whether the user can sign in with any of their e-mail addresses. An extension of the protocol. */
  has_sign_in_address: boolean
  /** From when on the user can only set up a second factor. Null if the policy requires none or the user has one. An extension of the protocol. */
  second_factor_due_at_millis: number | null
  /** Whether the password comes from another system and the rules for new passwords refused it at the latest sign-in. False again after a change. An extension of the protocol. */
  password_change_advised: boolean
  /** When the announced removal of the second factor takes effect; null without one. An extension of the protocol. */
  factor_reset_at_millis: number | null
  /** Who uses the session, if an owner started it by link. Only in the answer to such a session. An extension of the protocol. */
  impersonation?:
    | undefined
    | {
        /** A user of the project "internal". */
        impersonator_id: string
        impersonator_display_name: string | null
        impersonator_email: string | null
        reason: string
        ends_at_millis: number
      }
}

export interface DayActivity {
  /** The day in UTC, as `YYYY-MM-DD`. */
  date: string
  activity: number
}

export interface EmailDeliveryRead {
  stats: {
    hour: {
      /** Mails that the mail server accepted in this period. */
      sent: number
      /** Mails requested in this period that were refused for good, because of the mailbox or of the content. */
      bounced: number
      /** Always 0: the service does not get reports of spam. */
      marked_as_spam: number
    }
    day: {
      /** Mails that the mail server accepted in this period. */
      sent: number
      /** Mails requested in this period that were refused for good, because of the mailbox or of the content. */
      bounced: number
      /** Always 0: the service does not get reports of spam. */
      marked_as_spam: number
    }
    week: {
      /** Mails that the mail server accepted in this period. */
      sent: number
      /** Mails requested in this period that were refused for good, because of the mailbox or of the content. */
      bounced: number
      /** Always 0: the service does not get reports of spam. */
      marked_as_spam: number
    }
    /** The last 30 days. */
    month: {
      /** Mails that the mail server accepted in this period. */
      sent: number
      /** Mails requested in this period that were refused for good, because of the mailbox or of the content. */
      bounced: number
      /** Always 0: the service does not get reports of spam. */
      marked_as_spam: number
    }
  }
  capacity: {
    /** The limit of the project, per second: the mails of a whole period can be sent at once. 0 if the operator has switched the limits off. */
    rate_per_second: number
    /** Always 1. */
    boost_multiplier: number
    /** Always 1: the service does not slow a project down. */
    penalty_factor: number
    /** Always false. */
    is_boost_active: boolean
    /** Always null. */
    boost_expires_at: string | null
  }
  /** The limits of mails that servers write; null if the operator has switched the limits off. An extension of the protocol. */
  limits: {
    project: {
      /** Mails in each period. */
      allowed: number
      /** Mails in the present period. */
      used: number
      /** The length of a period, which begins with its first mail. */
      seconds: number
      /** The end of the present period. Null if none has begun. */
      resets_at_millis: number | null
    }
    mailbox: {
      /** Mails to one mailbox in each period. */
      allowed: number
      seconds: number
    }
  } | null
}

export interface EmailTemplateRead {
  type:
    | 'email_verification'
    | 'password_reset'
    | 'magic_link'
    | 'team_invitation'
    | 'password_changed'
    | 'email_changed'
    | 'address_added'
    | 'sign_in_method_changed'
    | 'factor_reset_started'
    | 'sign_up_approved'
    | 'sign_up_refused'
    | 'api_key_leaked'
    | 'no_account'
    | 'address_not_verified'
    | 'sign_in_by_email_off'
    | 'owner_invitation'
    | 'owner_changed'
    | 'project_settings_changed'
    | 'password_hashes_exported'
    | 'failed_emails_digest'
    | 'webhook_endpoint_disabled'
  /** The language of the template. An extension of the protocol. */
  locale: string
  /** May contain placeholders, such as `{{ projectDisplayName }}`. */
  subject: string
  /** Blocks by their ids, in the format of `@usewaypoint/email-builder` 0.0.9. */
  content: Json
  /** Grows with every change and reset; 0 if there was none. For `if_version`. An extension of the protocol. */
  version: number
  /** The template of the service: it was not changed, or the project sends through the shared server. */
  is_default: boolean
  /** The template could not be rendered, so mails have that of the service until the next change or reset. Null for a template without a known problem. An extension of the protocol. */
  failed: {
    reason: 'wrong_format' | 'no_root' | 'circle' | 'too_many_blocks' | 'too_deep' | 'too_many_nodes' | 'too_long'
    /** When the first mail failed; null if that was not recorded. */
    failed_at_millis: number | null
  } | null
}

export interface EmailTemplateVersionRead {
  version: number
  subject: string
  content: Json
  /** The owner returned to the template of the service. */
  is_default: boolean
  changed_at_millis: number
  /** An owner, a call with a key of the project, or the service and its operator. */
  changed_by: {
    type: 'owner' | 'key' | 'system'
    /** The owner. Null for the other types. */
    user_id: string | null
    /** Null for the other types, and for an owner without a name. */
    display_name: string | null
  }
}

export interface ExportEnd {
  kind: 'end'
  /** The numbers of records before this line. */
  records: {
    permission_definition: number
    team: number
    user: number
    team_member: number
    project_permission: number
  }
  includes_hashes: boolean
}

export interface FactorResetRead {
  user_id: string
  started_at_millis: number
  /** When the second factor is removed. */
  takes_effect_at_millis: number
}

export interface FirstRequestRead {
  at_millis: number
  /** The origin of the page, such as `http://localhost:5173`. Null for backends. */
  origin: string | null
  /** The SDK and its version, if it sends them. */
  client_version: string | null
}

export interface FirstSignInRead {
  at_millis: number
  /** Null after the deletion of the user. */
  user_id: string | null
  /** `password`, `otp`, `passkey`, `oauth`, `totp` or `cli_login`. */
  method: string
}

export interface ImpersonationRead {
  /** A user of the project "internal". */
  impersonator_id: string
  impersonator_display_name: string | null
  impersonator_email: string | null
  reason: string
  ends_at_millis: number
}

export interface ImportFileRead {
  name: string
  /** The sum of the pieces that have been uploaded. */
  bytes: number
  pieces: {
    index: number
    bytes: number
    /** The digest of the piece, in hexadecimal. */
    sha256: string
  }[]
}

export interface ImportFinding {
  /** The name of the file, or of the list of an API; empty if the caller has named none. */
  file: string
  /** Several records can have the same line. 0: the record has none, as one of an API. */
  line: number
  /** `created`: the record was imported without a part of it, which the message names. */
  outcome: 'created' | 'already_imported' | 'refused' | 'duplicate' | 'unreadable'
  kind: 'permission_definition' | 'team' | 'user' | 'team_member' | 'project_permission' | null
  source_id: string | null
  /** The reasons in English. */
  message: string
  /** The reasons for programs. Empty for a finding of an earlier version. */
  reasons: {
    /** `unreadable` and `invalid` have the sentence of the reader or of the check as value. */
    code:
      | 'unreadable'
      | 'invalid'
      | 'not_importable'
      | 'id_taken'
      | 'address_taken'
      | 'account_taken'
      | 'team_id_taken'
      | 'same_user'
      | 'same_team'
      | 'same_membership'
      | 'same_permission'
      | 'same_definition'
      | 'unknown_team'
      | 'unknown_user'
      | 'undefined_team_permission'
      | 'undefined_project_permission'
      | 'defined_for_team'
      | 'defined_for_project'
      | 'defined_otherwise'
      | 'password_left_out'
      | 'code_left_out'
      | 'account_left_out'
      | 'passkey_taken'
      | 'passkey_domain'
      | 'passkey_id'
      | 'no_way_in'
      | 'address_twice'
      | 'two_primary_addresses'
      | 'provider_twice'
      | 'anonymous_with_method'
    /** What the code is about, such as an address or a permission. */
    value: string | null
    /** The line that has the same. */
    line: {
      number: number
      /** Null: the file of the finding. */
      file: string | null
    } | null
  }[]
}

export interface ImportPieceRead {
  index: number
  bytes: number
  /** The digest of the piece, in hexadecimal. */
  sha256: string
}

export interface ImportRead {
  id: string
  source:
    | 'auth0'
    | 'clerk'
    | 'firebase'
    | 'supabase'
    | 'cognito'
    | 'keycloak'
    | 'better-auth'
    | 'authjs'
    | 'stack-auth'
    | 'portico'
  name: string | null
  /** `open` takes records. `running`: an undo has begun. A run that was interrupted stays open and can be continued. */
  state: 'open' | 'running' | 'done' | 'undone'
  is_dry_run: boolean
  counts: {
    created: number
    /** Records that an earlier run, or an earlier line of this run, has imported. */
    already_imported: number
    refused: number
    duplicate: number
    unreadable: number
  }
  /** The users among the created records. */
  users: number
  /** Created users with something in the source that cannot move. */
  affected: {
    lost_password: number
    lost_second_factor: number
    lost_passkeys: number
    lost_provider_accounts: number
  }
  /** The formats of the imported password hashes. */
  hash_formats: Record<string, number>
  /** Null before an undo. */
  undo: {
    /** Users that the undo has removed. */
    removed: number
    /** Users who have signed in since the import. The undo keeps them. */
    kept: number
  } | null
  /** The reading of the uploaded files; null if the caller sends the records, and 30 days after its end. */
  job: {
    state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
    /** How much of the files has been read. Not every byte becomes a record at once. */
    bytes_read: number
    bytes_total: number
    /** Why the files cannot be read, in English. The import stays open and can be started again. */
    error: string | null
    /** The same for programs; null without an error, and for a failure of an earlier version. */
    error_code:
      | 'unreadable'
      | 'missing_file'
      | 'missing_option'
      | 'wrong_file'
      | 'empty_file'
      | 'too_large'
      | 'too_many_unreadable'
      | 'files_deleted'
      | 'secret_unreadable'
      | 'service_failed'
      | 'given_up'
      | null
  } | null
  /** When the uploaded files are deleted; null without files. */
  files_expire_at_millis: number | null
  created_at_millis: number
  ended_at_millis: number | null
}

export interface ImportSourceRead {
  id:
    | 'auth0'
    | 'clerk'
    | 'firebase'
    | 'supabase'
    | 'cognito'
    | 'keycloak'
    | 'better-auth'
    | 'authjs'
    | 'stack-auth'
    | 'portico'
  /** The name of the product. */
  title: string
  files: {
    name: string
    is_required: boolean
    description: string
  }[]
  options: {
    name: string
    is_required: boolean
    description: string
    is_secret: boolean
  }[]
}

export interface ImportedLine {
  file: string
  line: number
  outcome: 'created' | 'already_imported' | 'refused' | 'duplicate'
  /** Why the record was not imported, or what of a created record was left out. */
  message?: undefined | string
  /** The user of a record of the kind user, except in a dry run. */
  user_id?: undefined | string
}

export interface InternalApiKeyFirstView {
  id: string
  description: string
  expires_at_millis: number
  created_at_millis: number
  manually_revoked_at_millis?: undefined | number
  publishable_client_key?: undefined | string
  secret_server_key?: undefined | string
  super_secret_admin_key?: undefined | string
}

export interface InternalApiKeyRead {
  id: string
  description: string
  expires_at_millis: number
  created_at_millis: number
  manually_revoked_at_millis?: undefined | number
  /** When a key of the set was last used, to ten minutes; absent if none was used. */
  last_used_at_millis?: undefined | number
  publishable_client_key?:
    | undefined
    | {
        last_four: string
        /** The complete key, which is public; absent in sets that an earlier version created. */
        value?: undefined | string
      }
  secret_server_key?:
    | undefined
    | {
        last_four: string
      }
  super_secret_admin_key?:
    | undefined
    | {
        last_four: string
      }
}

export interface JobFailure {
  user_id: string
  /** A code of the error catalogue if there is one, otherwise a sentence. */
  reason: string
}

export interface JobRead {
  id: string
  type: 'suspend_users' | 'lift_suspensions' | 'end_sessions' | 'delete_users' | 'export_users'
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  /** The number of users that the job has handled, without the failed ones. */
  done: number
  /** The number of users that the job could not handle. */
  failed: number
  /** The number of selected users; null if it is not known. */
  total: number | null
  /** The first failures, at most 100. */
  failures: {
    user_id: string
    /** A code of the error catalogue if there is one, otherwise a sentence. */
    reason: string
  }[]
  /** Why the whole job failed. */
  error: string | null
  /** The project owner who created the job; null if it was created with a key. */
  created_by_user_id: string | null
  created_at_millis: number
  started_at_millis: number | null
  ended_at_millis: number | null
  /** Until when the result of an export can be read; null without a result. */
  result_expires_at_millis: number | null
}

export interface JobResultPart {
  /** The next part of the file. */
  content: string
  content_type: 'application/json' | 'text/csv; charset=utf-8'
  pagination: {
    next_cursor: string | null
  }
}

export interface ListedEmailTemplateRead {
  type:
    | 'email_verification'
    | 'password_reset'
    | 'magic_link'
    | 'team_invitation'
    | 'password_changed'
    | 'email_changed'
    | 'address_added'
    | 'sign_in_method_changed'
    | 'factor_reset_started'
    | 'sign_up_approved'
    | 'sign_up_refused'
    | 'api_key_leaked'
    | 'no_account'
    | 'address_not_verified'
    | 'sign_in_by_email_off'
    | 'owner_invitation'
    | 'owner_changed'
    | 'project_settings_changed'
    | 'password_hashes_exported'
    | 'failed_emails_digest'
    | 'webhook_endpoint_disabled'
  /** The language of the template. An extension of the protocol. */
  locale: string
  /** May contain placeholders, such as `{{ projectDisplayName }}`. */
  subject: string
  /** Blocks by their ids, in the format of `@usewaypoint/email-builder` 0.0.9. */
  content: Json
  /** Grows with every change and reset; 0 if there was none. For `if_version`. An extension of the protocol. */
  version: number
  /** The template of the service: it was not changed, or the project sends through the shared server. */
  is_default: boolean
  /** The template could not be rendered, so mails have that of the service until the next change or reset. Null for a template without a known problem. An extension of the protocol. */
  failed: {
    reason: 'wrong_format' | 'no_root' | 'circle' | 'too_many_blocks' | 'too_deep' | 'too_many_nodes' | 'too_long'
    /** When the first mail failed; null if that was not recorded. */
    failed_at_millis: number | null
  } | null
  /** The languages in which the project sends a template of its own. An extension of the protocol. */
  changed_in: string[]
  /** Those of `changed_in` whose template could not be rendered, so mails have that of the service. An extension of the protocol. */
  failed_in: string[]
}

export interface ListedTeam {
  id: string
  display_name: string
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
  server_metadata: Json
  created_at_millis: number
  /** Present if the call asks for it. */
  summary?:
    | undefined
    | {
        /** The number of members, at most 1000. */
        member_count: number
        /** True: the team has more members than `member_count`. */
        is_member_count_capped: boolean
        open_invitation_count: number
        /** The last activity of a member. Null if no member has ever been active, and if `is_member_count_capped`. */
        last_active_at_millis: number | null
      }
}

export interface ListenedWebhook {
  /** The `webhook-id`. */
  id: string
  event_type:
    | 'user.created'
    | 'user.updated'
    | 'user.deleted'
    | 'team.created'
    | 'team.updated'
    | 'team.deleted'
    | 'team_membership.created'
    | 'team_membership.deleted'
    | 'team_permission.created'
    | 'team_permission.deleted'
    | 'project_permission.created'
    | 'project_permission.deleted'
    | 'session.created'
    | 'session.ended'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'team_invitation.accepted'
    | 'user.suspended'
  /** The body, byte by byte as endpoints get it. */
  payload: string
}

export interface MailServerStep {
  name: 'find' | 'connect' | 'encrypt' | 'sign_in' | 'accept'
  /** `skipped`: the settings or the server leave the step out. */
  state: 'done' | 'skipped' | 'failed' | 'not_reached'
  /** Null for a step that was skipped or not reached. */
  duration_millis: number | null
  /** What a finished step found, such as the public address of the server. */
  detail: string | null
  /** What went wrong; only of the failed step, like the fields below. */
  message: string | null
  /** The reply of the mail server, without addresses, links and codes. */
  reply: string | null
  /** What to do. */
  advice: string | null
}

export interface MetricsRead {
  /** All users, also anonymous ones. */
  total_users: number
  /** Sign-ups on each of the last 31 days, oldest first, without users who were deleted later. */
  daily_users: {
    /** The day in UTC, as `YYYY-MM-DD`. */
    date: string
    activity: number
  }[]
  /** Users who received an access token on each of these days, with users who were deleted later. */
  daily_active_users: {
    /** The day in UTC, as `YYYY-MM-DD`. */
    date: string
    activity: number
  }[]
  /** Users by the country of their latest activity whose country a trusted proxy has named. */
  users_by_country: Record<string, number>
  /** Latest sign-up first. */
  recently_registered: {
    id: string
    primary_email: string | null
    primary_email_verified: boolean
    display_name: string | null
    profile_image_url: string | null
    client_metadata: Json
    client_read_only_metadata: Json
    signed_up_at_millis: number
    has_password: boolean
    otp_auth_enabled: boolean
    passkey_auth_enabled: boolean
    /** Has a password or one-time-code sign-in. */
    auth_with_email: boolean
    requires_totp_mfa: boolean
    is_anonymous: boolean
    is_restricted: boolean
    restricted_reason: {
      type: 'anonymous' | 'email_not_verified' | 'restricted_by_administrator' | 'second_factor_required' | 'waiting'
    } | null
    oauth_providers: {
      id: string
      type: string
      provider_user_id: string
      account_id: string
      email: string | null
    }[]
    selected_team_id: string | null
    selected_team: {
      id: string
      display_name: string
      profile_image_url: string | null
      client_metadata: Json
      client_read_only_metadata: Json
      server_metadata: Json
      created_at_millis: number
    } | null
    /** The language of mails to the user; null if none is chosen. An extension of the protocol. */
    locale: string | null
    /** Whether the user can sign in with any of their e-mail addresses. An extension of the protocol. */
    has_sign_in_address: boolean
    /** From when on the user can only set up a second factor. Null if the policy requires none or the user has one. An extension of the protocol. */
    second_factor_due_at_millis: number | null
    /** Whether the password comes from another system and the rules for new passwords refused it at the latest sign-in. False again after a change. An extension of the protocol. */
    password_change_advised: boolean
    /** When the announced removal of the second factor takes effect; null without one. An extension of the protocol. */
    factor_reset_at_millis: number | null
    primary_email_auth_enabled: boolean
    server_metadata: Json
    /** The latest issue of an access token to the user; the sign-up for a user who has never had one. */
    last_active_at_millis: number
    /** Whether the user has ever had an access token. An extension of the protocol. */
    has_been_active: boolean
    /** The user is suspended: they have no session and no sign-in creates one. */
    restricted_by_admin: boolean
    /** Shown to the user when they try to sign in. */
    restricted_by_admin_reason: string | null
    /** Shown to servers and admins only. */
    restricted_by_admin_private_details: string | null
    /** The end of the suspension; null until it is lifted, and without one. */
    restricted_by_admin_until_millis: number | null
    /** As a server has set it; null if no server has. */
    country_code: string | null
    /** As a server has set them; 0 if no server has. The service computes no scores. */
    risk_scores: {
      sign_up: {
        bot: number
        free_trial_abuse: number
      }
    }
  }[]
  /** Latest activity first. */
  recently_active: {
    id: string
    primary_email: string | null
    primary_email_verified: boolean
    display_name: string | null
    profile_image_url: string | null
    client_metadata: Json
    client_read_only_metadata: Json
    signed_up_at_millis: number
    has_password: boolean
    otp_auth_enabled: boolean
    passkey_auth_enabled: boolean
    /** Has a password or one-time-code sign-in. */
    auth_with_email: boolean
    requires_totp_mfa: boolean
    is_anonymous: boolean
    is_restricted: boolean
    restricted_reason: {
      type: 'anonymous' | 'email_not_verified' | 'restricted_by_administrator' | 'second_factor_required' | 'waiting'
    } | null
    oauth_providers: {
      id: string
      type: string
      provider_user_id: string
      account_id: string
      email: string | null
    }[]
    selected_team_id: string | null
    selected_team: {
      id: string
      display_name: string
      profile_image_url: string | null
      client_metadata: Json
      client_read_only_metadata: Json
      server_metadata: Json
      created_at_millis: number
    } | null
    /** The language of mails to the user; null if none is chosen. An extension of the protocol. */
    locale: string | null
    /** Whether the user can sign in with any of their e-mail addresses. An extension of the protocol. */
    has_sign_in_address: boolean
    /** From when on the user can only set up a second factor. Null if the policy requires none or the user has one. An extension of the protocol. */
    second_factor_due_at_millis: number | null
    /** Whether the password comes from another system and the rules for new passwords refused it at the latest sign-in. False again after a change. An extension of the protocol. */
    password_change_advised: boolean
    /** When the announced removal of the second factor takes effect; null without one. An extension of the protocol. */
    factor_reset_at_millis: number | null
    primary_email_auth_enabled: boolean
    server_metadata: Json
    /** The latest issue of an access token to the user; the sign-up for a user who has never had one. */
    last_active_at_millis: number
    /** Whether the user has ever had an access token. An extension of the protocol. */
    has_been_active: boolean
    /** The user is suspended: they have no session and no sign-in creates one. */
    restricted_by_admin: boolean
    /** Shown to the user when they try to sign in. */
    restricted_by_admin_reason: string | null
    /** Shown to servers and admins only. */
    restricted_by_admin_private_details: string | null
    /** The end of the suspension; null until it is lifted, and without one. */
    restricted_by_admin_until_millis: number | null
    /** As a server has set it; null if no server has. */
    country_code: string | null
    /** As a server has set them; 0 if no server has. The service computes no scores. */
    risk_scores: {
      sign_up: {
        bot: number
        free_trial_abuse: number
      }
    }
  }[]
  /** Credentials by method: `password`, `otp`, `passkey`, or the id of a provider. */
  login_methods: {
    method: string
    count: number
  }[]
}

export interface NewOAuthAccount {
  /** The id of an enabled provider of the project. */
  id: string
  account_id: string
  email: string | null
}

export interface OauthProviderRead {
  /** The id of the provider. A user has at most one account of a provider. */
  id: string
  user_id: string
  /** The id of the provider. */
  type: string
  /** The id of the provider. */
  provider_config_id: string
  /** The id of the account at the provider. */
  account_id: string
  /** The address of the account at the provider, for display. */
  email?: undefined | string
  allow_sign_in: true
  allow_connected_accounts: true
}

export interface OldSystemAnswer {
  /** `wrong` also for an unknown or disabled user. `needs_step`: the password is right, and the old system requires another step, such as a second factor. */
  outcome: 'right' | 'wrong' | 'needs_step'
  /** The old system has verified this address. Default: false. */
  email_verified?: undefined | boolean
  display_name?: undefined | string | null
}

export interface OldSystemMove {
  /** Null if the project names no old system. */
  type: 'stack' | 'cognito' | 'firebase' | 'auth0' | 'endpoint' | null
  /** The old system is named and its end is not reached. */
  is_asked: boolean
  ends_at_millis: number | null
  /** The users whose password has moved at a sign-in. */
  moved_users: number
  last_moved_at_millis: number | null
  /** Imported users whose password is only in the old system and who have not signed in yet. */
  waiting_users: number
  /** Moved users on each of the days (UTC), oldest first. */
  moved_by_day: {
    /** The day in UTC, as `YYYY-MM-DD`. */
    date: string
    activity: number
  }[]
  /** Sign-ins that did not move a user, on each of the days. */
  failures_by_day: {
    /** The day in UTC, as `YYYY-MM-DD`. */
    date: string
    activity: number
  }[]
  /** By cause, the latest first. Wrong passwords are no failures. They are counted within seconds. */
  failures: {
    /** The old system: `unreachable`, `timed_out`, `address_refused` (the service may not connect to its address), `refused` (it refused the service, such as for a wrong key), `limited` (by a limit of its own), `failed` (status 500 or above), `malformed` (an undocumented answer). The service: `limit_reached` (of `askOldSystem`), `secret_unreadable` (`PORTICO_SECRET` does not open the stored secret). The user: `needs_step` (the old system requires another step after the right password), `user_taken` (another user here has the id or the address). */
    cause:
      | 'unreachable'
      | 'timed_out'
      | 'address_refused'
      | 'refused'
      | 'limited'
      | 'failed'
      | 'malformed'
      | 'limit_reached'
      | 'secret_unreadable'
      | 'needs_step'
      | 'user_taken'
    /** In these days. */
    count: number
    last: {
      at_millis: number
      /** Method and address of the last request, without its query. */
      request: string | null
      /** The status of the answer. */
      status: number | null
      /** The error code in the answer. */
      code: string | null
    }
  }[]
  /** Of questions to the old system, and of wrong passwords of known users while it is asked. Null if rate limits are off. */
  limits: {
    per_account: {
      calls: number
      seconds: number
    }
    per_project: {
      calls: number
      seconds: number
    }
  } | null
  /** How long the old system may take to answer. */
  answer_seconds: number
}

export interface OldSystemQuestion {
  type: 'password.check'
  /** ISO 8601. */
  timestamp: string
  data: {
    email: string
    password: string
  }
}

export interface OldSystemRead {
  type: 'stack' | 'cognito' | 'firebase' | 'auth0' | 'endpoint'
  base_url?: undefined | string
  url?: undefined | string
  project_id?: undefined | string
  publishable_client_key?: undefined | string
  region?: undefined | string
  client_id?: undefined | string
  connection?: undefined | string
  api_key?: undefined | string
  /** Masked, except in the answer to the call that set it. */
  secret?: undefined | string
  ends_at_millis: number
}

export interface OwnDataRead {
  exported_at_millis: number
  /** The profile, with the accounts at sign-in providers and the metadata that clients may read. */
  user: {
    id: string
    primary_email: string | null
    primary_email_verified: boolean
    display_name: string | null
    profile_image_url: string | null
    client_metadata: Json
    client_read_only_metadata: Json
    signed_up_at_millis: number
    has_password: boolean
    otp_auth_enabled: boolean
    passkey_auth_enabled: boolean
    /** Has a password or one-time-code sign-in. */
    auth_with_email: boolean
    requires_totp_mfa: boolean
    is_anonymous: boolean
    is_restricted: boolean
    restricted_reason: {
      type: 'anonymous' | 'email_not_verified' | 'restricted_by_administrator' | 'second_factor_required' | 'waiting'
    } | null
    oauth_providers: {
      id: string
      type: string
      provider_user_id: string
      account_id: string
      email: string | null
    }[]
    selected_team_id: string | null
    /** The selected team; null if none is selected. */
    selected_team: {
      id: string
      display_name: string
      profile_image_url: string | null
      client_metadata: Json
      client_read_only_metadata: Json
    } | null
    /** The language of mails to the user; null if none is chosen. An extension of the protocol. */
    locale: string | null
    /** Whether the user can sign in with any of their e-mail addresses. An extension of the protocol. */
    has_sign_in_address: boolean
    /** From when on the user can only set up a second factor. Null if the policy requires none or the user has one. An extension of the protocol. */
    second_factor_due_at_millis: number | null
    /** Whether the password comes from another system and the rules for new passwords refused it at the latest sign-in. False again after a change. An extension of the protocol. */
    password_change_advised: boolean
    /** When the announced removal of the second factor takes effect; null without one. An extension of the protocol. */
    factor_reset_at_millis: number | null
  }
  contact_channels: {
    user_id: string
    id: string
    type: 'email'
    value: string
    is_primary: boolean
    is_verified: boolean
    /** Whether the user is known to own the mailbox. A verified address that is not claimed can get another verification mail, which claims it. */
    is_claimed: boolean
    /** Whether the user signs in with the address. An address that a client marked is reported at once, and identifies the user once the user has proved it. */
    used_for_auth: boolean
  }[]
  /** The active sessions, without those of an impersonation. */
  sessions: {
    id: string
    user_id: string
    created_at: number
    last_used_at?: undefined | number
    is_impersonation: boolean
    is_current_session: boolean
    /** User agent of the last use. */
    user_agent?: undefined | string
    last_used_at_end_user_ip_info?:
      | undefined
      | {
          ip: string
          countryCode?: undefined | string | null
          regionCode?: undefined | string | null
          cityName?: undefined | string | null
          latitude?: undefined | number | null
          longitude?: undefined | number | null
          tzIdentifier?: undefined | string | null
        }
  }[]
  passkeys: {
    /** The credential id, in base64url. */
    id: string
    user_id: string
    name: string
    created_at_millis: number
    /** The last sign-in with the passkey; null if there was none. */
    last_used_at_millis: number | null
    /** Whether the authenticator has backed the passkey up, so that other devices of the user may have it. */
    is_synced: boolean
    /** The host name that the passkey belongs to. */
    relying_party_id: string
  }[]
  remembered_devices: {
    id: string
    created_at_millis: number
    /** When the device last took the place of the second factor, or was remembered. */
    last_used_at_millis: number
    expires_at_millis: number
    user_agent: string | null
    /** Whether the call carries its secret in the header x-portico-device. */
    is_this_device: boolean
  }[]
  teams: {
    id: string
    display_name: string
    joined_at_millis: number
    /** The name of the user in this team; null for that of the user. */
    member_display_name: string | null
    member_profile_image_url: string | null
    /** The permissions that were granted to the user directly. */
    permission_ids: string[]
  }[]
  project_permission_ids: string[]
  /** Without the keys themselves. */
  api_keys: {
    id: string
    description: string
    is_public: boolean
    created_at_millis: number
    /** Absent: the key does not expire. */
    expires_at_millis?: undefined | number
    /** Absent: the key is not revoked. */
    manually_revoked_at_millis?: undefined | number
    /** To the minute. Absent: the key was never used. */
    last_used_at_millis?: undefined | number
    /** Absent: a server created the key. */
    created_by_user_id?: undefined | string
    /** Where the key was created. Absent: a server created the key. */
    created_at_end_user_ip_info?:
      | undefined
      | {
          ip: string
          country_code: string | null
        }
    type: 'user'
    user_id: string
    value: {
      last_four: string
    }
  }[]
}

export interface OwnedProjectRead {
  id: string
  display_name: string
  description: string
  /** The address of the square sign. */
  logo_url: string | null
  /** The address of the sign with the name. */
  logo_full_url: string | null
  /** The same for dark pages. */
  logo_dark_mode_url: string | null
  /** The same for dark pages. */
  logo_full_dark_mode_url: string | null
  /** The colour of buttons and links as the owner has chosen it. */
  accent_color: string | null
  /** The accent, with the contrast that light pages need (WCAG 2.2). */
  accent_color_light: string | null
  /** The accent, with the contrast that dark pages need (WCAG 2.2). */
  accent_color_dark: string | null
  /** Where users of the project get help. */
  support_email: string | null
  /** The terms of service, a web address. */
  terms_url: string | null
  /** The privacy policy, a web address. */
  privacy_url: string | null
  /** Whether mails say "by Portico". False for a new project. */
  shows_portico: boolean
  created_at_millis: number
  user_count: number
  is_production_mode: boolean
  /** Grows by one with every change of the settings or of the permission definitions. See `if_version`. */
  version: number
  config: {
    sign_up_enabled: boolean
    credential_enabled: boolean
    magic_link_enabled: boolean
    passkey_enabled: boolean
    client_team_creation_enabled: boolean
    client_user_deletion_enabled: boolean
    /** Whether users can download the data that the service stores about them. False for a new project. */
    user_data_export_enabled: boolean
    allow_user_api_keys: boolean
    allow_team_api_keys: boolean
    /** Whether team members with the permission $manage_roles can grant to other members, and revoke from them, permissions that they have themselves. False for a new project. */
    member_role_management_enabled: boolean
    /** For how many days a device on which a user proved the second factor is not asked again, if the user wants that. The present value counts for every device. 0, for a new project: asked each time. An extension of the protocol. */
    remember_device_days: number
    /** The language of mails and pages for a user who has chosen none and whose browser prefers none of the service. en for a new project. */
    default_locale: string
    /** Allows anonymous sign-up while sign-up is enabled. False for a new project. */
    anonymous_enabled: boolean
    /** Deletes anonymous users who have neither signed in nor refreshed for this number of days. Null keeps them. 90 for a new project. */
    anonymous_user_lifetime_days: number | null
    /** Ends a session this long after it was created, whatever its use. Null, the default: after 365 days, or after the lifetime that a server chose. Applies to existing sessions at once. */
    session_max_lifetime_millis: number | null
    /** Ends a session this long after its last refresh. Clients refresh while they are used, at most every ten minutes. Null, the default: never. Applies to existing sessions at once. */
    session_idle_timeout_millis: number | null
    allow_localhost: boolean
    /** Whether a sign-in at a provider can return to a native app by the scheme stack-auth-mobile-oauth-url, which any app on the device can register. False for a new project. */
    native_app_redirects_enabled: boolean
    create_team_on_sign_up: boolean
    /** Whether people who are invited to a team can create an account while sign-up is disabled. False for a new project. */
    invited_sign_up_enabled: boolean
    /** Who may sign up while sign-up is open. The first rule whose conditions all hold decides; without one the sign-up is allowed. A rule with `allow` and a condition on the address matches only an address that is proved, which the address of a password sign-up is not. Users whom servers and admins create are exempt. */
    sign_up_rules: {
      name: string
      when: {
        /** The domain of the address is one of these. `*.example.com` contains each domain below example.com. */
        email_domain?: undefined | string[]
        method?: undefined | ('password' | 'otp' | 'oauth' | 'anonymous')[]
        /** As a trusted proxy says it. Without it the condition does not hold. */
        country?: undefined | string[]
        /** Whether the domain of the address is on the list of disposable ones. */
        disposable?: undefined | boolean
        /** Whether a trusted proxy says that the call comes from an anonymous network, such as Tor. */
        anonymous_network?: undefined | boolean
        /** From the beginning of `from` to the beginning of `until`, over midnight if `until` is smaller. */
        hour?:
          | undefined
          | {
              from: number
              until: number
              time_zone: string
            }
      }
      /** `hold` creates the user and puts them on the waiting list. It refuses an anonymous sign-up. */
      then: 'allow' | 'refuse' | 'hold'
    }[]
    /** Users can change how they sign in, or delete themselves, only within 15 minutes after sign-in. */
    recent_sign_in_required: boolean
    /** Whether a new password is refused that became known in a breach. A list that does not answer within 1.5 s permits it. False for a new project. */
    breached_passwords_refused: boolean
    /** Replacing or removing an authenticator app requires one of its current codes in the field totp_code. True for a new project. Official clients do not send a code. */
    totp_code_required_for_change: boolean
    /** `required`: each user needs an authenticator app, or a passkey with user verification. `optional` for a new project. An extension of the protocol. */
    second_factor_policy: 'optional' | 'required'
    /** How long users without a second factor can use the account as before, from the start of the policy or their sign-up. 14 for a new project. An extension of the protocol. */
    second_factor_grace_days: number
    /** Whether the link of a verification mail claims the account in any browser, without asking the user. False for a new project. */
    trust_verification_links: boolean
    /** Whether staff with the role `support` can sign in as users by link. A change to false ends these sessions. False for a new project. An extension of the protocol. */
    support_can_impersonate: boolean
    oauth_account_merge_strategy: 'link_method' | 'raise_error' | 'allow_duplicates'
    /** Custom claims of access tokens: from the name of a claim to a path in the metadata of the user, such as `{"plan": "server_metadata.plan"}`. A claim without a value is absent. Claims with which those of a token would exceed 1 kB are left out whole, and `omitted_claims` names them. A change acts at the next refresh. None for a new project. An extension of the protocol. */
    access_token_claims: Record<string, string>
    team_creator_default_permissions: {
      id: string
    }[]
    team_member_default_permissions: {
      id: string
    }[]
    user_default_permissions: {
      id: string
    }[]
    id: string
    domains: {
      domain: string
      handler_path: string
    }[]
    enabled_oauth_providers: {
      id: string
    }[]
    oauth_providers: {
      id: string
      type: 'shared' | 'standard'
      enabled: boolean
      client_id?: undefined | string
      /** Masked, except in the answer to the call that set it. */
      client_secret?: undefined | string
      facebook_config_id?: undefined | string
      microsoft_tenant_id?: undefined | string
    }[]
    email_config: {
      type: 'shared' | 'standard' | 'endpoint'
      /** With `endpoint`, host and port of its URL, an empty user name and a mask, for clients that know only mail servers. */
      host?: undefined | string
      port?: undefined | number
      /** Encryption of the connection: TLS from the first byte, required STARTTLS, or none. Default: `implicit` on port 465, `starttls` on all other ports. */
      tls?: undefined | 'implicit' | 'starttls' | 'off'
      username?: undefined | string
      /** Masked, except in the answer to the call that set it. */
      password?: undefined | string
      /** Only with `endpoint`. */
      url?: undefined | string
      /** Only with `endpoint`. Masked, except in the answer to the call that set it. */
      secret?: undefined | string
      sender_name?: undefined | string
      sender_email?: undefined | string
      reply_to?: undefined | string
      bounce_email?: undefined | string
      dkim?:
        | undefined
        | {
            selector: string
            /** Masked, except in the answer to the call that set it. */
            private_key: string
            /** The value of the tag `p` in the DNS record at `{selector}._domainkey.{domain}`. */
            public_key: string
          }
    }
    old_system: {
      type: 'stack' | 'cognito' | 'firebase' | 'auth0' | 'endpoint'
      base_url?: undefined | string
      url?: undefined | string
      project_id?: undefined | string
      publishable_client_key?: undefined | string
      region?: undefined | string
      client_id?: undefined | string
      connection?: undefined | string
      api_key?: undefined | string
      /** Masked, except in the answer to the call that set it. */
      secret?: undefined | string
      ends_at_millis: number
    } | null
    bot_check:
      | {
          type: 'none'
        }
      | {
          type: 'proof_of_work'
        }
      | {
          type: 'turnstile'
          /** The public key of the widget. */
          site_key: string
          /** Masked, except in the answer to the call that set it. */
          secret_key: string
        }
  }
  /** The role of the signed-in user in the project. An extension of the protocol. */
  staff_role: 'owner' | 'admin' | 'developer' | 'support' | 'viewer'
  /** What this role allows. An extension of the protocol. */
  staff_rights: (
    | 'read_project'
    | 'read_users'
    | 'read_log'
    | 'send_mails'
    | 'end_sessions'
    | 'decide_sign_ups'
    | 'suspend_users'
    | 'impersonate'
    | 'change_users'
    | 'reset_factors'
    | 'move_users'
    | 'export_secrets'
    | 'change_messages'
    | 'change_webhooks'
    | 'change_permissions'
    | 'change_project'
    | 'read_keys'
    | 'change_keys'
    | 'change_admin_keys'
    | 'read_staff'
    | 'change_staff'
    | 'delete_project'
  )[]
  /** Sign-ups on each of the last 14 days, oldest first. An extension of the protocol. */
  daily_sign_ups: {
    /** The day in UTC, as `YYYY-MM-DD`. */
    date: string
    activity: number
  }[]
}

export interface PartnerAuthorizationRead {
  partner: 'neon' | 'custom'
  /** The host of the partner, to which the browser returns. */
  redirect_host: string
  /** The name of the project at the partner, chosen there. Show it as plain text. */
  external_project_name: string | null
  /** An authorization can be confirmed or refused while it is open. */
  state: 'open' | 'answered' | 'expired'
  /** Where the browser continues if the owner refuses. */
  refusal_url: string
}

export interface PartnerDomainRead {
  domain: string
}

export interface PartnerParams {
  partner: 'neon' | 'custom'
}

export interface PartnerTransferDetails {
  is_code_valid: true
  /** Chosen by the partner or the owners. Show it as plain text. An extension of the protocol. */
  project_display_name: string
}

export interface PasskeyAuthentication {
  options_json: {
    rpId: string
    challenge: string
    allowCredentials: {
      id: string
      type: 'public-key'
    }[]
    timeout: number
    userVerification: 'preferred'
  }
  code: string
}

export interface PasskeyRead {
  /** The credential id, in base64url. */
  id: string
  user_id: string
  name: string
  created_at_millis: number
  /** The last sign-in with the passkey; null if there was none. */
  last_used_at_millis: number | null
  /** Whether the authenticator has backed the passkey up, so that other devices of the user may have it. */
  is_synced: boolean
  /** The host name that the passkey belongs to. */
  relying_party_id: string
}

export interface PasskeyRegistration {
  options_json: {
    rp: {
      id: string
      name: string
    }
    user: {
      id: string
      name: string
      displayName: string
    }
    challenge: string
    pubKeyCredParams: {
      alg: number
      type: 'public-key'
    }[]
    timeout: number
    attestation: 'none'
    excludeCredentials: {
      id: string
      type: 'public-key'
    }[]
    authenticatorSelection: {
      residentKey: 'required'
      requireResidentKey: true
      userVerification: 'preferred'
    }
    extensions: {
      credProps: true
    }
  }
  code: string
}

export interface PermissionDefinitionCreate {
  id: string
  description?: undefined | string
  contained_permission_ids?: undefined | string[]
}

export interface PermissionDefinitionRead {
  id: string
  description?: undefined | string
  contained_permission_ids: string[]
}

export interface PermissionDefinitionUpdate {
  id?: undefined | string
  description?: undefined | string
  contained_permission_ids?: undefined | string[]
}

export interface ProjectAdminRead {
  id: string
  display_name: string
  description: string
  /** The address of the square sign. */
  logo_url: string | null
  /** The address of the sign with the name. */
  logo_full_url: string | null
  /** The same for dark pages. */
  logo_dark_mode_url: string | null
  /** The same for dark pages. */
  logo_full_dark_mode_url: string | null
  /** The colour of buttons and links as the owner has chosen it. */
  accent_color: string | null
  /** The accent, with the contrast that light pages need (WCAG 2.2). */
  accent_color_light: string | null
  /** The accent, with the contrast that dark pages need (WCAG 2.2). */
  accent_color_dark: string | null
  /** Where users of the project get help. */
  support_email: string | null
  /** The terms of service, a web address. */
  terms_url: string | null
  /** The privacy policy, a web address. */
  privacy_url: string | null
  /** Whether mails say "by Portico". False for a new project. */
  shows_portico: boolean
  created_at_millis: number
  user_count: number
  is_production_mode: boolean
  /** Grows by one with every change of the settings or of the permission definitions. See `if_version`. */
  version: number
  config: {
    sign_up_enabled: boolean
    credential_enabled: boolean
    magic_link_enabled: boolean
    passkey_enabled: boolean
    client_team_creation_enabled: boolean
    client_user_deletion_enabled: boolean
    /** Whether users can download the data that the service stores about them. False for a new project. */
    user_data_export_enabled: boolean
    allow_user_api_keys: boolean
    allow_team_api_keys: boolean
    /** Whether team members with the permission $manage_roles can grant to other members, and revoke from them, permissions that they have themselves. False for a new project. */
    member_role_management_enabled: boolean
    /** For how many days a device on which a user proved the second factor is not asked again, if the user wants that. The present value counts for every device. 0, for a new project: asked each time. An extension of the protocol. */
    remember_device_days: number
    /** The language of mails and pages for a user who has chosen none and whose browser prefers none of the service. en for a new project. */
    default_locale: string
    /** Allows anonymous sign-up while sign-up is enabled. False for a new project. */
    anonymous_enabled: boolean
    /** Deletes anonymous users who have neither signed in nor refreshed for this number of days. Null keeps them. 90 for a new project. */
    anonymous_user_lifetime_days: number | null
    /** Ends a session this long after it was created, whatever its use. Null, the default: after 365 days, or after the lifetime that a server chose. Applies to existing sessions at once. */
    session_max_lifetime_millis: number | null
    /** Ends a session this long after its last refresh. Clients refresh while they are used, at most every ten minutes. Null, the default: never. Applies to existing sessions at once. */
    session_idle_timeout_millis: number | null
    allow_localhost: boolean
    /** Whether a sign-in at a provider can return to a native app by the scheme stack-auth-mobile-oauth-url, which any app on the device can register. False for a new project. */
    native_app_redirects_enabled: boolean
    create_team_on_sign_up: boolean
    /** Whether people who are invited to a team can create an account while sign-up is disabled. False for a new project. */
    invited_sign_up_enabled: boolean
    /** Who may sign up while sign-up is open. The first rule whose conditions all hold decides; without one the sign-up is allowed. A rule with `allow` and a condition on the address matches only an address that is proved, which the address of a password sign-up is not. Users whom servers and admins create are exempt. */
    sign_up_rules: {
      name: string
      when: {
        /** The domain of the address is one of these. `*.example.com` contains each domain below example.com. */
        email_domain?: undefined | string[]
        method?: undefined | ('password' | 'otp' | 'oauth' | 'anonymous')[]
        /** As a trusted proxy says it. Without it the condition does not hold. */
        country?: undefined | string[]
        /** Whether the domain of the address is on the list of disposable ones. */
        disposable?: undefined | boolean
        /** Whether a trusted proxy says that the call comes from an anonymous network, such as Tor. */
        anonymous_network?: undefined | boolean
        /** From the beginning of `from` to the beginning of `until`, over midnight if `until` is smaller. */
        hour?:
          | undefined
          | {
              from: number
              until: number
              time_zone: string
            }
      }
      /** `hold` creates the user and puts them on the waiting list. It refuses an anonymous sign-up. */
      then: 'allow' | 'refuse' | 'hold'
    }[]
    /** Users can change how they sign in, or delete themselves, only within 15 minutes after sign-in. */
    recent_sign_in_required: boolean
    /** Whether a new password is refused that became known in a breach. A list that does not answer within 1.5 s permits it. False for a new project. */
    breached_passwords_refused: boolean
    /** Replacing or removing an authenticator app requires one of its current codes in the field totp_code. True for a new project. Official clients do not send a code. */
    totp_code_required_for_change: boolean
    /** `required`: each user needs an authenticator app, or a passkey with user verification. `optional` for a new project. An extension of the protocol. */
    second_factor_policy: 'optional' | 'required'
    /** How long users without a second factor can use the account as before, from the start of the policy or their sign-up. 14 for a new project. An extension of the protocol. */
    second_factor_grace_days: number
    /** Whether the link of a verification mail claims the account in any browser, without asking the user. False for a new project. */
    trust_verification_links: boolean
    /** Whether staff with the role `support` can sign in as users by link. A change to false ends these sessions. False for a new project. An extension of the protocol. */
    support_can_impersonate: boolean
    oauth_account_merge_strategy: 'link_method' | 'raise_error' | 'allow_duplicates'
    /** Custom claims of access tokens: from the name of a claim to a path in the metadata of the user, such as `{"plan": "server_metadata.plan"}`. A claim without a value is absent. Claims with which those of a token would exceed 1 kB are left out whole, and `omitted_claims` names them. A change acts at the next refresh. None for a new project. An extension of the protocol. */
    access_token_claims: Record<string, string>
    team_creator_default_permissions: {
      id: string
    }[]
    team_member_default_permissions: {
      id: string
    }[]
    user_default_permissions: {
      id: string
    }[]
    id: string
    domains: {
      domain: string
      handler_path: string
    }[]
    enabled_oauth_providers: {
      id: string
    }[]
    oauth_providers: {
      id: string
      type: 'shared' | 'standard'
      enabled: boolean
      client_id?: undefined | string
      /** Masked, except in the answer to the call that set it. */
      client_secret?: undefined | string
      facebook_config_id?: undefined | string
      microsoft_tenant_id?: undefined | string
    }[]
    email_config: {
      type: 'shared' | 'standard' | 'endpoint'
      /** With `endpoint`, host and port of its URL, an empty user name and a mask, for clients that know only mail servers. */
      host?: undefined | string
      port?: undefined | number
      /** Encryption of the connection: TLS from the first byte, required STARTTLS, or none. Default: `implicit` on port 465, `starttls` on all other ports. */
      tls?: undefined | 'implicit' | 'starttls' | 'off'
      username?: undefined | string
      /** Masked, except in the answer to the call that set it. */
      password?: undefined | string
      /** Only with `endpoint`. */
      url?: undefined | string
      /** Only with `endpoint`. Masked, except in the answer to the call that set it. */
      secret?: undefined | string
      sender_name?: undefined | string
      sender_email?: undefined | string
      reply_to?: undefined | string
      bounce_email?: undefined | string
      dkim?:
        | undefined
        | {
            selector: string
            /** Masked, except in the answer to the call that set it. */
            private_key: string
            /** The value of the tag `p` in the DNS record at `{selector}._domainkey.{domain}`. */
            public_key: string
          }
    }
    old_system: {
      type: 'stack' | 'cognito' | 'firebase' | 'auth0' | 'endpoint'
      base_url?: undefined | string
      url?: undefined | string
      project_id?: undefined | string
      publishable_client_key?: undefined | string
      region?: undefined | string
      client_id?: undefined | string
      connection?: undefined | string
      api_key?: undefined | string
      /** Masked, except in the answer to the call that set it. */
      secret?: undefined | string
      ends_at_millis: number
    } | null
    bot_check:
      | {
          type: 'none'
        }
      | {
          type: 'proof_of_work'
        }
      | {
          type: 'turnstile'
          /** The public key of the widget. */
          site_key: string
          /** Masked, except in the answer to the call that set it. */
          secret_key: string
        }
  }
}

export interface ProjectClientRead {
  id: string
  display_name: string
  /** The address of the square sign. */
  logo_url: string | null
  /** The address of the sign with the name. */
  logo_full_url: string | null
  /** The same for dark pages. */
  logo_dark_mode_url: string | null
  /** The same for dark pages. */
  logo_full_dark_mode_url: string | null
  /** The colour of buttons and links as the owner has chosen it. */
  accent_color: string | null
  /** The accent, with the contrast that light pages need (WCAG 2.2). */
  accent_color_light: string | null
  /** The accent, with the contrast that dark pages need (WCAG 2.2). */
  accent_color_dark: string | null
  /** Where users of the project get help. */
  support_email: string | null
  /** The terms of service, a web address. */
  terms_url: string | null
  /** The privacy policy, a web address. */
  privacy_url: string | null
  config: {
    sign_up_enabled: boolean
    credential_enabled: boolean
    magic_link_enabled: boolean
    passkey_enabled: boolean
    client_team_creation_enabled: boolean
    client_user_deletion_enabled: boolean
    /** Whether users can download the data that the service stores about them. False for a new project. */
    user_data_export_enabled: boolean
    allow_user_api_keys: boolean
    allow_team_api_keys: boolean
    /** Whether team members with the permission $manage_roles can grant to other members, and revoke from them, permissions that they have themselves. False for a new project. */
    member_role_management_enabled: boolean
    /** For how many days a device on which a user proved the second factor is not asked again, if the user wants that. The present value counts for every device. 0, for a new project: asked each time. An extension of the protocol. */
    remember_device_days: number
    /** The language of mails and pages for a user who has chosen none and whose browser prefers none of the service. en for a new project. */
    default_locale: string
    enabled_oauth_providers: {
      id: string
    }[]
    domains: {
      domain: string
      handler_path: string
    }[]
  }
}

export interface ProjectConfigDocument {
  sign_up_enabled?: undefined | boolean
  credential_enabled?: undefined | boolean
  magic_link_enabled?: undefined | boolean
  passkey_enabled?: undefined | boolean
  client_team_creation_enabled?: undefined | boolean
  client_user_deletion_enabled?: undefined | boolean
  /** Whether users can download the data that the service stores about them. False for a new project. */
  user_data_export_enabled?: undefined | boolean
  allow_user_api_keys?: undefined | boolean
  allow_team_api_keys?: undefined | boolean
  /** Whether team members with the permission $manage_roles can grant to other members, and revoke from them, permissions that they have themselves. False for a new project. */
  member_role_management_enabled?: undefined | boolean
  /** For how many days a device on which a user proved the second factor is not asked again, if the user wants that. The present value counts for every device. 0, for a new project: asked each time. An extension of the protocol. */
  remember_device_days?: undefined | number
  /** The language of mails and pages for a user who has chosen none and whose browser prefers none of the service. en for a new project. */
  default_locale?: undefined | string
  /** Allows anonymous sign-up while sign-up is enabled. False for a new project. */
  anonymous_enabled?: undefined | boolean
  /** Deletes anonymous users who have neither signed in nor refreshed for this number of days. Null keeps them. 90 for a new project. */
  anonymous_user_lifetime_days?: undefined | number | null
  /** Ends a session this long after it was created, whatever its use. Null, the default: after 365 days, or after the lifetime that a server chose. Applies to existing sessions at once. */
  session_max_lifetime_millis?: undefined | number | null
  /** Ends a session this long after its last refresh. Clients refresh while they are used, at most every ten minutes. Null, the default: never. Applies to existing sessions at once. */
  session_idle_timeout_millis?: undefined | number | null
  allow_localhost?: undefined | boolean
  /** Whether a sign-in at a provider can return to a native app by the scheme stack-auth-mobile-oauth-url, which any app on the device can register. False for a new project. */
  native_app_redirects_enabled?: undefined | boolean
  create_team_on_sign_up?: undefined | boolean
  /** Whether people who are invited to a team can create an account while sign-up is disabled. False for a new project. */
  invited_sign_up_enabled?: undefined | boolean
  /** Who may sign up while sign-up is open. The first rule whose conditions all hold decides; without one the sign-up is allowed. A rule with `allow` and a condition on the address matches only an address that is proved, which the address of a password sign-up is not. Users whom servers and admins create are exempt. */
  sign_up_rules?:
    | undefined
    | {
        name: string
        when: {
          /** The domain of the address is one of these. `*.example.com` contains each domain below example.com. */
          email_domain?: undefined | string[]
          method?: undefined | ('password' | 'otp' | 'oauth' | 'anonymous')[]
          /** As a trusted proxy says it. Without it the condition does not hold. */
          country?: undefined | string[]
          /** Whether the domain of the address is on the list of disposable ones. */
          disposable?: undefined | boolean
          /** Whether a trusted proxy says that the call comes from an anonymous network, such as Tor. */
          anonymous_network?: undefined | boolean
          /** From the beginning of `from` to the beginning of `until`, over midnight if `until` is smaller. */
          hour?:
            | undefined
            | {
                from: number
                until: number
                time_zone: string
              }
        }
        /** `hold` creates the user and puts them on the waiting list. It refuses an anonymous sign-up. */
        then: 'allow' | 'refuse' | 'hold'
      }[]
  /** Users can change how they sign in, or delete themselves, only within 15 minutes after sign-in. */
  recent_sign_in_required?: undefined | boolean
  /** Whether a new password is refused that became known in a breach. A list that does not answer within 1.5 s permits it. False for a new project. */
  breached_passwords_refused?: undefined | boolean
  /** Replacing or removing an authenticator app requires one of its current codes in the field totp_code. True for a new project. Official clients do not send a code. */
  totp_code_required_for_change?: undefined | boolean
  /** `required`: each user needs an authenticator app, or a passkey with user verification. `optional` for a new project. An extension of the protocol. */
  second_factor_policy?: undefined | 'optional' | 'required'
  /** How long users without a second factor can use the account as before, from the start of the policy or their sign-up. 14 for a new project. An extension of the protocol. */
  second_factor_grace_days?: undefined | number
  /** Whether the link of a verification mail claims the account in any browser, without asking the user. False for a new project. */
  trust_verification_links?: undefined | boolean
  /** Whether staff with the role `support` can sign in as users by link. A change to false ends these sessions. False for a new project. An extension of the protocol. */
  support_can_impersonate?: undefined | boolean
  oauth_account_merge_strategy?: undefined | 'link_method' | 'raise_error' | 'allow_duplicates'
  /** Custom claims of access tokens: from the name of a claim to a path in the metadata of the user, such as `{"plan": "server_metadata.plan"}`. A claim without a value is absent. Claims with which those of a token would exceed 1 kB are left out whole, and `omitted_claims` names them. A change acts at the next refresh. None for a new project. An extension of the protocol. */
  access_token_claims?: undefined | Record<string, string>
  team_creator_default_permissions?:
    | undefined
    | {
        id: string
      }[]
  team_member_default_permissions?:
    | undefined
    | {
        id: string
      }[]
  user_default_permissions?:
    | undefined
    | {
        id: string
      }[]
  domains?:
    | undefined
    | {
        domain: string
        handler_path: string
      }[]
  oauth_providers?:
    | undefined
    | (
        | {
            id:
              | 'google'
              | 'github'
              | 'microsoft'
              | 'spotify'
              | 'facebook'
              | 'discord'
              | 'gitlab'
              | 'bitbucket'
              | 'linkedin'
              | 'apple'
              | 'x'
            type: 'shared'
            enabled?: undefined | boolean
          }
        | {
            id:
              | 'google'
              | 'github'
              | 'microsoft'
              | 'spotify'
              | 'facebook'
              | 'discord'
              | 'gitlab'
              | 'bitbucket'
              | 'linkedin'
              | 'apple'
              | 'x'
            type: 'standard'
            enabled?: undefined | boolean
            client_id: string
            client_secret?: undefined | string
            facebook_config_id?: undefined | string
            microsoft_tenant_id?: undefined | string
          }
      )[]
  email_config?:
    | undefined
    | {
        type: 'shared'
      }
    | {
        type: 'standard'
        host: string
        port: number
        /** Encryption of the connection: TLS from the first byte, required STARTTLS, or none. Default: `implicit` on port 465, `starttls` on all other ports. */
        tls?: undefined | 'implicit' | 'starttls' | 'off'
        username: string
        password?: undefined | string
        sender_name: string
        sender_email: string
        reply_to?: undefined | string
        bounce_email?: undefined | string
        dkim?:
          | undefined
          | {
              selector: string
              private_key?: undefined | string
              /** Ignored: it belongs to the private key. */
              public_key?: undefined | string
            }
      }
    | {
        type: 'endpoint'
        url: string
        /** Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows. */
        secret?: undefined | string
        sender_name: string
        sender_email: string
        reply_to?: undefined | string
      }
  /** A mask in place of the secret says that the system has one, which the document does not contain. */
  old_system?:
    | undefined
    | {
        type: 'stack'
        /** The base URL of the service, without `/api/v1`. */
        base_url: string
        project_id: string
        publishable_client_key: string
        /** From this moment on the old system is not asked any more. At most 366 days ahead. */
        ends_at_millis: number
      }
    | {
        type: 'cognito'
        region: string
        client_id: string
        /** The secret of the client; absent for one without. The mask keeps the stored one. */
        secret?: undefined | string
        /** Another address of the service. Default: that of the region. */
        base_url?: undefined | string
        /** From this moment on the old system is not asked any more. At most 366 days ahead. */
        ends_at_millis: number
      }
    | {
        type: 'firebase'
        /** The web API key of the project. */
        api_key: string
        /** Another address of the service. Default: https://identitytoolkit.googleapis.com. */
        base_url?: undefined | string
        /** From this moment on the old system is not asked any more. At most 366 days ahead. */
        ends_at_millis: number
      }
    | {
        type: 'auth0'
        /** The domain of the tenant, with https://. */
        base_url: string
        client_id: string
        /** The secret of the client; absent for one without. The mask keeps the stored one. */
        secret?: undefined | string
        /** The database connection. Default: the default directory of the tenant. */
        connection?: undefined | string
        /** From this moment on the old system is not asked any more. At most 366 days ahead. */
        ends_at_millis: number
      }
    | {
        type: 'endpoint'
        url: string
        /** Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows. */
        secret?: undefined | string
        /** From this moment on the old system is not asked any more. At most 366 days ahead. */
        ends_at_millis: number
      }
    | null
  bot_check?:
    | undefined
    | {
        type: 'none'
      }
    | {
        type: 'proof_of_work'
      }
    | {
        type: 'turnstile'
        /** The public key of the widget. */
        site_key: string
        /** The mask keeps the stored one. */
        secret_key?: undefined | string
      }
}

export interface ProjectConfigUpdate {
  sign_up_enabled?: undefined | boolean
  credential_enabled?: undefined | boolean
  magic_link_enabled?: undefined | boolean
  passkey_enabled?: undefined | boolean
  client_team_creation_enabled?: undefined | boolean
  client_user_deletion_enabled?: undefined | boolean
  /** Whether users can download the data that the service stores about them. False for a new project. */
  user_data_export_enabled?: undefined | boolean
  allow_user_api_keys?: undefined | boolean
  allow_team_api_keys?: undefined | boolean
  /** Whether team members with the permission $manage_roles can grant to other members, and revoke from them, permissions that they have themselves. False for a new project. */
  member_role_management_enabled?: undefined | boolean
  /** For how many days a device on which a user proved the second factor is not asked again, if the user wants that. The present value counts for every device. 0, for a new project: asked each time. An extension of the protocol. */
  remember_device_days?: undefined | number
  /** The language of mails and pages for a user who has chosen none and whose browser prefers none of the service. en for a new project. */
  default_locale?: undefined | string
  /** Allows anonymous sign-up while sign-up is enabled. False for a new project. */
  anonymous_enabled?: undefined | boolean
  /** Deletes anonymous users who have neither signed in nor refreshed for this number of days. Null keeps them. 90 for a new project. */
  anonymous_user_lifetime_days?: undefined | number | null
  /** Ends a session this long after it was created, whatever its use. Null, the default: after 365 days, or after the lifetime that a server chose. Applies to existing sessions at once. */
  session_max_lifetime_millis?: undefined | number | null
  /** Ends a session this long after its last refresh. Clients refresh while they are used, at most every ten minutes. Null, the default: never. Applies to existing sessions at once. */
  session_idle_timeout_millis?: undefined | number | null
  allow_localhost?: undefined | boolean
  /** Whether a sign-in at a provider can return to a native app by the scheme stack-auth-mobile-oauth-url, which any app on the device can register. False for a new project. */
  native_app_redirects_enabled?: undefined | boolean
  create_team_on_sign_up?: undefined | boolean
  /** Whether people who are invited to a team can create an account while sign-up is disabled. False for a new project. */
  invited_sign_up_enabled?: undefined | boolean
  /** Who may sign up while sign-up is open. The first rule whose conditions all hold decides; without one the sign-up is allowed. A rule with `allow` and a condition on the address matches only an address that is proved, which the address of a password sign-up is not. Users whom servers and admins create are exempt. */
  sign_up_rules?:
    | undefined
    | {
        name: string
        when: {
          /** The domain of the address is one of these. `*.example.com` contains each domain below example.com. */
          email_domain?: undefined | string[]
          method?: undefined | ('password' | 'otp' | 'oauth' | 'anonymous')[]
          /** As a trusted proxy says it. Without it the condition does not hold. */
          country?: undefined | string[]
          /** Whether the domain of the address is on the list of disposable ones. */
          disposable?: undefined | boolean
          /** Whether a trusted proxy says that the call comes from an anonymous network, such as Tor. */
          anonymous_network?: undefined | boolean
          /** From the beginning of `from` to the beginning of `until`, over midnight if `until` is smaller. */
          hour?:
            | undefined
            | {
                from: number
                until: number
                time_zone: string
              }
        }
        /** `hold` creates the user and puts them on the waiting list. It refuses an anonymous sign-up. */
        then: 'allow' | 'refuse' | 'hold'
      }[]
  /** Users can change how they sign in, or delete themselves, only within 15 minutes after sign-in. */
  recent_sign_in_required?: undefined | boolean
  /** Whether a new password is refused that became known in a breach. A list that does not answer within 1.5 s permits it. False for a new project. */
  breached_passwords_refused?: undefined | boolean
  /** Replacing or removing an authenticator app requires one of its current codes in the field totp_code. True for a new project. Official clients do not send a code. */
  totp_code_required_for_change?: undefined | boolean
  /** `required`: each user needs an authenticator app, or a passkey with user verification. `optional` for a new project. An extension of the protocol. */
  second_factor_policy?: undefined | 'optional' | 'required'
  /** How long users without a second factor can use the account as before, from the start of the policy or their sign-up. 14 for a new project. An extension of the protocol. */
  second_factor_grace_days?: undefined | number
  /** Whether the link of a verification mail claims the account in any browser, without asking the user. False for a new project. */
  trust_verification_links?: undefined | boolean
  /** Whether staff with the role `support` can sign in as users by link. A change to false ends these sessions. False for a new project. An extension of the protocol. */
  support_can_impersonate?: undefined | boolean
  oauth_account_merge_strategy?: undefined | 'link_method' | 'raise_error' | 'allow_duplicates'
  /** Custom claims of access tokens: from the name of a claim to a path in the metadata of the user, such as `{"plan": "server_metadata.plan"}`. A claim without a value is absent. Claims with which those of a token would exceed 1 kB are left out whole, and `omitted_claims` names them. A change acts at the next refresh. None for a new project. An extension of the protocol. */
  access_token_claims?: undefined | Record<string, string>
  team_creator_default_permissions?:
    | undefined
    | {
        id: string
      }[]
  team_member_default_permissions?:
    | undefined
    | {
        id: string
      }[]
  user_default_permissions?:
    | undefined
    | {
        id: string
      }[]
  domains?:
    | undefined
    | {
        domain: string
        handler_path: string
      }[]
  oauth_providers?:
    | undefined
    | (
        | {
            id:
              | 'google'
              | 'github'
              | 'microsoft'
              | 'spotify'
              | 'facebook'
              | 'discord'
              | 'gitlab'
              | 'bitbucket'
              | 'linkedin'
              | 'apple'
              | 'x'
            type: 'shared'
            enabled?: undefined | boolean
          }
        | {
            id:
              | 'google'
              | 'github'
              | 'microsoft'
              | 'spotify'
              | 'facebook'
              | 'discord'
              | 'gitlab'
              | 'bitbucket'
              | 'linkedin'
              | 'apple'
              | 'x'
            type: 'standard'
            enabled?: undefined | boolean
            client_id: string
            client_secret: string
            facebook_config_id?: undefined | string
            microsoft_tenant_id?: undefined | string
          }
      )[]
  email_config?:
    | undefined
    | {
        type: 'shared'
      }
    | {
        type: 'standard'
        host: string
        port: number
        /** Encryption of the connection: TLS from the first byte, required STARTTLS, or none. Default: `implicit` on port 465, `starttls` on all other ports. */
        tls?: undefined | 'implicit' | 'starttls' | 'off'
        username: string
        password: string
        sender_name: string
        sender_email: string
        /** The address that replies go to. Absent: the sender. An extension of the protocol. */
        reply_to?: undefined | string
        /** The envelope sender: mail servers report lost mails to this address. Absent: the sender. An extension of the protocol. */
        bounce_email?: undefined | string
        /** Signs mails (RFC 6376) for the domain of `sender_email`. The key is an RSA key of 2048 to 4096 bits. */
        dkim?:
          | undefined
          | {
              selector: string
              private_key: string
              /** Ignored: it belongs to the private key. */
              public_key?: undefined | string
            }
      }
    | {
        type: 'endpoint'
        url: string
        /** Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows. */
        secret?: undefined | string
        sender_name: string
        sender_email: string
        /** The address that replies go to. Absent: the sender. An extension of the protocol. */
        reply_to?: undefined | string
      }
  /** The system that the project used before. It checks the password of a user who is unknown here, or whose password is only there, once. Null: none is asked. An extension of the protocol. */
  old_system?:
    | undefined
    | {
        type: 'stack'
        /** The base URL of the service, without `/api/v1`. */
        base_url: string
        project_id: string
        publishable_client_key: string
        /** From this moment on the old system is not asked any more. At most 366 days ahead. */
        ends_at_millis: number
      }
    | {
        type: 'cognito'
        region: string
        client_id: string
        /** The secret of the client; absent for one without. The mask keeps the stored one. */
        secret?: undefined | string
        /** Another address of the service. Default: that of the region. */
        base_url?: undefined | string
        /** From this moment on the old system is not asked any more. At most 366 days ahead. */
        ends_at_millis: number
      }
    | {
        type: 'firebase'
        /** The web API key of the project. */
        api_key: string
        /** Another address of the service. Default: https://identitytoolkit.googleapis.com. */
        base_url?: undefined | string
        /** From this moment on the old system is not asked any more. At most 366 days ahead. */
        ends_at_millis: number
      }
    | {
        type: 'auth0'
        /** The domain of the tenant, with https://. */
        base_url: string
        client_id: string
        /** The secret of the client; absent for one without. The mask keeps the stored one. */
        secret?: undefined | string
        /** The database connection. Default: the default directory of the tenant. */
        connection?: undefined | string
        /** From this moment on the old system is not asked any more. At most 366 days ahead. */
        ends_at_millis: number
      }
    | {
        type: 'endpoint'
        url: string
        /** Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows. */
        secret?: undefined | string
        /** From this moment on the old system is not asked any more. At most 366 days ahead. */
        ends_at_millis: number
      }
    | null
  /** What clients must solve before a sign-up, a sign-in with a password, and a mail with a sign-in code or a link for a new password: nothing, a puzzle that costs the browser time, or Turnstile with keys of the project. `none` for a new project. An extension of the protocol. */
  bot_check?:
    | undefined
    | {
        type: 'none'
      }
    | {
        type: 'proof_of_work'
      }
    | {
        type: 'turnstile'
        /** The public key of the widget. */
        site_key: string
        /** The mask keeps the stored one. */
        secret_key: string
      }
}

export interface ProjectConfiguration {
  format: 'portico-project'
  format_version: number
  display_name?: undefined | string
  description?: undefined | string
  is_production_mode?: undefined | boolean
  /** A square sign: an inline PNG, JPEG, GIF, BMP or WebP (data:image/png;base64,…) of at most 65536 bytes. The service stores it, and the address of the stored image comes back. An image of another address is refused. Null: none. */
  logo_url?: undefined | string | null
  /** The sign with the name. Null: `logo_url` and the name of the project. */
  logo_full_url?: undefined | string | null
  /** For dark pages. Null: `logo_url`. */
  logo_dark_mode_url?: undefined | string | null
  /** For dark pages. Null: `logo_full_url`. */
  logo_full_dark_mode_url?: undefined | string | null
  /** The colour of buttons and links, such as #3b5bdb. The service corrects its contrast. Null: the default. */
  accent_color?: undefined | string | null
  support_email?: undefined | string | null
  /** The terms of service, a web address. */
  terms_url?: undefined | string | null
  /** The privacy policy, a web address. */
  privacy_url?: undefined | string | null
  /** Whether mails say "by Portico". False for a new project. */
  shows_portico?: undefined | boolean
  config?:
    | undefined
    | {
        sign_up_enabled?: undefined | boolean
        credential_enabled?: undefined | boolean
        magic_link_enabled?: undefined | boolean
        passkey_enabled?: undefined | boolean
        client_team_creation_enabled?: undefined | boolean
        client_user_deletion_enabled?: undefined | boolean
        /** Whether users can download the data that the service stores about them. False for a new project. */
        user_data_export_enabled?: undefined | boolean
        allow_user_api_keys?: undefined | boolean
        allow_team_api_keys?: undefined | boolean
        /** Whether team members with the permission $manage_roles can grant to other members, and revoke from them, permissions that they have themselves. False for a new project. */
        member_role_management_enabled?: undefined | boolean
        /** For how many days a device on which a user proved the second factor is not asked again, if the user wants that. The present value counts for every device. 0, for a new project: asked each time. An extension of the protocol. */
        remember_device_days?: undefined | number
        /** The language of mails and pages for a user who has chosen none and whose browser prefers none of the service. en for a new project. */
        default_locale?: undefined | string
        /** Allows anonymous sign-up while sign-up is enabled. False for a new project. */
        anonymous_enabled?: undefined | boolean
        /** Deletes anonymous users who have neither signed in nor refreshed for this number of days. Null keeps them. 90 for a new project. */
        anonymous_user_lifetime_days?: undefined | number | null
        /** Ends a session this long after it was created, whatever its use. Null, the default: after 365 days, or after the lifetime that a server chose. Applies to existing sessions at once. */
        session_max_lifetime_millis?: undefined | number | null
        /** Ends a session this long after its last refresh. Clients refresh while they are used, at most every ten minutes. Null, the default: never. Applies to existing sessions at once. */
        session_idle_timeout_millis?: undefined | number | null
        allow_localhost?: undefined | boolean
        /** Whether a sign-in at a provider can return to a native app by the scheme stack-auth-mobile-oauth-url, which any app on the device can register. False for a new project. */
        native_app_redirects_enabled?: undefined | boolean
        create_team_on_sign_up?: undefined | boolean
        /** Whether people who are invited to a team can create an account while sign-up is disabled. False for a new project. */
        invited_sign_up_enabled?: undefined | boolean
        /** Who may sign up while sign-up is open. The first rule whose conditions all hold decides; without one the sign-up is allowed. A rule with `allow` and a condition on the address matches only an address that is proved, which the address of a password sign-up is not. Users whom servers and admins create are exempt. */
        sign_up_rules?:
          | undefined
          | {
              name: string
              when: {
                /** The domain of the address is one of these. `*.example.com` contains each domain below example.com. */
                email_domain?: undefined | string[]
                method?: undefined | ('password' | 'otp' | 'oauth' | 'anonymous')[]
                /** As a trusted proxy says it. Without it the condition does not hold. */
                country?: undefined | string[]
                /** Whether the domain of the address is on the list of disposable ones. */
                disposable?: undefined | boolean
                /** Whether a trusted proxy says that the call comes from an anonymous network, such as Tor. */
                anonymous_network?: undefined | boolean
                /** From the beginning of `from` to the beginning of `until`, over midnight if `until` is smaller. */
                hour?:
                  | undefined
                  | {
                      from: number
                      until: number
                      time_zone: string
                    }
              }
              /** `hold` creates the user and puts them on the waiting list. It refuses an anonymous sign-up. */
              then: 'allow' | 'refuse' | 'hold'
            }[]
        /** Users can change how they sign in, or delete themselves, only within 15 minutes after sign-in. */
        recent_sign_in_required?: undefined | boolean
        /** Whether a new password is refused that became known in a breach. A list that does not answer within 1.5 s permits it. False for a new project. */
        breached_passwords_refused?: undefined | boolean
        /** Replacing or removing an authenticator app requires one of its current codes in the field totp_code. True for a new project. Official clients do not send a code. */
        totp_code_required_for_change?: undefined | boolean
        /** `required`: each user needs an authenticator app, or a passkey with user verification. `optional` for a new project. An extension of the protocol. */
        second_factor_policy?: undefined | 'optional' | 'required'
        /** How long users without a second factor can use the account as before, from the start of the policy or their sign-up. 14 for a new project. An extension of the protocol. */
        second_factor_grace_days?: undefined | number
        /** Whether the link of a verification mail claims the account in any browser, without asking the user. False for a new project. */
        trust_verification_links?: undefined | boolean
        /** Whether staff with the role `support` can sign in as users by link. A change to false ends these sessions. False for a new project. An extension of the protocol. */
        support_can_impersonate?: undefined | boolean
        oauth_account_merge_strategy?: undefined | 'link_method' | 'raise_error' | 'allow_duplicates'
        /** Custom claims of access tokens: from the name of a claim to a path in the metadata of the user, such as `{"plan": "server_metadata.plan"}`. A claim without a value is absent. Claims with which those of a token would exceed 1 kB are left out whole, and `omitted_claims` names them. A change acts at the next refresh. None for a new project. An extension of the protocol. */
        access_token_claims?: undefined | Record<string, string>
        team_creator_default_permissions?:
          | undefined
          | {
              id: string
            }[]
        team_member_default_permissions?:
          | undefined
          | {
              id: string
            }[]
        user_default_permissions?:
          | undefined
          | {
              id: string
            }[]
        domains?:
          | undefined
          | {
              domain: string
              handler_path: string
            }[]
        oauth_providers?:
          | undefined
          | (
              | {
                  id:
                    | 'google'
                    | 'github'
                    | 'microsoft'
                    | 'spotify'
                    | 'facebook'
                    | 'discord'
                    | 'gitlab'
                    | 'bitbucket'
                    | 'linkedin'
                    | 'apple'
                    | 'x'
                  type: 'shared'
                  enabled?: undefined | boolean
                }
              | {
                  id:
                    | 'google'
                    | 'github'
                    | 'microsoft'
                    | 'spotify'
                    | 'facebook'
                    | 'discord'
                    | 'gitlab'
                    | 'bitbucket'
                    | 'linkedin'
                    | 'apple'
                    | 'x'
                  type: 'standard'
                  enabled?: undefined | boolean
                  client_id: string
                  client_secret?: undefined | string
                  facebook_config_id?: undefined | string
                  microsoft_tenant_id?: undefined | string
                }
            )[]
        email_config?:
          | undefined
          | {
              type: 'shared'
            }
          | {
              type: 'standard'
              host: string
              port: number
              /** Encryption of the connection: TLS from the first byte, required STARTTLS, or none. Default: `implicit` on port 465, `starttls` on all other ports. */
              tls?: undefined | 'implicit' | 'starttls' | 'off'
              username: string
              password?: undefined | string
              sender_name: string
              sender_email: string
              reply_to?: undefined | string
              bounce_email?: undefined | string
              dkim?:
                | undefined
                | {
                    selector: string
                    private_key?: undefined | string
                    /** Ignored: it belongs to the private key. */
                    public_key?: undefined | string
                  }
            }
          | {
              type: 'endpoint'
              url: string
              /** Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows. */
              secret?: undefined | string
              sender_name: string
              sender_email: string
              reply_to?: undefined | string
            }
        /** A mask in place of the secret says that the system has one, which the document does not contain. */
        old_system?:
          | undefined
          | {
              type: 'stack'
              /** The base URL of the service, without `/api/v1`. */
              base_url: string
              project_id: string
              publishable_client_key: string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | {
              type: 'cognito'
              region: string
              client_id: string
              /** The secret of the client; absent for one without. The mask keeps the stored one. */
              secret?: undefined | string
              /** Another address of the service. Default: that of the region. */
              base_url?: undefined | string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | {
              type: 'firebase'
              /** The web API key of the project. */
              api_key: string
              /** Another address of the service. Default: https://identitytoolkit.googleapis.com. */
              base_url?: undefined | string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | {
              type: 'auth0'
              /** The domain of the tenant, with https://. */
              base_url: string
              client_id: string
              /** The secret of the client; absent for one without. The mask keeps the stored one. */
              secret?: undefined | string
              /** The database connection. Default: the default directory of the tenant. */
              connection?: undefined | string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | {
              type: 'endpoint'
              url: string
              /** Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows. */
              secret?: undefined | string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | null
        bot_check?:
          | undefined
          | {
              type: 'none'
            }
          | {
              type: 'proof_of_work'
            }
          | {
              type: 'turnstile'
              /** The public key of the widget. */
              site_key: string
              /** The mask keeps the stored one. */
              secret_key?: undefined | string
            }
      }
  team_permission_definitions?:
    | undefined
    | {
        id: string
        description?: undefined | string
        contained_permission_ids?: undefined | string[]
      }[]
  project_permission_definitions?:
    | undefined
    | {
        id: string
        description?: undefined | string
        contained_permission_ids?: undefined | string[]
      }[]
  /** Client secrets and the mail password as JSON, encrypted with AES-256-GCM under a key from scrypt (RFC 7914, N=32768, r=8, p=3) of the passphrase. The ciphertext ends with the authentication tag of 16 bytes; the additional data is the text `portico-project/1`. */
  sealed_secrets?:
    | undefined
    | {
        scheme: 'scrypt-aes-256-gcm'
        salt: string
        nonce: string
        ciphertext: string
      }
}

export interface ProjectCreate {
  display_name: string
  description?: undefined | string | null
  /** Trusts only HTTPS pages with a host name that is not localhost; `allow_localhost` is then ignored. */
  is_production_mode?: undefined | boolean
  /** A square sign: an inline PNG, JPEG, GIF, BMP or WebP (data:image/png;base64,…) of at most 65536 bytes. The service stores it, and the address of the stored image comes back. An image of another address is refused. Null: none. */
  logo_url?: undefined | string | null
  /** The sign with the name. Null: `logo_url` and the name of the project. */
  logo_full_url?: undefined | string | null
  /** For dark pages. Null: `logo_url`. */
  logo_dark_mode_url?: undefined | string | null
  /** For dark pages. Null: `logo_full_url`. */
  logo_full_dark_mode_url?: undefined | string | null
  /** The colour of buttons and links, such as #3b5bdb. The service corrects its contrast. Null: the default. */
  accent_color?: undefined | string | null
  /** Where users of the project get help. */
  support_email?: undefined | string | null
  /** The terms of service, a web address. */
  terms_url?: undefined | string | null
  /** The privacy policy, a web address. */
  privacy_url?: undefined | string | null
  /** Whether mails say "by Portico". False for a new project. */
  shows_portico?: undefined | boolean
  config?:
    | undefined
    | {
        sign_up_enabled?: undefined | boolean
        credential_enabled?: undefined | boolean
        magic_link_enabled?: undefined | boolean
        passkey_enabled?: undefined | boolean
        client_team_creation_enabled?: undefined | boolean
        client_user_deletion_enabled?: undefined | boolean
        /** Whether users can download the data that the service stores about them. False for a new project. */
        user_data_export_enabled?: undefined | boolean
        allow_user_api_keys?: undefined | boolean
        allow_team_api_keys?: undefined | boolean
        /** Whether team members with the permission $manage_roles can grant to other members, and revoke from them, permissions that they have themselves. False for a new project. */
        member_role_management_enabled?: undefined | boolean
        /** For how many days a device on which a user proved the second factor is not asked again, if the user wants that. The present value counts for every device. 0, for a new project: asked each time. An extension of the protocol. */
        remember_device_days?: undefined | number
        /** The language of mails and pages for a user who has chosen none and whose browser prefers none of the service. en for a new project. */
        default_locale?: undefined | string
        /** Allows anonymous sign-up while sign-up is enabled. False for a new project. */
        anonymous_enabled?: undefined | boolean
        /** Deletes anonymous users who have neither signed in nor refreshed for this number of days. Null keeps them. 90 for a new project. */
        anonymous_user_lifetime_days?: undefined | number | null
        /** Ends a session this long after it was created, whatever its use. Null, the default: after 365 days, or after the lifetime that a server chose. Applies to existing sessions at once. */
        session_max_lifetime_millis?: undefined | number | null
        /** Ends a session this long after its last refresh. Clients refresh while they are used, at most every ten minutes. Null, the default: never. Applies to existing sessions at once. */
        session_idle_timeout_millis?: undefined | number | null
        allow_localhost?: undefined | boolean
        /** Whether a sign-in at a provider can return to a native app by the scheme stack-auth-mobile-oauth-url, which any app on the device can register. False for a new project. */
        native_app_redirects_enabled?: undefined | boolean
        create_team_on_sign_up?: undefined | boolean
        /** Whether people who are invited to a team can create an account while sign-up is disabled. False for a new project. */
        invited_sign_up_enabled?: undefined | boolean
        /** Who may sign up while sign-up is open. The first rule whose conditions all hold decides; without one the sign-up is allowed. A rule with `allow` and a condition on the address matches only an address that is proved, which the address of a password sign-up is not. Users whom servers and admins create are exempt. */
        sign_up_rules?:
          | undefined
          | {
              name: string
              when: {
                /** The domain of the address is one of these. `*.example.com` contains each domain below example.com. */
                email_domain?: undefined | string[]
                method?: undefined | ('password' | 'otp' | 'oauth' | 'anonymous')[]
                /** As a trusted proxy says it. Without it the condition does not hold. */
                country?: undefined | string[]
                /** Whether the domain of the address is on the list of disposable ones. */
                disposable?: undefined | boolean
                /** Whether a trusted proxy says that the call comes from an anonymous network, such as Tor. */
                anonymous_network?: undefined | boolean
                /** From the beginning of `from` to the beginning of `until`, over midnight if `until` is smaller. */
                hour?:
                  | undefined
                  | {
                      from: number
                      until: number
                      time_zone: string
                    }
              }
              /** `hold` creates the user and puts them on the waiting list. It refuses an anonymous sign-up. */
              then: 'allow' | 'refuse' | 'hold'
            }[]
        /** Users can change how they sign in, or delete themselves, only within 15 minutes after sign-in. */
        recent_sign_in_required?: undefined | boolean
        /** Whether a new password is refused that became known in a breach. A list that does not answer within 1.5 s permits it. False for a new project. */
        breached_passwords_refused?: undefined | boolean
        /** Replacing or removing an authenticator app requires one of its current codes in the field totp_code. True for a new project. Official clients do not send a code. */
        totp_code_required_for_change?: undefined | boolean
        /** `required`: each user needs an authenticator app, or a passkey with user verification. `optional` for a new project. An extension of the protocol. */
        second_factor_policy?: undefined | 'optional' | 'required'
        /** How long users without a second factor can use the account as before, from the start of the policy or their sign-up. 14 for a new project. An extension of the protocol. */
        second_factor_grace_days?: undefined | number
        /** Whether the link of a verification mail claims the account in any browser, without asking the user. False for a new project. */
        trust_verification_links?: undefined | boolean
        /** Whether staff with the role `support` can sign in as users by link. A change to false ends these sessions. False for a new project. An extension of the protocol. */
        support_can_impersonate?: undefined | boolean
        oauth_account_merge_strategy?: undefined | 'link_method' | 'raise_error' | 'allow_duplicates'
        /** Custom claims of access tokens: from the name of a claim to a path in the metadata of the user, such as `{"plan": "server_metadata.plan"}`. A claim without a value is absent. Claims with which those of a token would exceed 1 kB are left out whole, and `omitted_claims` names them. A change acts at the next refresh. None for a new project. An extension of the protocol. */
        access_token_claims?: undefined | Record<string, string>
        team_creator_default_permissions?:
          | undefined
          | {
              id: string
            }[]
        team_member_default_permissions?:
          | undefined
          | {
              id: string
            }[]
        user_default_permissions?:
          | undefined
          | {
              id: string
            }[]
        domains?:
          | undefined
          | {
              domain: string
              handler_path: string
            }[]
        oauth_providers?:
          | undefined
          | (
              | {
                  id:
                    | 'google'
                    | 'github'
                    | 'microsoft'
                    | 'spotify'
                    | 'facebook'
                    | 'discord'
                    | 'gitlab'
                    | 'bitbucket'
                    | 'linkedin'
                    | 'apple'
                    | 'x'
                  type: 'shared'
                  enabled?: undefined | boolean
                }
              | {
                  id:
                    | 'google'
                    | 'github'
                    | 'microsoft'
                    | 'spotify'
                    | 'facebook'
                    | 'discord'
                    | 'gitlab'
                    | 'bitbucket'
                    | 'linkedin'
                    | 'apple'
                    | 'x'
                  type: 'standard'
                  enabled?: undefined | boolean
                  client_id: string
                  client_secret: string
                  facebook_config_id?: undefined | string
                  microsoft_tenant_id?: undefined | string
                }
            )[]
        email_config?:
          | undefined
          | {
              type: 'shared'
            }
          | {
              type: 'standard'
              host: string
              port: number
              /** Encryption of the connection: TLS from the first byte, required STARTTLS, or none. Default: `implicit` on port 465, `starttls` on all other ports. */
              tls?: undefined | 'implicit' | 'starttls' | 'off'
              username: string
              password: string
              sender_name: string
              sender_email: string
              /** The address that replies go to. Absent: the sender. An extension of the protocol. */
              reply_to?: undefined | string
              /** The envelope sender: mail servers report lost mails to this address. Absent: the sender. An extension of the protocol. */
              bounce_email?: undefined | string
              /** Signs mails (RFC 6376) for the domain of `sender_email`. The key is an RSA key of 2048 to 4096 bits. */
              dkim?:
                | undefined
                | {
                    selector: string
                    private_key: string
                    /** Ignored: it belongs to the private key. */
                    public_key?: undefined | string
                  }
            }
          | {
              type: 'endpoint'
              url: string
              /** Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows. */
              secret?: undefined | string
              sender_name: string
              sender_email: string
              /** The address that replies go to. Absent: the sender. An extension of the protocol. */
              reply_to?: undefined | string
            }
        /** The system that the project used before. It checks the password of a user who is unknown here, or whose password is only there, once. Null: none is asked. An extension of the protocol. */
        old_system?:
          | undefined
          | {
              type: 'stack'
              /** The base URL of the service, without `/api/v1`. */
              base_url: string
              project_id: string
              publishable_client_key: string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | {
              type: 'cognito'
              region: string
              client_id: string
              /** The secret of the client; absent for one without. The mask keeps the stored one. */
              secret?: undefined | string
              /** Another address of the service. Default: that of the region. */
              base_url?: undefined | string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | {
              type: 'firebase'
              /** The web API key of the project. */
              api_key: string
              /** Another address of the service. Default: https://identitytoolkit.googleapis.com. */
              base_url?: undefined | string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | {
              type: 'auth0'
              /** The domain of the tenant, with https://. */
              base_url: string
              client_id: string
              /** The secret of the client; absent for one without. The mask keeps the stored one. */
              secret?: undefined | string
              /** The database connection. Default: the default directory of the tenant. */
              connection?: undefined | string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | {
              type: 'endpoint'
              url: string
              /** Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows. */
              secret?: undefined | string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | null
        /** What clients must solve before a sign-up, a sign-in with a password, and a mail with a sign-in code or a link for a new password: nothing, a puzzle that costs the browser time, or Turnstile with keys of the project. `none` for a new project. An extension of the protocol. */
        bot_check?:
          | undefined
          | {
              type: 'none'
            }
          | {
              type: 'proof_of_work'
            }
          | {
              type: 'turnstile'
              /** The public key of the widget. */
              site_key: string
              /** The mask keeps the stored one. */
              secret_key: string
            }
      }
}

export interface ProjectDeletionRead {
  project_id: string
  display_name: string
  state: 'queued' | 'running' | 'done'
  /** The number of users whose records are removed. */
  done: number
  /** The number of users at the deletion; null if it is not known. */
  total: number | null
  created_at_millis: number
  ended_at_millis: number | null
}

export interface ProjectImport {
  document: {
    format: 'portico-project'
    format_version: number
    display_name?: undefined | string
    description?: undefined | string
    is_production_mode?: undefined | boolean
    /** A square sign: an inline PNG, JPEG, GIF, BMP or WebP (data:image/png;base64,…) of at most 65536 bytes. The service stores it, and the address of the stored image comes back. An image of another address is refused. Null: none. */
    logo_url?: undefined | string | null
    /** The sign with the name. Null: `logo_url` and the name of the project. */
    logo_full_url?: undefined | string | null
    /** For dark pages. Null: `logo_url`. */
    logo_dark_mode_url?: undefined | string | null
    /** For dark pages. Null: `logo_full_url`. */
    logo_full_dark_mode_url?: undefined | string | null
    /** The colour of buttons and links, such as #3b5bdb. The service corrects its contrast. Null: the default. */
    accent_color?: undefined | string | null
    support_email?: undefined | string | null
    /** The terms of service, a web address. */
    terms_url?: undefined | string | null
    /** The privacy policy, a web address. */
    privacy_url?: undefined | string | null
    /** Whether mails say "by Portico". False for a new project. */
    shows_portico?: undefined | boolean
    config?:
      | undefined
      | {
          sign_up_enabled?: undefined | boolean
          credential_enabled?: undefined | boolean
          magic_link_enabled?: undefined | boolean
          passkey_enabled?: undefined | boolean
          client_team_creation_enabled?: undefined | boolean
          client_user_deletion_enabled?: undefined | boolean
          /** Whether users can download the data that the service stores about them. False for a new project. */
          user_data_export_enabled?: undefined | boolean
          allow_user_api_keys?: undefined | boolean
          allow_team_api_keys?: undefined | boolean
          /** Whether team members with the permission $manage_roles can grant to other members, and revoke from them, permissions that they have themselves. False for a new project. */
          member_role_management_enabled?: undefined | boolean
          /** For how many days a device on which a user proved the second factor is not asked again, if the user wants that. The present value counts for every device. 0, for a new project: asked each time. An extension of the protocol. */
          remember_device_days?: undefined | number
          /** The language of mails and pages for a user who has chosen none and whose browser prefers none of the service. en for a new project. */
          default_locale?: undefined | string
          /** Allows anonymous sign-up while sign-up is enabled. False for a new project. */
          anonymous_enabled?: undefined | boolean
          /** Deletes anonymous users who have neither signed in nor refreshed for this number of days. Null keeps them. 90 for a new project. */
          anonymous_user_lifetime_days?: undefined | number | null
          /** Ends a session this long after it was created, whatever its use. Null, the default: after 365 days, or after the lifetime that a server chose. Applies to existing sessions at once. */
          session_max_lifetime_millis?: undefined | number | null
          /** Ends a session this long after its last refresh. Clients refresh while they are used, at most every ten minutes. Null, the default: never. Applies to existing sessions at once. */
          session_idle_timeout_millis?: undefined | number | null
          allow_localhost?: undefined | boolean
          /** Whether a sign-in at a provider can return to a native app by the scheme stack-auth-mobile-oauth-url, which any app on the device can register. False for a new project. */
          native_app_redirects_enabled?: undefined | boolean
          create_team_on_sign_up?: undefined | boolean
          /** Whether people who are invited to a team can create an account while sign-up is disabled. False for a new project. */
          invited_sign_up_enabled?: undefined | boolean
          /** Who may sign up while sign-up is open. The first rule whose conditions all hold decides; without one the sign-up is allowed. A rule with `allow` and a condition on the address matches only an address that is proved, which the address of a password sign-up is not. Users whom servers and admins create are exempt. */
          sign_up_rules?:
            | undefined
            | {
                name: string
                when: {
                  /** The domain of the address is one of these. `*.example.com` contains each domain below example.com. */
                  email_domain?: undefined | string[]
                  method?: undefined | ('password' | 'otp' | 'oauth' | 'anonymous')[]
                  /** As a trusted proxy says it. Without it the condition does not hold. */
                  country?: undefined | string[]
                  /** Whether the domain of the address is on the list of disposable ones. */
                  disposable?: undefined | boolean
                  /** Whether a trusted proxy says that the call comes from an anonymous network, such as Tor. */
                  anonymous_network?: undefined | boolean
                  /** From the beginning of `from` to the beginning of `until`, over midnight if `until` is smaller. */
                  hour?:
                    | undefined
                    | {
                        from: number
                        until: number
                        time_zone: string
                      }
                }
                /** `hold` creates the user and puts them on the waiting list. It refuses an anonymous sign-up. */
                then: 'allow' | 'refuse' | 'hold'
              }[]
          /** Users can change how they sign in, or delete themselves, only within 15 minutes after sign-in. */
          recent_sign_in_required?: undefined | boolean
          /** Whether a new password is refused that became known in a breach. A list that does not answer within 1.5 s permits it. False for a new project. */
          breached_passwords_refused?: undefined | boolean
          /** Replacing or removing an authenticator app requires one of its current codes in the field totp_code. True for a new project. Official clients do not send a code. */
          totp_code_required_for_change?: undefined | boolean
          /** `required`: each user needs an authenticator app, or a passkey with user verification. `optional` for a new project. An extension of the protocol. */
          second_factor_policy?: undefined | 'optional' | 'required'
          /** How long users without a second factor can use the account as before, from the start of the policy or their sign-up. 14 for a new project. An extension of the protocol. */
          second_factor_grace_days?: undefined | number
          /** Whether the link of a verification mail claims the account in any browser, without asking the user. False for a new project. */
          trust_verification_links?: undefined | boolean
          /** Whether staff with the role `support` can sign in as users by link. A change to false ends these sessions. False for a new project. An extension of the protocol. */
          support_can_impersonate?: undefined | boolean
          oauth_account_merge_strategy?: undefined | 'link_method' | 'raise_error' | 'allow_duplicates'
          /** Custom claims of access tokens: from the name of a claim to a path in the metadata of the user, such as `{"plan": "server_metadata.plan"}`. A claim without a value is absent. Claims with which those of a token would exceed 1 kB are left out whole, and `omitted_claims` names them. A change acts at the next refresh. None for a new project. An extension of the protocol. */
          access_token_claims?: undefined | Record<string, string>
          team_creator_default_permissions?:
            | undefined
            | {
                id: string
              }[]
          team_member_default_permissions?:
            | undefined
            | {
                id: string
              }[]
          user_default_permissions?:
            | undefined
            | {
                id: string
              }[]
          domains?:
            | undefined
            | {
                domain: string
                handler_path: string
              }[]
          oauth_providers?:
            | undefined
            | (
                | {
                    id:
                      | 'google'
                      | 'github'
                      | 'microsoft'
                      | 'spotify'
                      | 'facebook'
                      | 'discord'
                      | 'gitlab'
                      | 'bitbucket'
                      | 'linkedin'
                      | 'apple'
                      | 'x'
                    type: 'shared'
                    enabled?: undefined | boolean
                  }
                | {
                    id:
                      | 'google'
                      | 'github'
                      | 'microsoft'
                      | 'spotify'
                      | 'facebook'
                      | 'discord'
                      | 'gitlab'
                      | 'bitbucket'
                      | 'linkedin'
                      | 'apple'
                      | 'x'
                    type: 'standard'
                    enabled?: undefined | boolean
                    client_id: string
                    client_secret?: undefined | string
                    facebook_config_id?: undefined | string
                    microsoft_tenant_id?: undefined | string
                  }
              )[]
          email_config?:
            | undefined
            | {
                type: 'shared'
              }
            | {
                type: 'standard'
                host: string
                port: number
                /** Encryption of the connection: TLS from the first byte, required STARTTLS, or none. Default: `implicit` on port 465, `starttls` on all other ports. */
                tls?: undefined | 'implicit' | 'starttls' | 'off'
                username: string
                password?: undefined | string
                sender_name: string
                sender_email: string
                reply_to?: undefined | string
                bounce_email?: undefined | string
                dkim?:
                  | undefined
                  | {
                      selector: string
                      private_key?: undefined | string
                      /** Ignored: it belongs to the private key. */
                      public_key?: undefined | string
                    }
              }
            | {
                type: 'endpoint'
                url: string
                /** Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows. */
                secret?: undefined | string
                sender_name: string
                sender_email: string
                reply_to?: undefined | string
              }
          /** A mask in place of the secret says that the system has one, which the document does not contain. */
          old_system?:
            | undefined
            | {
                type: 'stack'
                /** The base URL of the service, without `/api/v1`. */
                base_url: string
                project_id: string
                publishable_client_key: string
                /** From this moment on the old system is not asked any more. At most 366 days ahead. */
                ends_at_millis: number
              }
            | {
                type: 'cognito'
                region: string
                client_id: string
                /** The secret of the client; absent for one without. The mask keeps the stored one. */
                secret?: undefined | string
                /** Another address of the service. Default: that of the region. */
                base_url?: undefined | string
                /** From this moment on the old system is not asked any more. At most 366 days ahead. */
                ends_at_millis: number
              }
            | {
                type: 'firebase'
                /** The web API key of the project. */
                api_key: string
                /** Another address of the service. Default: https://identitytoolkit.googleapis.com. */
                base_url?: undefined | string
                /** From this moment on the old system is not asked any more. At most 366 days ahead. */
                ends_at_millis: number
              }
            | {
                type: 'auth0'
                /** The domain of the tenant, with https://. */
                base_url: string
                client_id: string
                /** The secret of the client; absent for one without. The mask keeps the stored one. */
                secret?: undefined | string
                /** The database connection. Default: the default directory of the tenant. */
                connection?: undefined | string
                /** From this moment on the old system is not asked any more. At most 366 days ahead. */
                ends_at_millis: number
              }
            | {
                type: 'endpoint'
                url: string
                /** Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows. */
                secret?: undefined | string
                /** From this moment on the old system is not asked any more. At most 366 days ahead. */
                ends_at_millis: number
              }
            | null
          bot_check?:
            | undefined
            | {
                type: 'none'
              }
            | {
                type: 'proof_of_work'
              }
            | {
                type: 'turnstile'
                /** The public key of the widget. */
                site_key: string
                /** The mask keeps the stored one. */
                secret_key?: undefined | string
              }
        }
    team_permission_definitions?:
      | undefined
      | {
          id: string
          description?: undefined | string
          contained_permission_ids?: undefined | string[]
        }[]
    project_permission_definitions?:
      | undefined
      | {
          id: string
          description?: undefined | string
          contained_permission_ids?: undefined | string[]
        }[]
    /** Client secrets and the mail password as JSON, encrypted with AES-256-GCM under a key from scrypt (RFC 7914, N=32768, r=8, p=3) of the passphrase. The ciphertext ends with the authentication tag of 16 bytes; the additional data is the text `portico-project/1`. */
    sealed_secrets?:
      | undefined
      | {
          scheme: 'scrypt-aes-256-gcm'
          salt: string
          nonce: string
          ciphertext: string
        }
  }
  /** Only lists what the import would change. Default: false. */
  dry_run?: undefined | boolean
  /** Opens the sealed secrets of the document. Absent: they are ignored. */
  passphrase?: undefined | string
  /** Deletes the permission definitions of a scope that the list of the document for this scope does not contain, with all grants. Default: false. */
  delete_missing?: undefined | boolean
  /** As for an update of the project, for settings and permission definitions. Use the version of the dry run. */
  if_version?: undefined | number
}

export interface ProjectImportResult {
  /** False for a dry run. */
  is_applied: boolean
  /** The version of the project that the import started from or, once applied, led to. */
  version: number
  /** The settings that change. Secrets are masked. */
  settings: {
    field: string
    before: Json
    after: Json
  }[]
  permission_definitions: {
    scope: 'team' | 'project'
    id: string
    change: 'created' | 'updated' | 'deleted'
    /** Null for a new definition. */
    before: Json
    /** Null for a deleted definition. */
    after: Json
  }[]
  /** Where the document has neither the secret nor the same client id or mail server as the project. The project keeps what it has for this provider or mail server, if anything. Example: `config.oauth_providers.github.client_secret`. */
  missing_secrets: string[]
}

export interface ProjectOAuthProviderRead {
  id: string
  type: 'shared' | 'standard'
  enabled: boolean
  client_id?: undefined | string
  /** Masked, except in the answer to the call that set it. */
  client_secret?: undefined | string
  facebook_config_id?: undefined | string
  microsoft_tenant_id?: undefined | string
}

export interface ProjectOwnerInvitationDetails {
  is_code_valid: true
  /** Chosen by the owners. Show it as plain text. */
  project_display_name: string
  /** Chosen by the inviter. Null without a name, and for an invitation with the key of the project. */
  inviter_display_name: string | null
  recipient_email: string
  /** What the recipient becomes. An extension of the protocol. */
  role: 'owner' | 'admin' | 'developer' | 'support' | 'viewer'
  is_transfer: boolean
  /** Whether the signed-in user has the invited address and has verified it, as an acceptance requires. */
  is_recipient: boolean
  /** Whether a user signs in with the invited address. */
  has_account: boolean
}

export interface ProjectOwnerInvitationRead {
  id: string
  recipient_email: string
  /** What the recipient becomes. An extension of the protocol. */
  role: 'owner' | 'admin' | 'developer' | 'support' | 'viewer'
  /** The inviter stops being an owner once the invitation is accepted. */
  is_transfer: boolean
  /** Null if the invitation was made with the key of the project. */
  inviter_user_id: string | null
  created_at_millis: number
  expires_at_millis: number
}

export interface ProjectOwnerRead {
  /** A user of the project "internal". */
  user_id: string
  display_name: string | null
  primary_email: string | null
  /** Null for owners from before the service recorded it. */
  owner_since_millis: number | null
  /** An extension of the protocol. */
  role: 'owner' | 'admin' | 'developer' | 'support' | 'viewer'
}

export interface ProjectPermissionRead {
  id: string
  user_id: string
}

export interface ProjectUpdate {
  display_name?: undefined | string
  description?: undefined | string | null
  /** Trusts only HTTPS pages with a host name that is not localhost; `allow_localhost` is then ignored. */
  is_production_mode?: undefined | boolean
  /** A square sign: an inline PNG, JPEG, GIF, BMP or WebP (data:image/png;base64,…) of at most 65536 bytes. The service stores it, and the address of the stored image comes back. An image of another address is refused. Null: none. */
  logo_url?: undefined | string | null
  /** The sign with the name. Null: `logo_url` and the name of the project. */
  logo_full_url?: undefined | string | null
  /** For dark pages. Null: `logo_url`. */
  logo_dark_mode_url?: undefined | string | null
  /** For dark pages. Null: `logo_full_url`. */
  logo_full_dark_mode_url?: undefined | string | null
  /** The colour of buttons and links, such as #3b5bdb. The service corrects its contrast. Null: the default. */
  accent_color?: undefined | string | null
  /** Where users of the project get help. */
  support_email?: undefined | string | null
  /** The terms of service, a web address. */
  terms_url?: undefined | string | null
  /** The privacy policy, a web address. */
  privacy_url?: undefined | string | null
  /** Whether mails say "by Portico". False for a new project. */
  shows_portico?: undefined | boolean
  config?:
    | undefined
    | {
        sign_up_enabled?: undefined | boolean
        credential_enabled?: undefined | boolean
        magic_link_enabled?: undefined | boolean
        passkey_enabled?: undefined | boolean
        client_team_creation_enabled?: undefined | boolean
        client_user_deletion_enabled?: undefined | boolean
        /** Whether users can download the data that the service stores about them. False for a new project. */
        user_data_export_enabled?: undefined | boolean
        allow_user_api_keys?: undefined | boolean
        allow_team_api_keys?: undefined | boolean
        /** Whether team members with the permission $manage_roles can grant to other members, and revoke from them, permissions that they have themselves. False for a new project. */
        member_role_management_enabled?: undefined | boolean
        /** For how many days a device on which a user proved the second factor is not asked again, if the user wants that. The present value counts for every device. 0, for a new project: asked each time. An extension of the protocol. */
        remember_device_days?: undefined | number
        /** The language of mails and pages for a user who has chosen none and whose browser prefers none of the service. en for a new project. */
        default_locale?: undefined | string
        /** Allows anonymous sign-up while sign-up is enabled. False for a new project. */
        anonymous_enabled?: undefined | boolean
        /** Deletes anonymous users who have neither signed in nor refreshed for this number of days. Null keeps them. 90 for a new project. */
        anonymous_user_lifetime_days?: undefined | number | null
        /** Ends a session this long after it was created, whatever its use. Null, the default: after 365 days, or after the lifetime that a server chose. Applies to existing sessions at once. */
        session_max_lifetime_millis?: undefined | number | null
        /** Ends a session this long after its last refresh. Clients refresh while they are used, at most every ten minutes. Null, the default: never. Applies to existing sessions at once. */
        session_idle_timeout_millis?: undefined | number | null
        allow_localhost?: undefined | boolean
        /** Whether a sign-in at a provider can return to a native app by the scheme stack-auth-mobile-oauth-url, which any app on the device can register. False for a new project. */
        native_app_redirects_enabled?: undefined | boolean
        create_team_on_sign_up?: undefined | boolean
        /** Whether people who are invited to a team can create an account while sign-up is disabled. False for a new project. */
        invited_sign_up_enabled?: undefined | boolean
        /** Who may sign up while sign-up is open. The first rule whose conditions all hold decides; without one the sign-up is allowed. A rule with `allow` and a condition on the address matches only an address that is proved, which the address of a password sign-up is not. Users whom servers and admins create are exempt. */
        sign_up_rules?:
          | undefined
          | {
              name: string
              when: {
                /** The domain of the address is one of these. `*.example.com` contains each domain below example.com. */
                email_domain?: undefined | string[]
                method?: undefined | ('password' | 'otp' | 'oauth' | 'anonymous')[]
                /** As a trusted proxy says it. Without it the condition does not hold. */
                country?: undefined | string[]
                /** Whether the domain of the address is on the list of disposable ones. */
                disposable?: undefined | boolean
                /** Whether a trusted proxy says that the call comes from an anonymous network, such as Tor. */
                anonymous_network?: undefined | boolean
                /** From the beginning of `from` to the beginning of `until`, over midnight if `until` is smaller. */
                hour?:
                  | undefined
                  | {
                      from: number
                      until: number
                      time_zone: string
                    }
              }
              /** `hold` creates the user and puts them on the waiting list. It refuses an anonymous sign-up. */
              then: 'allow' | 'refuse' | 'hold'
            }[]
        /** Users can change how they sign in, or delete themselves, only within 15 minutes after sign-in. */
        recent_sign_in_required?: undefined | boolean
        /** Whether a new password is refused that became known in a breach. A list that does not answer within 1.5 s permits it. False for a new project. */
        breached_passwords_refused?: undefined | boolean
        /** Replacing or removing an authenticator app requires one of its current codes in the field totp_code. True for a new project. Official clients do not send a code. */
        totp_code_required_for_change?: undefined | boolean
        /** `required`: each user needs an authenticator app, or a passkey with user verification. `optional` for a new project. An extension of the protocol. */
        second_factor_policy?: undefined | 'optional' | 'required'
        /** How long users without a second factor can use the account as before, from the start of the policy or their sign-up. 14 for a new project. An extension of the protocol. */
        second_factor_grace_days?: undefined | number
        /** Whether the link of a verification mail claims the account in any browser, without asking the user. False for a new project. */
        trust_verification_links?: undefined | boolean
        /** Whether staff with the role `support` can sign in as users by link. A change to false ends these sessions. False for a new project. An extension of the protocol. */
        support_can_impersonate?: undefined | boolean
        oauth_account_merge_strategy?: undefined | 'link_method' | 'raise_error' | 'allow_duplicates'
        /** Custom claims of access tokens: from the name of a claim to a path in the metadata of the user, such as `{"plan": "server_metadata.plan"}`. A claim without a value is absent. Claims with which those of a token would exceed 1 kB are left out whole, and `omitted_claims` names them. A change acts at the next refresh. None for a new project. An extension of the protocol. */
        access_token_claims?: undefined | Record<string, string>
        team_creator_default_permissions?:
          | undefined
          | {
              id: string
            }[]
        team_member_default_permissions?:
          | undefined
          | {
              id: string
            }[]
        user_default_permissions?:
          | undefined
          | {
              id: string
            }[]
        domains?:
          | undefined
          | {
              domain: string
              handler_path: string
            }[]
        oauth_providers?:
          | undefined
          | (
              | {
                  id:
                    | 'google'
                    | 'github'
                    | 'microsoft'
                    | 'spotify'
                    | 'facebook'
                    | 'discord'
                    | 'gitlab'
                    | 'bitbucket'
                    | 'linkedin'
                    | 'apple'
                    | 'x'
                  type: 'shared'
                  enabled?: undefined | boolean
                }
              | {
                  id:
                    | 'google'
                    | 'github'
                    | 'microsoft'
                    | 'spotify'
                    | 'facebook'
                    | 'discord'
                    | 'gitlab'
                    | 'bitbucket'
                    | 'linkedin'
                    | 'apple'
                    | 'x'
                  type: 'standard'
                  enabled?: undefined | boolean
                  client_id: string
                  client_secret: string
                  facebook_config_id?: undefined | string
                  microsoft_tenant_id?: undefined | string
                }
            )[]
        email_config?:
          | undefined
          | {
              type: 'shared'
            }
          | {
              type: 'standard'
              host: string
              port: number
              /** Encryption of the connection: TLS from the first byte, required STARTTLS, or none. Default: `implicit` on port 465, `starttls` on all other ports. */
              tls?: undefined | 'implicit' | 'starttls' | 'off'
              username: string
              password: string
              sender_name: string
              sender_email: string
              /** The address that replies go to. Absent: the sender. An extension of the protocol. */
              reply_to?: undefined | string
              /** The envelope sender: mail servers report lost mails to this address. Absent: the sender. An extension of the protocol. */
              bounce_email?: undefined | string
              /** Signs mails (RFC 6376) for the domain of `sender_email`. The key is an RSA key of 2048 to 4096 bits. */
              dkim?:
                | undefined
                | {
                    selector: string
                    private_key: string
                    /** Ignored: it belongs to the private key. */
                    public_key?: undefined | string
                  }
            }
          | {
              type: 'endpoint'
              url: string
              /** Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows. */
              secret?: undefined | string
              sender_name: string
              sender_email: string
              /** The address that replies go to. Absent: the sender. An extension of the protocol. */
              reply_to?: undefined | string
            }
        /** The system that the project used before. It checks the password of a user who is unknown here, or whose password is only there, once. Null: none is asked. An extension of the protocol. */
        old_system?:
          | undefined
          | {
              type: 'stack'
              /** The base URL of the service, without `/api/v1`. */
              base_url: string
              project_id: string
              publishable_client_key: string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | {
              type: 'cognito'
              region: string
              client_id: string
              /** The secret of the client; absent for one without. The mask keeps the stored one. */
              secret?: undefined | string
              /** Another address of the service. Default: that of the region. */
              base_url?: undefined | string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | {
              type: 'firebase'
              /** The web API key of the project. */
              api_key: string
              /** Another address of the service. Default: https://identitytoolkit.googleapis.com. */
              base_url?: undefined | string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | {
              type: 'auth0'
              /** The domain of the tenant, with https://. */
              base_url: string
              client_id: string
              /** The secret of the client; absent for one without. The mask keeps the stored one. */
              secret?: undefined | string
              /** The database connection. Default: the default directory of the tenant. */
              connection?: undefined | string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | {
              type: 'endpoint'
              url: string
              /** Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows. */
              secret?: undefined | string
              /** From this moment on the old system is not asked any more. At most 366 days ahead. */
              ends_at_millis: number
            }
          | null
        /** What clients must solve before a sign-up, a sign-in with a password, and a mail with a sign-in code or a link for a new password: nothing, a puzzle that costs the browser time, or Turnstile with keys of the project. `none` for a new project. An extension of the protocol. */
        bot_check?:
          | undefined
          | {
              type: 'none'
            }
          | {
              type: 'proof_of_work'
            }
          | {
              type: 'turnstile'
              /** The public key of the widget. */
              site_key: string
              /** The mask keeps the stored one. */
              secret_key: string
            }
      }
  /** The `version` that the caller has read. If a setting that this update changes was changed since, nothing is written and the error names these settings. Changes of other settings stay. Absent: the update is always written. */
  if_version?: undefined | number
}

export interface ProvisionedProject {
  project_id: string
  /** Only this response contains the key. It is valid for 100 years. */
  super_secret_admin_key: string
}

export interface RecentRequestRead {
  id: string
  at_millis: number
  /** `failed`: an error, an answer that the browser keeps from its page, or a sign-up whose verification mail was not sent, because the project does not trust its URL. */
  outcome: 'ok' | 'failed'
  method: string
  /** The path of the endpoint, such as `/users/{user_id}`; `unknown` for a path without one. */
  route: string
  status: number
  /** The code of the error, `RATE_LIMITED` for 429; null without a code. */
  error_code: string | null
  /** The access type that the request names. */
  access_type: 'client' | 'server' | 'admin' | null
  /** The request had a valid key of the project. Without a key, only the id of the project is needed to send it. */
  is_verified: boolean
  /** The origin of the page, such as `http://localhost:5173`. Null for backends. */
  origin: string | null
  /** False: the browser keeps the answer from the page, because the project does not trust the origin. */
  is_origin_trusted: boolean | null
  /** The SDK and its version, if it sends them. */
  client_version: string | null
  client_address: string
  /** As in the header `x-stack-request-id` of the answer and in the log. */
  request_id: string
}

export interface RememberedDeviceRead {
  id: string
  created_at_millis: number
  /** When the device last took the place of the second factor, or was remembered. */
  last_used_at_millis: number
  expires_at_millis: number
  user_agent: string | null
  /** Whether the call carries its secret in the header x-portico-device. */
  is_this_device: boolean
}

export interface RemovedSignInMethod {
  type: 'password' | 'passkey' | 'authenticator_app' | 'provider' | 'api_keys'
  /** Only with the type `provider`. */
  provider_id?: undefined | string
}

export interface SenderDomainFindingRead {
  kind: 'spf' | 'dkim' | 'dmarc'
  /** What was found, for programs. */
  code:
    | 'spf_good'
    | 'spf_neutral'
    | 'spf_everyone'
    | 'spf_several'
    | 'spf_syntax'
    | 'spf_included'
    | 'spf_too_many_lookups'
    | 'spf_missing'
    | 'spf_unresolved'
    | 'dkim_good'
    | 'dkim_test'
    | 'dkim_other_key'
    | 'dkim_revoked'
    | 'dkim_several'
    | 'dkim_syntax'
    | 'dkim_missing'
    | 'dkim_no_key'
    | 'dkim_unresolved'
    | 'dmarc_good'
    | 'dmarc_none'
    | 'dmarc_unaligned'
    | 'dmarc_fails'
    | 'dmarc_several'
    | 'dmarc_syntax'
    | 'dmarc_missing'
    | 'dmarc_unresolved'
  /** `wrong`: mailboxes may refuse or ignore the record. `unknown`: the service cannot tell. */
  state: 'good' | 'weak' | 'wrong' | 'missing' | 'unknown'
  /** The name whose TXT records were read. */
  name: string
  /** The record that was found; several on lines of their own. A long one is cut. */
  record: string | null
  /** The term, tag or domain that the finding is about. */
  detail: string | null
  /** What the finding means. */
  message: string
  /** What to do; null if nothing needs a change. */
  advice: string | null
  /** The TXT record to publish; null if only the owner can know it. */
  publish: {
    name: string
    value: string
  } | null
}

export interface SentEmailContentRead {
  id: string
  /** The kind of the mail, such as `sign_in_code` or `test`. */
  type: string
  /** Codes and links are hidden. Empty before the first attempt to send the mail. */
  subject: string
  /** When the mail server accepted the mail; before, when the mail was queued. */
  sent_at_millis: number
  queued_at_millis: number
  to: string[]
  /** The user whom the mail is about or who has the address. Null for an address without an account. */
  user_id: string | null
  /** `sent`: the mail server accepted the mail. `retrying`: an attempt failed, and another one follows. */
  state: 'queued' | 'retrying' | 'sent' | 'failed'
  attempts: number
  /** Only with the state `retrying`. */
  next_attempt_at_millis: number | null
  /** `POST /internal/emails/{id}/retry` can queue the mail again. */
  is_retryable: boolean
  /** The server of the last attempt; before it, the present one. Of the shared server and of the inbox, only the name of the sender. */
  sender_config: {
    /** `endpoint`: the endpoint of the project, with host and port of its URL. `inbox`: the mail was not sent, but is in the inbox of development mode. */
    type: 'shared' | 'standard' | 'endpoint' | 'inbox'
    host: string
    port: number
    username: string
    sender_name: string
    sender_email: string
  }
  /** Why the last attempt failed. */
  error: {
    errorType:
      | 'HOST_NOT_FOUND'
      | 'AUTH_FAILED'
      | 'TEMPORARY'
      | 'INVALID_EMAIL_ADDRESS'
      | 'REJECTED'
      | 'TIMEOUT'
      | 'SOCKET_CLOSED'
      | 'UNKNOWN'
    canRetry: boolean
    message?: undefined | string
    rawError: Json
  } | null
  /** The HTML part of the last attempt, with codes and links hidden. Null before it, and if it is not kept. */
  html: string | null
  /** The text part, like `html`. */
  text: string | null
  /** The attempts, oldest first: the last 10 that failed, and the one that succeeded. Without those that ended with their worker or before the service recorded them. */
  tries: {
    /** The number of the attempt, from 1. */
    attempt: number
    /** When the attempt ended. */
    tried_at_millis: number
    /** The server of the attempt. Null if the mail could not be composed. */
    sender_config: {
      /** `endpoint`: the endpoint of the project, with host and port of its URL. `inbox`: the mail was not sent, but is in the inbox of development mode. */
      type: 'shared' | 'standard' | 'endpoint' | 'inbox'
      host: string
      port: number
      username: string
      sender_name: string
      sender_email: string
    } | null
    /** Why the attempt failed; null if the mail server accepted the mail. */
    error: {
      errorType:
        | 'HOST_NOT_FOUND'
        | 'AUTH_FAILED'
        | 'TEMPORARY'
        | 'INVALID_EMAIL_ADDRESS'
        | 'REJECTED'
        | 'TIMEOUT'
        | 'SOCKET_CLOSED'
        | 'UNKNOWN'
      canRetry: boolean
      message?: undefined | string
      rawError: Json
    } | null
  }[]
}

export interface SentEmailRead {
  id: string
  /** The kind of the mail, such as `sign_in_code` or `test`. */
  type: string
  /** Codes and links are hidden. Empty before the first attempt to send the mail. */
  subject: string
  /** When the mail server accepted the mail; before, when the mail was queued. */
  sent_at_millis: number
  queued_at_millis: number
  to: string[]
  /** The user whom the mail is about or who has the address. Null for an address without an account. */
  user_id: string | null
  /** `sent`: the mail server accepted the mail. `retrying`: an attempt failed, and another one follows. */
  state: 'queued' | 'retrying' | 'sent' | 'failed'
  attempts: number
  /** Only with the state `retrying`. */
  next_attempt_at_millis: number | null
  /** `POST /internal/emails/{id}/retry` can queue the mail again. */
  is_retryable: boolean
  /** The server of the last attempt; before it, the present one. Of the shared server and of the inbox, only the name of the sender. */
  sender_config: {
    /** `endpoint`: the endpoint of the project, with host and port of its URL. `inbox`: the mail was not sent, but is in the inbox of development mode. */
    type: 'shared' | 'standard' | 'endpoint' | 'inbox'
    host: string
    port: number
    username: string
    sender_name: string
    sender_email: string
  }
  /** Why the last attempt failed. */
  error: {
    errorType:
      | 'HOST_NOT_FOUND'
      | 'AUTH_FAILED'
      | 'TEMPORARY'
      | 'INVALID_EMAIL_ADDRESS'
      | 'REJECTED'
      | 'TIMEOUT'
      | 'SOCKET_CLOSED'
      | 'UNKNOWN'
    canRetry: boolean
    message?: undefined | string
    rawError: Json
  } | null
}

export interface SentEmailTry {
  /** The number of the attempt, from 1. */
  attempt: number
  /** When the attempt ended. */
  tried_at_millis: number
  /** The server of the attempt. Null if the mail could not be composed. */
  sender_config: {
    /** `endpoint`: the endpoint of the project, with host and port of its URL. `inbox`: the mail was not sent, but is in the inbox of development mode. */
    type: 'shared' | 'standard' | 'endpoint' | 'inbox'
    host: string
    port: number
    username: string
    sender_name: string
    sender_email: string
  } | null
  /** Why the attempt failed; null if the mail server accepted the mail. */
  error: {
    errorType:
      | 'HOST_NOT_FOUND'
      | 'AUTH_FAILED'
      | 'TEMPORARY'
      | 'INVALID_EMAIL_ADDRESS'
      | 'REJECTED'
      | 'TIMEOUT'
      | 'SOCKET_CLOSED'
      | 'UNKNOWN'
    canRetry: boolean
    message?: undefined | string
    rawError: Json
  } | null
}

export interface SessionRead {
  id: string
  user_id: string
  created_at: number
  last_used_at?: undefined | number
  is_impersonation: boolean
  is_current_session: boolean
  /** User agent of the last use. */
  user_agent?: undefined | string
  last_used_at_end_user_ip_info?:
    | undefined
    | {
        ip: string
        countryCode?: undefined | string | null
        regionCode?: undefined | string | null
        cityName?: undefined | string | null
        latitude?: undefined | number | null
        longitude?: undefined | number | null
        tzIdentifier?: undefined | string | null
      }
}

export interface SettingAuthor {
  type: 'owner' | 'key' | 'system'
  /** The owner. Null for the other types. */
  user_id: string | null
  /** Null for the other types, and for an owner without a name. */
  display_name: string | null
}

export interface SignUpRule {
  name: string
  when: {
    /** The domain of the address is one of these. `*.example.com` contains each domain below example.com. */
    email_domain?: undefined | string[]
    method?: undefined | ('password' | 'otp' | 'oauth' | 'anonymous')[]
    /** As a trusted proxy says it. Without it the condition does not hold. */
    country?: undefined | string[]
    /** Whether the domain of the address is on the list of disposable ones. */
    disposable?: undefined | boolean
    /** Whether a trusted proxy says that the call comes from an anonymous network, such as Tor. */
    anonymous_network?: undefined | boolean
    /** From the beginning of `from` to the beginning of `until`, over midnight if `until` is smaller. */
    hour?:
      | undefined
      | {
          from: number
          until: number
          time_zone: string
        }
  }
  /** `hold` creates the user and puts them on the waiting list. It refuses an anonymous sign-up. */
  then: 'allow' | 'refuse' | 'hold'
}

export interface SignUpRulesTried {
  /** The sign-ups that the rules were applied to, refused ones included. */
  sign_ups: number
  /** False if there were more than 10000 sign-ups. The latest ones are counted then. */
  is_complete: boolean
  /** The sign-ups that no rule matches, which are allowed. */
  allowed_by_no_rule: number
  /** In the order of the rules. */
  rules: {
    name: string
    matched: number
    /** The latest users whom the rule matches. */
    examples: {
      user_id: string
    }[]
  }[]
}

export interface SignedIn {
  access_token: string
  refresh_token: string
  user_id: string
}

export interface SignedInByProof {
  access_token: string
  refresh_token: string
  user_id: string
  is_new_user: boolean
  /** Present if this sign-in is the first proof of the address: the sign-in methods that were removed from the account. */
  removed_sign_in_methods?:
    | undefined
    | {
        type: 'password' | 'passkey' | 'authenticator_app' | 'provider' | 'api_keys'
        /** Only with the type `provider`. */
        provider_id?: undefined | string
      }[]
}

export interface SignedInMaybeNew {
  access_token: string
  refresh_token: string
  user_id: string
  is_new_user: boolean
}

export interface Success {
  success: true
}

export interface SvixAttempt {
  id: string
  msgId: string
  endpointId: string
  url: string
  /** The beginning of the answer, or else why there was none. */
  response: string
  /** 0 without an answer. */
  responseStatusCode: number
  responseDurationMs: number
  /** 0: success, 1: pending, 2: fail, 3: sending, 4: canceled. */
  status: number
  statusText: 'success' | 'pending' | 'fail' | 'sending' | 'canceled'
  timestamp: string
  triggerType: number
  msg?:
    | undefined
    | {
        /** The `svix-id` of its deliveries. */
        id: string
        eventType:
          | 'user.created'
          | 'user.updated'
          | 'user.deleted'
          | 'team.created'
          | 'team.updated'
          | 'team.deleted'
          | 'team_membership.created'
          | 'team_membership.deleted'
          | 'team_permission.created'
          | 'team_permission.deleted'
          | 'project_permission.created'
          | 'project_permission.deleted'
          | 'session.created'
          | 'session.ended'
          | 'api_key.created'
          | 'api_key.revoked'
          | 'team_invitation.accepted'
          | 'user.suspended'
        /** The body of its deliveries. An empty object without `with_content`, and if it was erased. */
        payload: Json
        timestamp: string
        channels: null
        eventId: null
        tags: null
      }
}

export interface SvixEndpoint {
  id: string
  url: string
  description: string
  disabled: boolean
  filterTypes:
    | (
        | 'user.created'
        | 'user.updated'
        | 'user.deleted'
        | 'team.created'
        | 'team.updated'
        | 'team.deleted'
        | 'team_membership.created'
        | 'team_membership.deleted'
        | 'team_permission.created'
        | 'team_permission.deleted'
        | 'project_permission.created'
        | 'project_permission.deleted'
        | 'session.created'
        | 'session.ended'
        | 'api_key.created'
        | 'api_key.revoked'
        | 'team_invitation.accepted'
        | 'user.suspended'
      )[]
    | null
  rateLimit: number | null
  throttleRate: number | null
  channels: null
  uid: null
  metadata: {}
  version: number
  createdAt: string
  updatedAt: string
}

export interface SvixEndpointMessage {
  /** The `svix-id` of its deliveries. */
  id: string
  eventType:
    | 'user.created'
    | 'user.updated'
    | 'user.deleted'
    | 'team.created'
    | 'team.updated'
    | 'team.deleted'
    | 'team_membership.created'
    | 'team_membership.deleted'
    | 'team_permission.created'
    | 'team_permission.deleted'
    | 'project_permission.created'
    | 'project_permission.deleted'
    | 'session.created'
    | 'session.ended'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'team_invitation.accepted'
    | 'user.suspended'
  /** The body of its deliveries. An empty object without `with_content`, and if it was erased. */
  payload: Json
  timestamp: string
  channels: null
  eventId: null
  tags: null
  /** 0: success, 1: pending, 2: fail, 3: sending, 4: canceled. */
  status: number
  statusText: 'success' | 'pending' | 'fail' | 'sending' | 'canceled'
  nextAttempt: string | null
}

export interface SvixEventType {
  name:
    | 'user.created'
    | 'user.updated'
    | 'user.deleted'
    | 'team.created'
    | 'team.updated'
    | 'team.deleted'
    | 'team_membership.created'
    | 'team_membership.deleted'
    | 'team_permission.created'
    | 'team_permission.deleted'
    | 'project_permission.created'
    | 'project_permission.deleted'
    | 'session.created'
    | 'session.ended'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'team_invitation.accepted'
    | 'user.suspended'
  description: string
  archived: boolean
  deprecated: boolean
  schemas: null
  createdAt: string
  updatedAt: string
}

export interface SvixMessage {
  /** The `svix-id` of its deliveries. */
  id: string
  eventType:
    | 'user.created'
    | 'user.updated'
    | 'user.deleted'
    | 'team.created'
    | 'team.updated'
    | 'team.deleted'
    | 'team_membership.created'
    | 'team_membership.deleted'
    | 'team_permission.created'
    | 'team_permission.deleted'
    | 'project_permission.created'
    | 'project_permission.deleted'
    | 'session.created'
    | 'session.ended'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'team_invitation.accepted'
    | 'user.suspended'
  /** The body of its deliveries. An empty object without `with_content`, and if it was erased. */
  payload: Json
  timestamp: string
  channels: null
  eventId: null
  tags: null
}

export interface SvixMessageEndpoint {
  id: string
  url: string
  description: string
  disabled: boolean
  filterTypes:
    | (
        | 'user.created'
        | 'user.updated'
        | 'user.deleted'
        | 'team.created'
        | 'team.updated'
        | 'team.deleted'
        | 'team_membership.created'
        | 'team_membership.deleted'
        | 'team_permission.created'
        | 'team_permission.deleted'
        | 'project_permission.created'
        | 'project_permission.deleted'
        | 'session.created'
        | 'session.ended'
        | 'api_key.created'
        | 'api_key.revoked'
        | 'team_invitation.accepted'
        | 'user.suspended'
      )[]
    | null
  rateLimit: number | null
  throttleRate: number | null
  channels: null
  uid: null
  version: number
  createdAt: string
  updatedAt: string
  /** 0: success, 1: pending, 2: fail, 3: sending, 4: canceled. */
  status: number
  statusText: 'success' | 'pending' | 'fail' | 'sending' | 'canceled'
  nextAttempt: string | null
}

export interface SvixStats {
  success: number
  pending: number
  sending: number
  fail: number
  canceled: number
}

export interface SvixTask {
  id: string
  /** `failed`: there are more messages. Call again. */
  status: 'finished' | 'failed'
  task: 'endpoint.recover' | 'endpoint.replay'
  updatedAt: string
}

export interface SvixToken {
  token: string
}

export interface TeamApiKeyFirstView {
  id: string
  description: string
  is_public: boolean
  created_at_millis: number
  /** Absent: the key does not expire. */
  expires_at_millis?: undefined | number
  /** Absent: the key is not revoked. */
  manually_revoked_at_millis?: undefined | number
  /** To the minute. Absent: the key was never used. */
  last_used_at_millis?: undefined | number
  /** Absent: a server created the key. */
  created_by_user_id?: undefined | string
  /** Where the key was created. Absent: a server created the key. */
  created_at_end_user_ip_info?:
    | undefined
    | {
        ip: string
        country_code: string | null
      }
  type: 'team'
  team_id: string
  value: string
}

export interface TeamApiKeyRead {
  id: string
  description: string
  is_public: boolean
  created_at_millis: number
  /** Absent: the key does not expire. */
  expires_at_millis?: undefined | number
  /** Absent: the key is not revoked. */
  manually_revoked_at_millis?: undefined | number
  /** To the minute. Absent: the key was never used. */
  last_used_at_millis?: undefined | number
  /** Absent: a server created the key. */
  created_by_user_id?: undefined | string
  /** Where the key was created. Absent: a server created the key. */
  created_at_end_user_ip_info?:
    | undefined
    | {
        ip: string
        country_code: string | null
      }
  type: 'team'
  team_id: string
  value: {
    last_four: string
  }
}

export interface TeamClientCreate {
  display_name: string
  profile_image_url?: undefined | string | null
  client_metadata?: undefined | Json
  /** The first member, who gets the permissions of team creators. Clients can name only their own user, and do so by default. Without it, a team that a server creates has no members. */
  creator_user_id?: undefined | string
}

export interface TeamClientRead {
  id: string
  display_name: string
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
}

export interface TeamClientUpdate {
  display_name?: undefined | string
  profile_image_url?: undefined | string | null
  client_metadata?: undefined | Json
}

export interface TeamInvitationRead {
  id: string
  team_id: string
  team_display_name: string
  expires_at_millis: number
  recipient_email: string
}

export interface TeamMemberProfileClientRead {
  team_id: string
  user_id: string
  /** The name in this team, or that of the user. */
  display_name: string | null
  /** The image in this team, or that of the user. */
  profile_image_url: string | null
}

export interface TeamMemberProfileServerRead {
  team_id: string
  user_id: string
  /** The name in this team, or that of the user. */
  display_name: string | null
  /** The image in this team, or that of the user. */
  profile_image_url: string | null
  user: {
    id: string
    primary_email: string | null
    primary_email_verified: boolean
    display_name: string | null
    profile_image_url: string | null
    client_metadata: Json
    client_read_only_metadata: Json
    signed_up_at_millis: number
    has_password: boolean
    otp_auth_enabled: boolean
    passkey_auth_enabled: boolean
    /** Has a password or one-time-code sign-in. */
    auth_with_email: boolean
    requires_totp_mfa: boolean
    is_anonymous: boolean
    is_restricted: boolean
    restricted_reason: {
      type: 'anonymous' | 'email_not_verified' | 'restricted_by_administrator' | 'second_factor_required' | 'waiting'
    } | null
    oauth_providers: {
      id: string
      type: string
      provider_user_id: string
      account_id: string
      email: string | null
    }[]
    selected_team_id: string | null
    selected_team: {
      id: string
      display_name: string
      profile_image_url: string | null
      client_metadata: Json
      client_read_only_metadata: Json
      server_metadata: Json
      created_at_millis: number
    } | null
    /** The language of mails to the user; null if none is chosen. An extension of the protocol. */
    locale: string | null
    /** Whether the user can sign in with any of their e-mail addresses. An extension of the protocol. */
    has_sign_in_address: boolean
    /** From when on the user can only set up a second factor. Null if the policy requires none or the user has one. An extension of the protocol. */
    second_factor_due_at_millis: number | null
    /** Whether the password comes from another system and the rules for new passwords refused it at the latest sign-in. False again after a change. An extension of the protocol. */
    password_change_advised: boolean
    /** When the announced removal of the second factor takes effect; null without one. An extension of the protocol. */
    factor_reset_at_millis: number | null
    primary_email_auth_enabled: boolean
    server_metadata: Json
    /** The latest issue of an access token to the user; the sign-up for a user who has never had one. */
    last_active_at_millis: number
    /** Whether the user has ever had an access token. An extension of the protocol. */
    has_been_active: boolean
    /** The user is suspended: they have no session and no sign-in creates one. */
    restricted_by_admin: boolean
    /** Shown to the user when they try to sign in. */
    restricted_by_admin_reason: string | null
    /** Shown to servers and admins only. */
    restricted_by_admin_private_details: string | null
    /** The end of the suspension; null until it is lifted, and without one. */
    restricted_by_admin_until_millis: number | null
    /** As a server has set it; null if no server has. */
    country_code: string | null
    /** As a server has set them; 0 if no server has. The service computes no scores. */
    risk_scores: {
      sign_up: {
        bot: number
        free_trial_abuse: number
      }
    }
  }
}

export interface TeamMemberProfileUpdate {
  display_name?: undefined | string
  /** Null: the image of the user. */
  profile_image_url?: undefined | string | null
}

export interface TeamPermissionRead {
  id: string
  user_id: string
  team_id: string
}

export interface TeamServerCreate {
  display_name: string
  profile_image_url?: undefined | string | null
  client_metadata?: undefined | Json
  client_read_only_metadata?: undefined | Json
  server_metadata?: undefined | Json
  /** The first member, who gets the permissions of team creators. Clients can name only their own user, and do so by default. Without it, a team that a server creates has no members. */
  creator_user_id?: undefined | string
  /** The id of the team, such as the one of another system. No other team of the project may have it. */
  id?: undefined | string
  /** When the team was created in another system. Not in the future. Default: now. */
  created_at_millis?: undefined | number
}

export interface TeamServerRead {
  id: string
  display_name: string
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
  server_metadata: Json
  created_at_millis: number
}

export interface TeamServerUpdate {
  display_name?: undefined | string
  profile_image_url?: undefined | string | null
  client_metadata?: undefined | Json
  client_read_only_metadata?: undefined | Json
  server_metadata?: undefined | Json
}

export interface TeamSummary {
  /** The number of members, at most 1000. */
  member_count: number
  /** True: the team has more members than `member_count`. */
  is_member_count_capped: boolean
  open_invitation_count: number
  /** The last activity of a member. Null if no member has ever been active, and if `is_member_count_capped`. */
  last_active_at_millis: number | null
}

export interface TestedEndpoint {
  type: 'endpoint'
  url: string
  /** Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows. */
  secret?: undefined | string
  sender_name: string
  sender_email: Json
  /** The address that replies go to. Absent: the sender. An extension of the protocol. */
  reply_to?: undefined | Json
}

export interface TxtRecordRead {
  name: string
  value: string
}

export interface UserApiKeyFirstView {
  id: string
  description: string
  is_public: boolean
  created_at_millis: number
  /** Absent: the key does not expire. */
  expires_at_millis?: undefined | number
  /** Absent: the key is not revoked. */
  manually_revoked_at_millis?: undefined | number
  /** To the minute. Absent: the key was never used. */
  last_used_at_millis?: undefined | number
  /** Absent: a server created the key. */
  created_by_user_id?: undefined | string
  /** Where the key was created. Absent: a server created the key. */
  created_at_end_user_ip_info?:
    | undefined
    | {
        ip: string
        country_code: string | null
      }
  type: 'user'
  user_id: string
  value: string
}

export interface UserApiKeyRead {
  id: string
  description: string
  is_public: boolean
  created_at_millis: number
  /** Absent: the key does not expire. */
  expires_at_millis?: undefined | number
  /** Absent: the key is not revoked. */
  manually_revoked_at_millis?: undefined | number
  /** To the minute. Absent: the key was never used. */
  last_used_at_millis?: undefined | number
  /** Absent: a server created the key. */
  created_by_user_id?: undefined | string
  /** Where the key was created. Absent: a server created the key. */
  created_at_end_user_ip_info?:
    | undefined
    | {
        ip: string
        country_code: string | null
      }
  type: 'user'
  user_id: string
  value: {
    last_four: string
  }
}

export interface UserClientRead {
  id: string
  primary_email: string | null
  primary_email_verified: boolean
  display_name: string | null
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
  signed_up_at_millis: number
  has_password: boolean
  otp_auth_enabled: boolean
  passkey_auth_enabled: boolean
  /** Has a password or one-time-code sign-in. */
  auth_with_email: boolean
  requires_totp_mfa: boolean
  is_anonymous: boolean
  is_restricted: boolean
  restricted_reason: {
    type: 'anonymous' | 'email_not_verified' | 'restricted_by_administrator' | 'second_factor_required' | 'waiting'
  } | null
  oauth_providers: {
    id: string
    type: string
    provider_user_id: string
    account_id: string
    email: string | null
  }[]
  selected_team_id: string | null
  /** The selected team; null if none is selected. */
  selected_team: {
    id: string
    display_name: string
    profile_image_url: string | null
    client_metadata: Json
    client_read_only_metadata: Json
  } | null
  /** The language of mails to the user; null if none is chosen. An extension of the protocol. */
  locale: string | null
  /** Whether the user can sign in with any of their e-mail addresses. An extension of the protocol. */
  has_sign_in_address: boolean
  /** From when on the user can only set up a second factor. Null if the policy requires none or the user has one. An extension of the protocol. */
  second_factor_due_at_millis: number | null
  /** Whether the password comes from another system and the rules for new passwords refused it at the latest sign-in. False again after a change. An extension of the protocol. */
  password_change_advised: boolean
  /** When the announced removal of the second factor takes effect; null without one. An extension of the protocol. */
  factor_reset_at_millis: number | null
}

export interface UserClientUpdate {
  display_name?: undefined | string | null
  profile_image_url?: undefined | string | null
  client_metadata?: undefined | Json
  otp_auth_enabled?: undefined | boolean
  passkey_auth_enabled?: undefined | boolean
  totp_secret_base64?: undefined | string | null
  /** A current code of the existing authenticator app. Required to replace or remove the secret and to change the primary address, unless the project turns totp_code_required_for_change off. With the secret of a first app: optional, a code of that app, which the service then checks. */
  totp_code?: undefined | string
  selected_team_id?: undefined | string | null
  /** The language of mails to the user, such as de. */
  locale?: undefined | string | null
  /** A new value makes the address unverified. */
  primary_email?: undefined | string | null
}

export interface UserFilter {
  /** Only members of this team. */
  team_id?: undefined | string
  /** Part of the display name or of an e-mail address, ignoring case, or the exact id of a user. */
  query?: undefined | string
  /** Lists restricted users too. */
  include_restricted?: undefined | Json
  /** Lists anonymous users too. */
  include_anonymous?: undefined | Json
  /** Lists anonymous users only. Needs `include_anonymous`. */
  only_anonymous?: undefined | Json
  /** Only users with one of these sign-in methods, separated by commas: `password`, `otp`, `passkey`, provider ids. */
  sign_in_methods?:
    | undefined
    | (
        | 'password'
        | 'otp'
        | 'passkey'
        | 'google'
        | 'github'
        | 'microsoft'
        | 'spotify'
        | 'facebook'
        | 'discord'
        | 'gitlab'
        | 'bitbucket'
        | 'linkedin'
        | 'apple'
        | 'x'
      )[]
  /** Only users whose primary address is verified (`true`), or is not or is missing (`false`). */
  verified?: undefined | Json
  /** Only users on the waiting list, or none of them, whatever `include_restricted` says. */
  waiting?: undefined | Json
  /** Only users who are suspended, or are not, whatever `include_restricted` says. */
  suspended?: undefined | Json
  /** Only users with an authenticator app, or without one. */
  has_second_factor?: undefined | Json
  /** Only users who signed up at or after this moment. */
  signed_up_from_millis?: undefined | number
  /** Only users who signed up before this moment. */
  signed_up_until_millis?: undefined | number
  /** Only users who were last active at or after this moment. */
  last_active_from_millis?: undefined | number
  /** Only users who were last active before this moment. */
  last_active_until_millis?: undefined | number
}

export interface UserServerCreate {
  display_name?: undefined | string | null
  profile_image_url?: undefined | string | null
  client_metadata?: undefined | Json
  otp_auth_enabled?: undefined | boolean
  /** Ignored. A passkey is registered by its user. */
  passkey_auth_enabled?: undefined | boolean
  totp_secret_base64?: undefined | string | null
  /** The language of mails to the user, such as de. */
  locale?: undefined | string | null
  /** A new value makes the address unverified. */
  primary_email?: undefined | string | null
  client_read_only_metadata?: undefined | Json
  server_metadata?: undefined | Json
  primary_email_verified?: undefined | boolean
  primary_email_auth_enabled?: undefined | boolean
  password?: undefined | string | null
  password_hash?: undefined | string
  country_code?: undefined | string | null
  risk_scores?:
    | undefined
    | {
        sign_up: {
          bot: number
          free_trial_abuse: number
        }
      }
  /** True suspends the user: all sessions, codes and logins end at once, and no sign-in creates a session. False lifts the suspension and removes its texts and its end. */
  restricted_by_admin?: undefined | boolean
  /** For the user, who sees it after a complete sign-in. */
  restricted_by_admin_reason?: undefined | string | null
  /** For servers and admins only. */
  restricted_by_admin_private_details?: undefined | string | null
  /** A moment in the future at which the suspension ends by itself. Null: when it is lifted. */
  restricted_by_admin_until_millis?: undefined | number | null
  /** The id of the user, such as the one of another system. No other user of the project may have it. */
  id?: undefined | string
  /** When the user signed up in another system. Not in the future. Default: now. */
  signed_up_at_millis?: undefined | number
  is_anonymous?: undefined | boolean
  oauth_providers?:
    | undefined
    | {
        /** The id of an enabled provider of the project. */
        id: string
        account_id: string
        email?: undefined | string | null
      }[]
}

export interface UserServerRead {
  id: string
  primary_email: string | null
  primary_email_verified: boolean
  display_name: string | null
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
  signed_up_at_millis: number
  has_password: boolean
  otp_auth_enabled: boolean
  passkey_auth_enabled: boolean
  /** Has a password or one-time-code sign-in. */
  auth_with_email: boolean
  requires_totp_mfa: boolean
  is_anonymous: boolean
  is_restricted: boolean
  restricted_reason: {
    type: 'anonymous' | 'email_not_verified' | 'restricted_by_administrator' | 'second_factor_required' | 'waiting'
  } | null
  oauth_providers: {
    id: string
    type: string
    provider_user_id: string
    account_id: string
    email: string | null
  }[]
  selected_team_id: string | null
  selected_team: {
    id: string
    display_name: string
    profile_image_url: string | null
    client_metadata: Json
    client_read_only_metadata: Json
    server_metadata: Json
    created_at_millis: number
  } | null
  /** The language of mails to the user; null if none is chosen. An extension of the protocol. */
  locale: string | null
  /** Whether the user can sign in with any of their e-mail addresses. An extension of the protocol. */
  has_sign_in_address: boolean
  /** From when on the user can only set up a second factor. Null if the policy requires none or the user has one. An extension of the protocol. */
  second_factor_due_at_millis: number | null
  /** Whether the password comes from another system and the rules for new passwords refused it at the latest sign-in. False again after a change. An extension of the protocol. */
  password_change_advised: boolean
  /** When the announced removal of the second factor takes effect; null without one. An extension of the protocol. */
  factor_reset_at_millis: number | null
  primary_email_auth_enabled: boolean
  server_metadata: Json
  /** The latest issue of an access token to the user; the sign-up for a user who has never had one. */
  last_active_at_millis: number
  /** Whether the user has ever had an access token. An extension of the protocol. */
  has_been_active: boolean
  /** The user is suspended: they have no session and no sign-in creates one. */
  restricted_by_admin: boolean
  /** Shown to the user when they try to sign in. */
  restricted_by_admin_reason: string | null
  /** Shown to servers and admins only. */
  restricted_by_admin_private_details: string | null
  /** The end of the suspension; null until it is lifted, and without one. */
  restricted_by_admin_until_millis: number | null
  /** As a server has set it; null if no server has. */
  country_code: string | null
  /** As a server has set them; 0 if no server has. The service computes no scores. */
  risk_scores: {
    sign_up: {
      bot: number
      free_trial_abuse: number
    }
  }
}

export interface UserServerUpdate {
  display_name?: undefined | string | null
  profile_image_url?: undefined | string | null
  client_metadata?: undefined | Json
  otp_auth_enabled?: undefined | boolean
  passkey_auth_enabled?: undefined | boolean
  totp_secret_base64?: undefined | string | null
  selected_team_id?: undefined | string | null
  /** The language of mails to the user, such as de. */
  locale?: undefined | string | null
  /** A new value makes the address unverified. */
  primary_email?: undefined | string | null
  client_read_only_metadata?: undefined | Json
  server_metadata?: undefined | Json
  primary_email_verified?: undefined | boolean
  primary_email_auth_enabled?: undefined | boolean
  password?: undefined | string | null
  password_hash?: undefined | string
  is_anonymous?: undefined | false
  country_code?: undefined | string | null
  risk_scores?:
    | undefined
    | {
        sign_up: {
          bot: number
          free_trial_abuse: number
        }
      }
  /** True suspends the user: all sessions, codes and logins end at once, and no sign-in creates a session. False lifts the suspension and removes its texts and its end. */
  restricted_by_admin?: undefined | boolean
  /** For the user, who sees it after a complete sign-in. */
  restricted_by_admin_reason?: undefined | string | null
  /** For servers and admins only. */
  restricted_by_admin_private_details?: undefined | string | null
  /** A moment in the future at which the suspension ends by itself. Null: when it is lifted. */
  restricted_by_admin_until_millis?: undefined | number | null
}

export interface WebhookAttemptRead {
  /** From 1. */
  attempt: number
  started_at_millis: number
  /** Null for an attempt that is running, or that ended with its worker. */
  duration_millis: number | null
  status: number | null
  error: string | null
  /** The first 1024 bytes of the answer, if the address of the endpoint is public. */
  answer: string | null
}

export interface WebhookDeliveryDetail {
  id: string
  endpoint_id: string
  /** The `webhook-id`, which is the same for every attempt and every endpoint. */
  message_id: string
  event_type:
    | 'user.created'
    | 'user.updated'
    | 'user.deleted'
    | 'team.created'
    | 'team.updated'
    | 'team.deleted'
    | 'team_membership.created'
    | 'team_membership.deleted'
    | 'team_permission.created'
    | 'team_permission.deleted'
    | 'project_permission.created'
    | 'project_permission.deleted'
    | 'session.created'
    | 'session.ended'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'team_invitation.accepted'
    | 'user.suspended'
  /** `pending`: an attempt follows. `failed`: no attempt follows. `skipped`: the endpoint was disabled. `erased`: the user was deleted, or the payload is older than its retention, before the delivery succeeded. */
  state: 'pending' | 'delivered' | 'failed' | 'skipped' | 'erased'
  attempts: number
  /** The HTTP status of the last answer; null without one. */
  last_status: number | null
  /** Why the last attempt failed, as a sentence; null after a success. */
  last_error: string | null
  /** Only with the state `pending`. */
  next_attempt_at_millis: number | null
  created_at_millis: number
  /** The present URL of the endpoint. */
  url: string
  /** The body, byte by byte. Null before the first attempt, and if it was erased. */
  payload: string | null
  /** The attempts, newest first, at most 50 of the last 30 days. */
  tries: {
    /** From 1. */
    attempt: number
    started_at_millis: number
    /** Null for an attempt that is running, or that ended with its worker. */
    duration_millis: number | null
    status: number | null
    error: string | null
    /** The first 1024 bytes of the answer, if the address of the endpoint is public. */
    answer: string | null
  }[]
}

export interface WebhookDeliveryRead {
  id: string
  endpoint_id: string
  /** The `webhook-id`, which is the same for every attempt and every endpoint. */
  message_id: string
  event_type:
    | 'user.created'
    | 'user.updated'
    | 'user.deleted'
    | 'team.created'
    | 'team.updated'
    | 'team.deleted'
    | 'team_membership.created'
    | 'team_membership.deleted'
    | 'team_permission.created'
    | 'team_permission.deleted'
    | 'project_permission.created'
    | 'project_permission.deleted'
    | 'session.created'
    | 'session.ended'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'team_invitation.accepted'
    | 'user.suspended'
  /** `pending`: an attempt follows. `failed`: no attempt follows. `skipped`: the endpoint was disabled. `erased`: the user was deleted, or the payload is older than its retention, before the delivery succeeded. */
  state: 'pending' | 'delivered' | 'failed' | 'skipped' | 'erased'
  attempts: number
  /** The HTTP status of the last answer; null without one. */
  last_status: number | null
  /** Why the last attempt failed, as a sentence; null after a success. */
  last_error: string | null
  /** Only with the state `pending`. */
  next_attempt_at_millis: number | null
  created_at_millis: number
}

export interface WebhookEndpointFirstView {
  id: string
  url: string
  description: string
  /** The events that the endpoint gets. Null: the standard ones, user.created, user.updated, user.deleted, team.created, team.updated, team.deleted, team_membership.created, team_membership.deleted, team_permission.created, team_permission.deleted, project_permission.created, project_permission.deleted. Only an endpoint that names them gets session.created, session.ended, api_key.created, api_key.revoked, team_invitation.accepted, user.suspended. */
  event_types:
    | (
        | 'user.created'
        | 'user.updated'
        | 'user.deleted'
        | 'team.created'
        | 'team.updated'
        | 'team.deleted'
        | 'team_membership.created'
        | 'team_membership.deleted'
        | 'team_permission.created'
        | 'team_permission.deleted'
        | 'project_permission.created'
        | 'project_permission.deleted'
        | 'session.created'
        | 'session.ended'
        | 'api_key.created'
        | 'api_key.revoked'
        | 'team_invitation.accepted'
        | 'user.suspended'
      )[]
    | null
  /** The headers that each delivery has. Their values are not shown. */
  header_names: string[]
  /** The deliveries per second and node that the endpoint gets at most. Null: no such limit. */
  rate_limit: number | null
  is_enabled: boolean
  disabled: {
    /** `gone`: the endpoint answered 410. `failing`: every attempt of five days failed. `requested`: an owner disabled it. */
    reason: 'requested' | 'gone' | 'failing'
    at_millis: number
  } | null
  /** The first failed attempt after the last success. Null if the last attempt succeeded. */
  failing_since_millis: number | null
  /** Until then, deliveries are also signed with the secret before the last rotation. */
  old_secret_ends_at_millis: number | null
  created_at_millis: number
  updated_at_millis: number
  /** The key of the signatures: `whsec_` and base64. */
  secret: string
}

export interface WebhookEndpointRead {
  id: string
  url: string
  description: string
  /** The events that the endpoint gets. Null: the standard ones, user.created, user.updated, user.deleted, team.created, team.updated, team.deleted, team_membership.created, team_membership.deleted, team_permission.created, team_permission.deleted, project_permission.created, project_permission.deleted. Only an endpoint that names them gets session.created, session.ended, api_key.created, api_key.revoked, team_invitation.accepted, user.suspended. */
  event_types:
    | (
        | 'user.created'
        | 'user.updated'
        | 'user.deleted'
        | 'team.created'
        | 'team.updated'
        | 'team.deleted'
        | 'team_membership.created'
        | 'team_membership.deleted'
        | 'team_permission.created'
        | 'team_permission.deleted'
        | 'project_permission.created'
        | 'project_permission.deleted'
        | 'session.created'
        | 'session.ended'
        | 'api_key.created'
        | 'api_key.revoked'
        | 'team_invitation.accepted'
        | 'user.suspended'
      )[]
    | null
  /** The headers that each delivery has. Their values are not shown. */
  header_names: string[]
  /** The deliveries per second and node that the endpoint gets at most. Null: no such limit. */
  rate_limit: number | null
  is_enabled: boolean
  disabled: {
    /** `gone`: the endpoint answered 410. `failing`: every attempt of five days failed. `requested`: an owner disabled it. */
    reason: 'requested' | 'gone' | 'failing'
    at_millis: number
  } | null
  /** The first failed attempt after the last success. Null if the last attempt succeeded. */
  failing_since_millis: number | null
  /** Until then, deliveries are also signed with the secret before the last rotation. */
  old_secret_ends_at_millis: number | null
  created_at_millis: number
  updated_at_millis: number
}

export interface WebhookFigures {
  /** The attempts of the last 24 hours, at most the last 1000. The base of the fields below. */
  attempts: number
  succeeded: number
  failed: number
  /** Null without an attempt. */
  median_duration_millis: number | null
}

export interface WebhookListenerRead {
  id: string
}

export interface WebhookSecret {
  secret: string
}

export interface WrittenEmailResult {
  user_id: string
  /** The primary address, to which the mail was queued. Absent for a user without one. */
  user_email?: undefined | string
}

export interface WebhookEventData {
  /** A user was created, in any way. */
  'user.created': UserServerRead
  /** A user was updated by `PATCH`, even if nothing changed, an anonymous user became a full user, or a password was reset with a mailed code. Not sent for changes of contact channels, the verification of an address, and a password that the user sets or changes. */
  'user.updated': UserServerRead
  /** A user was deleted. `teams` are the teams of the user, in the order in which the user joined them. */
  'user.deleted': {
    id: string
    teams: {
      id: string
    }[]
  }
  /** A team was created. */
  'team.created': TeamServerRead
  /** A team was updated, even if nothing changed. */
  'team.updated': TeamServerRead
  /** A team was deleted. Its members cause no events. */
  'team.deleted': {
    id: string
  }
  /** A user was added to a team or accepted an invitation. Not sent for the creator of a team. */
  'team_membership.created': {
    team_id: string
    user_id: string
  }
  /** A user left a team, was removed from it, or was deleted, once for each team. */
  'team_membership.deleted': {
    team_id: string
    user_id: string
  }
  /** A permission in a team was granted, or given to a new member by default. Not sent for the permissions of the creator of a team. */
  'team_permission.created': {
    id: string
    team_id: string
    user_id: string
  }
  /** A permission in a team was revoked. */
  'team_permission.deleted': {
    id: string
    team_id: string
    user_id: string
  }
  /** A permission in the project was granted. Not sent for those that users get at sign-up. */
  'project_permission.created': {
    id: string
    user_id: string
  }
  /** A permission in the project was revoked. */
  'project_permission.deleted': {
    id: string
    user_id: string
  }
  /** A user signed in or up, or a server created a session. */
  'session.created': {
    user_id: string
    method:
      | 'password'
      | 'otp'
      | 'passkey'
      | 'oauth'
      | 'totp'
      | 'recovery_code'
      | 'cli_login'
      | 'anonymous'
      | 'server'
      | 'impersonation'
  }
  /** A session was ended by itself. The other sessions of a user whose password changes, or who is suspended or deleted, end without this event. */
  'session.ended': {
    id: string
  }
  /** An API key of a user or a team was created. */
  'api_key.created': {
    id: string
    owner_type: 'user' | 'team'
    owner_id: string
  }
  /** An API key of a user or a team was revoked. */
  'api_key.revoked': {
    id: string
    owner_type: 'user' | 'team'
    owner_id: string
    reason: 'requested' | 'leaked'
  }
  /** A user accepted an invitation to a team. */
  'team_invitation.accepted': {
    id: string
    team_id: string
    user_id: string
  }
  /** A user was suspended. `until_millis` is null for a suspension without an end. */
  'user.suspended': {
    id: string
    until_millis: number | null
  }
}
