import { encodeBase32 } from './base32.ts'

/** An entry that an authenticator app displays and stores. */
export interface AuthenticatorEntry {
  /** The service that requires the codes, such as the product name. */
  readonly issuer: string
  /** The user's account, such as an e-mail address. */
  readonly account: string
  readonly secret: Uint8Array
}

/**
 * Returns the text of the QR code that transfers a TOTP secret to an authenticator app. SHA-1, six digits and 30
 * seconds are the defaults of the apps, so the URI omits them: a shorter text makes a QR code that is easier to scan.
 *
 * @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function otpauthUri({ issuer, account, secret }: AuthenticatorEntry): string {
  // The colon separates issuer and account, so neither may contain one.
  const [shownIssuer, shownAccount] = [issuer, account].map((text) =>
    encodeURIComponent(text.toWellFormed().replaceAll(':', ' ').trim()),
  )
  const label = shownIssuer === '' ? shownAccount : `${shownIssuer}:${shownAccount}`
  const issuerParameter = shownIssuer === '' ? '' : `&issuer=${shownIssuer}`
  return `otpauth://totp/${label}?secret=${encodeBase32(secret)}${issuerParameter}`
}
