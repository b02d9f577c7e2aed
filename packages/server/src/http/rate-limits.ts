/** How many calls in how many seconds. */
export type Limit = readonly [calls: number, seconds: number]

/**
 * What may be done how often. Keys are names of acts, not of paths, so that sibling paths share a limit.
 *
 * - `perAddress`: one client address (IPv6 by /64)
 * - `perAccount`: one e-mail address of one project, whether or not somebody has it; addresses from which it has been
 *   signed in to are exempt, so that strangers cannot use it up
 * - `perAccountAndAddress`: the same, by one client address
 * - `perProject`: everyone together, so that one tenant cannot starve the others
 */
export const rateLimitDefaults = {
  /** Password sign-in, password update: everything that compares a password. */
  passwordSignIn: { perAddress: [60, 60], perAccountAndAddress: [20, 60], perProject: [6_000, 60] },
  signUp: { perAddress: [20, 60], perProject: [3_000, 60] },
  /** Reset and verification mails; that of a sign-up counts as a sign-up. */
  sendMail: { perAddress: [20, 60], perAccount: [5, 300], perProject: [3_000, 60] },
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
  refresh: { perAddress: [600, 60] },
  createProject: { perAddress: [30, 60], perAccount: [30, 3_600] },
} as const satisfies Record<
  string,
  Partial<Record<'perAddress' | 'perAccount' | 'perAccountAndAddress' | 'perProject', Limit>>
>

export type LimitedAct = keyof typeof rateLimitDefaults

type Widen<T> = { readonly [Key in keyof T]: Limit }
export type RateLimits = { readonly [Act in LimitedAct]: Widen<(typeof rateLimitDefaults)[Act]> }
