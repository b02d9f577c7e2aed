/** The constants of the protocol, and the service's limits. Each name ends with its unit. */

/** Length of new passwords in Unicode code points, in normalisation form C, which is the form that is hashed. */
export const PASSWORD_MIN_CODE_POINTS = 8
/** Length of new passwords in Unicode code points. */
export const PASSWORD_MAX_CODE_POINTS = 70
/** Time limit for the list of breached passwords to answer. A person waits for it. */
export const BREACHED_PASSWORD_TIMEOUT_MILLIS = 1_500
export const BREACHED_PASSWORD_CACHE_SECONDS = 86_400
/** Lifetime of a bot check puzzle. */
export const BOT_CHALLENGE_SECONDS = 300
/**
 * The maximum of numbers that a browser tries for a puzzle of the bot check. The lower one is for a client address
 * without failures and takes a phone a tenth of a second. The upper one takes a phone some seconds.
 */
export const BOT_PUZZLE_MIN_NUMBERS = 10_000
export const BOT_PUZZLE_MAX_NUMBERS = 300_000
/** Time limit for Turnstile to check a solution. A person waits for it. */
export const BOT_CHECK_TIMEOUT_MILLIS = 3_000
/** Length of a solution. A token of Turnstile has at most 2,048 characters. */
export const BOT_CHALLENGE_TOKEN_MAX_CHARACTERS = 2_048
/** Length of a password that was set elsewhere: an imported one, and that of a mail server. */
export const EXISTING_PASSWORD_MAX_CODE_POINTS = 1_000

/** The part of a sign-in code that the user types. The rest is the nonce of the browser that requested it. */
export const MAGIC_LINK_CODE_CHARACTERS = 6
export const VERIFICATION_CODE_CHARACTERS = 45
/** The number of digits in an authenticator app's code (RFC 6238). */
export const TOTP_DIGITS = 6
/** RFC 4226 section 4, R6: at least 128 bits, 160 recommended. */
export const TOTP_SECRET_MIN_BYTES = 16
export const TOTP_SECRET_BYTES = 20
/** The codes that replace a lost authenticator app. They are shown in two groups and have 50 bits. */
export const RECOVERY_CODES = 10
export const RECOVERY_CODE_CHARACTERS = 10

/** The time between the announcement and the removal of a second factor by an owner, in hours. The service sets it. */
export const FACTOR_RESET_DEFAULT_HOURS = 24
export const FACTOR_RESET_MIN_HOURS = 1
export const FACTOR_RESET_MAX_HOURS = 168

/** Length of names and descriptions. The protocol has no limit, but many calls return them. */
export const LABEL_MAX_CODE_POINTS = 256
/** ISO 3166-1 alpha-2. */
export const COUNTRY_CODE_CHARACTERS = 2
export const RISK_SCORE_MAX = 100
/** Length of the reason that the audit log keeps for a session that a server or an owner creates. */
export const SESSION_REASON_MAX_CODE_POINTS = 256

/** Length of the two texts of a suspension: the reason for the user, and the details for servers. */
export const SUSPENSION_REASON_MAX_CODE_POINTS = 1_000
export const SUSPENSION_PRIVATE_DETAILS_MAX_CODE_POINTS = 10_000
/** E-mail addresses of one user. */
export const CONTACT_CHANNELS_MAX = 50
/** Existing teams that one user has created with client access. Teams that servers create do not count. */
export const CREATED_TEAMS_MAX = 100
/** A list of all users' contact channels is refused above this number. */
export const CONTACT_CHANNEL_LIST_MAX = 10_000
/** The size of an answer with a list of users. A page that would be larger ends early. */
export const USER_LIST_MAX_BYTES = 16_777_216
/** The size of an answer with a list of teams or team members. A page that would be larger ends early. */
export const TEAM_LIST_MAX_BYTES = 16_777_216
/** Teams in a page with summaries. */
export const TEAM_SUMMARIES_MAX = 100
/** The members of a team that its summary counts. */
export const TEAM_SUMMARY_MEMBERS_MAX = 1_000
/** Length of a permission's id. */
export const PERMISSION_ID_MAX_CHARACTERS = 128
/**
 * Permissions that a project defines. Also bounds the direct grants of a user in one team, and the resolution of
 * containment.
 */
