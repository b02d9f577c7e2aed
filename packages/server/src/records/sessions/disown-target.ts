/** What the code of a mail about a sign-in on a new device applies to. */
export interface DisownTarget {
  readonly sessionId: string
  /** The key of the known device. */
  readonly device: string
  /** The address of the mail, to which a code for a new password may go. */
  readonly address: string
}
