/** What the browser refuses or lacks. */
export type BrowserErrorCode = 'COOKIES_BLOCKED' | 'INSECURE_CONTEXT'

/**
 * The browser cannot do what the call needs. `code` is `COOKIES_BLOCKED` if the visitor has to allow cookies, and
 * `INSECURE_CONTEXT` for a page that is neither on https nor on localhost.
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