export const PERMISSION_DEFINITIONS_MAX = 1_000
/**
 * The sum, over all definitions of a project, of the permissions that each contains directly. Bounds the resolution
 * too.
 */
export const PERMISSION_CONTAINMENTS_MAX = 5_000
/**
 * A list of users' permissions is refused if it has to read more memberships or permissions. Each grant counts the
 * permissions that it gives.
 */
export const PERMISSION_LIST_MAX = 50_000
/** Maximum number of open invitations of one team. */
export const TEAM_INVITATIONS_MAX = 1_000
/** Maximum number of open invitations of one project to people without a team. */
export const USER_INVITATIONS_MAX = 10_000
/** Maximum number of API keys of one user or team. A revoked or expired key makes room for a new one. */
export const API_KEYS_PER_OWNER = 1_000
/** Owners of one project, and its open invitations to more. */
export const PROJECT_OWNERS_MAX = 100
export const PROJECT_OWNER_INVITATIONS_MAX = 100
/** The passphrase that seals the secrets of an exported project. */
export const CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS = 12
export const CONFIGURATION_PASSPHRASE_MAX_CODE_POINTS = 1_024
/** The id of a user or team in the system that they come from. */
export const MOVED_SOURCE_ID_MAX_CODE_POINTS = 256
/** Lines in one call of an import. */
export const IMPORT_LINES_MAX = 500
export const IMPORT_NAME_MAX_CODE_POINTS = 256
/** Length of an imported file's name, without its folder. */
export const IMPORT_FILE_NAME_MAX_CODE_POINTS = 256
export const IMPORT_PROBLEM_MAX_CODE_POINTS = 1_000
export const IMPORTS_LISTED_MAX = 100
export const IMPORT_FINDINGS_PAGE_DEFAULT = 100
export const IMPORT_FINDINGS_PAGE_MAX = 1_000
/** Size of a piece of an imported file, in bytes. Only the last one of a file is smaller. */
export const IMPORT_PIECE_BYTES = 1_048_576
/** The files of one import, in bytes. The command line imports larger ones. */
export const IMPORT_FILES_MAX_BYTES = 209_715_200
/** A file of an import after it is unpacked, in bytes. */
export const IMPORT_FILE_UNPACKED_MAX_BYTES = 2_147_483_648
/** Unreadable lines after which the service ends an import: the file is another one. */
export const IMPORT_UNREADABLE_LINES_MAX = 100_000
/** Imports of a project whose files the service keeps at a time. */
export const IMPORTS_WITH_FILES_MAX = 3
/** How long the service keeps a file of an import, in hours. */
export const IMPORT_FILES_KEPT_HOURS = 24
/** How long the service keeps the report of an import, in days. */
export const IMPORT_REPORT_KEPT_DAYS = 90
/** An option of a source, such as a key for its password hashes. */
export const IMPORT_OPTION_MAX_CODE_POINTS = 4_096
/** The latest changes of a project whose values are kept. */
export const PROJECT_CHANGES_KEPT = 1_000
/** Events on a page of the audit log. */
export const AUDIT_PAGE_DEFAULT = 100
export const AUDIT_PAGE_MAX = 1_000
/** Length of a text that the audit log is filtered by. */
export const AUDIT_FILTER_MAX_CODE_POINTS = 256
/** The days for which a project has daily figures, today included. */
export const METRICS_DAYS = 31
/** The days of the sign-ups in the list of owned projects, today included. */
export const OWNED_PROJECT_DAYS = 14

