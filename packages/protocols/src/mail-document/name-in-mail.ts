const NAME_MAX_CODE_POINTS = 64

/** Full stops of all widths. Browsers and mail clients treat each as the dot of a domain. */
const DOT = /[.\u2024\u3002\ufe52\uff0e\uff61](?=\S)/gu
const AT = /[@\ufe6b\uff20]/gu
const SLASHES = /[/\\\uff0f\uff3c]{2,}/gu
/** A colon after a letter ends a scheme such as `tel:`. */
const COLON = /(?<=\p{L})[:\ufe55\uff1a](?=\S)/gu

/** Double quotation marks of all styles. Single ones are part of names such as O’Brien. */
const QUOTATION_MARKS = /["\u00ab\u00bb\u201c-\u201f\u2033\u2036\u275d\u275e\u301d-\u301f\uff02]/gu

/**
 * Makes a name safe for a quotation in a mail. Without double quotation marks, it cannot end the quotation, so the rest
 * of it cannot look like a sentence of the service.
 */
export function quotedNameInMail(name: string): string {
  // guard: a quoted name cannot end its quotation (replace `name.replaceAll(QUOTATION_MARKS, '')` with `name`)
  return nameInMail(name.replaceAll(QUOTATION_MARKS, ''))
}

/** Matches fewer addresses than are valid: slashes, question marks and quotation marks are excluded. */
const PLAIN_ADDRESS = /^(?!.*www\.)(?:[a-z]+')?[a-z0-9._+-]+@[a-z0-9.-]+$/i

/** Whether a mail can show the address unchanged. A mail client links it to its mailbox only. */
export function isPlainAddress(address: string): boolean {
  return PLAIN_ADDRESS.test(address)
}

/** Makes an address safe for a mail: a plain one stays, and any other is changed like a name. */
export function addressInMail(address: string): string {
  return isPlainAddress(address) ? address : quotedNameInMail(address)
}

/**
 * Makes a name that a project owner or user has chosen safe for a mail: for the subject, the sender and both parts.
 *
 * Mail clients turn text such as `evil.example` or `https://…` into links, so a name could place a link in another
 * person's mailbox. The characters that form links are replaced visibly: `Acme.io` becomes `Acme·io`. Invisible
 * characters, such as a zero-width space after each dot, do not help: clients and spam filters remove them, and spam
 * mails use them.
 *
 * Control characters, line breaks and direction marks become spaces. The two joiners stay, because some scripts and
 * emoji require them.
 */
export function nameInMail(name: string): string {
  // guard: a name does not become a link in a mail (drop `.replaceAll(DOT, '·')`)
  const text = name
    .replaceAll(/(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(SLASHES, ' ')
    .replaceAll(COLON, ': ')
    .replaceAll(AT, ' @ ')
    .replaceAll(DOT, '·')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  const characters = [...text]
  if (characters.length <= NAME_MAX_CODE_POINTS) return text
  const start = characters.slice(0, NAME_MAX_CODE_POINTS - 1).join('')
  return `${start.replace(/[.\s]+$/u, '')}…`
}
