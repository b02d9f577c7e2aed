const NAME_MAX_CODE_POINTS = 64

/** Full stops of any width; browsers and mail clients read them all as the dot of a domain. */
const DOT = /[.\u2024\u3002\ufe52\uff0e\uff61](?=\S)/gu
const AT = /[@\ufe6b\uff20]/gu
const SLASHES = /[/\\\uff0f\uff3c]{2,}/gu
/** After a letter: the end of a scheme such as `tel:`. */
const COLON = /(?<=\p{L})[:\ufe55\uff1a](?=\S)/gu

/**
 * Writes a name that a project or user has chosen so that it can stand in a mail: in the subject, as the sender, in both
 * parts.
 *
 * Mail clients turn text such as `evil.example` or `https://…` into links, so a name could place a link in another
 * person's mailbox. The characters that links are made of are replaced visibly: `Acme.io` is written
 * `Acme·io`. Invisible characters (a zero-width space after each dot) are no protection, because clients and spam filters
 * drop them, and because they make mails look like those of spammers.
 *
 * Control characters, line breaks and direction marks become spaces. The two joiners stay, because scripts and emoji
 * need them.
 */
export function nameInMail(name: string): string {
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
