/** The maximum number of calls in a period. The first call starts the period. */
export interface RateLimit {
  readonly calls: number
  readonly seconds: number
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600

/**
 * The limited acts and their rates. Keys are names of acts, not of paths, so that sibling paths share a limit. Each
 * call is counted in the order of `rateDimensions`. A dimension that refuses a call ends the count, so a caller over
 * its own limit does not use up the limit of the project.
 */
export const rateLimitDefaults = {
  passwordSignIn: {
    perAddress: { calls: 60, seconds: MINUTE_SECONDS },
    perAccountAndAddress: { calls: 20, seconds: MINUTE_SECONDS },
    perProject: { calls: 6_000, seconds: MINUTE_SECONDS },
  },
  // Each call can cause a call to another system, which has its own limits.
  askOldSystem: {
    perAccount: { calls: 10, seconds: 300 },
    perProject: { calls: 600, seconds: MINUTE_SECONDS },
  },
  signUp: {
    perAddress: { calls: 20, seconds: MINUTE_SECONDS },
    perProject: { calls: 3_000, seconds: MINUTE_SECONDS },
  },
  changeAddress: {
    perAddress: { calls: 60, seconds: MINUTE_SECONDS },
    perProject: { calls: 6_000, seconds: MINUTE_SECONDS },
  },
  changeImage: {
    perAddress: { calls: 60, seconds: MINUTE_SECONDS },
    perUser: { calls: 30, seconds: HOUR_SECONDS },
    perProject: { calls: 3_000, seconds: MINUTE_SECONDS },
  },
  takenAddress: { perAddress: { calls: 20, seconds: HOUR_SECONDS } },
  sendMail: {
    perAddress: { calls: 20, seconds: MINUTE_SECONDS },
    perAccount: { calls: 5, seconds: 300 },
    perRecipient: { calls: 20, seconds: 300 },
    perProject: { calls: 3_000, seconds: MINUTE_SECONDS },
  },
  // Separate from `sendMail`, so that a newsletter cannot use up the limit for its readers' sign-in codes.
  sendWrittenMail: {
    perRecipient: { calls: 20, seconds: 300 },
    perProject: { calls: 3_000, seconds: MINUTE_SECONDS },
  },
  sendTestMail: { perRecipient: { calls: 5, seconds: 300 }, perProject: { calls: 20, seconds: 300 } },
  checkSenderDomain: { perProject: { calls: 30, seconds: 300 } },
  discoverIssuer: { perProject: { calls: 60, seconds: 300 } },
  retryMail: { perProject: { calls: 100, seconds: 300 } },
  decideHeldUsers: { perProject: { calls: 300, seconds: HOUR_SECONDS } },
  changeWebhooks: { perProject: { calls: 300, seconds: 300 } },
  replayWebhooks: { perProject: { calls: 600, seconds: 300 } },
  useCode: {
    perAddress: { calls: 60, seconds: MINUTE_SECONDS },
    perProject: { calls: 6_000, seconds: MINUTE_SECONDS },
  },
  // Sign-in pages request a challenge when they open, so that the browser can offer a passkey.
  createBotChallenge: {
    perAddress: { calls: 120, seconds: MINUTE_SECONDS },
    perProject: { calls: 12_000, seconds: MINUTE_SECONDS },
  },
  botCheckedFailure: { perAddress: { calls: 20, seconds: HOUR_SECONDS } },
  startPasskey: {
    perAddress: { calls: 120, seconds: MINUTE_SECONDS },
    perProject: { calls: 12_000, seconds: MINUTE_SECONDS },
  },
  passkeySignIn: {
    perAddress: { calls: 60, seconds: MINUTE_SECONDS },
    perProject: { calls: 6_000, seconds: MINUTE_SECONDS },
  },
  startCliLogin: {
    perAddress: { calls: 20, seconds: MINUTE_SECONDS },
    perProject: { calls: 3_000, seconds: MINUTE_SECONDS },
  },
  // The account is the polling code. A terminal polls every two seconds; polling every second is still within the
  // limit.
  pollCliLogin: {
    perAddress: { calls: 3_000, seconds: MINUTE_SECONDS },
    perAccount: { calls: 15, seconds: 10 },
    perProject: { calls: 60_000, seconds: MINUTE_SECONDS },
  },
  providerSignIn: {
    perAddress: { calls: 120, seconds: MINUTE_SECONDS },
    perProject: { calls: 6_000, seconds: MINUTE_SECONDS },
  },
  readProviderToken: {
    perAddress: { calls: 600, seconds: MINUTE_SECONDS },
    perUser: { calls: 120, seconds: MINUTE_SECONDS },
    perProject: { calls: 12_000, seconds: MINUTE_SECONDS },
  },
  // Users refresh every ten minutes at most: enough for 600,000 users who are active at once.
  refresh: {
    perAddress: { calls: 600, seconds: MINUTE_SECONDS },
    perProject: { calls: 60_000, seconds: MINUTE_SECONDS },
  },
  // All dashboard sessions belong to one project. A limit per project would let strangers lock out its owners.
  dashboardSession: { perAddress: { calls: 600, seconds: MINUTE_SECONDS } },
  changeCredentials: { perUser: { calls: 30, seconds: HOUR_SECONDS } },
  resetFactor: { perProject: { calls: 60, seconds: HOUR_SECONDS } },
  changeTeam: {
    perAddress: { calls: 120, seconds: MINUTE_SECONDS },
    perUser: { calls: 300, seconds: HOUR_SECONDS },
    perProject: { calls: 6_000, seconds: MINUTE_SECONDS },
  },
  // Creations and new expiries also count as changes of credentials, for their user.
  changeApiKey: {
    perAddress: { calls: 120, seconds: MINUTE_SECONDS },
    perProject: { calls: 6_000, seconds: MINUTE_SECONDS },
  },
  reportApiKey: { perAddress: { calls: 60, seconds: MINUTE_SECONDS } },
  partnerCall: { perAddress: { calls: 600, seconds: MINUTE_SECONDS } },
  partnerFailure: { perAddress: { calls: 20, seconds: HOUR_SECONDS } },
  authorizePartner: { perAddress: { calls: 120, seconds: MINUTE_SECONDS } },
  inviteMember: {
    perAddress: { calls: 60, seconds: MINUTE_SECONDS },
    perUser: { calls: 100, seconds: HOUR_SECONDS },
    perRecipient: { calls: 10, seconds: HOUR_SECONDS },
    perProject: { calls: 3_000, seconds: MINUTE_SECONDS },
  },
  inviteUser: {
    perRecipient: { calls: 10, seconds: HOUR_SECONDS },
    perProject: { calls: 3_000, seconds: HOUR_SECONDS },
  },
  exportOwnData: {
    perAddress: { calls: 60, seconds: MINUTE_SECONDS },
    perUser: { calls: 30, seconds: HOUR_SECONDS },
    perProject: { calls: 600, seconds: MINUTE_SECONDS },
  },
  createJob: { perProject: { calls: 60, seconds: HOUR_SECONDS } },
  createImport: { perProject: { calls: 120, seconds: HOUR_SECONDS } },
  // Enough for the files of five imports with the largest size.
  uploadImportFile: { perProject: { calls: 1_200, seconds: HOUR_SECONDS } },
  exportRecords: { perProject: { calls: 30, seconds: HOUR_SECONDS } },
  inviteOwner: {
    perRecipient: { calls: 10, seconds: HOUR_SECONDS },
    perProject: { calls: 100, seconds: HOUR_SECONDS },
  },
  changeStaff: { perProject: { calls: 100, seconds: HOUR_SECONDS } },
  impersonate: { perProject: { calls: 300, seconds: HOUR_SECONDS } },
  // Opening or sealing secrets takes as long as several sign-ins with a password.
  transferConfiguration: { perProject: { calls: 60, seconds: 300 } },
  createProject: {
    perAddress: { calls: 30, seconds: MINUTE_SECONDS },
    perAccount: { calls: 30, seconds: HOUR_SECONDS },
  },
} as const satisfies Record<string, Partial<Record<RateDimension, RateLimit>>>

/** What a call of each act does, for the documentation. */
export const limitedActDescriptions: { readonly [Act in LimitedAct]: string } = {
  passwordSignIn: 'compares a password: sign-in and change of the password',
  askOldSystem:
    'is a sign-in whose password is compared by the old system of the project; its limits also apply to a wrong password of a known user while a move runs',
  signUp: 'creates an account',
  changeAddress:
    'adds, changes or removes an e-mail address of a user; the notice to a new address counts for its mailbox',
  changeImage: 'sets the profile image of the signed-in user, a team or a team member; backends do not count',
  takenAddress:
    'is answered that the e-mail address belongs to another account; above this limit every sign-up and change of an address from the client address is refused',
  sendMail:
    'causes a mail for sign-in, reset or verification; the verification mail of a sign-up counts for its mailbox only',
  sendWrittenMail:
    'sends a mail that a server has written; each recipient counts, and a call above a limit sends none of its mails',
  sendTestMail: 'sends a test mail through the mail server of a project',
  checkSenderDomain: "asks DNS about the domain of a project's sender",
  discoverIssuer:
    'reads the documents of an OpenID Connect issuer; saving a project counts each issuer that it adds or changes',
  retryMail: 'queues a failed mail of a project again',
  decideHeldUsers: 'approves or refuses users on the waiting list',
  changeWebhooks: 'adds, changes or deletes an endpoint for webhooks, or replaces its secret',
  replayWebhooks: 'delivers webhooks again, or sends a test event',
  useCode: 'uses or checks a code',
  createBotChallenge: 'requests a puzzle that costs a browser time',
  botCheckedFailure:
    'is refused in a project with a proof of work as bot check; the puzzles of the client address cost more with each, and the most from this limit on',
  startPasskey: 'requests a challenge for a passkey',
  passkeySignIn: 'signs in with a passkey',
  startCliLogin: 'starts a login from a terminal',
  pollCliLogin: 'polls a login from a terminal; the account is the polling code',
  providerSignIn: 'starts or finishes a sign-in at a provider',
  readProviderToken: 'asks for an access token of a connected account',
  refresh: 'exchanges a refresh token',
  dashboardSession:
    'moves a session to the cookie of the dashboard, exchanges the refresh token in it, or confirms a login from a terminal with it',
  changeCredentials:
    'changes how a user signs in (password, passkey, authenticator app, connected account, primary address), creates an API key or changes its expiry, or deletes the user',
  resetFactor: "announces the removal of a user's second factor",
  changeTeam: 'creates or changes a team, a member profile, or the permissions of a member; backends do not count',
  changeApiKey: 'creates, changes or revokes an API key of a user or a team; backends do not count',
  reportApiKey: 'reports an API key that a secret scanner has found',
  partnerCall: 'is made by a client of a partner',
  partnerFailure:
    'has wrong credentials of a partner; above this limit every call of a partner from the client address is refused',
  authorizePartner: "is a step of a browser in a partner's authorization",
  inviteMember: 'mails an invitation to a team',
  inviteUser: 'mails an invitation to sign up',
  exportOwnData: 'downloads the data of the signed-in user',
  createJob: 'starts an act on many users in the background',
  createImport: 'starts an import of users from another system, or begins to read its files',
  uploadImportFile: 'uploads a piece of a file for an import',
  exportRecords: 'exports all users and teams of a project',
  inviteOwner: 'mails an invitation to the staff of a project',
  changeStaff: 'changes the role of a member of staff',
  impersonate: 'creates a link that signs an owner in as a user',
  transferConfiguration: 'imports the configuration of a project, or exports it with secrets',
  createProject: 'creates a project',
}

/**
 * Acts that count only for clients. A backend may import many at once, and must not use up the limit that protects the
 * service from the clients of its project.
 */
export const clientActs: readonly LimitedAct[] = ['changeImage', 'changeTeam', 'changeApiKey']

/**
 * Acts that are refused while the client address has used up its limit of another act. Answers that reveal which
 * accounts exist, or that credentials are wrong, are limited this way: refusing only these answers would reveal the
 * same.
 */
export const stoppedBy: { readonly [Act in LimitedAct]?: LimitedAct } = {
  signUp: 'takenAddress',
  changeAddress: 'takenAddress',
  partnerCall: 'partnerFailure',
}

/**
 * What calls are counted by, in the order of counting.
 *
 * - `perAddress`: one client address (IPv6 by /64)
 * - `perAccountAndAddress`: one e-mail address of one project, whether or not an account has it, and one client address
 * - `perAccount`: one e-mail address, for all callers. Client addresses from which its verified owner has signed in are
 *   exempt, so that other people cannot use it up
 * - `perUser`: one signed-in user, at any client address
 * - `perRecipient`: one mailbox, for all callers. It is higher than `perAccount` in the same period, so that other
 *   people cannot keep the mails of its owner away
 * - `perProject`: all callers of a project, so that one tenant cannot starve the others
 */
export const rateDimensions = [
  'perAddress',
  'perAccountAndAddress',
  'perAccount',
  'perUser',
  'perRecipient',
  'perProject',
] as const
export type RateDimension = (typeof rateDimensions)[number]

export type LimitedAct = keyof typeof rateLimitDefaults

type Widen<T> = { readonly [Key in keyof T]: RateLimit }
export type RateLimits = { readonly [Act in LimitedAct]: Widen<(typeof rateLimitDefaults)[Act]> }