/** OpenID Connect issuers by URL of a project. */
export const OIDC_PROVIDERS_MAX = 20
/** Connections of a team to its own issuers. */
export const TEAM_CONNECTIONS_MAX = 20
/** Domains that a connection claims. */
export const CONNECTION_DOMAINS_MAX = 20
/** Scopes that a project requests at an issuer. */
export const OIDC_SCOPES_MAX = 20
/** Length of the address of an OpenID Connect issuer's icon. */
export const OIDC_ICON_URL_MAX_CHARACTERS = 2_048
/** The users in each list of recent users. */
export const RECENT_USERS_MAX = 5
/** The versions of a template that are kept for each language. */
export const EMAIL_TEMPLATE_VERSIONS_KEPT = 20
/** The subject of a template. */
export const EMAIL_SUBJECT_MAX_CODE_POINTS = 500
/** The failed attempts that are kept for each mail. An admin can queue a mail again any number of times. */
export const EMAIL_FAILURES_KEPT = 10
/** The PEM text of a private key. An RSA key of 4096 bits has about 3,300 characters. */
export const MAIL_KEY_MAX_CHARACTERS = 8_192
/** Length of a mail endpoint's URL. */
export const MAIL_ENDPOINT_MAX_CHARACTERS = 2_048
/** Sign-up rules of a project. */
export const SIGN_UP_RULES_MAX = 100
/** Values of one condition, such as domains. */
export const SIGN_UP_RULE_VALUES_MAX = 1_000
/** How long the facts of a sign-up are kept, which a dry run of rules reads. */
export const SIGN_UP_RULES_DRY_RUN_DAYS = 30
/** Sign-ups that a dry run of the rules tries. */
export const SIGN_UPS_TRIED_MAX = 10_000
export const SIGN_UP_RULES_EXAMPLES_MAX = 5
/** Users on the waiting list that one call decides about. */
export const HELD_USERS_DECIDED_MAX = 100
export const OLD_SYSTEM_URL_MAX_CHARACTERS = 2_048
/** The days that an old system can be asked, from the present. */
export const OLD_SYSTEM_DAYS_MAX = 366
/** How long an old system may take to answer, and how long its failures are kept. */
export const OLD_SYSTEM_ANSWER_SECONDS = 5
export const OLD_SYSTEM_FAILURE_DAYS = 90
/** Users that one call of a server mails. */
export const WRITTEN_EMAIL_USERS_MAX = 100
/** The HTML of a mail that a server writes, and the values of its placeholders together, as JSON. */
export const WRITTEN_EMAIL_MAX_BYTES = 100_000
/** The newest mails that the figures of the delivery count. */
export const COUNTED_EMAILS_MAX = 100_000
/** Mails on a page of the sent mails. */
export const SENT_EMAIL_PAGE_DEFAULT = 100
export const SENT_EMAIL_PAGE_MAX = 1_000
/** As long as an address can be. */
export const SENT_EMAIL_QUERY_MAX_CODE_POINTS = 320
export const IMAGE_URL_MAX_CHARACTERS = 1_000_000
/** Width and height of an uploaded image. Browsers reserve memory for every pixel. */
export const IMAGE_MAX_PIXELS = 4_096
/** Size of a project's logo. Every mail carries one, and an exported configuration all four. */
export const LOGO_MAX_BYTES = 65_536
/** Length of the addresses of terms and privacy policy. */
export const BRANDING_URL_MAX_CHARACTERS = 2_000
/** The largest number of a TCP port. */
export const PORT_MAX = 65_535

/** A longer `User-Agent` header is cut before it is read or stored. */
export const USER_AGENT_MAX_CHARACTERS = 200

export const ACCESS_TOKEN_FRESHNESS_MILLIS = 20_000
/** A request for an access token that stays valid for this time or longer is a programming error. */
export const ACCESS_TOKEN_REQUIRED_EXPIRY_LIMIT_MILLIS = 60_000
export const ACCESS_TOKEN_DEFAULT_SECONDS = 600
/** No setting makes the lifetime of a token longer. A token with a longer one was signed with a stolen key. */
export const ACCESS_TOKEN_MAX_SECONDS = 600
/** Longer texts are not access tokens of this service. */
export const ACCESS_TOKEN_MAX_CHARACTERS = 4_096
/** Custom claims of a project. */
export const ACCESS_TOKEN_CLAIMS_MAX = 20
/** Length of a custom claim's name. */
export const ACCESS_TOKEN_CLAIM_NAME_MAX_CHARACTERS = 32
/**
 * All custom claims of a token as JSON, with the list of those that did not fit. A cookie contains the token and has
 * 4,096 bytes.
 */
