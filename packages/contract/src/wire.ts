// Generated from the contract by tools/build-wire-types.mjs. Not in git.

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
  /** The id of the event. */
  id: string
  /** When it happened. */
  at_millis: number
  /** What happened, as `<record>.<act>`. `docs/security/operators.md` lists all actions. */
  action: string
  /** Whether the act succeeded or was refused. */
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
  /** The id of the event. */
  id: string
  /** When it happened. */
  at_millis: number
  /** What happened, as `<record>.<act>`. `docs/security/operators.md` lists all actions. */
  action: string
  /** Whether the act succeeded or was refused. */
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
  changes: AuditChange[] | null
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

export type BotCheck =
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

export type BotCheckDocument =
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

export type BotCheckRead =
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
  /** Where users of the project get help. */
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
  type: TemplateType
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
  type: TemplateType
  locale: string
}

export interface ConnectionDomainRead {
  domain: string
  /** The record was found. It is looked for again each week, and a lost record ends the proof. */
  is_proved: boolean
  /** The name of the TXT record to publish. */
  record_name: string
  /** The text of the TXT record to publish. */
  record_value: string
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
  config: ProjectConfigRead
  /** The role of the signed-in user in the project. An extension of the protocol. */
  staff_role: 'owner' | 'admin' | 'developer' | 'support' | 'viewer'
  /** What this role allows. An extension of the protocol. */
  staff_rights: StaffRight[]
}

export interface CurrentUserRead {
  /** A UUID, which never changes. */
  id: string
  /** The address for mails of the project; null without one. Use it for access decisions only if `primary_email_verified` is true. */
  primary_email: string | null
  /** Whether the user has proved the primary address. */
  primary_email_verified: boolean
  /** The name that the user or a server has set; null without one. */
  display_name: string | null
  /** The address of the picture; null without one. */
  profile_image_url: string | null
  /** Data of the app that the user can read and write. JSON, at most 64 KiB. */
  client_metadata: Json
  /** Data of the app that the user can read and only servers can write. */
  client_read_only_metadata: Json
  /** When the account was created. */
  signed_up_at_millis: number
  /** Whether the user can sign in with a password. */
  has_password: boolean
  /** Whether the user can sign in with a mailed code or link. */
  otp_auth_enabled: boolean
  /** Whether the user has a passkey. */
  passkey_auth_enabled: boolean
  /** Has a password or one-time-code sign-in. */
  auth_with_email: boolean
  /** Whether a sign-in also requires a code from an authenticator app. */
  requires_totp_mfa: boolean
  /** Whether the user has not signed up yet. A sign-up keeps the id and the data. */
  is_anonymous: boolean
  /** While true, the user cannot use the account, except for what `restricted_reason` requires. */
  is_restricted: boolean
  /** Null if the user is not restricted. */
  restricted_reason: {
    type: 'anonymous' | 'email_not_verified' | 'restricted_by_administrator' | 'second_factor_required' | 'waiting'
  } | null
  oauth_providers: LinkedAccountRead[]
  /** The team that the user works in; null for none. */
  selected_team_id: string | null
  /** The selected team; null if none is selected. */
  selected_team: TeamClientRead | null
  /** The language of mails to the user, such as `de`; null if none is chosen. An extension of the protocol. */
  locale: string | null
  /** Whether the user can sign in with any of their addresses. The primary address may not be one for sign-in, and another may be. An extension of the protocol. */
  has_sign_in_address: boolean
  /** From when on the user can only set up the required second factor. Null if none is missing. An extension of the protocol. */
  second_factor_due_at_millis: number | null
  /** Whether the user should change the password: it comes from another system, and the rules for new passwords refused it at the latest sign-in. An extension of the protocol. */
  password_change_advised: boolean
  /** When the second factor is removed, because an owner has announced it; null if nothing is announced. An extension of the protocol. */
  factor_reset_at_millis: number | null
  /** Who uses the session, if an owner started it by link. Only in the answer to such a session. An extension of the protocol. */
  impersonation?: undefined | ImpersonationRead
}

export interface DayActivity {
  /** The day in UTC, as `YYYY-MM-DD`. */
  date: string
  activity: number
}

export interface DeliveryFigures {
  /** Mails that the mail server accepted in this period. */
  sent: number
  /** Mails requested in this period that were refused for good, because of the mailbox or of the content. */
  bounced: number
  /** Always 0: the service does not get reports of spam. */
  marked_as_spam: number
}

export interface DomainProofRead {
  domain: ConnectionDomainRead
  /** Null: the domain is proved. `no_record`: the name has no such record. `no_answer`: DNS did not answer in time. `proved_elsewhere`: another connection of the project has proved the domain. */
  problem: 'no_record' | 'no_answer' | 'proved_elsewhere' | null
  /** The records of the name that prove a domain for any connection. */
  found: string[]
}

