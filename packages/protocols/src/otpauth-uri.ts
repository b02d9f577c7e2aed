import { encodeBase32 } from './base32.ts'

/** What an authenticator app shows and keeps. */
export interface AuthenticatorEntry {
  /** Who asks for the codes, such as the name of the product. */
  readonly issuer: string
  /** Whose account it is, such as their e-mail address. */
  readonly account: string
  readonly secret: Uint8Array
}

/**
 * The text of the QR code that gives a TOTP secret to an authenticator app. SHA-1, six digits and 30 seconds are what
 * apps take without being told, so the text stays short and the code easy to scan.
 *
 * @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function otpauthUri({ issuer, account, secret }: AuthenticatorEntry): string {
  // The colon separates the two, so neither may hold one.
  const [shownIssuer, shownAccount] = [issuer, account].map((text) =>
    encodeURIComponent(text.toWellFormed().replaceAll(':', ' ').trim()),
  )
  const label = shownIssuer === '' ? shownAccount : `${shownIssuer}:${shownAccount}`
  const issuerParameter = shownIssuer === '' ? '' : `&issuer=${shownIssuer}`
  return `otpauth://totp/${label}?secret=${encodeBase32(secret)}${issuerParameter}`
}
