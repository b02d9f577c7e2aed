/** How many calls in how many seconds. */
export type Limit = readonly [calls: number, seconds: number]

/**
 * What may be done how often. Keys are names of acts, not of paths, so that sibling paths share a limit. A call is counted
 * in the order of this list, and what one dimension refuses is not counted in those after it: whoever is over their own
 * limit cannot use up what everybody has.
 *
 * - `perAddress`: one client address (IPv6 by /64)
 * - `perAccountAndAddress`: one e-mail address of one project, whether or not somebody has it, by one client address
 * - `perAccount`: the same, whoever calls; client addresses from which its verified owner has signed in are exempt, so that
 *   strangers cannot use it up
 * - `perUser`: one signed-in user, wherever they are
 * - `perRecipient`: one mailbox, whoever causes the mail. More than `perAccount` grants to strangers in that time, or they
 *   could keep its owner's mails away.
 * - `perProject`: everyone together, so that one tenant cannot starve the others
 */
export const rateLimitDefaults = {
  /** Password sign-in, password update: everything that compares a password. */
  passwordSignIn: { perAddress: [60, 60], perAccountAndAddress: [20, 60], perProject: [6_000, 60] },
  signUp: { perAddress: [20, 60], perProject: [3_000, 60] },
  /** Answers to a sign-up that reveal that the e-mail address is taken; see `stoppedBy`. */
  takenAddress: { perAddress: [20, 3_600] },
  /** Sign-in, reset and verification mails. That of a sign-up counts for its mailbox only, which may then go without it. */
  sendMail: { perAddress: [20, 60], perAccount: [5, 300], perRecipient: [20, 300], perProject: [3_000, 60] },
  /** A project owner who tries settings of a mail server: to one mailbox, and altogether. */
  sendTestMail: { perRecipient: [5, 300], perProject: [20, 300] },
  /** Using or checking a code. */
  useCode: { perAddress: [60, 60], perProject: [6_000, 60] },
  /** A challenge for a passkey; sign-in pages ask for one as they open, so that the browser can offer it. */
  startPasskey: { perAddress: [120, 60], perProject: [12_000, 60] },
  passkeySignIn: { perAddress: [60, 60], perProject: [6_000, 60] },
  startCliLogin: { perAddress: [20, 60], perProject: [3_000, 60] },
  /** Here the account is the polling code. A terminal asks every two seconds; one that asks each second is still fine. */
  pollCliLogin: { perAddress: [3_000, 60], perAccount: [15, 10], perProject: [60_000, 60] },
  /** Going to a sign-in provider and coming back from it. */
  providerSignIn: { perAddress: [120, 60], perProject: [6_000, 60] },
  /** Users refresh every ten minutes at most: enough for 600,000 who are active at once. */
  refresh: { perAddress: [600, 60], perProject: [60_000, 60] },
  /** Password, passkey, authenticator app, connected account, primary address: each change mails its user. */
  changeCredentials: { perUser: [30, 3_600] },
  createProject: { perAddress: [30, 60], perAccount: [30, 3_600] },
} as const satisfies Record<string, Partial<Record<Dimension, Limit>>>

/**
 * Acts that are refused to a client address that has used up what another one grants it. Answers that reveal who has an
 * account are limited this way: refusing only these answers would reveal the same.
 */
export const stoppedBy: { readonly [Act in LimitedAct]?: LimitedAct } = {
  signUp: 'takenAddress',
}

/** In the order in which they are counted. */
export const dimensions = [
  'perAddress',
  'perAccountAndAddress',
  'perAccount',
  'perUser',
  'perRecipient',
  'perProject',
] as const
export type Dimension = (typeof dimensions)[number]

export type LimitedAct = keyof typeof rateLimitDefaults

type Widen<T> = { readonly [Key in keyof T]: Limit }
export type RateLimits = { readonly [Act in LimitedAct]: Widen<(typeof rateLimitDefaults)[Act]> }