export interface EmailConfigRead {
  type: 'shared' | 'standard' | 'endpoint'
  /** With `endpoint`, host and port of its URL, an empty user name and a mask, for clients that know only mail servers. */
  host?: undefined | string
  port?: undefined | number
  tls?: undefined | MailTls
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

export interface EmailDeliveryRead {
  stats: {
    hour: DeliveryFigures
    day: DeliveryFigures
    week: DeliveryFigures
    /** The last 30 days. */
    month: DeliveryFigures
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
    | 'new_device'
    | 'factor_reset_started'
    | 'second_factor_due'
    | 'sign_in_invitation'
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
  changed_by: SettingAuthor
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

export type ExportLine =
  | {
      id: string
      description?: undefined | string
      contained_permission_ids?: undefined | string[]
      kind: 'permission_definition'
      scope: 'team' | 'project'
    }
  | {
      kind: 'team'
      source_id: string
      /** The id that the team keeps. Default: a new one. */
      id?: undefined | string
      display_name: string
      profile_image_url?: undefined | string | null
      client_metadata?: undefined | Json
      client_read_only_metadata?: undefined | Json
      server_metadata?: undefined | Json
      created_at_millis?: undefined | number
      /** Each member needs a second factor. The time of grace begins with the import. */
      second_factor_required?: undefined | boolean
    }
  | {
      kind: 'user'
      /** The id in the source. An import creates one user per id, however often it runs. */
      source_id: string
      /** The id that the user keeps. Default: a new one. */
      id?: undefined | string
      display_name?: undefined | string | null
      profile_image_url?: undefined | string | null
      /** At most one is primary. */
      addresses?:
        | undefined
        | {
            value: Json
            is_primary: boolean
            /** True only if the source says so. */
            is_verified: boolean
            /** The user signs in with this address. */
            used_for_auth: boolean
          }[]
      /** In one of the documented formats. */
      password_hash?: undefined | string
      /** The user has a password in the source that cannot move. They set a new one, or the old system is asked. */
      lost_password?: undefined | 'no_hash' | 'unknown_format'
      totp_secret_base64?: undefined | string
      /** The user has a second factor in the source that cannot move. */
      lost_second_factor?: undefined | boolean
      passkeys?:
        | undefined
        | {
            credential_id: string
            /** The COSE key. */
            public_key: string
            sign_count: number
            /** A passkey works on this domain only. */
            rp_id: string
            transports: string[]
            is_backup_eligible: boolean
            is_backed_up: boolean
            name: string | null
            created_at_millis?: undefined | number
          }[]
      /** The number of passkeys in the source that cannot move. */
      lost_passkeys?: undefined | number
      provider_accounts?:
        | undefined
        | {
            provider: string
            account_id: string
            email: string | null
          }[]
      /** The providers of accounts in the source that the service does not know. */
      lost_provider_accounts?: undefined | string[]
      otp_auth_enabled?: undefined | boolean
      is_anonymous?: undefined | boolean
      client_metadata?: undefined | Json
      client_read_only_metadata?: undefined | Json
      server_metadata?: undefined | Json
      signed_up_at_millis?: undefined | number
      last_active_at_millis?: undefined | number | null
      suspension?:
        | undefined
        | {
            reason: string | null
            private_details: string | null
            until_millis: number | null
          }
      locale?: undefined | string | null
      selected_team_source_id?: undefined | string
    }
  | {
      kind: 'team_member'
      team_source_id: string
      user_source_id: string
      /** The name in this team. */
      display_name?: undefined | string | null
      profile_image_url?: undefined | string | null
      /** The permissions that are granted directly. */
      permission_ids?: undefined | string[]
    }
  | {
      kind: 'project_permission'
      user_source_id: string
      permission_id: string
    }
  | ExportEnd

export interface FactorResetRead {
  /** The user whose second factor is removed. */
  user_id: string
  /** When it was announced. */
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
  pieces: ImportPieceRead[]
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
  /** The id of the job. */
  id: string
  /** What the job does. */
  type: 'suspend_users' | 'lift_suspensions' | 'end_sessions' | 'delete_users' | 'export_users'
  /** Whether the job waits, runs or has ended, and how. */
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  /** The number of users that the job has handled, without the failed ones. */
  done: number
  /** The number of users that the job could not handle. */
  failed: number
  /** The number of selected users; null if it is not known. */
  total: number | null
  /** The first failures, at most 100. */
  failures: JobFailure[]
  /** Why the whole job failed. */
  error: string | null
  /** The project owner who created the job; null if it was created with a key. */
  created_by_user_id: string | null
  /** When the job was created. */
  created_at_millis: number
  /** When the service began with it; null before. */
  started_at_millis: number | null
  /** When it ended; null before. */
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

export interface KeyAuthentication {
  method: 'private_key_jwt'
  /** PEM of a P-256 key, or of an RSA key of 2048 to 4096 bits. Absent: the stored key of the same issuer and client stays. If there is none, the service creates a P-256 key. */
  private_key?: undefined | string
  /** The audience of the assertion. Default: `issuer`. Some issuers accept only `token_endpoint`. */
  audience?: undefined | 'issuer' | 'token_endpoint'
  /** Ignored: it belongs to the private key. */
  public_jwk?: undefined | Record<string, string>
}

export interface LinkedAccountRead {
  id: string
  type: string
  provider_user_id: string
  account_id: string
  email: string | null
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
    | 'new_device'
    | 'factor_reset_started'
    | 'second_factor_due'
    | 'sign_in_invitation'
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
  /** Each member needs a second factor. An extension of the protocol. */
  second_factor_required: boolean
  server_metadata: Json
  created_at_millis: number
  /** Present if the call asks for it. */
  summary?: undefined | TeamSummary
}

export interface ListenedWebhook {
  /** The `webhook-id`. */
  id: string
  event_type: WebhookEventType
  /** The body, byte by byte as endpoints get it. */
  payload: string
}

export interface MailError {
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
}

export interface MailSender {
  /** `endpoint`: the endpoint of the project, with host and port of its URL. `inbox`: the mail was not sent, but is in the inbox of development mode. */
  type: 'shared' | 'standard' | 'endpoint' | 'inbox'
  host: string
  port: number
  username: string
  sender_name: string
  sender_email: string
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

/** Encryption of the connection: TLS from the first byte, required STARTTLS, or none. Default: `implicit` on port 465, `starttls` on all other ports. */
export type MailTls = 'implicit' | 'starttls' | 'off'

export interface MetricsRead {
  /** All users, also anonymous ones. */
  total_users: number
  /** Sign-ups on each of the last 31 days, oldest first, without users who were deleted later. */
  daily_users: DayActivity[]
  /** Users who received an access token on each of these days, with users who were deleted later. */
  daily_active_users: DayActivity[]
  /** Users by the country of their latest activity whose country a trusted proxy has named. */
  users_by_country: Record<string, number>
  /** Latest sign-up first. */
  recently_registered: UserServerRead[]
  /** Latest activity first. */
  recently_active: UserServerRead[]
  /** Credentials by method: `password`, `otp`, `passkey`, or the id of a provider. */
  login_methods: {
    method: string
    count: number
  }[]
}

export type MovedRecord =
  | {
      id: string
      description?: undefined | string
      contained_permission_ids?: undefined | string[]
      kind: 'permission_definition'
      scope: 'team' | 'project'
    }
  | {
      kind: 'team'
      source_id: string
      /** The id that the team keeps. Default: a new one. */
      id?: undefined | string
      display_name: string
      profile_image_url?: undefined | string | null
      client_metadata?: undefined | Json
      client_read_only_metadata?: undefined | Json
      server_metadata?: undefined | Json
      created_at_millis?: undefined | number
      /** Each member needs a second factor. The time of grace begins with the import. */
      second_factor_required?: undefined | boolean
    }
  | {
      kind: 'user'
      /** The id in the source. An import creates one user per id, however often it runs. */
      source_id: string
      /** The id that the user keeps. Default: a new one. */
      id?: undefined | string
      display_name?: undefined | string | null
      profile_image_url?: undefined | string | null
      /** At most one is primary. */
      addresses?:
        | undefined
        | {
            value: Json
            is_primary: boolean
            /** True only if the source says so. */
            is_verified: boolean
            /** The user signs in with this address. */
            used_for_auth: boolean
          }[]
      /** In one of the documented formats. */
      password_hash?: undefined | string
      /** The user has a password in the source that cannot move. They set a new one, or the old system is asked. */
      lost_password?: undefined | 'no_hash' | 'unknown_format'
      totp_secret_base64?: undefined | string
      /** The user has a second factor in the source that cannot move. */
      lost_second_factor?: undefined | boolean
      passkeys?:
        | undefined
        | {
            credential_id: string
            /** The COSE key. */
            public_key: string
            sign_count: number
            /** A passkey works on this domain only. */
            rp_id: string
            transports: string[]
            is_backup_eligible: boolean
            is_backed_up: boolean
            name: string | null
            created_at_millis?: undefined | number
          }[]
      /** The number of passkeys in the source that cannot move. */
      lost_passkeys?: undefined | number
      provider_accounts?:
        | undefined
        | {
            provider: string
            account_id: string
            email: string | null
          }[]
      /** The providers of accounts in the source that the service does not know. */
      lost_provider_accounts?: undefined | string[]
      otp_auth_enabled?: undefined | boolean
      is_anonymous?: undefined | boolean
      client_metadata?: undefined | Json
      client_read_only_metadata?: undefined | Json
      server_metadata?: undefined | Json
      signed_up_at_millis?: undefined | number
      last_active_at_millis?: undefined | number | null
      suspension?:
        | undefined
        | {
            reason: string | null
            private_details: string | null
            until_millis: number | null
          }
      locale?: undefined | string | null
      selected_team_source_id?: undefined | string
    }
  | {
      kind: 'team_member'
      team_source_id: string
      user_source_id: string
      /** The name in this team. */
      display_name?: undefined | string | null
      profile_image_url?: undefined | string | null
      /** The permissions that are granted directly. */
      permission_ids?: undefined | string[]
    }
  | {
      kind: 'project_permission'
      user_source_id: string
      permission_id: string
    }

export interface NewOAuthAccount {
  /** The id of an enabled provider of the project. */
  id: string
  account_id: string
  email: string | null
}

export type OauthProviderId =
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

export interface OidcDiscoveryRead {
  /** The address of the discovery document that was read. */
  url: string
  /** Why the issuer cannot be used; null if it can. */
  problem: string | null
  /** Null if the document could not be read, or is not that of the issuer. */
  document: {
    /** The same as the address in the request. */
    issuer: string
    /** Where browsers are sent. */
    authorization_endpoint: string
    /** Where the service exchanges the code. */
    token_endpoint: string
    /** Where the service reads the profile; null if only the ID token has it. */
    userinfo_endpoint: string | null
    /** The address of the keys that sign ID tokens. */
    jwks_uri: string
    /** Those that issuer and service have in common; all of the service if the document lists none. */
    authentication_methods: ('client_secret_basic' | 'client_secret_post' | 'private_key_jwt')[]
    /** The number of keys at `jwks_uri`; 0 if they cannot be read. */
    keys: number
  } | null
}

export interface OidcProviderClientRead {
  /** `custom:` and a name. `signInWithOAuth` accepts it. */
  id: string
  display_name: string
  icon_url: string | null
}

export interface OidcProviderRead {
  id: string
  enabled: boolean
  display_name: string
  icon_url: string | null
  issuer_url: string
  client_id: string
  scopes: string[]
  authentication:
    | {
        method: 'client_secret_basic' | 'client_secret_post'
        /** Masked, except in the answer to the call that set it. */
        client_secret: string
      }
    | {
        method: 'private_key_jwt'
        /** Always masked. */
        private_key: string
        audience: 'issuer' | 'token_endpoint'
        /** The public key as JWK (RFC 7517), which the owner registers at the issuer. */
        public_jwk: Record<string, string>
      }
}

export type OldSystem =
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
  moved_by_day: DayActivity[]
  /** Sign-ins that did not move a user, on each of the days. */
  failures_by_day: DayActivity[]
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
  user: UserClientRead
  contact_channels: ContactChannelRead[]
  /** The active sessions, without those of an impersonation. */
  sessions: SessionRead[]
  passkeys: PasskeyRead[]
  remembered_devices: RememberedDeviceRead[]
  /** Browser, system and country of sign-ins, last used first. Recorded while `notify_new_device` is on. */
  known_devices: {
    name: string
    created_at_millis: number
    last_used_at_millis: number
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
  api_keys: UserApiKeyRead[]
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
  config: ProjectConfigRead
  /** The role of the signed-in user in the project. An extension of the protocol. */
  staff_role: 'owner' | 'admin' | 'developer' | 'support' | 'viewer'
  /** What this role allows. An extension of the protocol. */
  staff_rights: StaffRight[]
  /** Sign-ups on each of the last 14 days, oldest first. An extension of the protocol. */
  daily_sign_ups: DayActivity[]
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
  /** The name that the user sees in lists. */
  name: string
  /** When the passkey was created. */
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
  config: ProjectConfigRead
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
    /** The enabled OpenID Connect issuers by URL. An extension of the protocol. */
    oidc_providers: OidcProviderClientRead[]
    /** Whether the connection of a team has proved a domain, so that an address can lead to it (`POST /auth/oauth/connection`). An extension of the protocol. */
    has_connection_domains: boolean
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
  sign_up_rules?: undefined | SignUpRule[]
  /** Whether users whose primary address is not verified, or who have none, are restricted (`email_not_verified`) until they verify one. Applies to existing users and sessions at once. False for a new project. */
  require_verified_email?: undefined | boolean
  /** Users can change how they sign in, or delete themselves, only within 15 minutes after sign-in. */
  recent_sign_in_required?: undefined | boolean
  /** Whether users get an email after a sign-in on a device (browser, system and country) on which they have not signed in before. False for a new project. */
  notify_new_device?: undefined | boolean
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
            id: OauthProviderId
            type: 'shared'
            enabled?: undefined | boolean
          }
        | {
            id: OauthProviderId
            type: 'standard'
            enabled?: undefined | boolean
            client_id: string
            client_secret?: undefined | string
            facebook_config_id?: undefined | string
            microsoft_tenant_id?: undefined | string
          }
      )[]
  oidc_providers?:
    | undefined
    | {
        id: string
        enabled?: undefined | boolean
        display_name: string
        icon_url?: undefined | string | null
        /** Its document at /.well-known/openid-configuration is read when an issuer is added or changed, and must name the same issuer. */
        issuer_url: string
        client_id: string
        /** Default: profile, email. openid is always added. */
        scopes?: undefined | string[]
        authentication:
          | {
              method: 'client_secret_basic' | 'client_secret_post'
              client_secret?: undefined | string
            }
          | KeyAuthentication
      }[]
  email_config?:
    | undefined
    | {
        type: 'shared'
      }
    | {
        type: 'standard'
        host: string
        port: number
        tls?: undefined | MailTls
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
  old_system?: undefined | OldSystem | null
  bot_check?: undefined | BotCheckDocument
}

export interface ProjectConfigRead {
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
  sign_up_rules: SignUpRule[]
  /** Whether users whose primary address is not verified, or who have none, are restricted (`email_not_verified`) until they verify one. Applies to existing users and sessions at once. False for a new project. */
  require_verified_email: boolean
  /** Users can change how they sign in, or delete themselves, only within 15 minutes after sign-in. */
  recent_sign_in_required: boolean
  /** Whether users get an email after a sign-in on a device (browser, system and country) on which they have not signed in before. False for a new project. */
  notify_new_device: boolean
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
  oauth_providers: ProjectOAuthProviderRead[]
  oidc_providers: OidcProviderRead[]
  email_config: EmailConfigRead
  old_system: OldSystemRead | null
  bot_check: BotCheckRead
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
  sign_up_rules?: undefined | SignUpRule[]
  /** Whether users whose primary address is not verified, or who have none, are restricted (`email_not_verified`) until they verify one. Applies to existing users and sessions at once. False for a new project. */
  require_verified_email?: undefined | boolean
  /** Users can change how they sign in, or delete themselves, only within 15 minutes after sign-in. */
  recent_sign_in_required?: undefined | boolean
  /** Whether users get an email after a sign-in on a device (browser, system and country) on which they have not signed in before. False for a new project. */
  notify_new_device?: undefined | boolean
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
            id: OauthProviderId
            type: 'shared'
            enabled?: undefined | boolean
          }
        | {
            id: OauthProviderId
            type: 'standard'
            enabled?: undefined | boolean
            client_id: string
            client_secret: string
            facebook_config_id?: undefined | string
            microsoft_tenant_id?: undefined | string
          }
      )[]
  /** OpenID Connect issuers by URL, such as the identity provider of a company. An extension of the protocol. */
  oidc_providers?:
    | undefined
    | {
        id: string
        enabled?: undefined | boolean
        display_name: string
        icon_url?: undefined | string | null
        /** Its document at /.well-known/openid-configuration is read when an issuer is added or changed, and must name the same issuer. */
        issuer_url: string
        client_id: string
        /** Default: profile, email. openid is always added. */
        scopes?: undefined | string[]
        authentication:
          | {
              method: 'client_secret_basic' | 'client_secret_post'
              client_secret: string
            }
          | KeyAuthentication
      }[]
  email_config?:
    | undefined
    | {
        type: 'shared'
      }
    | {
        type: 'standard'
        host: string
        port: number
        tls?: undefined | MailTls
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
  old_system?: undefined | OldSystem | null
  /** What clients must solve before a sign-up, a sign-in with a password, and a mail with a sign-in code or a link for a new password: nothing, a puzzle that costs the browser time, or Turnstile with keys of the project. `none` for a new project. An extension of the protocol. */
  bot_check?: undefined | BotCheck
}

export interface ProjectConfiguration {
  /** The kind of the document. */
  format: 'portico-project'
  /** The version of the format of the document. */
  format_version: number
  /** The name of the project. */
  display_name?: undefined | string
  /** What the project is for. */
  description?: undefined | string
  /** Whether the project has production mode. */
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
  /** The settings. */
  config?: undefined | ProjectConfigDocument
  /** The permissions that members of teams can have. */
  team_permission_definitions?: undefined | PermissionDefinitionCreate[]
  /** The permissions that users can have in the whole project. */
  project_permission_definitions?: undefined | PermissionDefinitionCreate[]
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
  config?: undefined | ProjectConfigUpdate
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
  document: ProjectConfiguration
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
  role: StaffRole
  is_transfer: boolean
  /** Whether the signed-in user has the invited address and has verified it, as an acceptance requires. */
  is_recipient: boolean
  /** Whether a user signs in with the invited address. */
  has_account: boolean
}

export interface ProjectOwnerInvitationRead {
  /** The id of the invitation, not its code. */
  id: string
  /** The invited address. */
  recipient_email: string
  /** What the recipient becomes. An extension of the protocol. */
  role: StaffRole
  /** The inviter stops being an owner once the invitation is accepted. */
  is_transfer: boolean
  /** Null if the invitation was made with the key of the project. */
  inviter_user_id: string | null
  /** When the invitation was sent. */
  created_at_millis: number
  /** Until when it can be accepted. */
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
  role: StaffRole
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
  config?: undefined | ProjectConfigUpdate
  /** The `version` that the caller has read. If a setting that this update changes was changed since, nothing is written and the error names these settings. Changes of other settings stay. Absent: the update is always written. */
  if_version?: undefined | number
}

export interface ProvisionedProject {
  project_id: string
  /** Only this response contains the key. It is valid for 100 years. */
  super_secret_admin_key: string
}

export interface RecentRequestRead {
  /** The id of the entry. */
  id: string
  /** When the request arrived. */
  at_millis: number
  /** `failed`: an error, an answer that the browser keeps from its page, or a sign-up whose verification mail was not sent, because the project does not trust its URL. */
  outcome: 'ok' | 'failed'
  /** The HTTP method. */
  method: string
  /** The path of the endpoint, such as `/users/{user_id}`; `unknown` for a path without one. */
  route: string
  /** The HTTP status of the answer. */
  status: number
  /** The code of the error, `RATE_LIMITED` for 429; null without a code. */
  error_code: string | null
  /** The access type that the request names. */
  access_type: 'client' | 'server' | 'admin' | null
  /** The request had a valid key of the project. Without a key, only the id of the project is needed to send it. */
  is_verified: boolean
  /** The origin of the page; null for backends. */
  origin: string | null
  /** False: the browser keeps the answer from the page, because the project does not trust the origin. */
  is_origin_trusted: boolean | null
  /** The package and version that sent the request; null if it named none. */
  client_version: string | null
  /** The IP address of the caller. */
  client_address: string
  /** As in the header `x-stack-request-id` of the answer and in the log. */
  request_id: string
}

export interface RememberedDeviceRead {
  /** The id of the device. */
  id: string
  /** When the user chose to remember the device. */
  created_at_millis: number
  /** When the device last took the place of the second factor, or was remembered. */
  last_used_at_millis: number
  /** When the user is asked on the device again. */
  expires_at_millis: number
  /** The `User-Agent` header of the sign-in; null if unknown. */
  user_agent: string | null
  /** Whether the call carries its secret in the header x-portico-device. */
  is_this_device: boolean
}

/** A sign-in method that a sign-in has removed from the account. */
export interface RemovedSignInMethod {
  /** What the user can no longer sign in with. */
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
  publish: TxtRecordRead | null
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
  sender_config: MailSender
  /** Why the last attempt failed. */
  error: MailError | null
  /** The HTML part of the last attempt, with codes and links hidden. Null before it, and if it is not kept. */
  html: string | null
  /** The text part, like `html`. */
  text: string | null
  /** The attempts, oldest first: the last 10 that failed, and the one that succeeded. Without those that ended with their worker or before the service recorded them. */
  tries: SentEmailTry[]
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
  sender_config: MailSender
  /** Why the last attempt failed. */
  error: MailError | null
}

export interface SentEmailTry {
  /** The number of the attempt, from 1. */
  attempt: number
  /** When the attempt ended. */
  tried_at_millis: number
  /** The server of the attempt. Null if the mail could not be composed. */
  sender_config: MailSender | null
  /** Why the attempt failed; null if the mail server accepted the mail. */
  error: MailError | null
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

/** An owner, a call with a key of the project, or the service and its operator. */
export interface SettingAuthor {
  type: 'owner' | 'key' | 'system'
  /** The owner. Null for the other types. */
  user_id: string | null
  /** Null for the other types, and for an owner without a name. */
  display_name: string | null
}

export interface SignInConnectionRead {
  provider_id: string | null
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
  removed_sign_in_methods?: undefined | RemovedSignInMethod[]
}

export interface SignedInMaybeNew {
  access_token: string
  refresh_token: string
  user_id: string
  is_new_user: boolean
}

export type StaffRight =
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

export type StaffRole = 'owner' | 'admin' | 'developer' | 'support' | 'viewer'

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
  msg?: undefined | SvixMessage
}

export interface SvixEndpoint {
  id: string
  url: string
  description: string
  disabled: boolean
  filterTypes: WebhookEventType[] | null
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
  eventType: WebhookEventType
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
  name: WebhookEventType
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
  eventType: WebhookEventType
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
  filterTypes: WebhookEventType[] | null
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
  /** Whether each member needs an authenticator app, or a passkey with user verification. A member without one can use the account as before for `second_factor_grace_days` of the project, from the latest of the start of the requirement, the start of the membership and the sign-up. An extension of the protocol. */
  second_factor_required?: undefined | boolean
  /** The first member, who gets the permissions of team creators. Clients can name only their own user, and do so by default. Without it, a team that a server creates has no members. */
  creator_user_id?: undefined | string
}

export interface TeamClientRead {
  id: string
  display_name: string
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
  /** Each member needs a second factor. An extension of the protocol. */
  second_factor_required: boolean
}

export interface TeamClientUpdate {
  display_name?: undefined | string
  profile_image_url?: undefined | string | null
  client_metadata?: undefined | Json
  /** Whether each member needs an authenticator app, or a passkey with user verification. A member without one can use the account as before for `second_factor_grace_days` of the project, from the latest of the start of the requirement, the start of the membership and the sign-up. An extension of the protocol. */
  second_factor_required?: undefined | boolean
}

export interface TeamConnectionCreate {
  team_id: string
  display_name: string
  icon_url?: undefined | string | null
  /** Its document at /.well-known/openid-configuration is read when an issuer is added or changed, and must name the same issuer. */
  issuer_url: string
  client_id: string
  /** Default: profile, email. openid is always added. */
  scopes?: undefined | string[]
  authentication:
    | {
        method: 'client_secret_basic' | 'client_secret_post'
        client_secret: string
      }
    | KeyAuthentication
}

export interface TeamConnectionRead {
  id: string
  team_id: string
  /** The sign-in provider that the connection is, such as for `signInWithOAuth`. */
  provider_id: string
  display_name: string
  icon_url: string | null
  issuer_url: string
  client_id: string
  scopes: string[]
  authentication:
    | {
        method: 'client_secret_basic' | 'client_secret_post'
        /** Masked, except in the answer to the call that set it. */
        client_secret: string
      }
    | {
        method: 'private_key_jwt'
        /** Always masked. */
        private_key: string
        audience: 'issuer' | 'token_endpoint'
        /** The public key as JWK (RFC 7517), which the owner registers at the issuer. */
        public_jwk: Record<string, string>
      }
  created_at_millis: number
  domains: ConnectionDomainRead[]
}

export interface TeamConnectionUpdate {
  display_name?: undefined | string
  icon_url?: undefined | string | null
  client_id?: undefined | string
  /** Default: profile, email. openid is always added. */
  scopes?: undefined | string[]
  /** Required with another `client_id`, because a secret or key belongs to one client. */
  authentication?:
    | undefined
    | {
        method: 'client_secret_basic' | 'client_secret_post'
        client_secret: string
      }
    | KeyAuthentication
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
  user: UserServerRead
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
  /** Whether each member needs an authenticator app, or a passkey with user verification. A member without one can use the account as before for `second_factor_grace_days` of the project, from the latest of the start of the requirement, the start of the membership and the sign-up. An extension of the protocol. */
  second_factor_required?: undefined | boolean
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
  /** Each member needs a second factor. An extension of the protocol. */
  second_factor_required: boolean
  server_metadata: Json
  created_at_millis: number
}

export interface TeamServerUpdate {
  display_name?: undefined | string
  profile_image_url?: undefined | string | null
  client_metadata?: undefined | Json
  /** Whether each member needs an authenticator app, or a passkey with user verification. A member without one can use the account as before for `second_factor_grace_days` of the project, from the latest of the start of the requirement, the start of the membership and the sign-up. An extension of the protocol. */
  second_factor_required?: undefined | boolean
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

export type TemplateType =
  | 'email_verification'
  | 'password_reset'
  | 'magic_link'
  | 'team_invitation'
  | 'password_changed'
  | 'email_changed'
  | 'address_added'
  | 'sign_in_method_changed'
  | 'new_device'
  | 'factor_reset_started'
  | 'second_factor_due'
  | 'sign_in_invitation'
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

/** An HTTPS endpoint of the owner, which gets each mail as signed JSON. An extension of the protocol. */
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
  /** A UUID, which never changes. */
  id: string
  /** The address for mails of the project; null without one. Use it for access decisions only if `primary_email_verified` is true. */
  primary_email: string | null
  /** Whether the user has proved the primary address. */
  primary_email_verified: boolean
  /** The name that the user or a server has set; null without one. */
  display_name: string | null
  /** The address of the picture; null without one. */
  profile_image_url: string | null
  /** Data of the app that the user can read and write. JSON, at most 64 KiB. */
  client_metadata: Json
  /** Data of the app that the user can read and only servers can write. */
  client_read_only_metadata: Json
  /** When the account was created. */
  signed_up_at_millis: number
  /** Whether the user can sign in with a password. */
  has_password: boolean
  /** Whether the user can sign in with a mailed code or link. */
  otp_auth_enabled: boolean
  /** Whether the user has a passkey. */
  passkey_auth_enabled: boolean
  /** Has a password or one-time-code sign-in. */
  auth_with_email: boolean
  /** Whether a sign-in also requires a code from an authenticator app. */
  requires_totp_mfa: boolean
  /** Whether the user has not signed up yet. A sign-up keeps the id and the data. */
  is_anonymous: boolean
  /** While true, the user cannot use the account, except for what `restricted_reason` requires. */
  is_restricted: boolean
  /** Null if the user is not restricted. */
  restricted_reason: {
    type: 'anonymous' | 'email_not_verified' | 'restricted_by_administrator' | 'second_factor_required' | 'waiting'
  } | null
  oauth_providers: LinkedAccountRead[]
  /** The team that the user works in; null for none. */
  selected_team_id: string | null
  /** The selected team; null if none is selected. */
  selected_team: TeamClientRead | null
  /** The language of mails to the user, such as `de`; null if none is chosen. An extension of the protocol. */
  locale: string | null
  /** Whether the user can sign in with any of their addresses. The primary address may not be one for sign-in, and another may be. An extension of the protocol. */
  has_sign_in_address: boolean
  /** From when on the user can only set up the required second factor. Null if none is missing. An extension of the protocol. */
  second_factor_due_at_millis: number | null
  /** Whether the user should change the password: it comes from another system, and the rules for new passwords refused it at the latest sign-in. An extension of the protocol. */
  password_change_advised: boolean
  /** When the second factor is removed, because an owner has announced it; null if nothing is announced. An extension of the protocol. */
  factor_reset_at_millis: number | null
}

export interface UserClientUpdate {
  /** The name of the user; null removes it. */
  display_name?: undefined | string | null
  /** An image address (http, https or `data:`) of at most 1,000,000 characters. */
  profile_image_url?: undefined | string | null
  /** Replaces all data that the user can write. It is not merged. */
  client_metadata?: undefined | Json
  /** Whether the user can sign in with a mailed code or link. */
  otp_auth_enabled?: undefined | boolean
  /** `false` removes all passkeys of the user. */
  passkey_auth_enabled?: undefined | boolean
  /** The shared secret of an authenticator app; null disables the second factor. */
  totp_secret_base64?: undefined | string | null
  /** A current code of the existing authenticator app. Required to replace or remove the secret and to change the primary address, unless the project turns totp_code_required_for_change off. With the secret of a first app: optional, a code of that app, which the service then checks. */
  totp_code?: undefined | string
  /** The team that the user works in; null for none. The user must be a member. */
  selected_team_id?: undefined | string | null
  /** The language of mails to the user, such as `de`; null leaves it to the browser. */
  locale?: undefined | string | null
  /** Replaces the primary address in place; null removes it. A new address is not verified. */
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
  /** Only users with a second factor, or without one: an authenticator app, or a passkey with user verification while the project allows passkeys. */
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

export interface UserInvitationRead {
  /** The id of the invitation, not its code. */
  id: string
  /** The invited address. */
  recipient_email: string
  /** When the invitation was sent. */
  created_at_millis: number
  /** Until when the link works. */
  expires_at_millis: number
}

export interface UserServerCreate {
  /** The name of the user; null removes it. */
  display_name?: undefined | string | null
  /** An image address (http, https or `data:`) of at most 1,000,000 characters. */
  profile_image_url?: undefined | string | null
  /** Replaces all data that the user can write. It is not merged. */
  client_metadata?: undefined | Json
  /** Whether the user can sign in with a mailed code or link. */
  otp_auth_enabled?: undefined | boolean
  /** Ignored. A passkey is registered by its user. */
  passkey_auth_enabled?: undefined | boolean
  /** The shared secret of an authenticator app; null disables the second factor. */
  totp_secret_base64?: undefined | string | null
  /** The language of mails to the user, such as `de`; null leaves it to the browser. */
  locale?: undefined | string | null
  /** Replaces the primary address in place; null removes it. A new address is not verified. */
  primary_email?: undefined | string | null
  /** Data that the user can read and only servers can write. */
  client_read_only_metadata?: undefined | Json
  /** Data that only servers can read and write. */
  server_metadata?: undefined | Json
  /** Whether the primary address counts as verified. A new address is not verified without it. */
  primary_email_verified?: undefined | boolean
  /** Whether the user signs in with the primary address. */
  primary_email_auth_enabled?: undefined | boolean
  /** Ends all sessions of the user. Null removes the password. */
  password?: undefined | string | null
  /** A hash that another system made. Ends all sessions of the user. Not together with `password`. */
  password_hash?: undefined | string
  /** The country of the user, as two letters of ISO 3166. */
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
  /** A UUID, which never changes. */
  id: string
  /** The address for mails of the project; null without one. Use it for access decisions only if `primary_email_verified` is true. */
  primary_email: string | null
  /** Whether the user has proved the primary address. */
  primary_email_verified: boolean
  /** The name that the user or a server has set; null without one. */
  display_name: string | null
  /** The address of the picture; null without one. */
  profile_image_url: string | null
  /** Data of the app that the user can read and write. JSON, at most 64 KiB. */
  client_metadata: Json
  /** Data of the app that the user can read and only servers can write. */
  client_read_only_metadata: Json
  /** When the account was created. */
  signed_up_at_millis: number
  /** Whether the user can sign in with a password. */
  has_password: boolean
  /** Whether the user can sign in with a mailed code or link. */
  otp_auth_enabled: boolean
  /** Whether the user has a passkey. */
  passkey_auth_enabled: boolean
  /** Has a password or one-time-code sign-in. */
  auth_with_email: boolean
  /** Whether a sign-in also requires a code from an authenticator app. */
  requires_totp_mfa: boolean
  /** Whether the user has not signed up yet. A sign-up keeps the id and the data. */
  is_anonymous: boolean
  /** While true, the user cannot use the account, except for what `restricted_reason` requires. */
  is_restricted: boolean
  /** Null if the user is not restricted. */
  restricted_reason: {
    type: 'anonymous' | 'email_not_verified' | 'restricted_by_administrator' | 'second_factor_required' | 'waiting'
  } | null
  oauth_providers: LinkedAccountRead[]
  /** The team that the user works in; null for none. */
  selected_team_id: string | null
  selected_team: TeamServerRead | null
  /** The language of mails to the user, such as `de`; null if none is chosen. An extension of the protocol. */
  locale: string | null
  /** Whether the user can sign in with any of their addresses. The primary address may not be one for sign-in, and another may be. An extension of the protocol. */
  has_sign_in_address: boolean
  /** From when on the user can only set up the required second factor. Null if none is missing. An extension of the protocol. */
  second_factor_due_at_millis: number | null
  /** Whether the user should change the password: it comes from another system, and the rules for new passwords refused it at the latest sign-in. An extension of the protocol. */
  password_change_advised: boolean
  /** When the second factor is removed, because an owner has announced it; null if nothing is announced. An extension of the protocol. */
  factor_reset_at_millis: number | null
  /** Whether the user signs in with the primary address. */
  primary_email_auth_enabled: boolean
  /** Data of the app that only servers can read and write. */
  server_metadata: Json
  /** The latest issue of an access token to the user; the sign-up for a user who has never had one. */
  last_active_at_millis: number
  /** Whether the user has ever had an access token. If not, `last_active_at_millis` is the moment of the sign-up. An extension of the protocol. */
  has_been_active: boolean
  /** The second factors of the user: an authenticator app, and a passkey with user verification while the project allows passkeys. An extension of the protocol. */
  second_factors: ('totp' | 'passkey')[]
  /** The user is suspended: they have no session and no sign-in creates one. */
  restricted_by_admin: boolean
  /** Shown to the user when they try to sign in. */
  restricted_by_admin_reason: string | null
  /** Shown to servers and admins only. */
  restricted_by_admin_private_details: string | null
  /** The end of the suspension; null until it is lifted, and without one. */
  restricted_by_admin_until_millis: number | null
  /** ISO 3166 code that a server has set; null if none has. */
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
  /** The name of the user; null removes it. */
  display_name?: undefined | string | null
  /** An image address (http, https or `data:`) of at most 1,000,000 characters. */
  profile_image_url?: undefined | string | null
  /** Replaces all data that the user can write. It is not merged. */
  client_metadata?: undefined | Json
  /** Whether the user can sign in with a mailed code or link. */
  otp_auth_enabled?: undefined | boolean
  /** `false` removes all passkeys of the user. */
  passkey_auth_enabled?: undefined | boolean
  /** The shared secret of an authenticator app; null disables the second factor. */
  totp_secret_base64?: undefined | string | null
  /** The team that the user works in; null for none. The user must be a member. */
  selected_team_id?: undefined | string | null
  /** The language of mails to the user, such as `de`; null leaves it to the browser. */
  locale?: undefined | string | null
  /** Replaces the primary address in place; null removes it. A new address is not verified. */
  primary_email?: undefined | string | null
  /** Data that the user can read and only servers can write. */
  client_read_only_metadata?: undefined | Json
  /** Data that only servers can read and write. */
  server_metadata?: undefined | Json
  /** Whether the primary address counts as verified. A new address is not verified without it. */
  primary_email_verified?: undefined | boolean
  /** Whether the user signs in with the primary address. */
  primary_email_auth_enabled?: undefined | boolean
  /** Ends all sessions of the user. Null removes the password. */
  password?: undefined | string | null
  /** A hash that another system made. Ends all sessions of the user. Not together with `password`. */
  password_hash?: undefined | string
  is_anonymous?: undefined | false
  /** The country of the user, as two letters of ISO 3166. */
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
  /** The id of the delivery. */
  id: string
  /** The endpoint that it is for. */
  endpoint_id: string
  /** The `webhook-id`, which is the same for every attempt and every endpoint. */
  message_id: string
  /** The type of the event. */
  event_type: WebhookEventType
  /** `pending`: an attempt follows. `failed`: no attempt follows. `skipped`: the endpoint was disabled. `erased`: the user was deleted, or the payload is older than its retention, before the delivery succeeded. */
  state: 'pending' | 'delivered' | 'failed' | 'skipped' | 'erased'
  /** How often the service has tried to deliver it. */
  attempts: number
  /** The HTTP status of the last answer; null without one. */
  last_status: number | null
  /** Why the last attempt failed, as a sentence; null after a success. */
  last_error: string | null
  /** Only with the state `pending`. */
  next_attempt_at_millis: number | null
  /** When the event happened. */
  created_at_millis: number
  /** The present URL of the endpoint. */
  url: string
  /** The body, byte by byte. Null before the first attempt, and if it was erased. */
  payload: string | null
  /** The attempts, newest first, at most 50 of the last 30 days. */
  tries: WebhookAttemptRead[]
}

export interface WebhookDeliveryRead {
  /** The id of the delivery. */
  id: string
  /** The endpoint that it is for. */
  endpoint_id: string
  /** The `webhook-id`, which is the same for every attempt and every endpoint. */
  message_id: string
  /** The type of the event. */
  event_type: WebhookEventType
  /** `pending`: an attempt follows. `failed`: no attempt follows. `skipped`: the endpoint was disabled. `erased`: the user was deleted, or the payload is older than its retention, before the delivery succeeded. */
  state: 'pending' | 'delivered' | 'failed' | 'skipped' | 'erased'
  /** How often the service has tried to deliver it. */
  attempts: number
  /** The HTTP status of the last answer; null without one. */
  last_status: number | null
  /** Why the last attempt failed, as a sentence; null after a success. */
  last_error: string | null
  /** Only with the state `pending`. */
  next_attempt_at_millis: number | null
  /** When the event happened. */
  created_at_millis: number
}

export interface WebhookEndpointFirstView {
  /** The id of the endpoint. */
  id: string
  /** The address that deliveries are sent to. */
  url: string
  /** What it is for, in the words of its creator. */
  description: string
  /** The events that it gets; null for the standard ones. */
  event_types: WebhookEventType[] | null
  /** The headers that each delivery has. Their values are not shown. */
  header_names: string[]
  /** The deliveries per second and node that it gets at most; null for no such limit. */
  rate_limit: number | null
  /** Whether it gets deliveries. */
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
  /** When the endpoint was added. */
  created_at_millis: number
  /** When it was last changed. */
  updated_at_millis: number
  /** The key of the signatures: `whsec_` and base64. */
  secret: string
}

export interface WebhookEndpointRead {
  /** The id of the endpoint. */
  id: string
  /** The address that deliveries are sent to. */
  url: string
  /** What it is for, in the words of its creator. */
  description: string
  /** The events that it gets; null for the standard ones. */
  event_types: WebhookEventType[] | null
  /** The headers that each delivery has. Their values are not shown. */
  header_names: string[]
  /** The deliveries per second and node that it gets at most; null for no such limit. */
  rate_limit: number | null
  /** Whether it gets deliveries. */
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
  /** When the endpoint was added. */
  created_at_millis: number
  /** When it was last changed. */
  updated_at_millis: number
}

export type WebhookEventType =
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

/** The `data` of a webhook, by the type of its event. */
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

export interface Operations {
  /** Accepts events about the use of pages. The service stores none of them and does not read the body. */
  'POST /analytics/events/batch': {
    any: {
      answer: Success
    }
  }
  /** Lists the attempts to deliver to an endpoint, newest first. */
  'GET /app/{app_id}/attempt/endpoint/{endpoint_id}': Record<
    'admin',
    {
      query: {
        /** Default: 50. At most 200. */
        limit?: undefined | string | number
        /** The `iterator` of the previous page. */
        iterator?: undefined | string | number
        before?: undefined | string | number
        after?: undefined | string | number
        event_types?: undefined | string | number
        with_content?: undefined | boolean
        /** 0: success, 1: pending, 2: fail, 3: sending, 4: canceled. */
        status?: undefined | 0 | 1 | 2 | 3 | 4
        status_code_class?: undefined | 0 | 100 | 200 | 300 | 400 | 500
        /** True: also the statuses 3 (sending) and 4 (canceled), in place of 1 and 2. */
        expanded_statuses?: undefined | boolean
        with_msg?: undefined | boolean
      }
      answer: {
        data: SvixAttempt[]
        /** For the next page. A page with filters can be empty before the end. */
        iterator: string | null
        prevIterator: null
        done: boolean
      }
    }
  >
  /** Lists the attempts to deliver a message, newest first. */
  'GET /app/{app_id}/attempt/msg/{msg_id}': Record<
    'admin',
    {
      query: {
        /** Default: 50. At most 200. */
        limit?: undefined | string | number
        /** The `iterator` of the previous page. */
        iterator?: undefined | string | number
        before?: undefined | string | number
        after?: undefined | string | number
        event_types?: undefined | string | number
        with_content?: undefined | boolean
        /** 0: success, 1: pending, 2: fail, 3: sending, 4: canceled. */
        status?: undefined | 0 | 1 | 2 | 3 | 4
        status_code_class?: undefined | 0 | 100 | 200 | 300 | 400 | 500
        /** True: also the statuses 3 (sending) and 4 (canceled), in place of 1 and 2. */
        expanded_statuses?: undefined | boolean
        endpoint_id?: undefined | string | number
      }
      answer: {
        data: SvixAttempt[]
        /** For the next page. A page with filters can be empty before the end. */
        iterator: string | null
        prevIterator: null
        done: boolean
      }
    }
  >
  /** Lists the endpoints, newest first. */
  'GET /app/{app_id}/endpoint': Record<
    'admin',
    {
      query: {
        /** Default: 50. At most 200. */
        limit?: undefined | string | number
        /** The `iterator` of the previous page. */
        iterator?: undefined | string | number
        order?: undefined | 'ascending' | 'descending'
      }
      answer: {
        data: SvixEndpoint[]
        /** For the next page. A page with filters can be empty before the end. */
        iterator: string | null
        prevIterator: null
        done: boolean
      }
    }
  >
  /** Adds an endpoint. */
  'POST /app/{app_id}/endpoint': Record<
    'admin',
    {
      body: {
        description?: undefined | string
        disabled?: undefined | boolean
        /** The events that the endpoint gets. Null: the standard ones, user.created, user.updated, user.deleted, team.created, team.updated, team.deleted, team_membership.created, team_membership.deleted, team_permission.created, team_permission.deleted, project_permission.created, project_permission.deleted. Only an endpoint that names them gets session.created, session.ended, api_key.created, api_key.revoked, team_invitation.accepted, user.suspended. */
        filterTypes?: undefined | readonly WebhookEventType[] | null
        /** The deliveries per second and node that the endpoint gets at most. Null: no such limit. */
        rateLimit?: undefined | number | null
        /** The deliveries per second and node that the endpoint gets at most. Null: no such limit. */
        throttleRate?: undefined | number | null
        uid?: undefined | Json
        channels?: undefined | Json
        metadata?: undefined | {}
        version?: undefined | number | null
        url: string
        headers?: undefined | Record<string, string> | null
        secret?: undefined | string | null
      }
      answer: SvixEndpoint
    }
  >
  /** Deletes an endpoint with its deliveries. */
  'DELETE /app/{app_id}/endpoint/{endpoint_id}': Record<
    'admin',
    {
      answer: undefined
    }
  >
  /** Reads an endpoint. */
  'GET /app/{app_id}/endpoint/{endpoint_id}': Record<
    'admin',
    {
      answer: SvixEndpoint
    }
  >
  /** Changes the given settings of an endpoint. */
  'PATCH /app/{app_id}/endpoint/{endpoint_id}': Record<
    'admin',
    {
      body: {
        description?: undefined | string
        disabled?: undefined | boolean
        /** The events that the endpoint gets. Null: the standard ones, user.created, user.updated, user.deleted, team.created, team.updated, team.deleted, team_membership.created, team_membership.deleted, team_permission.created, team_permission.deleted, project_permission.created, project_permission.deleted. Only an endpoint that names them gets session.created, session.ended, api_key.created, api_key.revoked, team_invitation.accepted, user.suspended. */
        filterTypes?: undefined | readonly WebhookEventType[] | null
        /** The deliveries per second and node that the endpoint gets at most. Null: no such limit. */
        rateLimit?: undefined | number | null
        /** The deliveries per second and node that the endpoint gets at most. Null: no such limit. */
        throttleRate?: undefined | number | null
        uid?: undefined | Json
        channels?: undefined | Json
        metadata?: undefined | {}
        version?: undefined | number | null
        url?: undefined | string
        secret?: undefined | Json
      }
      answer: SvixEndpoint
    }
  >
  /** Replaces the settings of an endpoint. Absent ones get their default. */
  'PUT /app/{app_id}/endpoint/{endpoint_id}': Record<
    'admin',
    {
      body: {
        description?: undefined | string
        disabled?: undefined | boolean
        /** The events that the endpoint gets. Null: the standard ones, user.created, user.updated, user.deleted, team.created, team.updated, team.deleted, team_membership.created, team_membership.deleted, team_permission.created, team_permission.deleted, project_permission.created, project_permission.deleted. Only an endpoint that names them gets session.created, session.ended, api_key.created, api_key.revoked, team_invitation.accepted, user.suspended. */
        filterTypes?: undefined | readonly WebhookEventType[] | null
        /** The deliveries per second and node that the endpoint gets at most. Null: no such limit. */
        rateLimit?: undefined | number | null
        /** The deliveries per second and node that the endpoint gets at most. Null: no such limit. */
        throttleRate?: undefined | number | null
        uid?: undefined | Json
        channels?: undefined | Json
        metadata?: undefined | {}
        version?: undefined | number | null
        url: string
      }
      answer: SvixEndpoint
    }
  >
  /** Lists the names of the headers of an endpoint. Their values are not shown. */
  'GET /app/{app_id}/endpoint/{endpoint_id}/headers': Record<
    'admin',
    {
      answer: {
        headers: {}
        sensitive: string[]
      }
    }
  >
  /** Adds, replaces and deletes headers of an endpoint. */
  'PATCH /app/{app_id}/endpoint/{endpoint_id}/headers': Record<
    'admin',
    {
      body: {
        headers: Record<string, string>
        deleteHeaders?: undefined | readonly string[]
      }
      answer: undefined
    }
  >
  /** Replaces all headers of an endpoint. */
  'PUT /app/{app_id}/endpoint/{endpoint_id}/headers': Record<
    'admin',
    {
      body: {
        headers: Record<string, string>
      }
      answer: undefined
    }
  >
  /** Lists the messages of an endpoint with their status, newest first. */
  'GET /app/{app_id}/endpoint/{endpoint_id}/msg': Record<
    'admin',
    {
      query: {
        /** Default: 50. At most 200. */
        limit?: undefined | string | number
        /** The `iterator` of the previous page. */
        iterator?: undefined | string | number
        before?: undefined | string | number
        after?: undefined | string | number
        event_types?: undefined | string | number
        with_content?: undefined | boolean
        /** 0: success, 1: pending, 2: fail, 3: sending, 4: canceled. */
        status?: undefined | 0 | 1 | 2 | 3 | 4
        /** True: also the statuses 3 (sending) and 4 (canceled), in place of 1 and 2. */
        expanded_statuses?: undefined | boolean
      }
      answer: {
        data: SvixEndpointMessage[]
        /** For the next page. A page with filters can be empty before the end. */
        iterator: string | null
        prevIterator: null
        done: boolean
      }
    }
  >
  /** Delivers the failed events of an endpoint again. */
  'POST /app/{app_id}/endpoint/{endpoint_id}/recover': Record<
    'admin',
    {
      body: {
        since: string
        until?: undefined | string | null
      }
      answer: SvixTask
    }
  >
  /** Delivers the events that an endpoint did not get because it was disabled. */
  'POST /app/{app_id}/endpoint/{endpoint_id}/replay-missing': Record<
    'admin',
    {
      body: {
        since: string
        until?: undefined | string | null
      }
      answer: SvixTask
    }
  >
  /** Reads the secret of an endpoint. An owner needs a recent sign-in if the project "internal" requires one. */
  'GET /app/{app_id}/endpoint/{endpoint_id}/secret': Record<
    'admin',
    {
      answer: {
        key: string
      }
    }
  >
  /** Replaces the secret of an endpoint. For 24 hours, deliveries are also signed with the old one. */
  'POST /app/{app_id}/endpoint/{endpoint_id}/secret/rotate': Record<
    'admin',
    {
      body: {
        /** The new secret. Default: a random one. */
        key?: undefined | string | null
        gracePeriodSeconds?: undefined | number | null
      }
      answer: undefined
    }
  >
  /** Queues an example of an event for the endpoint. */
  'POST /app/{app_id}/endpoint/{endpoint_id}/send-example': Record<
    'admin',
    {
      body: {
        eventType: WebhookEventType
        /** Ignored: each event has one example. */
        exampleIndex?: undefined | number
      }
      answer: SvixMessage
    }
  >
  /** Counts the deliveries of an endpoint by status: the latest 10,000 of the range, by default of the last 28 days. */
  'GET /app/{app_id}/endpoint/{endpoint_id}/stats': Record<
    'admin',
    {
      query: {
        since?: undefined | string | number
        until?: undefined | string | number
      }
      answer: SvixStats
    }
  >
  /** Lists the messages, newest first: one for each event that an endpoint got. */
  'GET /app/{app_id}/msg': Record<
    'admin',
    {
      query: {
        /** Default: 50. At most 200. */
        limit?: undefined | string | number
        /** The `iterator` of the previous page. */
        iterator?: undefined | string | number
        before?: undefined | string | number
        after?: undefined | string | number
        event_types?: undefined | string | number
        with_content?: undefined | boolean
      }
      answer: {
        data: SvixMessage[]
        /** For the next page. A page with filters can be empty before the end. */
        iterator: string | null
        prevIterator: null
        done: boolean
      }
    }
  >
  /** Queues an event with given data, for tests. `payload.data` must fit the event. A plain 400 answers an event that no endpoint gets. */
  'POST /app/{app_id}/msg': Record<
    'admin',
    {
      query: {
        with_content?: undefined | boolean
      }
      body: {
        eventType: WebhookEventType
        payload: {
          type: WebhookEventType
          data: Json
        }
        application?: undefined | Json
        channels?: undefined | Json
        deliverAt?: undefined | Json
        eventId?: undefined | Json
        payloadRetentionHours?: undefined | Json
        payloadRetentionPeriod?: undefined | Json
        tags?: undefined | Json
        transformationsParams?: undefined | Json
      }
      answer: SvixMessage
    }
  >
  /** Reads a message. */
  'GET /app/{app_id}/msg/{msg_id}': Record<
    'admin',
    {
      query: {
        with_content?: undefined | boolean
      }
      answer: SvixMessage
    }
  >
  /** Reads an attempt. */
  'GET /app/{app_id}/msg/{msg_id}/attempt/{attempt_id}': Record<
    'admin',
    {
      query: {
        /** True: also the statuses 3 (sending) and 4 (canceled), in place of 1 and 2. */
        expanded_statuses?: undefined | boolean
      }
      answer: SvixAttempt
    }
  >
  /** Lists the endpoints of a message with their status. */
  'GET /app/{app_id}/msg/{msg_id}/endpoint': Record<
    'admin',
    {
      query: {
        /** Default: 50. At most 200. */
        limit?: undefined | string | number
        /** The `iterator` of the previous page. */
        iterator?: undefined | string | number
      }
      answer: {
        data: SvixMessageEndpoint[]
        /** For the next page. A page with filters can be empty before the end. */
        iterator: string | null
        prevIterator: null
        done: boolean
      }
    }
  >
  /** Delivers a message to an endpoint again, with the same id and bytes. */
  'POST /app/{app_id}/msg/{msg_id}/endpoint/{endpoint_id}/resend': Record<
    'admin',
    {
      answer: {}
    }
  >
  /** Creates an anonymous user and signs them in. A later sign-up with their access token upgrades them to a full user with the same id. */
  'POST /auth/anonymous/sign-up': {
    any: {
      body: {
        /** The solution: the payload of ALTCHA, or the token of Turnstile. Ignored if the project has no bot check. */
        bot_challenge_token?: undefined | string
        /** Ignored. */
        bot_challenge_phase?: undefined | 'invisible' | 'visible'
        /** The browser could not solve the challenge. A project with a bot check refuses the call. */
        bot_challenge_unavailable?: undefined | 'true'
      }
      answer: SignedIn
    }
  }
  /** Creates a puzzle of the ALTCHA protocol for an act, for projects whose bot check is a proof of work. Its solution is valid for the client address, once, within five minutes. The cost rises with the failures of the client address. */
  'GET /auth/challenge': Record<
    'client',
    {
      query: {
        for: 'sign_up' | 'sign_in' | 'send_code' | 'reset_password'
      }
      answer: BotChallengeRead
    }
  >
  /** Starts a login from a terminal. Returns a secret to poll with and a secret to confirm with in a browser. */
  'POST /auth/cli': {
    any: {
      body: {
        /** How long the login can be confirmed. The default and maximum is 7200000; longer values are reduced to it. */
        expires_in_millis?: undefined | number
        /** Accepted for compatibility and ignored. */
        anon_refresh_token?: undefined | string
      }
      answer: {
        polling_code: string
        login_code: string
        /** ISO 8601. */
        expires_at: string
      }
    }
  }
  /** Confirms or refuses a login from a terminal for the user of the refresh token. The mode "check" returns the requester. Only the first answer counts. */
  'POST /auth/cli/complete': {
    any: {
      body: {
        login_code: string
        refresh_token?: undefined | string
        mode?: undefined | 'complete' | 'check' | 'refuse' | 'claim-anon-session'
      }
      answer: {
        success?: undefined | true
        cli_session_state?: undefined | 'none'
        requester?: undefined | CliLoginRequester
      }
    }
  }
  /** Returns the state of the login. Success is returned once, with status 201 and a refresh token of a new session. */
  'POST /auth/cli/poll': {
    any: {
      body: {
        polling_code: string
      }
      answer: {
        status: 'waiting' | 'success' | 'expired' | 'used' | 'refused'
        refresh_token?: undefined | string
      }
    }
  }
  /** Uses up the code of an impersonation link and starts the session. The page must have the origin of the link. An extension of the protocol. */
  'POST /auth/impersonation/sign-in': Record<
    'client',
    {
      body: {
        code: string
      }
      answer: SignedIn
    }
  >
  /** Lists the devices on which a user is not asked for the second factor, newest first. Clients can list only their own. */
  'GET /auth/mfa/devices': {
    any: {
      query: {
        user_id: string | number
      }
      answer: {
        items: RememberedDeviceRead[]
        is_paginated: false
      }
    }
  }
  /** Asks for the second factor again at the next sign-in on a device. Sessions that began on it stay. A plain 404 answers if the user has no such device. */
  'DELETE /auth/mfa/devices/{id}': {
    any: {
      query: {
        user_id: string | number
      }
      answer: Success
    }
  }
  /** Cancels the announced removal of the second factor with the code of a mail about it, without a session. */
  'POST /auth/mfa/factor-reset/cancel': {
    any: {
      body: {
        code: string
      }
      answer: Success
    }
  }
  /** Reads how many recovery codes of the signed-in user are unused. */
  'GET /auth/mfa/recovery-codes': Record<
    'client',
    {
      answer: {
        unused: number
        /** Null if the user has never created codes for this app. */
        created_at_millis: number | null
      }
    }
  >
  /** Creates ten recovery codes for the signed-in user, who has an authenticator app. Only this answer contains them, and the older codes of the user end. Requires `totp_code` unless the project turns totp_code_required_for_change off. */
  'POST /auth/mfa/recovery-codes': Record<
    'client',
    {
      body: {
        /** A current code of the authenticator app, or an unused recovery code. */
        totp_code?: undefined | string
      }
      answer: {
        /** Each works once, with or without its hyphen. */
        codes: string[]
        created_at_millis: number
      }
    }
  >
  /** Completes a sign-in that answered MULTI_FACTOR_AUTHENTICATION_REQUIRED, with the attempt code of that response and a code of the authenticator app (RFC 6238) or a recovery code. A wrong code does not use up the attempt code. */
  'POST /auth/mfa/sign-in': {
    any: {
      body:
        | {
            type: 'totp'
            /** The attempt code. */
            code: string
            totp: string
            /** Do not ask for the second factor on this device for `remember_device_days`. Ignored if the project does not allow it. An extension of the protocol. */
            remember_device?: undefined | boolean
          }
        | {
            type: 'recovery_code'
            /** The attempt code. */
            code: string
            recovery_code: string
            /** Do not ask for the second factor on this device for `remember_device_days`. Ignored if the project does not allow it. An extension of the protocol. */
            remember_device?: undefined | boolean
          }
      answer: {
        access_token: string
        refresh_token: string
        user_id: string
        is_new_user: boolean
        /** Present if the device is remembered from now on. The header x-portico-device carries it with the first step of later sign-ins. Only this answer contains it. */
        device_secret?: undefined | string
      }
    }
  }
  /** Older path of the same call for the signed-in user. */
  'POST /auth/oauth/connected-accounts/{provider_id}/access-token': {
    any: {
      body: {
        /** Scopes that the token must have, separated by spaces. */
        scope?: undefined | string
      }
      answer: {
        access_token: string
      }
    }
  }
  /** Returns the provider to which the domain of an address leads, or null. The answer does not depend on whether an account exists. */
  'POST /auth/oauth/connection': Record<
    'client',
    {
      body: {
        email: string
      }
      answer: SignInConnectionRead
    }
  >
  /** Returns a handle that replaces the access token in the URL of the authorization endpoint. It works once, within a minute, for this provider and type. */
  'POST /auth/oauth/flow-handles': Record<
    'client',
    {
      body: {
        provider_id: string
        type: 'authenticate' | 'link'
      }
      answer: {
        flow_handle: string
      }
    }
  >
  /** The token endpoint (RFC 6749): exchanges an authorization code or a refresh token for an access token. Parameters of the other grant are ignored. */
  'POST /auth/oauth/token': {
    any: {
      body: {
        grant_type: 'authorization_code' | 'refresh_token'
        client_id?: undefined | string
        client_secret?: undefined | string
        code?: undefined | string
        /** The redirect URI of the authorization request. */
        redirect_uri?: undefined | string
        /** RFC 7636; required with an authorization code. */
        code_verifier?: undefined | string
        refresh_token?: undefined | string
        scope?: undefined | string
        /** Whether the client can replace its refresh token. */
        rotate_refresh_token?: undefined | boolean | 'true' | 'false'
      }
      answer: {
        access_token: string
        token_type: 'Bearer'
        expires_in: number
        scope: 'legacy'
        refresh_token?: undefined | string
        /** Only with an authorization code, like the fields below. */
        is_new_user?: undefined | boolean
        newUser?: undefined | boolean
        after_callback_redirect_url?: undefined | string | null
        afterCallbackRedirectUrl?: undefined | string | null
        /** Present if this sign-in is the first proof of the address: the sign-in methods that were removed from the account. */
        removed_sign_in_methods?: undefined | RemovedSignInMethod[]
      }
    }
  }
  /** Mails a link and a six-character code for sign-in. The response is the same whether or not an account has the address. Its nonce belongs to the code. */
  'POST /auth/otp/send-sign-in-code': {
    any: {
      body: {
        email: string
        /** The page that the link in the mail opens. */
        callback_url: string
        /** The solution: the payload of ALTCHA, or the token of Turnstile. Ignored if the project has no bot check. */
        bot_challenge_token?: undefined | string
        /** Ignored. */
        bot_challenge_phase?: undefined | 'invisible' | 'visible'
        /** The browser could not solve the challenge. A project with a bot check refuses the call. */
        bot_challenge_unavailable?: undefined | 'true'
      }
      answer: {
        /** Append it to the six characters that the user types. */
        nonce: string
      }
    }
  }
  /** Signs in with a mailed code: the code of the link, or the six typed characters followed by the nonce. Creates the user if no account has the address. With the access token of an anonymous user, it upgrades that user instead. */
  'POST /auth/otp/sign-in': {
    any: {
      body: {
        code: string
      }
      answer: SignedInByProof
    }
  }
  /** Checks a mailed sign-in code without using it up. */
  'POST /auth/otp/sign-in/check-code': {
    any: {
      body: {
        code: string
      }
      answer: {
        is_code_valid: true
        /** The masked address of the sign-in: `a***@example.com`. */
        masked_email: string
      }
    }
  }
  /** Starts a sign-in with a passkey (WebAuthn Level 3, section 7.2). */
  'POST /auth/passkey/initiate-passkey-authentication': {
    any: {
      answer: PasskeyAuthentication
    }
  }
  /** Starts the registration of a passkey for the signed-in user (WebAuthn Level 3, section 7.1). */
  'POST /auth/passkey/initiate-passkey-registration': {
    any: {
      answer: PasskeyRegistration
    }
  }
  /** Completes the registration of a passkey with the response of the authenticator. Other passkeys of the user stay. */
  'POST /auth/passkey/register': {
    any: {
      body: {
        credential: {
          id: string
          rawId: string
          type: 'public-key'
          response: {
            clientDataJSON: string
            attestationObject: string
            transports?: undefined | readonly string[] | null
          }
        }
        code: string
        /** Default: the password manager or the browser that created the passkey, and the date. */
        name?: undefined | string
        /** A current code of the authenticator app. Required of a user who has one if the authenticator has verified the user, because such a passkey signs in without the app, unless the project turns totp_code_required_for_change off. */
        totp_code?: undefined | string
      }
      answer: {
        /** The credential id. */
        user_handle: string
      }
    }
  }
  /** Signs in with the response of the authenticator. */
  'POST /auth/passkey/sign-in': {
    any: {
      body: {
        authentication_response: {
          id: string
          rawId: string
          type: 'public-key'
          response: {
            clientDataJSON: string
            authenticatorData: string
            signature: string
            userHandle?: undefined | string | null
          }
        }
        code: string
      }
      answer: SignedInMaybeNew
    }
  }
  /** Lists the passkeys of a user, oldest first. Clients can list only their own. */
  'GET /auth/passkeys': {
    any: {
      query: {
        user_id: string | number
      }
      answer: {
        items: PasskeyRead[]
        is_paginated: false
      }
    }
  }
  /** Removes a passkey. Users cannot remove their only sign-in method; servers can. */
  'DELETE /auth/passkeys/{user_id}/{passkey_id}': {
    any: {
      answer: Success
    }
  }
  /** Renames a passkey. */
  'PATCH /auth/passkeys/{user_id}/{passkey_id}': {
    any: {
      body: {
        name: string
      }
      answer: PasskeyRead
    }
  }
  /** Sets a new password with the code of a reset mail and ends all sessions of the user. It does not sign in. */
  'POST /auth/password/reset': {
    any: {
      body: {
        code: string
        password: string
      }
      answer: Success
    }
  }
  /** Checks the code of a reset mail without using it up. */
  'POST /auth/password/reset/check-code': {
    any: {
      body: {
        code: string
        password?: undefined | string
      }
      answer: {
        is_code_valid: true
        /** The address that the mail was sent to, with which password managers store the new password. */
        email: string
      }
    }
  }
  /** Mails a password reset link. The response is the same whether or not an account has the address. */
  'POST /auth/password/send-reset-code': {
    any: {
      body: {
        email: string
        callback_url: string
        /** The solution: the payload of ALTCHA, or the token of Turnstile. Ignored if the project has no bot check. */
        bot_challenge_token?: undefined | string
        /** Ignored. */
        bot_challenge_phase?: undefined | 'invisible' | 'visible'
        /** The browser could not solve the challenge. A project with a bot check refuses the call. */
        bot_challenge_unavailable?: undefined | 'true'
      }
      answer: {
        success: string
      }
    }
  }
  /** Sets the password of a signed-in user who has none. */
  'POST /auth/password/set': {
    any: {
      body: {
        password: string
      }
      answer: Success
    }
  }
  /** Signs a user in with e-mail and password. */
  'POST /auth/password/sign-in': {
    any: {
      body: {
        email: string
        password: string
        /** The solution: the payload of ALTCHA, or the token of Turnstile. Ignored if the project has no bot check. */
        bot_challenge_token?: undefined | string
        /** Ignored. */
        bot_challenge_phase?: undefined | 'invisible' | 'visible'
        /** The browser could not solve the challenge. A project with a bot check refuses the call. */
        bot_challenge_unavailable?: undefined | 'true'
      }
      answer: SignedIn
    }
  }
  /** Creates a user with e-mail and password, signs them in and mails them a link that verifies the address. */
  'POST /auth/password/sign-up': {
    any: {
      body: {
        email: string
        password: string
        /** The page that the link in the verification mail opens. */
        verification_callback_url?: undefined | string
        /** The code of an invitation to a team. If the invitation is to this address, the first sign-up with the code verifies the address at once, and no mail is sent. With any other address, the code has no effect. The sign-up does not accept the invitation. */
        team_invitation_code?: undefined | string
        /** The solution: the payload of ALTCHA, or the token of Turnstile. Ignored if the project has no bot check. */
        bot_challenge_token?: undefined | string
        /** Ignored. */
        bot_challenge_phase?: undefined | 'invisible' | 'visible'
        /** The browser could not solve the challenge. A project with a bot check refuses the call. */
        bot_challenge_unavailable?: undefined | 'true'
      }
      answer: SignedIn
    }
  }
  /** Changes the password of the signed-in user and ends all their sessions except the one whose refresh token is in the X-Stack-Refresh-Token header. */
  'POST /auth/password/update': {
    any: {
      body: {
        old_password: string
        new_password: string
      }
      answer: Success
    }
  }
  /** Lists the sessions of a user, newest first. Clients can list only their own. */
  'GET /auth/sessions': {
    any: {
      query: {
        user_id: string | number
      }
      answer: {
        items: SessionRead[]
        is_paginated: false
      }
    }
  }
  /** Creates a session for a user. An impersonating session is marked in every list and can change only the selected team of the user. */
  'POST /auth/sessions': Record<
    'server' | 'admin',
    {
      body: {
        user_id: string
        /** If absent: 31536000000 (365 days), for an impersonating session 86400000 (24 hours). */
        expires_in_millis?: undefined | number
        is_impersonation?: undefined | boolean
        /** Why the session is created, such as a support request. The audit log keeps it. */
        reason?: undefined | string
      }
      answer: {
        refresh_token: string
        access_token: string
      }
    }
  >
  /** Ends the session of the access token in the request. */
  'DELETE /auth/sessions/current': {
    any: {
      answer: Success
    }
  }
  /** Exchanges a refresh token for a new access token. A client that sends `rotate_refresh_token` also gets a new refresh token, which replaces the old one. */
  'POST /auth/sessions/current/refresh': {
    any: {
      body: {
        rotate_refresh_token?: undefined | boolean
      }
      answer: {
        access_token: string
        refresh_token?: undefined | string
      }
    }
  }
  /** Ends the session that a mail about a new device tells of, with the code of that mail and without a session. Makes the device a new one, and mails a code for a new password if the account can have one. */
  'POST /auth/sessions/disown': {
    any: {
      body: {
        code: string
      }
      answer: {
        success: true
        /** Whether a code for a new password is mailed to the address of the mail. */
        is_password_reset_sent: boolean
      }
    }
  }
  /** Ends one session. It stops working on every node before the response is sent. */
  'DELETE /auth/sessions/{id}': {
    any: {
      query: {
        /** The user whose session it must be. */
        user_id?: undefined | string | number
      }
      answer: Success
    }
  }
  /** Returns whether the version of an SDK is supported. */
  'POST /check-version': {
    any: {
      body: {
        clientVersion: string
      }
      answer:
        | {
            upToDate: true
          }
        | {
            upToDate: false
            error: string
            severe: boolean
          }
    }
  }
  /** Lists the accounts at sign-in providers that a user has connected. */
  'GET /connected-accounts/{user_id}': {
    any: {
      answer: {
        items: {
          user_id: string
          provider: string
          provider_account_id: string
        }[]
        is_paginated: false
      }
    }
  }
  /** Returns an access token for the provider's API, refreshed if it expires in less than five minutes. */
  'POST /connected-accounts/{user_id}/{provider_id}/access-token': {
    any: {
      body: {
        /** Scopes that the token must have, separated by spaces. */
        scope?: undefined | string
      }
      answer: {
        access_token: string
      }
    }
  }
  /** Returns an access token of a specific account at the provider. */
  'POST /connected-accounts/{user_id}/{provider_id}/{provider_account_id}/access-token': {
    any: {
      body: {
        /** Scopes that the token must have, separated by spaces. */
        scope?: undefined | string
      }
      answer: {
        access_token: string
      }
    }
  }
  /** Lists contact channels, oldest first. Clients can list only those of their own user. */
  'GET /contact-channels': Record<
    'client',
    {
      query: {
        /** Clients must send it. Absent: the channels of all users. */
        user_id?: undefined | string | number
        contact_channel_id?: undefined | string | number
      }
      answer: {
        items: ContactChannelRead[]
        is_paginated: false
      }
    }
  > &
    Record<
      'server' | 'admin',
      {
        query: {
          /** Clients must send it. Absent: the channels of all users. */
          user_id?: undefined | string | number
          contact_channel_id?: undefined | string | number
        }
        answer: {
          items: ContactChannelServerRead[]
          is_paginated: false
        }
      }
    >
  /** Adds a contact channel to a user. */
  'POST /contact-channels': Record<
    'client',
    {
      body: ContactChannelClientCreate
      answer: ContactChannelRead
    }
  > &
    Record<
      'server' | 'admin',
      {
        body: ContactChannelServerCreate
        answer: ContactChannelServerRead
      }
    >
  /** Mails the signed-in user a new link that verifies their primary e-mail address. Refused only for an address that is verified and claimed. */
  'POST /contact-channels/send-verification-code': {
    any: {
      body: {
        email: string
        callback_url: string
      }
      answer: Success
    }
  }
  /** Marks the address that received a verification code as verified. A session is optional. With the session of the sign-up, the call also claims the account for the owner of the mailbox, and the account keeps everything in it. An address that was added later is claimed only with a session of the user and the answer `mine`. */
  'POST /contact-channels/verify': {
    any: {
      body: {
        code: string
        /** Whether the account belongs to the owner of the mailbox. `mine`: the account is claimed and keeps everything in it, if `can_claim` of the check is true; otherwise, as if absent. `not_mine`: the address is removed from the account. If no other address of the account is verified, its sessions end. Absent: the address is verified. If no other address owns the account, the next sign-in by code or provider removes the sign-in methods that were added before. */
        account?: undefined | 'mine' | 'not_mine'
      }
      answer: Success
    }
  }
  /** Checks a verification code without using it up, and describes the account it belongs to. */
  'POST /contact-channels/verify/check-code': {
    any: {
      body: {
        code: string
      }
      answer: {
        is_code_valid: true
        /** The address that the code verifies. */
        email: string
        /** Whether the call has the session that signed up with the address. If not, ask the user whether it is their account. */
        is_sign_up_session: boolean
        /** Whether the answer `mine` claims the account. If not, the address can only be verified or removed: it was added to the account later, or another address owns the account, and the call has no session of the user. */
        can_claim: boolean
        account: AccountOfAddress
      }
    }
  }
  /** Removes a contact channel. If it was the primary one, the user has none until another one is made primary. */
  'DELETE /contact-channels/{user_id}/{id}': Record<
    'client',
    {
      query: {
        /** A current code of the authenticator app. Required of a user who has one to remove an address that is primary, verified or used for sign-in, unless the project turns totp_code_required_for_change off. */
        totp_code?: undefined | string | number
      }
      answer: Success
    }
  > &
    Record<
      'server' | 'admin',
      {
        answer: Success
      }
    >
  /** Reads a contact channel. */
  'GET /contact-channels/{user_id}/{id}': Record<
    'client',
    {
      answer: ContactChannelRead
    }
  > &
    Record<
      'server' | 'admin',
      {
        answer: ContactChannelServerRead
      }
    >
  /** Updates a contact channel. Absent fields stay unchanged. */
  'PATCH /contact-channels/{user_id}/{id}': Record<
    'client',
    {
      body: ContactChannelClientUpdate
      answer: ContactChannelRead
    }
  > &
    Record<
      'server' | 'admin',
      {
        body: ContactChannelServerUpdate
        answer: ContactChannelServerRead
      }
    >
  /** Mails a link that verifies the address of a contact channel. Refused only for an address that is verified and claimed. */
  'POST /contact-channels/{user_id}/{id}/send-verification-code': {
    any: {
      body: {
        callback_url: string
      }
      answer: Success
    }
  }
  /** Lists the templates of the mails with a link or a code, as they are sent, and on request those of the notices. */
  'GET /email-templates': Record<
    'admin',
    {
      query: {
        /** The language of the template, such as `de`. Default: that of the project. An extension of the protocol. */
        locale?: undefined | string | number
        /** Also lists the other mails to users, such as `password_changed`, and for the project "internal" those to owners of projects. Default: false. An extension of the protocol. */
        include_notices?: undefined | boolean
      }
      answer: {
        items: ListedEmailTemplateRead[]
        is_paginated: false
      }
    }
  >
  /** Returns to the template of the service. A plain 404 answers a template that was not changed. An owner needs a recent sign-in if the project "internal" requires one. */
  'DELETE /email-templates/{type}': Record<
    'admin',
    {
      query: {
        /** The language of the template, such as `de`. Default: that of the project. An extension of the protocol. */
        locale?: undefined | string | number
        /** The `version` that the caller has read. After another change, the template stays. Absent: always reset. An extension of the protocol. */
        if_version?: undefined | string | number
      }
      answer: Success
    }
  >
  /** Reads a template as it is sent. */
  'GET /email-templates/{type}': Record<
    'admin',
    {
      query: {
        /** The language of the template, such as `de`. Default: that of the project. An extension of the protocol. */
        locale?: undefined | string | number
      }
      answer: EmailTemplateRead
    }
  >
  /** Changes a template. A field that is absent stays, and so does the subject if it is empty. A plain 400 answers blocks of the wrong format, and a project that sends through the shared server. An owner needs a recent sign-in if the project "internal" requires one. */
  'PATCH /email-templates/{type}': Record<
    'admin',
    {
      query: {
        /** The language of the template, such as `de`. Default: that of the project. An extension of the protocol. */
        locale?: undefined | string | number
      }
      body: {
        subject?: undefined | string
        content?: undefined | Json
        /** The `version` that the caller has read. After another change, nothing is written. Absent: always written. */
        if_version?: undefined | number
      }
      answer: EmailTemplateRead
    }
  >
  /** Lists the last 20 versions of a template, newest first. To restore one, write its subject and content. An extension of the protocol. */
  'GET /email-templates/{type}/versions': Record<
    'admin',
    {
      query: {
        /** The language of the template, such as `de`. Default: that of the project. An extension of the protocol. */
        locale?: undefined | string | number
      }
      answer: {
        items: EmailTemplateVersionRead[]
        is_paginated: false
      }
    }
  >
  /** Reads how many mails of the project were sent and refused, among its newest 100000, and its limits of mails that servers write. */
  'GET /emails/delivery-info': Record<
    'server' | 'admin',
    {
      answer: EmailDeliveryRead
    }
  >
  /** Lists the kinds of mails that the signed-in user can turn off: none, because every mail is about the account. */
  'GET /emails/notification-preference/me': {
    any: {
      answer: {
        items: Json[]
        is_paginated: false
      }
    }
  }
  /** Queues a mail to each of the given users, with exactly one of `html`, `template_id` and, as an extension of the protocol, `content`: blocks by their ids, in the format of `@usewaypoint/email-builder` 0.0.9. Above a limit, 429 is answered and no mail is queued. A plain 400 answers what this service does not send, and content that cannot become a mail. An owner needs a recent sign-in if the project "internal" requires one. */
  'POST /emails/send-email': Record<
    'server' | 'admin',
    {
      body: {
        /** A user without an address gets no mail. A user who is named twice gets one mail. */
        user_ids?: undefined | readonly string[]
        /** The HTML part, sent as it is. The service writes the text part. */
        html?: undefined | string
        /** The type of a template of the project, which is sent in the language of each user. */
        template_id?: undefined | 'email_verification' | 'password_reset' | 'magic_link' | 'team_invitation'
        content?: undefined | Json
        /** The values of the placeholders of a template or of blocks. The service adds `projectDisplayName`, `userDisplayName`, `serviceHost` and those of the branding (`projectLogo`, `projectLogoDark`, `supportEmail`, `supportLink`, `termsUrl`, `privacyUrl`); a placeholder without a value is empty. */
        variables?: undefined | Record<string, string>
        /** Required with `html` and `content`. Default with `template_id`: that of the template. */
        subject?: undefined | string
        /** Has no effect: this service has no themes. */
        theme_id?: undefined | string | null | false
        /** Has no effect: this service has no notification categories, so its mails have no link to unsubscribe. */
        notification_category_name?: undefined | string
        /** `true` is refused with a plain 400. */
        all_users?: undefined | boolean
        /** Refused with a plain 400. */
        draft_id?: undefined | string
        /** Refused with a plain 400. */
        scheduled_at_millis?: undefined | number
      }
      answer: {
        /** One entry for each user, in the order of `user_ids`. */
        results: WrittenEmailResult[]
      }
    }
  >
  /** Lists the events that endpoints can get. */
  'GET /event-type': Record<
    'admin',
    {
      query: {
        /** Default: 50. At most 200. */
        limit?: undefined | string | number
        /** The `iterator` of the previous page. */
        iterator?: undefined | string | number
        order?: undefined | 'ascending' | 'descending'
        include_archived?: undefined | boolean
        with_content?: undefined | boolean
      }
      answer: {
        data: SvixEventType[]
        /** For the next page. A page with filters can be empty before the end. */
        iterator: string | null
        prevIterator: null
        done: boolean
      }
    }
  >
  /** Revokes an API key that a secret scanner has found in public, and informs its owner by mail. Public keys cannot be revoked this way. */
  'POST /integrations/credential-scanning/revoke': {
    any: {
      body: {
        /** Any text. One that is no key answers API_KEY_NOT_FOUND. */
        api_key: string
      }
      answer: Success
    }
  }
  /** The same as GET /internal/api-keys. */
  'GET /integrations/neon/api-keys': Record<
    'admin',
    {
      answer: {
        items: InternalApiKeyRead[]
        is_paginated: false
      }
    }
  >
  /** The same as POST /internal/api-keys. */
  'POST /integrations/neon/api-keys': Record<
    'admin',
    {
      body: {
        description: string
        expires_at_millis: number
        has_publishable_client_key: boolean
        has_secret_server_key: boolean
        has_super_secret_admin_key: boolean
      }
      answer: InternalApiKeyFirstView
    }
  >
  /** The same as GET /internal/api-keys/{id}. */
  'GET /integrations/neon/api-keys/{id}': Record<
    'admin',
    {
      answer: InternalApiKeyRead
    }
  >
  /** The same as PATCH /internal/api-keys/{id}. */
  'PATCH /integrations/neon/api-keys/{id}': Record<
    'admin',
    {
      body: {
        description?: undefined | string
        revoked?: undefined | true
      }
      answer: InternalApiKeyRead
    }
  >
  /** Lists the sign-in providers of the project. */
  'GET /integrations/neon/oauth-providers': Record<
    'admin',
    {
      answer: {
        items: ProjectOAuthProviderRead[]
        is_paginated: false
      }
    }
  >
  /** Adds a sign-in provider. One that the project has is a plain 400. */
  'POST /integrations/neon/oauth-providers': Record<
    'admin',
    {
      body: {
        id: OauthProviderId
        /** Default of a new provider: shared. */
        type?: undefined | 'shared' | 'standard'
        /** Only with the type `standard`, which requires it. */
        client_id?: undefined | string
        /** Only with the type `standard`, which requires it. */
        client_secret?: undefined | string
        /** Only with the type `standard`. */
        facebook_config_id?: undefined | string
        /** Only with the type `standard`. */
        microsoft_tenant_id?: undefined | string
      }
      answer: ProjectOAuthProviderRead
    }
  >
  /** Removes a sign-in provider. One that the project does not have is a plain 404. */
  'DELETE /integrations/neon/oauth-providers/{provider_id}': Record<
    'admin',
    {
      answer: Success
    }
  >
  /** Changes a sign-in provider. Absent fields stay unchanged. One that the project does not have is a plain 404. */
  'PATCH /integrations/neon/oauth-providers/{provider_id}': Record<
    'admin',
    {
      body: {
        /** Default of a new provider: shared. */
        type?: undefined | 'shared' | 'standard'
        /** Only with the type `standard`, which requires it. */
        client_id?: undefined | string
        /** Only with the type `standard`, which requires it. */
        client_secret?: undefined | string
        /** Only with the type `standard`. */
        facebook_config_id?: undefined | string
        /** Only with the type `standard`. */
        microsoft_tenant_id?: undefined | string
      }
      answer: ProjectOAuthProviderRead
    }
  >
  /** Adds a webhook endpoint for the standard events. Only this answer contains its secret. With client access the partner needs a project that it has provisioned and not transferred. */
  'POST /integrations/neon/webhooks': {
    any: {
      body: {
        url: string
        description?: undefined | string
      }
      answer: {
        secret: string
      }
    }
  }
  /** Lists the trusted domains of the project. */
  'GET /integrations/{partner}/domains': Record<
    'admin',
    {
      answer: {
        items: PartnerDomainRead[]
        is_paginated: false
      }
    }
  >
  /** Adds a trusted domain with the handler path `/handler`. A domain that the project has stays as it is. */
  'POST /integrations/{partner}/domains': Record<
    'admin',
    {
      body: {
        domain: string
      }
      answer: PartnerDomainRead
    }
  >
  /** Removes a trusted domain, which the path names percent-encoded. It also succeeds without such a domain. */
  'DELETE /integrations/{partner}/domains/{domain}': Record<
    'admin',
    {
      answer: Success
    }
  >
  /** Confirms an interaction for a project and returns the code that continues it, for a dashboard with the server key of the project "internal". */
  'POST /integrations/{partner}/internal/confirm': Record<
    'server' | 'admin',
    {
      body: {
        interaction_uid: string
        project_id: string
        external_project_name?: undefined | string
      }
      answer: {
        authorization_code: string
      }
    }
  >
  /** The keys of the issuer. There are none, because it signs no tokens. */
  'GET /integrations/{partner}/oauth/idp/.well-known/jwks.json': {
    any: {
      answer: {
        keys: Record<string, Json>[]
      }
    }
  }
  /** The UserInfo endpoint of the issuer. It issues no tokens for it, so that every call is refused with 401 (RFC 6750 section 3). */
  'GET /integrations/{partner}/oauth/idp/me': {
    any: {
      answer: {
        error: string
        error_description: string
      }
    }
  }
  /** The token endpoint (RFC 6749 section 3.2): creates an admin key of the confirmed project, valid for 100 years, for the authorization code. A second use of a code revokes its key. */
  'POST /integrations/{partner}/oauth/token': {
    any: {
      body: {
        grant_type: 'authorization_code'
        code: string
        code_verifier: string
        redirect_uri: string
      }
      answer: {
        /** The admin key. */
        access_token: string
        token_type: 'api_key'
        project_id: string
      }
    }
  }
  /** Creates a project without an owner, with an admin key. The partner can transfer it to a user of the dashboard, once. */
  'POST /integrations/{partner}/projects/provision': {
    any: {
      body: {
        display_name: string
      }
      answer: ProvisionedProject
    }
  }
  /** Checks that the client has provisioned the project and can still transfer it. Otherwise it answers a plain 400. */
  'GET /integrations/{partner}/projects/transfer': {
    any: {
      query: {
        project_id: string | number
      }
      answer: {
        message: string
      }
    }
  }
  /** Creates a link with which a user of the dashboard becomes the owner of the project. It is valid for an hour. Of several links one works. */
  'POST /integrations/{partner}/projects/transfer': {
    any: {
      body: {
        project_id: string
      }
      answer: {
        /** A page of the dashboard, for the browser of the user. */
        confirmation_url: string
      }
    }
  }
  /** Makes the signed-in user of the project "internal" an owner and ends the right of the partner to transfer the project. */
  'POST /integrations/{partner}/projects/transfer/confirm': {
    any: {
      body: {
        code: string
      }
      answer: {
        project_id: string
      }
    }
  }
  /** Checks the code of a transfer and describes it, without using it up. For the project "internal". */
  'POST /integrations/{partner}/projects/transfer/confirm/check': {
    any: {
      body: {
        code: string
      }
      answer: PartnerTransferDetails
    }
  }
  /** The same as POST /integrations/{partner}/projects/transfer. */
  'POST /integrations/{partner}/projects/transfer/initiate': {
    any: {
      body: {
        project_id: string
      }
      answer: {
        /** A page of the dashboard, for the browser of the user. */
        confirmation_url: string
      }
    }
  }
  /** Returns what the claims would contain for a user, and their size. Changes nothing. */
  'POST /internal/access-token-claims/preview': Record<
    'admin',
    {
      body: {
        user_id: string
        claims: Record<string, string>
      }
      answer: AccessTokenClaimsPreview
    }
  >
  /** Lists the key sets of the project, newest first. */
  'GET /internal/api-keys': Record<
    'admin',
    {
      answer: {
        items: InternalApiKeyRead[]
        is_paginated: false
      }
    }
  >
  /** Creates a key set. Only this response contains the complete secret keys. An owner needs a recent sign-in if the project "internal" requires one. */
  'POST /internal/api-keys': Record<
    'admin',
    {
      body: {
        description: string
        expires_at_millis: number
        has_publishable_client_key: boolean
        has_secret_server_key: boolean
        has_super_secret_admin_key: boolean
      }
      answer: InternalApiKeyFirstView
    }
  >
  /** Reads one key set. */
  'GET /internal/api-keys/{id}': Record<
    'admin',
    {
      answer: InternalApiKeyRead
    }
  >
  /** Renames or revokes a key set. A revoked set stops working immediately on this node and within an instant on other nodes. */
  'PATCH /internal/api-keys/{id}': Record<
    'admin',
    {
      body: {
        description?: undefined | string
        revoked?: undefined | true
      }
      answer: InternalApiKeyRead
    }
  >
  /** Lists the audit log of the project page by page, newest first. */
  'GET /internal/audit-events': Record<
    'admin',
    {
      query: {
        actor_type?: undefined | 'user' | 'client' | 'server' | 'admin' | 'system'
        actor_id?: undefined | string | number
        target_id?: undefined | string | number
        /** Only events that have this user as their actor or as their target. */
        user_id?: undefined | string | number
        action?: undefined | string | number
        outcome?: undefined | 'ok' | 'refused'
        /** Only events at or after this moment. */
        from_millis?: undefined | string | number
        /** Only events before this moment. */
        until_millis?: undefined | string | number
        /** Size of the page, at most 1000. Default: 100. A page can have fewer events, even none: only a `next_cursor` of null marks the end. */
        limit?: undefined | string | number
        /** The `next_cursor` of the previous page. */
        cursor?: undefined | string | number
      }
      answer: {
        items: AuditEventRead[]
        is_paginated: true
        pagination: {
          next_cursor: string | null
        }
      }
    }
  >
  /** Reads one event of the audit log. A plain 404 answers an unknown id, also after the retention of the event. */
  'GET /internal/audit-events/{id}': Record<
    'admin',
    {
      answer: AuditEventWithChanges
    }
  >
  /** Returns no other addresses of the service, so clients keep the address that their host has set. */
  'GET /internal/backend-urls': {
    any: {
      answer: {}
    }
  }
  /** Ends the session of the cookie and deletes the cookie. Succeeds without a cookie too. */
  'DELETE /internal/dashboard-session': {
    any: {
      answer: Success
    }
  }
  /** Moves a session of the project `internal` to a cookie that scripts cannot read, with a new refresh token. Refuses the sessions of other projects, anonymous users and impersonation. */
  'POST /internal/dashboard-session': {
    any: {
      body: {
        refresh_token: string
      }
      answer: {
        access_token: string
      }
    }
  }
  /** Confirms a login from a terminal for the owner whose session is in the cookie, like `POST /auth/cli/complete` with a refresh token. Only the first answer counts. */
  'POST /internal/dashboard-session/cli-login': {
    any: {
      body: {
        login_code: string
      }
      answer: Success
    }
  }
  /** Returns an access token for the session of the cookie, and replaces the refresh token in the cookie. */
  'POST /internal/dashboard-session/refresh': {
    any: {
      answer: {
        /** Null: the browser has no active session. */
        access_token: string | null
      }
    }
  }
  /** Lists the mails of the project, newest first: the newest 100, or page by page with `limit`, `cursor` and filters. A mail has one entry, whatever the number of its attempts. */
  'GET /internal/emails': Record<
    'admin',
    {
      query: {
        /** Part of the address or of the subject, ignoring case and accents. */
        query?: undefined | string | number
        state?: undefined | 'queued' | 'retrying' | 'sent' | 'failed'
        /** Only mails of this kind. */
        type?:
          | undefined
          | 'address_added'
          | 'api_key_leaked'
          | 'email_changed'
          | 'email_verification'
          | 'factor_reset_started'
          | 'second_factor_due'
          | 'new_device'
          | 'sign_up_approved'
          | 'sign_up_refused'
          | 'failed_emails_digest'
          | 'owner_changed'
          | 'owner_invitation'
          | 'password_changed'
          | 'password_hashes_exported'
          | 'password_reset'
          | 'project_settings_changed'
          | 'sign_in_code'
          | 'sign_in_invitation'
          | 'sign_in_method_changed'
          | 'team_invitation'
          | 'test'
          | 'webhook_endpoint_disabled'
          | 'written'
        /** Size of the page, at most 1000. Default: 100. A page with filters can have fewer mails, even none: only a `next_cursor` of null marks the end. */
        limit?: undefined | string | number
        /** The `next_cursor` of the previous page. */
        cursor?: undefined | string | number
      }
      answer: {
        items: SentEmailRead[]
        is_paginated: boolean
        /** Present if the call sends a limit or a cursor. */
        pagination?:
          | undefined
          | {
              next_cursor: string | null
            }
      }
    }
  >
  /** Reads a mail with both of its parts as they were rendered, and its attempts. A plain 404 answers an unknown mail. */
  'GET /internal/emails/{id}': Record<
    'admin',
    {
      answer: SentEmailContentRead
    }
  >
  /** Queues a mail again whose attempts have failed, with a new code. A plain 400 answers a mail that cannot be sent again, a plain 404 an unknown one. */
  'POST /internal/emails/{id}/retry': Record<
    'admin',
    {
      answer: Success
    }
  >
  /** Queues a mail to each owner of a project with mails that failed in the last 24 hours. For a scheduler of the operator, who sends `PORTICO_CRON_SECRET` as a bearer token. The status is 500 if a digest could not be queued. */
  'POST /internal/failed-emails-digest': {
    any: {
      query: {
        /** With `true`, no mail is queued. */
        dry_run?: undefined | boolean
      }
      answer: {
        success: boolean
        /** Present only without success. */
        error_message?: undefined | string
        /** One entry for each owner of each project. */
        failed_emails_by_tenancy: {
          /** The last ones, newest first, as the digest shows them. */
          emails: {
            subject: string
            to: string[]
          }[]
          /** The verified address of the owner. Empty for a project whose owners have none: it gets no digest. */
          tenant_owner_email: string
          project_id: string
          /** The id of the project, which has no other tenancies. */
          tenancy_id: string
        }[]
      }
    }
  }
  /** Approves or refuses users on the waiting list and mails each. A refused user is deleted. */
  'POST /internal/held-users/decide': Record<
    'admin',
    {
      body: {
        user_ids: readonly string[]
        decision: 'approve' | 'refuse'
      }
      answer: {
        /** The users that this call decided about. */
        decided: number
        /** The users that are not on the waiting list, or do not exist. */
        not_waiting: string[]
      }
    }
  >
  /** Creates a link to a page of a trusted domain that signs the calling owner in as a user for an hour. It works once, for 60 seconds, and replaces the open link to the same user. It needs the access token of an owner with a recent sign-in; a key of the project is refused. An extension of the protocol. */
  'POST /internal/impersonation-links': Record<
    'admin',
    {
      body: {
        user_id: string
        /** Such as a support request. The audit log and the session keep it. */
        reason: string
        /** A page on a trusted domain. It takes the code from the fragment and sends it to `POST /auth/impersonation/sign-in`. */
        url: string
      }
      answer: {
        url: string
        expires_at_millis: number
      }
    }
  >
  /** Lists the systems whose exports the service can read, with the files and options of each. */
  'GET /internal/import-sources': Record<
    'admin',
    {
      answer: {
        items: ImportSourceRead[]
        is_paginated: false
      }
    }
  >
  /** Lists the newest 100 import runs of the project, newest first. */
  'GET /internal/imports': Record<
    'admin',
    {
      answer: {
        items: ImportRead[]
        is_paginated: false
      }
    }
  >
  /** Starts an import of users and teams from another system. An owner needs a recent sign-in if the project "internal" requires one. */
  'POST /internal/imports': Record<
    'admin',
    {
      body: {
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
        /** Such as the name of the file. */
        name?: undefined | string | null
        /** A dry run changes no user. It finds what an import would find. */
        is_dry_run: boolean
      }
      answer: ImportRead
    }
  >
  /** Reads an import run. A plain 404 answers an unknown id. */
  'GET /internal/imports/{id}': Record<
    'admin',
    {
      answer: ImportRead
    }
  >
  /** Ends an import and deletes its files. What it has imported stays; the undo removes it. An import that has ended stays as it is, without its files. A plain 404 answers an unknown id. */
  'POST /internal/imports/{id}/cancel': Record<
    'admin',
    {
      answer: ImportRead
    }
  >
  /** Lists the pieces that have been uploaded, so that an interrupted upload can continue. A plain 404 answers an unknown id. */
  'GET /internal/imports/{id}/files': Record<
    'admin',
    {
      answer: {
        items: ImportFileRead[]
        is_paginated: false
      }
    }
  >
  /** Deletes a file, so that another one can be uploaded. A plain 404 answers an unknown id, a plain 409 an import that has ended or is being read. */
  'DELETE /internal/imports/{id}/files/{name}': Record<
    'admin',
    {
      answer: undefined
    }
  >
  /** Uploads a piece of a file, which the source declares. Each piece has 1048576 bytes, except the last one. A repeated call with the same bytes changes nothing; a plain 409 answers other bytes, an import that has ended or is being read, and a project with files of 3 other imports. A plain 413 answers if the files of the import exceed 209715200 bytes. The files are deleted at the end of the import, or 24 hours after the last upload or start. A plain 404 answers an unknown id or file. */
  'PUT /internal/imports/{id}/files/{name}/pieces/{index}': Record<
    'admin',
    {
      answer: ImportPieceRead
    }
  >
  /** Lists the lines of a run that were refused, duplicate or unreadable, or imported in part, by file and line. They are kept for 90 days. A plain 404 answers an unknown id. */
  'GET /internal/imports/{id}/findings': Record<
    'admin',
    {
      query: {
        /** Size of the page, at most 1000. Default: 100. */
        limit?: undefined | string | number
        /** The `next_cursor` of the previous page. */
        cursor?: undefined | string | number
      }
      answer: {
        items: ImportFinding[]
        pagination: {
          next_cursor: string | null
        }
      }
    }
  >
  /** Ends a run. A run that has ended stays as it is. A plain 404 answers an unknown id. */
  'POST /internal/imports/{id}/finish': Record<
    'admin',
    {
      answer: ImportRead
    }
  >
  /** Adds lines that could not be read to the report of a run. A plain 404 answers an unknown id, a plain 409 a run that has ended. */
  'POST /internal/imports/{id}/problems': Record<
    'admin',
    {
      body: {
        lines: readonly {
          /** The name of the file, for the report. Default: empty. */
          file?: undefined | string
          /** The number of the line in the file, for the report. 0: the record has none, as one of an API. */
          line: number
          problem: string
        }[]
      }
      answer: ImportRead
    }
  >
  /** Imports records in one transaction: all created ones or, after an error, none. A repeated call imports nothing twice. A record can name records before it only. No mail is sent and no webhook. A plain 404 answers an unknown id, a plain 409 a run that has ended. */
  'POST /internal/imports/{id}/records': Record<
    'admin',
    {
      body: {
        lines: readonly {
          /** The name of the file, for the report. Default: empty. */
          file?: undefined | string
          /** The number of the line in the file, for the report. 0: the record has none, as one of an API. */
          line: number
          /** A record of the format in which users move. One that does not match is refused alone. */
          record: Record<string, Json>
        }[]
      }
      answer: {
        outcomes: ImportedLine[]
        run: ImportRead
      }
    }
  >
  /** Reads the uploaded files in the background and imports their records. A plain 400 answers missing or unknown files and options, a plain 404 an unknown id, a plain 409 an incomplete file, an import that has ended or is being read, and a project with too many jobs. An owner needs a recent sign-in if the project "internal" requires one. */
  'POST /internal/imports/{id}/start': Record<
    'admin',
    {
      body: {
        /** The sizes of the uploaded files in bytes, by name, so that an incomplete file is not read. */
        files?: undefined | Record<string, number>
        /** By name. They are sealed in the database and deleted together with the files. Default: none. */
        options?: undefined | Record<string, string>
        /** Takes over the files of another import of the same source that has ended, such as a dry run, and its options unless `options` is defined. */
        files_from?: undefined | string
      }
      answer: ImportRead
    }
  >
  /** Removes users of a run who have not signed in since, and then its teams without members, a part with each call. Repeat the call until `state` is `undone`. The first call ends an open run. A plain 404 answers an unknown id, a plain 409 a dry run. */
  'POST /internal/imports/{id}/undo': Record<
    'admin',
    {
      answer: ImportRead
    }
  >
  /** Lists the newest 100 jobs of the project, newest first. A job is kept for 30 days after its end. */
  'GET /internal/jobs': Record<
    'admin',
    {
      answer: {
        items: JobRead[]
        is_paginated: false
      }
    }
  >
  /** Starts an act on many users in the background. A plain 409 answers if the project has too many jobs that have not ended. An owner needs a recent sign-in if the project "internal" requires one. */
  'POST /internal/jobs': Record<
    'admin',
    {
      body: {
        type: 'suspend_users' | 'lift_suspensions' | 'end_sessions' | 'delete_users' | 'export_users'
        /** The selected users. Either this or `filter`. */
        user_ids?: undefined | readonly string[]
        /** Selects the users that GET /users lists with these filters. An empty object selects the users that it lists without one. Users who sign up after the creation of the job are not selected, nor are users who no longer match when the job reaches them. */
        filter?:
          | undefined
          | {
              /** Only members of this team. */
              team_id?: undefined | string
              /** Part of the display name or of an e-mail address, ignoring case, or the exact id of a user. */
              query?: undefined | string
              /** Lists restricted users too. */
              include_restricted?: undefined | 'true' | 'false'
              /** Lists anonymous users too. */
              include_anonymous?: undefined | 'true' | 'false'
              /** Lists anonymous users only. Needs `include_anonymous`. */
              only_anonymous?: undefined | 'true' | 'false'
              /** Only users with one of these sign-in methods, separated by commas: `password`, `otp`, `passkey`, provider ids. */
              sign_in_methods?: undefined | string
              /** Only users whose primary address is verified (`true`), or is not or is missing (`false`). */
              verified?: undefined | 'true' | 'false'
              /** Only users on the waiting list, or none of them, whatever `include_restricted` says. */
              waiting?: undefined | 'true' | 'false'
              /** Only users who are suspended, or are not, whatever `include_restricted` says. */
              suspended?: undefined | 'true' | 'false'
              /** Only users with a second factor, or without one: an authenticator app, or a passkey with user verification while the project allows passkeys. */
              has_second_factor?: undefined | 'true' | 'false'
              /** Only users who signed up at or after this moment. */
              signed_up_from_millis?: undefined | string
              /** Only users who signed up before this moment. */
              signed_up_until_millis?: undefined | string
              /** Only users who were last active at or after this moment. */
              last_active_from_millis?: undefined | string
              /** Only users who were last active before this moment. */
              last_active_until_millis?: undefined | string
            }
        /** For the user, who sees it after a complete sign-in. */
        restricted_by_admin_reason?: undefined | string | null
        /** For servers and admins only. */
        restricted_by_admin_private_details?: undefined | string | null
        /** A moment in the future at which the suspension ends by itself. Null: when it is lifted. */
        restricted_by_admin_until_millis?: undefined | number | null
        /** Of `export_users`. JSON has all fields of a user. */
        format?: undefined | 'json' | 'csv'
        /** Of an export as CSV. Default: all columns. `last_active_at` is empty for a user who has never been active. */
        columns?:
          | undefined
          | readonly (
              | 'id'
              | 'display_name'
              | 'primary_email'
              | 'primary_email_verified'
              | 'sign_in_methods'
              | 'signed_up_at'
              | 'last_active_at'
              | 'is_anonymous'
              | 'is_suspended'
              | 'suspension_reason'
              | 'requires_totp_mfa'
              | 'second_factors'
              | 'country_code'
              | 'selected_team_id'
            )[]
      }
      answer: JobRead
    }
  >
  /** Reads a job with its progress. A plain 404 answers an unknown id. */
  'GET /internal/jobs/{id}': Record<
    'admin',
    {
      answer: JobRead
    }
  >
  /** Stops a job. What it has done stays done. A job that has ended stays as it is. A plain 404 answers an unknown id. */
  'POST /internal/jobs/{id}/cancel': Record<
    'admin',
    {
      answer: JobRead
    }
  >
  /** Reads the file of an export, part by part. A plain 404 answers without a result: before the end of the export and 24 hours after it, and for other jobs. */
  'GET /internal/jobs/{id}/result': Record<
    'admin',
    {
      query: {
        /** The `next_cursor` of the previous part. */
        cursor?: undefined | string | number
      }
      answer: JobResultPart
    }
  >
  /** Reads the figures of the project. They are exact when they are read. Query parameters are ignored. */
  'GET /internal/metrics': Record<
    'admin',
    {
      answer: MetricsRead
    }
  >
  /** Reads the discovery document and the keys of an OpenID Connect issuer, as saving one does. A problem is part of the answer. */
  'POST /internal/oidc-discovery': Record<
    'admin',
    {
      body: {
        issuer_url: string
      }
      answer: OidcDiscoveryRead
    }
  >
  /** Reads how many users have moved from the old system of the project, how many remain, and what failed. */
  'GET /internal/old-system': Record<
    'admin',
    {
      query: {
        /** The number of days, up to today: 30 (default) or 90. Older failures are not kept. */
        days?: undefined | 30 | 90
      }
      answer: OldSystemMove
    }
  >
  /** Adds the signed-in user of the project "internal" to the staff with the role of the invitation and uses up the code. A member keeps a role with more rights. The invited address must be a verified address of the user. */
  'POST /internal/owner-invitations/accept': Record<
    'client',
    {
      body: {
        code: string
      }
      answer: {
        project_id: string
      }
    }
  >
  /** Checks the code of an invitation and describes it, without using it up. A session is not required. */
  'POST /internal/owner-invitations/accept/check-code': Record<
    'client',
    {
      body: {
        code: string
      }
      answer: ProjectOwnerInvitationDetails
    }
  >
  /** Describes the request of a partner to an owner of projects. */
  'GET /internal/partner-authorizations/{interaction_uid}': Record<
    'client',
    {
      answer: PartnerAuthorizationRead
    }
  >
  /** Lets the partner obtain an admin key of a project of the signed-in owner, while the session of the owner is active. Needs a recent sign-in. */
  'POST /internal/partner-authorizations/{interaction_uid}/confirm': Record<
    'client',
    {
      body: {
        project_id: string
      }
      answer: {
        /** Where the browser continues. */
        continue_url: string
      }
    }
  >
  /** Lists the projects whose staff the signed-in user of the project "internal" belongs to, with role and rights. */
  'GET /internal/projects': {
    any: {
      answer: {
        items: OwnedProjectRead[]
        is_paginated: false
      }
    }
  }
  /** Creates a project that the signed-in user of the project "internal" owns. */
  'POST /internal/projects': {
    any: {
      body: ProjectCreate
      answer: CreatedProjectRead
    }
  }
  /** Deletes the project with everything in it. The project "internal" cannot be deleted. An owner needs a recent sign-in if the project "internal" requires one. */
  'DELETE /internal/projects/current': Record<
    'admin',
    {
      answer: Success
    }
  >
  /** Reads the project with all its settings. */
  'GET /internal/projects/current': Record<
    'admin',
    {
      answer: ProjectAdminRead
    }
  >
  /** Changes settings of the project. Absent settings stay unchanged. */
  'PATCH /internal/projects/current': Record<
    'admin',
    {
      body: ProjectUpdate
      answer: ProjectAdminRead
    }
  >
  /** Exports settings and permission definitions as a document without secrets. Ids of the installation, keys, owners and users are not part of it. Changed templates of mails are exported in pieces. */
  'GET /internal/projects/current/configuration': Record<
    'admin',
    {
      answer: ProjectConfiguration
    }
  >
  /** Lists the changed templates of mails by type and language. They belong to the exported configuration, each in a piece of its own. */
  'GET /internal/projects/current/configuration/email-templates': Record<
    'admin',
    {
      answer: {
        items: ConfiguredTemplateName[]
        is_paginated: false
      }
    }
  >
  /** Writes a template of an exported configuration if it differs from that of the project, or says what it would change. It is used once the project sends through its own mail server. A plain 400 answers blocks of the wrong format. A change needs a recent sign-in of an owner if the project "internal" requires one. */
  'POST /internal/projects/current/configuration/email-templates': Record<
    'admin',
    {
      body: {
        template: ConfiguredTemplate
        /** Only says what the import would change. Default: false. */
        dry_run?: undefined | boolean
      }
      answer: ConfiguredTemplateImportResult
    }
  >
  /** Exports a changed template as it is stored, also while the project sends through the shared server. A plain 404 answers a template that was not changed. */
  'GET /internal/projects/current/configuration/email-templates/{type}': Record<
    'admin',
    {
      query: {
        locale: string | number
      }
      answer: ConfiguredTemplate
    }
  >
  /** Exports the same document with the secrets, sealed with a passphrase. An owner needs a recent sign-in if the project "internal" requires one. */
  'POST /internal/projects/current/configuration/export': Record<
    'admin',
    {
      body: {
        passphrase: string
      }
      answer: ProjectConfiguration
    }
  >
  /** Applies a document as a whole, or lists what it would change. Settings that the document does not contain stay unchanged. */
  'POST /internal/projects/current/configuration/import': Record<
    'admin',
    {
      body: ProjectImport
      answer: ProjectImportResult
    }
  >
  /** Lists the open invitations to the staff of the project, oldest first. */
  'GET /internal/projects/current/owner-invitations': Record<
    'admin',
    {
      answer: {
        items: ProjectOwnerInvitationRead[]
        is_paginated: false
      }
    }
  >
  /** Mails an invitation to the staff of the project. It replaces the open invitation of the same inviter to the same address. It ends if the inviter stops being an owner. An owner needs a recent sign-in. */
  'POST /internal/projects/current/owner-invitations': Record<
    'admin',
    {
      body: {
        email: string
        /** What the recipient becomes. Default: owner. An extension of the protocol. */
        role?: undefined | StaffRole
        /** The inviting owner stops being one once the invitation, which makes an owner, is accepted. Default: false. */
        transfer?: undefined | boolean
      }
      answer: ProjectOwnerInvitationRead
    }
  >
  /** Revokes an invitation to the staff of the project. */
  'DELETE /internal/projects/current/owner-invitations/{id}': Record<
    'admin',
    {
      answer: Success
    }
  >
  /** Lists the staff of the project, oldest membership first: owners and members with fewer rights. */
  'GET /internal/projects/current/owners': Record<
    'admin',
    {
      answer: {
        items: ProjectOwnerRead[]
        is_paginated: false
      }
    }
  >
  /** Removes a member of staff. `me` is the member who calls: everyone can leave. The last owner cannot be removed. A member needs a recent sign-in. */
  'DELETE /internal/projects/current/owners/{user_id}': Record<
    'admin',
    {
      answer: Success
    }
  >
  /** Changes the role of a member of staff. It acts at the next call of the member. At least one owner remains. An owner needs a recent sign-in. An extension of the protocol. */
  'PATCH /internal/projects/current/owners/{user_id}': Record<
    'admin',
    {
      body: {
        role: StaffRole
      }
      answer: ProjectOwnerRead
    }
  >
  /** Lists the deleted projects that the signed-in user of the project "internal" owned, with the progress of the removal of their records, newest first. They are listed for 30 days after the end. */
  'GET /internal/projects/deletions': {
    any: {
      answer: {
        items: ProjectDeletionRead[]
        is_paginated: false
      }
    }
  }
  /** Reads the first request and the first sign-in of the project, and a sample of its newest requests, at most 100, with a delay of seconds. Calls of owners are not included. */
  'GET /internal/requests': Record<
    'admin',
    {
      query: {
        /** Only requests with this outcome. */
        outcome?: undefined | 'ok' | 'failed'
      }
      answer: {
        /** The first request of a client or a backend with a valid key. */
        first_request: FirstRequestRead | null
        /** The first sign-in or sign-up of a user who is not anonymous. */
        first_sign_in: FirstSignInRead | null
        items: RecentRequestRead[]
        is_paginated: false
      }
    }
  >
  /** Mails an invitation to sign up or in, also to the address of a user, as official clients ask for it. */
  'POST /internal/send-sign-in-invitation': Record<
    'admin',
    {
      body: {
        email: string
        /** The page that the link in the mail opens. */
        callback_url: string
      }
      answer: Success
    }
  >
  /** Sends one mail through the given server or endpoint to test its settings, in one attempt of at most ten seconds, and tells the step that fails. Does not store the settings; the mail is listed. A masked DKIM key or endpoint secret means the stored one. A plain 400 answers a project that sends through the shared server if no settings are given, and a template that cannot become a mail. */
  'POST /internal/send-test-email': Record<
    'admin',
    {
      body: {
        recipient_email: string
        /** What to test. Default: the stored server or endpoint. Optional as an extension of the protocol. */
        email_config?:
          | undefined
          | {
              type?: undefined | 'standard'
              host: string
              port: number
              tls?: undefined | MailTls
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
        /** Sends this mail, with example values, instead of the words of the test. Nothing of it is stored as a template. An owner can send it only to the verified primary address of the own account. An extension of the protocol. */
        template?:
          | undefined
          | {
              type: TemplateType
              /** The language of the template, such as `de`. Default: that of the project. An extension of the protocol. */
              locale?: undefined | string
              subject: string
              content: Json
            }
      }
      answer: {
        success: boolean
        /** Why the mail was not sent. Present only on failure. */
        error_message?: undefined | string
        /** All five steps, in their order. */
        steps: MailServerStep[]
      }
    }
  >
  /** Checks the DNS records of the domain of the stored sender: SPF, DKIM and DMARC, in at most five seconds. A plain 400 answers a project that sends through the shared server. */
  'GET /internal/sender-domain': Record<
    'admin',
    {
      answer: {
        /** The domain of the sender. */
        domain: string
        checked_at_millis: number
        /** One of each kind: SPF, DKIM, DMARC. */
        findings: SenderDomainFindingRead[]
      }
    }
  >
  /** Applies rules to the sign-ups of the last 30 days and counts what each would have matched, with at most 5 examples. Nothing is written. */
  'POST /internal/sign-up-rules/dry-run': Record<
    'admin',
    {
      body: {
        rules: readonly SignUpRule[]
      }
      answer: SignUpRulesTried
    }
  >
  /** Lists deliveries, newest first, page by page: one for each event and endpoint. */
  'GET /internal/webhook-deliveries': Record<
    'admin',
    {
      query: {
        endpoint_id?: undefined | string | number
        state?: undefined | 'pending' | 'delivered' | 'failed' | 'skipped' | 'erased'
        event_type?:
          | undefined
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
        /** Size of the page, at most 200. Default: 50. A page with filters can have fewer deliveries, even none: only a `next_cursor` of null marks the end. */
        limit?: undefined | string | number
        /** The `next_cursor` of the previous page. */
        cursor?: undefined | string | number
      }
      answer: {
        items: WebhookDeliveryRead[]
        is_paginated: boolean
        /** Present if the call sends a limit or a cursor. */
        pagination?:
          | undefined
          | {
              next_cursor: string | null
            }
      }
    }
  >
  /** Reads a delivery with its payload and attempts. */
  'GET /internal/webhook-deliveries/{id}': Record<
    'admin',
    {
      answer: WebhookDeliveryDetail
    }
  >
  /** Delivers an event again, with the same id and bytes. A plain 400 answers a delivery whose payload was erased or whose endpoint is disabled. */
  'POST /internal/webhook-deliveries/{id}/replay': Record<
    'admin',
    {
      body: {}
      answer: WebhookDeliveryRead
    }
  >
  /** Lists the endpoints of the project, newest first. */
  'GET /internal/webhook-endpoints': Record<
    'admin',
    {
      answer: {
        items: WebhookEndpointRead[]
        is_paginated: false
      }
    }
  >
  /** Adds an endpoint. Only this answer contains its secret. At most 50 per project; a plain 400 answers more. An owner needs a recent sign-in if the project "internal" requires one, and the other owners get a mail. */
  'POST /internal/webhook-endpoints': Record<
    'admin',
    {
      body: {
        url: string
        description?: undefined | string
        /** The events that the endpoint gets. Null: the standard ones, user.created, user.updated, user.deleted, team.created, team.updated, team.deleted, team_membership.created, team_membership.deleted, team_permission.created, team_permission.deleted, project_permission.created, project_permission.deleted. Only an endpoint that names them gets session.created, session.ended, api_key.created, api_key.revoked, team_invitation.accepted, user.suspended. */
        event_types?: undefined | readonly WebhookEventType[] | null
        headers?: undefined | Record<string, string>
        /** The deliveries per second and node that the endpoint gets at most. Null: no such limit. */
        rate_limit?: undefined | number | null
        is_enabled?: undefined | boolean
      }
      answer: WebhookEndpointFirstView
    }
  >
  /** Deletes an endpoint with its deliveries. */
  'DELETE /internal/webhook-endpoints/{id}': Record<
    'admin',
    {
      answer: Success
    }
  >
  /** Reads an endpoint. A plain 404 answers an unknown one, here and below. */
  'GET /internal/webhook-endpoints/{id}': Record<
    'admin',
    {
      answer: WebhookEndpointRead
    }
  >
  /** Changes an endpoint. `headers` replaces all of them. While an endpoint is disabled, its deliveries wait and new events are skipped. */
  'PATCH /internal/webhook-endpoints/{id}': Record<
    'admin',
    {
      body: {
        url?: undefined | string
        description?: undefined | string
        /** The events that the endpoint gets. Null: the standard ones, user.created, user.updated, user.deleted, team.created, team.updated, team.deleted, team_membership.created, team_membership.deleted, team_permission.created, team_permission.deleted, project_permission.created, project_permission.deleted. Only an endpoint that names them gets session.created, session.ended, api_key.created, api_key.revoked, team_invitation.accepted, user.suspended. */
        event_types?: undefined | readonly WebhookEventType[] | null
        headers?: undefined | Record<string, string>
        /** The deliveries per second and node that the endpoint gets at most. Null: no such limit. */
        rate_limit?: undefined | number | null
        is_enabled?: undefined | boolean
      }
      answer: WebhookEndpointRead
    }
  >
  /** Reads how the last attempts of an endpoint ended. */
  'GET /internal/webhook-endpoints/{id}/figures': Record<
    'admin',
    {
      answer: WebhookFigures
    }
  >
  /** Delivers the failed or skipped events of an endpoint again, oldest first, at most 5000 per call. Call again while `has_more` is true. */
  'POST /internal/webhook-endpoints/{id}/replay': Record<
    'admin',
    {
      body: {
        states: readonly ('failed' | 'skipped')[]
        /** Only events of this moment and later. */
        since_millis: number
      }
      answer: {
        replayed: number
        has_more: boolean
      }
    }
  >
  /** Replaces the secret of an endpoint. Only this answer contains the new one. For 24 hours, deliveries are also signed with the old one. */
  'POST /internal/webhook-endpoints/{id}/rotate-secret': Record<
    'admin',
    {
      body: {}
      answer: WebhookSecret
    }
  >
  /** Queues an example of an event for one endpoint, whatever events it gets. */
  'POST /internal/webhook-endpoints/{id}/test': Record<
    'admin',
    {
      body: {
        event_type: WebhookEventType
      }
      answer: WebhookDeliveryRead
    }
  >
  /** Starts to keep the events of the project for a program that fetches them, such as `portico listen`. It ends when nothing has fetched for 120 seconds. At most 20 per project; a plain 400 answers more. An extension of the protocol. */
  'POST /internal/webhook-listeners': Record<
    'admin',
    {
      body: {
        /** The events that the endpoint gets. Null: the standard ones, user.created, user.updated, user.deleted, team.created, team.updated, team.deleted, team_membership.created, team_membership.deleted, team_permission.created, team_permission.deleted, project_permission.created, project_permission.deleted. Only an endpoint that names them gets session.created, session.ended, api_key.created, api_key.revoked, team_invitation.accepted, user.suspended. */
        event_types?: undefined | readonly WebhookEventType[] | null
      }
      answer: WebhookListenerRead
    }
  >
  /** Ends a listener. Succeeds for one that has ended. */
  'DELETE /internal/webhook-listeners/{id}': Record<
    'admin',
    {
      answer: Success
    }
  >
  /** Answers the oldest events of a listener, after removing those that the program has handled. A plain 404 answers a listener that has ended. */
  'POST /internal/webhook-listeners/{id}/fetch': Record<
    'admin',
    {
      body: {
        /** The ids of the previous answer. Without them, it answers the same events again. */
        handled_ids: readonly string[]
      }
      answer: {
        items: ListenedWebhook[]
      }
    }
  >
  /** Lists the accounts at sign-in providers that a user has connected, with their addresses. */
  'GET /oauth-providers': {
    any: {
      query: {
        user_id: string | number
      }
      answer: {
        items: OauthProviderRead[]
        is_paginated: false
      }
    }
  }
  /** Disconnects the account of a user at a provider and deletes its stored tokens. Users cannot disconnect their only sign-in method; servers can. */
  'DELETE /oauth-providers/{user_id}/{provider_id}': {
    any: {
      answer: Success
    }
  }
  /** This document: every endpoint in OpenAPI 3.1. */
  'GET /openapi.json': {
    any: {
      answer: Record<string, Json>
    }
  }
  /** Reads the payment method of a user: none, because the service has no payments. */
  'GET /payments/billing/user/{user_id}': {
    any: {
      answer: {
        has_customer: false
        default_payment_method: null
      }
    }
  }
  /** Lists the products that a team has bought: none, because the service has no payments. Clients must be members. */
  'GET /payments/products/team/{team_id}': {
    any: {
      query: {
        cursor?: undefined | string | number
        limit?: undefined | string | number
      }
      answer: {
        items: Json[]
        is_paginated: true
        pagination: {
          next_cursor: null
        }
      }
    }
  }
  /** Lists the products that a user has bought: none, because the service has no payments. */
  'GET /payments/products/user/{user_id}': {
    any: {
      query: {
        cursor?: undefined | string | number
        limit?: undefined | string | number
      }
      answer: {
        items: Json[]
        is_paginated: true
        pagination: {
          next_cursor: null
        }
      }
    }
  }
  /** Lists the permissions that users can have in the whole project. */
  'GET /project-permission-definitions': Record<
    'admin',
    {
      answer: {
        items: PermissionDefinitionRead[]
        is_paginated: false
      }
    }
  >
  /** Defines a project permission. It can contain other project permissions. */
  'POST /project-permission-definitions': Record<
    'admin',
    {
      body: PermissionDefinitionCreate
      answer: PermissionDefinitionRead
    }
  >
  /** Deletes a project permission, every grant of it, and every reference to it. */
  'DELETE /project-permission-definitions/{id}': Record<
    'admin',
    {
      answer: Success
    }
  >
  /** Updates or renames a project permission. Absent fields stay unchanged. Everything that refers to it follows a new id. */
  'PATCH /project-permission-definitions/{id}': Record<
    'admin',
    {
      body: PermissionDefinitionUpdate
      answer: PermissionDefinitionRead
    }
  >
  /** Lists the permissions of users in the whole project. A client can list those of its own user. */
  'GET /project-permissions': {
    any: {
      query: {
        /** Clients must send it, and can name only their own user. */
        user_id?: undefined | string | number
        permission_id?: undefined | string | number
        /** True lists contained permissions too. Absent or false: only the permissions that were granted directly. */
        recursive?: undefined | boolean
      }
      answer: {
        items: ProjectPermissionRead[]
        is_paginated: false
      }
    }
  }
  /** Revokes a permission that was granted directly. */
  'DELETE /project-permissions/{user_id}/{permission_id}': Record<
    'server' | 'admin',
    {
      answer: Success
    }
  >
  /** Grants a permission in the whole project. */
  'POST /project-permissions/{user_id}/{permission_id}': Record<
    'server' | 'admin',
    {
      body: {}
      answer: ProjectPermissionRead
    }
  >
  /** The same as DELETE /internal/projects/current, for official clients up to 2.8.3. */
  'DELETE /projects/current': Record<
    'admin',
    {
      answer: Success
    }
  >
  /** Reads the public settings of the project. Admins also get the others, because official clients up to 2.8.3 read the project here. */
  'GET /projects/current': Record<
    'client' | 'server',
    {
      answer: ProjectClientRead
    }
  > &
    Record<
      'admin',
      {
        answer: ProjectAdminRead
      }
    >
  /** The same as PATCH /internal/projects/current, for official clients up to 2.8.3. */
  'PATCH /projects/current': Record<
    'admin',
    {
      body: ProjectUpdate
      answer: ProjectAdminRead
    }
  >
  /** The public keys that verify the access tokens of a project (RFC 7517). */
  'GET /projects/{project_id}/.well-known/jwks.json': {
    any: {
      answer: {
        keys: {
          kty: 'EC'
          alg: 'ES256'
          crv: 'P-256'
          x: string
          y: string
          kid: string
        }[]
      }
    }
  }
  /** The JSON Schema (draft 2020-12) of a line of an export. */
  'GET /schemas/moved-record.json': {
    any: {
      answer: Record<string, Json>
    }
  }
  /** Lists the API keys of a team, newest first, with those that are revoked or expired. Clients need the permission $manage_api_keys. */
  'GET /team-api-keys': {
    any: {
      query: {
        team_id: string | number
      }
      answer: {
        items: TeamApiKeyRead[]
        is_paginated: false
      }
    }
  }
  /** Creates an API key for a team. Only this response contains the complete key. Clients need the permission $manage_api_keys. */
  'POST /team-api-keys': {
    any: {
      body: {
        description: string
        /** Null or 0: the key does not expire. */
        expires_at_millis: number | null
        /** The key may be published, so a secret scanner cannot revoke it. Default: false. */
        is_public?: undefined | boolean
        team_id: string
      }
      answer: TeamApiKeyFirstView
    }
  }
  /** Checks an API key that a request has brought, and returns the team whose key it is. */
  'POST /team-api-keys/check': Record<
    'server' | 'admin',
    {
      body: {
        /** Any text. One that is no key answers API_KEY_NOT_FOUND. */
        api_key: string
      }
      answer: TeamApiKeyRead
    }
  >
  /** Reads an API key of a team. Clients need the permission $manage_api_keys. */
  'GET /team-api-keys/{id}': {
    any: {
      query: {
        /** The owner of the key. */
        team_id: string | number
      }
      answer: TeamApiKeyRead
    }
  }
  /** Renames an API key of a team, changes its expiry, or revokes it for good. Clients need the permission $manage_api_keys. */
  'PATCH /team-api-keys/{id}': {
    any: {
      query: {
        /** The owner of the key. */
        team_id: string | number
      }
      body: {
        description?: undefined | string
        /** Null or 0: the key does not expire. */
        expires_at_millis?: undefined | number | null
        revoked?: undefined | true
      }
      answer: TeamApiKeyRead
    }
  }
  /** Lists the connections of a team, oldest first. */
  'GET /team-connections': Record<
    'server' | 'admin',
    {
      query: {
        team_id: string | number
      }
      answer: {
        items: TeamConnectionRead[]
        is_paginated: false
      }
    }
  >
  /** Gives a team a connection to an OpenID Connect issuer of its own. Its document is read, and a problem with it is a SCHEMA_ERROR. */
  'POST /team-connections': Record<
    'server' | 'admin',
    {
      body: TeamConnectionCreate
      answer: TeamConnectionRead
    }
  >
  /** Ends a connection and its claims. Accounts at its issuer remain, and can no longer sign in. */
  'DELETE /team-connections/{connection_id}': Record<
    'server' | 'admin',
    {
      answer: Success
    }
  >
  /** Changes a connection. Its issuer cannot change, because accounts are identified by issuer and subject: create another connection. */
  'PATCH /team-connections/{connection_id}': Record<
    'server' | 'admin',
    {
      body: TeamConnectionUpdate
      answer: TeamConnectionRead
    }
  >
  /** Claims a domain for a connection and returns the DNS record that proves it. A claim alone has no effect, so several connections can claim one domain. */
  'POST /team-connections/{connection_id}/domains': Record<
    'server' | 'admin',
    {
      body: {
        domain: string
      }
      answer: ConnectionDomainRead
    }
  >
  /** Ends the claim of a domain. */
  'DELETE /team-connections/{connection_id}/domains/{domain}': Record<
    'server' | 'admin',
    {
      answer: Success
    }
  >
  /** Looks for the DNS record of a claimed domain. From then on the issuer can vouch for addresses of the domain, and people of the domain are led to the connection. Another connection loses the domain if its record is gone. */
  'POST /team-connections/{connection_id}/domains/{domain}/prove': Record<
    'server' | 'admin',
    {
      body: {}
      answer: DomainProofRead
    }
  >
  /** Lists open invitations: those of a team, or those to the verified addresses of a user whose mailbox the user is known to own. Send either team_id or user_id. For a team, clients need the permissions $read_members and $invite_members. */
  'GET /team-invitations': {
    any: {
      query: {
        team_id?: undefined | string | number
        user_id?: undefined | string | number
      }
      answer: {
        items: TeamInvitationRead[]
        is_paginated: false
      }
    }
  }
  /** Adds the signed-in user to the team of the invitation and uses up the code. The user may have another address than the invited one. */
  'POST /team-invitations/accept': {
    any: {
      body: {
        code: string
      }
      answer: {}
    }
  }
  /** Checks the code of an invitation without using it up. A session is not required. */
  'POST /team-invitations/accept/check-code': {
    any: {
      body: {
        code: string
      }
      answer: {
        is_code_valid: true
        /** Chosen by members of the team. Show it as plain text. */
        team_display_name: string
        recipient_email: string
        /** The name or else the verified address of the inviter, and the name of the project if a server invites. Chosen by people. Show it as plain text. */
        inviter_name: string | null
        /** Whether a user signs in with the invited address. */
        has_account: boolean
        /** Whether the owner of the invited address can create an account. */
        may_sign_up: boolean
        /** Whether a sign-up with a password and the code verifies the invited address. The code does this once. While sign-up is closed, only such a sign-up can use a password. */
        verifies_address: boolean
      }
    }
  }
  /** Describes the invitation of a code without using it up. */
  'POST /team-invitations/accept/details': {
    any: {
      body: {
        code: string
      }
      answer: {
        team_id: string
        team_display_name: string
        recipient_email: string
      }
    }
  }
  /** Mails an invitation to a team. It replaces the open invitation of the same inviter to the same address and team. All servers count as one inviter. Clients need the permission $invite_members. */
  'POST /team-invitations/send-code': {
    any: {
      body: {
        team_id: string
        email: string
        callback_url: string
      }
      answer: {
        success: true
        id: string
      }
    }
  }
  /** Revokes an invitation. Clients need the permission $remove_members. */
  'DELETE /team-invitations/{id}': {
    any: {
      query: {
        team_id: string | number
      }
      answer: Success
    }
  }
  /** Accepts an invitation to a verified address of the user, whose mailbox the user is known to own. */
  'POST /team-invitations/{id}/accept': {
    any: {
      query: {
        user_id: string | number
      }
      answer: {}
    }
  }
  /** Lists the profiles of team members, in the order in which they joined. */
  'GET /team-member-profiles': Record<
    'client',
    {
      query: {
        /** Clients must send it. */
        team_id?: undefined | string | number
        /** Clients need the permission $read_members to see other members. */
        user_id?: undefined | string | number
        /** Size of the page. A page ends early before it exceeds 16 MiB. Absent: the whole list; 400 if it exceeds 16 MiB. */
        limit?: undefined | string | number
        /** The `next_cursor` of the previous page. */
        cursor?: undefined | string | number
      }
      answer: {
        items: TeamMemberProfileClientRead[]
        is_paginated: boolean
        /** Present if the call sends a limit or a cursor. */
        pagination?:
          | undefined
          | {
              next_cursor: string | null
            }
      }
    }
  > &
    Record<
      'server' | 'admin',
      {
        query: {
          /** Clients must send it. */
          team_id?: undefined | string | number
          /** Clients need the permission $read_members to see other members. */
          user_id?: undefined | string | number
          /** Size of the page. A page ends early before it exceeds 16 MiB. Absent: the whole list; 400 if it exceeds 16 MiB. */
          limit?: undefined | string | number
          /** The `next_cursor` of the previous page. */
          cursor?: undefined | string | number
        }
        answer: {
          items: TeamMemberProfileServerRead[]
          is_paginated: boolean
          /** Present if the call sends a limit or a cursor. */
          pagination?:
            | undefined
            | {
                next_cursor: string | null
              }
        }
      }
    >
  /** Reads the profile of a team member. Clients need the permission $read_members for another member. */
  'GET /team-member-profiles/{team_id}/{user_id}': Record<
    'client',
    {
      query: {
        team_id?: undefined | string | number
        user_id?: undefined | string | number
      }
      answer: TeamMemberProfileClientRead
    }
  > &
    Record<
      'server' | 'admin',
      {
        query: {
          team_id?: undefined | string | number
          user_id?: undefined | string | number
        }
        answer: TeamMemberProfileServerRead
      }
    >
  /** Updates the profile of a team member. Clients can change only their own. */
  'PATCH /team-member-profiles/{team_id}/{user_id}': Record<
    'client',
    {
      query: {
        team_id?: undefined | string | number
        user_id?: undefined | string | number
      }
      body: TeamMemberProfileUpdate
      answer: TeamMemberProfileClientRead
    }
  > &
    Record<
      'server' | 'admin',
      {
        query: {
          team_id?: undefined | string | number
          user_id?: undefined | string | number
        }
        body: TeamMemberProfileUpdate
        answer: TeamMemberProfileServerRead
      }
    >
  /** Removes a user from a team. Clients can always leave; to remove another member they need the permission $remove_members. */
  'DELETE /team-memberships/{team_id}/{user_id}': {
    any: {
      answer: Success
    }
  }
  /** Adds a user to a team, with the default permissions of members. */
  'POST /team-memberships/{team_id}/{user_id}': Record<
    'server' | 'admin',
    {
      body: {}
      answer: {
        team_id: string
        user_id: string
      }
    }
  >
  /** Lists the permissions that users can have in a team: the system permissions and those of the project. */
  'GET /team-permission-definitions': Record<
    'admin',
    {
      answer: {
        items: PermissionDefinitionRead[]
        is_paginated: false
      }
    }
  >
  /** Defines a team permission. It can contain system permissions and other team permissions. */
  'POST /team-permission-definitions': Record<
    'admin',
    {
      body: PermissionDefinitionCreate
      answer: PermissionDefinitionRead
    }
  >
  /** Deletes a team permission, every grant of it, and every reference to it. */
  'DELETE /team-permission-definitions/{id}': Record<
    'admin',
    {
      answer: Success
    }
  >
  /** Updates or renames a team permission. Absent fields stay unchanged. Everything that refers to it follows a new id. */
  'PATCH /team-permission-definitions/{id}': Record<
    'admin',
    {
      body: PermissionDefinitionUpdate
      answer: PermissionDefinitionRead
    }
  >
  /** Lists the permissions of users in teams. A client can list those of its own user; with the permission $manage_roles also those of the other members of a team. */
  'GET /team-permissions': {
    any: {
      query: {
        team_id?: undefined | string | number
        /** Clients must send it, and can name only their own user. */
        user_id?: undefined | string | number
        permission_id?: undefined | string | number
        /** True lists contained permissions too. Absent or false: only the permissions that were granted directly. */
        recursive?: undefined | boolean
      }
      answer: {
        items: TeamPermissionRead[]
        is_paginated: false
      }
    }
  }
  /** Revokes a permission that was granted directly. A client needs the permission $manage_roles and the revoked permission itself, and the project must allow it. */
  'DELETE /team-permissions/{team_id}/{user_id}/{permission_id}': {
    any: {
      answer: Success
    }
  }
  /** Grants a permission in a team. A client needs the permission $manage_roles and the granted permission itself, cannot grant to its own user, and the project must allow it. */
  'POST /team-permissions/{team_id}/{user_id}/{permission_id}': {
    any: {
      body: {}
      answer: TeamPermissionRead
    }
  }
  /** Lists teams in the order of their creation. Clients can list only the teams of their own user. */
  'GET /teams': Record<
    'client',
    {
      query: {
        /** Clients must send it. */
        user_id?: undefined | string | number
        /** Size of the page. A page ends early before it exceeds 16 MiB. Absent: the whole list; 400 if it exceeds 16 MiB. */
        limit?: undefined | string | number
        /** The `next_cursor` of the previous page. */
        cursor?: undefined | string | number
      }
      answer: {
        items: TeamClientRead[]
        is_paginated: boolean
        /** Present if the call sends a limit or a cursor. */
        pagination?:
          | undefined
          | {
              next_cursor: string | null
            }
      }
    }
  > &
    Record<
      'server' | 'admin',
      {
        query: {
          /** Only teams of this user. Absent: all teams of the project. */
          user_id?: undefined | string | number
          /** Size of the page. A page ends early before it exceeds 16 MiB. Absent: the whole list; 400 if it exceeds 16 MiB. */
          limit?: undefined | string | number
          /** The `next_cursor` of the previous page. */
          cursor?: undefined | string | number
          /** Newest first. Default: oldest first. */
          desc?: undefined | boolean
          /** Part of the display name, ignoring case, or the exact id of a team. */
          query?: undefined | string | number
          /** Only teams that were created at or after this moment. */
          created_from_millis?: undefined | string | number
          /** Only teams that were created before this moment. */
          created_until_millis?: undefined | string | number
          /** Also returns `summary` of each team. Needs a `limit` of at most 100. */
          include_summary?: undefined | boolean
          /** Also returns `pagination.total`: the number of teams in the list, at most 10,000 with filters. Needs `limit`. */
          include_total?: undefined | boolean
        }
        answer: {
          items: ListedTeam[]
          is_paginated: boolean
          /** Present if the call sends a limit or a cursor. */
          pagination?:
            | undefined
            | {
                next_cursor: string | null
                /** The number of items in the whole list. Present if the call asks for it; null if counting would take too long. */
                total?: undefined | number | null
                /** Present with `total`. True: the list has more items than `total`, which were not counted. */
                is_total_capped?: undefined | boolean
              }
        }
      }
    >
  /** Creates a team. Clients can call it only if the project allows it. */
  'POST /teams': Record<
    'client',
    {
      query: {
        /** Deprecated. `true` is `creator_user_id=me`. */
        add_current_user?: undefined | boolean
      }
      body: TeamClientCreate
      answer: TeamClientRead
    }
  > &
    Record<
      'server' | 'admin',
      {
        query: {
          /** Deprecated. `true` is `creator_user_id=me`. */
          add_current_user?: undefined | boolean
        }
        body: TeamServerCreate
        answer: TeamServerRead
      }
    >
  /** Deletes a team with everything that belongs to it. Clients need the permission $delete_team. */
  'DELETE /teams/{team_id}': {
    any: {
      answer: Success
    }
  }
  /** Reads a team. Clients must be members. */
  'GET /teams/{team_id}': Record<
    'client',
    {
      answer: TeamClientRead
    }
  > &
    Record<
      'server' | 'admin',
      {
        answer: TeamServerRead
      }
    >
  /** Updates a team. Absent fields stay unchanged. Clients need the permission $update_team. */
  'PATCH /teams/{team_id}': Record<
    'client',
    {
      body: TeamClientUpdate
      answer: TeamClientRead
    }
  > &
    Record<
      'server' | 'admin',
      {
        body: TeamServerUpdate
        answer: TeamServerRead
      }
    >
  /** Lists the API keys of a user, newest first, with those that are revoked or expired. */
  'GET /user-api-keys': {
    any: {
      query: {
        user_id: string | number
      }
      answer: {
        items: UserApiKeyRead[]
        is_paginated: false
      }
    }
  }
  /** Creates an API key for a user. Only this response contains the complete key. */
  'POST /user-api-keys': {
    any: {
      body: {
        description: string
        /** Null or 0: the key does not expire. */
        expires_at_millis: number | null
        /** The key may be published, so a secret scanner cannot revoke it. Default: false. */
        is_public?: undefined | boolean
        user_id: string
      }
      answer: UserApiKeyFirstView
    }
  }
  /** Checks an API key that a request has brought, and returns the user whose key it is. */
  'POST /user-api-keys/check': Record<
    'server' | 'admin',
    {
      body: {
        /** Any text. One that is no key answers API_KEY_NOT_FOUND. */
        api_key: string
      }
      answer: UserApiKeyRead
    }
  >
  /** Reads an API key of a user. */
  'GET /user-api-keys/{id}': {
    any: {
      query: {
        /** The owner of the key. Clients can send their own id only. */
        user_id?: undefined | string | number
      }
      answer: UserApiKeyRead
    }
  }
  /** Renames an API key of a user, changes its expiry, or revokes it for good. */
  'PATCH /user-api-keys/{id}': {
    any: {
      query: {
        /** The owner of the key. Clients can send their own id only. */
        user_id?: undefined | string | number
      }
      body: {
        description?: undefined | string
        /** Null or 0: the key does not expire. */
        expires_at_millis?: undefined | number | null
        revoked?: undefined | true
      }
      answer: UserApiKeyRead
    }
  }
  /** Lists the open invitations to sign up, newest first. */
  'GET /user-invitations': Record<
    'server' | 'admin',
    {
      query: {
        /** Size of the page. A page ends early before it exceeds 16 MiB. Absent: the whole list; 400 if it exceeds 16 MiB. */
        limit?: undefined | string | number
        /** The `next_cursor` of the previous page. */
        cursor?: undefined | string | number
        /** Part of the invited address, ignoring case. */
        query?: undefined | string | number
      }
      answer: {
        items: UserInvitationRead[]
        is_paginated: boolean
        /** Present if the call sends a limit or a cursor. */
        pagination?:
          | undefined
          | {
              next_cursor: string | null
            }
      }
    }
  >
  /** Mails an invitation to sign up. It replaces the open invitation to the same address. Closed sign-up and rules for sign-up do not apply to the invited address once it is proved. */
  'POST /user-invitations': Record<
    'server' | 'admin',
    {
      body: {
        email: string
        /** The page that the link in the mail opens. */
        callback_url: string
      }
      answer: UserInvitationRead
    }
  >
  /** Signs the invited person up, or in if an account has the address, and uses up the code, which proves the address. A user on the waiting list is approved. With the access token of an anonymous user, a sign-up upgrades that user instead. */
  'POST /user-invitations/accept': {
    any: {
      body: {
        code: string
      }
      answer: SignedInByProof
    }
  }
  /** Checks the code of an invitation to sign up without using it up, and returns the invited address. */
  'POST /user-invitations/check-code': {
    any: {
      body: {
        code: string
      }
      answer: {
        is_code_valid: true
        recipient_email: string
      }
    }
  }
  /** Revokes an invitation to sign up. */
  'DELETE /user-invitations/{id}': Record<
    'server' | 'admin',
    {
      answer: Success
    }
  >
  /** Lists users by the time of their sign-up or last activity, page by page, with filters. Anonymous and restricted users are left out by default. */
  'GET /users': Record<
    'server' | 'admin',
    {
      query: {
        /** Only members of this team. */
        team_id?: undefined | string | number
        /** Part of the display name or of an e-mail address, ignoring case, or the exact id of a user. */
        query?: undefined | string | number
        /** Lists restricted users too. */
        include_restricted?: undefined | boolean
        /** Lists anonymous users too. */
        include_anonymous?: undefined | boolean
        /** Lists anonymous users only. Needs `include_anonymous`. */
        only_anonymous?: undefined | boolean
        /** Only users with one of these sign-in methods, separated by commas: `password`, `otp`, `passkey`, provider ids. */
        sign_in_methods?: undefined | string | number
        /** Only users whose primary address is verified (`true`), or is not or is missing (`false`). */
        verified?: undefined | boolean
        /** Only users on the waiting list, or none of them, whatever `include_restricted` says. */
        waiting?: undefined | boolean
        /** Only users who are suspended, or are not, whatever `include_restricted` says. */
        suspended?: undefined | boolean
        /** Only users with a second factor, or without one: an authenticator app, or a passkey with user verification while the project allows passkeys. */
        has_second_factor?: undefined | boolean
        /** Only users who signed up at or after this moment. */
        signed_up_from_millis?: undefined | string | number
        /** Only users who signed up before this moment. */
        signed_up_until_millis?: undefined | string | number
        /** Only users who were last active at or after this moment. */
        last_active_from_millis?: undefined | string | number
        /** Only users who were last active before this moment. */
        last_active_until_millis?: undefined | string | number
        /** Size of the page. A page ends early before it exceeds 16 MiB, and with filters if few of many users match: only a `next_cursor` of null marks the end. Absent: all users; 400 if they exceed 16 MiB. Required with filters other than `team_id` and `query`, and with `order_by=last_active_at`. */
        limit?: undefined | string | number
        /** The `next_cursor` of the previous page. In the order of sign-up also the id of the first user of the page; 400 for an unknown id. */
        cursor?: undefined | string | number
        /** Default: `signed_up_at`. By last activity, users who have never been active come before all others, in the order of their ids. A user who is active while a list by last activity is read moves to its newest end, so that later pages lack the user (newest first) or contain the user again (oldest first). */
        order_by?: undefined | 'signed_up_at' | 'last_active_at'
        /** Newest first. Default: oldest first. */
        desc?: undefined | boolean
        /** Also returns `pagination.total`: the exact number of users in a list without filters, otherwise at most 10,000, and fewer if most users do not match. */
        include_total?: undefined | boolean
      }
      answer: {
        items: UserServerRead[]
        is_paginated: true
        pagination: {
          next_cursor: string | null
          /** The number of items in the whole list. Present if the call asks for it; null if counting would take too long. */
          total?: undefined | number | null
          /** Present with `total`. True: the list has more items than `total`, which were not counted. */
          is_total_capped?: undefined | boolean
        }
      }
    }
  >
  /** Creates a user, whether or not sign-up is enabled. */
  'POST /users': Record<
    'server' | 'admin',
    {
      body: UserServerCreate
      answer: UserServerRead
    }
  >
  /** Deletes the signed-in user. Clients can call it only if the project allows it. */
  'DELETE /users/me': {
    any: {
      answer: Success
    }
  }
  /** Reads the signed-in user. */
  'GET /users/me': Record<
    'client',
    {
      answer: CurrentUserRead
    }
  > &
    Record<
      'server' | 'admin',
      {
        answer: UserServerRead
      }
    >
  /** Updates the signed-in user. Absent fields stay unchanged. */
  'PATCH /users/me': Record<
    'client',
    {
      body: UserClientUpdate
      answer: UserClientRead
    }
  > &
    Record<
      'server' | 'admin',
      {
        body: UserServerUpdate
        answer: UserServerRead
      }
    >
  /** Returns all data of the signed-in user, without secrets and without what only servers may read. A plain 400 answers while the project does not allow it. */
  'GET /users/me/export': {
    any: {
      answer: OwnDataRead
    }
  }
  /** Deletes a user with everything that belongs to them. */
  'DELETE /users/{user_id}': Record<
    'server' | 'admin',
    {
      answer: Success
    }
  >
  /** Reads a user. */
  'GET /users/{user_id}': Record<
    'server' | 'admin',
    {
      answer: UserServerRead
    }
  >
  /** Updates a user. Absent fields stay unchanged. */
  'PATCH /users/{user_id}': Record<
    'server' | 'admin',
    {
      body: UserServerUpdate
      answer: UserServerRead
    }
  >
  /** Cancels the announced removal of the second factor. Clients can cancel only their own. A plain 404 answers if none is announced. */
  'DELETE /users/{user_id}/factor-reset': {
    any: {
      answer: Success
    }
  }
  /** Announces to all verified addresses and sessions of a user that their second factor will be removed, and removes it after the waiting time of the service: the authenticator app with its recovery codes, and while the project requires a second factor, the passkeys that count as one. A further call changes nothing and answers the removal that is announced. An owner needs a recent sign-in. */
  'POST /users/{user_id}/factor-reset': Record<
    'admin',
    {
      body: {
        /** The page of your app that cancels with the code of the link, as cancelFactorResetByCode does. It must be of a trusted domain. */
        callback_url: string
      }
      answer: FactorResetRead
    }
  >
  /** Creates a token for Svix clients, which is valid for 2 hours, only for the calls below, and at most as long as the key or the session of the owner that created it. */
  'POST /webhooks/svix-token': Record<
    'admin',
    {
      body: {}
      answer: SvixToken
    }
  >
}
