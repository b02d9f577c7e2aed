/** The grammar "valid e-mail address" of the HTML standard: one ASCII mailbox without quotes, lists or comments. */
const htmlEmail =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** RFC 5321 section 4.5.3.1.3: a path is at most 256 octets including its angle brackets. */
const EMAIL_MAX_CHARACTERS = 254

/**
 * Converts an address to the form in which it is stored, compared, rate-limited and looked up: trimmed, lower case,
 * with an internationalised domain in its ASCII form.
 *
 * @returns the canonical address, or null if the text is not exactly one plain mailbox. Refuses text that compatibility
 * normalisation (NFKC) would change, so that two addresses that look alike never become the same account.
 */
export function canonicalEmail(text: string): string | null {
  if (text.trim().length > EMAIL_MAX_CHARACTERS) return null
  const trimmed = composeDomain(text.trim())
  if (trimmed.normalize('NFKC') !== trimmed) return null
  // The conversion of the domain to ASCII drops invisible characters, which would map two texts to one address.
  if (/[\p{C}\p{Z}]/u.test(trimmed)) return null
  const at = trimmed.lastIndexOf('@')
  if (at < 1) return null
  const domain = domainToAscii(trimmed.slice(at + 1))
  if (domain === null) return null
  const canonical = `${trimmed.slice(0, at).toLowerCase()}@${domain}`
  return canonical.length <= EMAIL_MAX_CHARACTERS && htmlEmail.test(canonical) ? canonical : null
}

/**
 * Composes letters that were written as a letter and its accents (NFC), as keyboards and file names of macOS do. A
 * single character that has another form stays, so that the check refuses it.
 */
function composeDomain(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const isPlain = [...domain].every((character) => character.normalize('NFC') === character)
  return isPlain ? address.slice(0, address.length - domain.length) + domain.normalize('NFC') : address
}

/**
 * Checks the strict rule of the protocol: no leading, trailing or double dot before the @, and a domain of two or
 * more labels whose last label has at least two characters.
 */
export function isStrictEmail(canonical: string): boolean {
  const at = canonical.lastIndexOf('@')
  const local = canonical.slice(0, at)
  const labels = canonical.slice(at + 1).split('.')
  return (
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..') &&
    labels.length >= 2 &&
    (labels.at(-1)?.length ?? 0) >= 2
  )
}

function domainToAscii(domain: string): string | null {
  if (/^[\x21-\x7e]+$/.test(domain)) return domain.toLowerCase()
  // The URL parser implements IDNA, but it also accepts ports, paths and user names. Allow only a bare host.
  if (/[\s:/?#[\]@\\%]/.test(domain)) return null
  try {
    return new URL(`http://${domain}`).hostname || null
  } catch {
    return null
  }
}