export const ACCESS_TOKEN_CLAIMS_MAX_BYTES = 1_024
/** How long verifiers may cache the public keys of a project. */
export const JWKS_CACHE_SECONDS = 3_600
/** Access tokens (RFC 9068) are accepted for this time after `exp`, to tolerate clock drift. */
export const CLOCK_TOLERANCE_SECONDS = 30

export const SESSION_DEFAULT_LIFETIME_MILLIS = 31_536_000_000
/** For support staff: one working day, unless the server names another time. */
export const IMPERSONATION_DEFAULT_LIFETIME_MILLIS = 86_400_000
/** A session that an owner starts by link, to look at what a user sees. A refresh does not extend it. */
export const IMPERSONATION_OF_LINK_MILLIS = 3_600_000
export const SESSION_MAX_LIFETIME_MILLIS = 31_708_800_000
/**
 * The shortest lifetime and idle timeout that a project can set. Longer than the longest lifetime of an access token.
 */
export const SESSION_POLICY_MIN_MILLIS = 900_000
/** Ten years: longer than any session. */
export const ANONYMOUS_USER_LIFETIME_MAX_DAYS = 3_650
/** For new projects. Anyone can create anonymous users, so a project that sets nothing must not keep them for ever. */
export const ANONYMOUS_USER_LIFETIME_DEFAULT_DAYS = 90
/** The longest time that a project gives its users to set up a required second factor. */
export const SECOND_FACTOR_GRACE_MAX_DAYS = 90

/** The longest time for which a project can let a device skip the second factor. */
export const REMEMBERED_DEVICE_MAX_DAYS = 30

/** Remembered devices of a user. Another one replaces the one that was used least recently. */
export const REMEMBERED_DEVICES_PER_USER = 20

/**
 * Devices (browser, system and country) of a user on which a sign-in is not mailed. Another one replaces the one that
 * was used least recently.
 */
export const KNOWN_DEVICES_PER_USER = 20

/**
 * Mails about new devices that a user gets within a day. At most `KNOWN_DEVICES_PER_USER`, because the devices are
 * counted.
 */
export const NEW_DEVICE_MAILS_PER_DAY = 10

/** Random bytes of the secret that recognises a device. */
export const DEVICE_SECRET_BYTES = 32

/** Secrets that a call can carry, one for each user of a browser. */
export const DEVICE_SECRETS_PER_CALL = 5
/** For this time after a rotation, the previous refresh token returns the same successor (RFC 9700 section 4.14). */
export const REFRESH_ROTATION_GRACE_MILLIS = 30_000

/** If the project requires a recent sign-in, users can change their credentials for this time after sign-in. */
export const RECENT_SIGN_IN_MILLIS = 900_000

export const REFRESH_COOKIE_SECONDS = 31_536_000
export const ACCESS_COOKIE_SECONDS = 86_400
export const OAUTH_STATE_COOKIE_SECONDS = 3_600
export const COOKIE_POLL_MILLIS = 100

export const REDIRECT_WAIT_MILLIS = 2_000
export const CLI_POLL_WAIT_MILLIS = 2_000
/** Default and maximum time to confirm a CLI login (rule S-14). */
export const CLI_LOGIN_DEFAULT_MILLIS = 7_200_000
/** The maximum that a client may request. The service reduces it to the default. */
export const CLI_LOGIN_MAX_MILLIS = 86_400_000

export const NETWORK_ATTEMPTS = 5
export const NETWORK_RETRY_BASE_MILLIS = 1_000
/** Attempts of a call from a server while the connection is refused. */
export const UNCONNECTED_ATTEMPTS = 3
/** The total of a call's pauses after answers with `Retry-After`. A call that would wait longer fails at once. */
export const RETRY_AFTER_WAIT_MAX_MILLIS = 5_000

export const CACHE_DROP_MILLIS = 5_000
export const CACHE_REFRESH_THROTTLE_MILLIS = 300

