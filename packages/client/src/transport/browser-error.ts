/** What the browser refuses or lacks, and how a sign-in in the browser of a device can fail. */
export type BrowserErrorCode =
  | 'COOKIES_BLOCKED'
  | 'INSECURE_CONTEXT'
  | 'BROWSER_CLOSED'
  | 'BROWSER_BUSY'
  | 'UNKNOWN_SIGN_IN'
  | 'LINK_USED'

/**
 * The browser cannot do what the call needs. `code` is `COOKIES_BLOCKED` if the visitor has to allow cookies, and
 * `INSECURE_CONTEXT` for a page that is neither on https nor on localhost.
 *
 * In an app on a device, it is `BROWSER_CLOSED` if the user closed the browser before the sign-in was finished,
 * `BROWSER_BUSY` while another sign-in is open, `UNKNOWN_SIGN_IN` for a link that belongs to no sign-in of this app,
 * and `LINK_USED` for a link whose sign-in is finished.
 */
export class BrowserError extends Error {
  /** What the browser lacks or refuses. A program decides by it, not by the message. */
  readonly code: BrowserErrorCode

  constructor(code: BrowserErrorCode, message: string) {
    super(message)
    this.name = 'BrowserError'
    this.code = code
  }
}
