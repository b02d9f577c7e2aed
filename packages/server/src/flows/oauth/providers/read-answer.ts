import { canonicalEmail } from '@portico/contract'
import { parsePlainUrl } from '@portico/protocols/trusted-url'
import { z } from 'zod'

import { ProviderAnswerUnusable } from './provider.ts'

// A provider's answers are input like any other: they are parsed, and what does not fit is refused in words. What only
// decorates an account (name, picture) is left out instead, because nobody should be kept out for a strange picture.

const ACCOUNT_ID_MAX_CHARACTERS = 255
const NAME_MAX_CHARACTERS = 200
const PICTURE_URL_MAX_CHARACTERS = 2_048

/** An account id as text. An empty one, or one that a database or a log cannot hold, would be somebody else's. */
export const accountId = z
  .string()
  .min(1)
  .max(ACCOUNT_ID_MAX_CHARACTERS)
  .refine((id) => /^[\x21-\x7e]+$/.test(id), 'must be printable')

/** An account id that the provider writes as a number. Beyond 2^53 two ids could be read as one. */
export const numericAccountId = z
  .union([z.int().positive(), z.string().regex(/^[1-9][0-9]{0,19}$/)])
  .transform((id) => String(id))

/** Text, null or missing: for what decides something, such as an address. */
export const optionalText = z.string().nullish()

/** The same for names and pictures, which are left out if they are something else. */
export const decoration = optionalText.catch(null)

/** True, false or missing; Apple and a few others write it as text. Anything else is refused, since it decides trust. */
export const optionalFlag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
  .nullish()
  .transform((flag) => flag === true)

/** @throws ProviderAnswerUnusable naming the places that do not fit, never their content */
export function parseAnswer<Schema extends z.ZodType>(
  provider: string,
  schema: Schema,
  answer: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const places = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'the answer itself'))]
  throw new ProviderAnswerUnusable(
    `${provider} described the account in a way we cannot read (${places.join(', ')}). Please try again later.`,
  )
}

/** The canonical address; null if there is none or it is not exactly one plain mailbox, which nobody could be mailed at. */
export function addressOf(text: string | null | undefined): string | null {
  return text ? canonicalEmail(text) : null
}

export function nameOf(text: string | null | undefined): string | null {
  // Control characters and halves of a character have no place in a name; a database refuses some of them.
  const name =
    text
      ?.toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')
      .trim() ?? ''
  return name === '' ? null : [...name].slice(0, NAME_MAX_CHARACTERS).join('')
}

/** The address of a picture, if it is an ordinary web address; other schemes could run in a page. */
export function pictureOf(text: string | null | undefined): string | null {
  if (!text || text.length > PICTURE_URL_MAX_CHARACTERS) return null
  return parsePlainUrl(text)?.href ?? null
}