/** Passkeys of a user (rule S-34). */
export const PASSKEYS_PER_USER = 20
export const PASSKEY_NAME_MAX_CODE_POINTS = 64
/** WebAuthn Level 3, section 4: credential id. */
export const PASSKEY_CREDENTIAL_ID_MAX_BYTES = 1_023
export const PASSKEY_USER_ID_MIN_BYTES = 1
export const PASSKEY_USER_ID_MAX_BYTES = 64
/**
 * Placeholder in the options of a passkey ceremony. The SDK replaces it with the host name of the page. The service
 * derives the expected relying party id from the origin that the authenticator signed.
 */
export const PASSKEY_RP_ID_PLACEHOLDER = 'THIS_VALUE_WILL_BE_REPLACED.example.com'

/** Pause after the last key before a delayed text input reports its text. */
export const DELAYED_INPUT_MILLIS = 500

/** The path of the SDK pages, unless a trusted domain names another one. */
export const DEFAULT_HANDLER_PATH = '/handler'
/** The path of the API at the service's address. */
export const API_PREFIX = '/api/v1'

/** Limits of requests, checked before parsing (rule S-61). */
export const URL_MAX_BYTES = 8_192
export const HEADERS_MAX_BYTES = 16_384
export const BODY_MAX_BYTES = 65_536
/** For endpoints whose body can contain an inline image. */
export const BODY_WITH_IMAGE_MAX_BYTES = 1_153_434
/** For documents with the configuration of a project. */
export const BODY_WITH_DOCUMENT_MAX_BYTES = 2_097_152
export const BODY_WITH_DOCUMENT_MAX_KEYS = 20_000
/** For batches of records that move in from another system. */
export const BODY_WITH_RECORDS_MAX_BYTES = 4_194_304
/** Records that are imported together, as JSON. Half of what a call may carry, because a batch is one transaction. */
export const IMPORT_BATCH_BYTES = BODY_WITH_RECORDS_MAX_BYTES / 2
export const BODY_WITH_RECORDS_MAX_KEYS = 100_000
/** The longest registered language tags are shorter. */
export const LOCALE_MAX_CHARACTERS = 35
export const BODY_MAX_DEPTH = 32
export const BODY_MAX_KEYS = 1_000
export const METADATA_MAX_BYTES = 65_536
/** Users that the selection of a job can name. */
export const JOB_SELECTION_MAX = 1_000
/** Jobs of a project that have not ended. */
export const OPEN_JOBS_MAX = 5
/** Exports of a project whose result is kept. */
export const EXPORT_RESULTS_MAX = 5

/** Endpoints for webhooks of one project. */
export const WEBHOOK_ENDPOINTS_MAX = 50
export const WEBHOOK_URL_MAX_CHARACTERS = 2_000
export const WEBHOOK_DESCRIPTION_MAX_CODE_POINTS = 1_000
/** Headers that an endpoint gets with each delivery, and the size of each value. */
export const WEBHOOK_HEADERS_MAX = 20
export const WEBHOOK_HEADER_NAME_MAX_CHARACTERS = 128
export const WEBHOOK_HEADER_VALUE_MAX_CHARACTERS = 2_000
/** Deliveries per second that an endpoint may ask for. */
export const WEBHOOK_RATE_LIMIT_MAX = 10_000
/** Deliveries on a page of their list. */
export const WEBHOOK_DELIVERY_PAGE_DEFAULT = 50
export const WEBHOOK_DELIVERY_PAGE_MAX = 200
/** Lifetime of a token for Svix clients. */
export const SVIX_TOKEN_SECONDS = 7_200
/** Deliveries that one call replays. */
export const WEBHOOK_REPLAY_MAX = 5_000
/** The latest attempts that an endpoint's figures count, all from the last 24 hours. */
export const WEBHOOK_FIGURE_ATTEMPTS_MAX = 1_000
/** The bytes of an answer that an attempt keeps. */
export const WEBHOOK_ANSWER_MAX_BYTES = 1_024
/** Programs of developers that fetch the events of one project at the same time. */
export const WEBHOOK_LISTENERS_MAX = 20
/** A listener ends when its program has not fetched for this time. */
export const WEBHOOK_LISTENER_SECONDS = 120
/** Events that one fetch answers. */
export const WEBHOOK_LISTENER_MESSAGES_MAX = 50
