/** The e-mail grammar of the HTML standard ("valid e-mail address"): one plain ASCII mailbox, no quotes, lists or comments. */
const htmlEmail =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** RFC 5321 section 4.5.3.1.3: a path is at most 256 octets including its angle brackets. */
const EMAIL_MAX_CHARACTERS = 254

/**
 * The one form in which an address is stored, compared, limited and looked up: trimmed, lower case, with an
 * internationalised domain in its ASCII form.
 *
 * @returns the canonical address, or null if the text is not exactly one plain mailbox. Text that compatibility
 * normalisation (NFKC) would change is refused rather than changed: two addresses that look alike must never become one.
 */
export function canonicalEmail(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length > EMAIL_MAX_CHARACTERS || trimmed.normalize('NFKC') !== trimmed) return null
  // Invisible characters would vanish when the domain becomes ASCII, and two texts would be one address.
  if (/[\p{C}\p{Z}]/u.test(trimmed)) return null
  const at = trimmed.lastIndexOf('@')
  if (at < 1) return null
  const domain = domainToAscii(trimmed.slice(at + 1))
  if (domain === null) return null
  const canonical = `${trimmed.slice(0, at).toLowerCase()}@${domain}`
  return canonical.length <= EMAIL_MAX_CHARACTERS && htmlEmail.test(canonical) ? canonical : null
}

/** The specification's strict variant: no leading, trailing or doubled dot before the @, and a domain that ends in a suffix of 2+ characters. */
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
  // The URL parser knows IDNA, but it also knows ports, paths and user names: only a bare host may pass.
  if (/[\s:/?#[\]@\\%]/.test(domain)) return null
  try {
    return new URL(`http://${domain}`).hostname || null
  } catch {
    return null
  }
}
