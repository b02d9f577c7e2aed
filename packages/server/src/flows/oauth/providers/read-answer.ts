import { canonicalEmail } from '@portico/contract'
import { parsePlainUrl } from '@portico/protocols/trusted-url'
import { z } from 'zod'

import { ProviderAnswerUnusable } from './provider.ts'

// Responses of providers are untrusted input. A malformed value is refused. A malformed name or picture is omitted
// instead, because it must not prevent a sign-in.

const ACCOUNT_ID_MAX_CHARACTERS = 255
const NAME_MAX_CHARACTERS = 200
const PICTURE_URL_MAX_CHARACTERS = 2_048

/** A number as account id. Numbers above 2^53 are refused, because two ids could be parsed as the same number. */
const positiveNumber = z.int().positive().transform(String)

/**
 * An account id: text, or a number. An empty or altered id could match another account, so visible characters of any
 * script are accepted unchanged, with single spaces between them, and nothing else.
 */
export const accountId = z.union([
  z
    .string()
    .max(ACCOUNT_ID_MAX_CHARACTERS)
    .regex(/^[^\p{C}\p{Z}]+(?: [^\p{C}\p{Z}]+)*$/u, 'must be printable'),
  positiveNumber,
])

export const numericAccountId = z.union([positiveNumber, z.string().regex(/^[1-9][0-9]{0,19}$/)])

/** Text, null or absent. For values that affect identity or trust, such as an address. */
export const optionalText = z.string().nullish()

/** Text, null or absent. For names and pictures, which are omitted if malformed. */
export const optionalDetail = optionalText.catch(null)

/**
 * True, false, or null for absent. Apple and some others send the word in any letter case, or 0 or 1. Other values are
 * refused, because the flag decides trust.
 */
export const optionalFlag = z
  .union([
    z.boolean(),
    z
      .string()
      .regex(/^(?:true|false|0|1)$/i)
      .transform((word) => word === '1' || word.toLowerCase() === 'true'),
    z.literal([0, 1]).transform((number) => number === 1),
  ])
  .nullish()
  .transform((flag) => flag ?? null)

/** @throws ProviderAnswerUnusable with the paths of the malformed values, never with their content */
export function parseAnswer<Schema extends z.ZodType>(
  provider: string,
  schema: Schema,
  answer: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const places = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'the whole response'))]
  throw new ProviderAnswerUnusable(
    `${provider} returned account data in an unexpected format (${places.join(', ')}). Please try again later.`,
  )
}

/** Returns the canonical address. Null if there is none, or if the text is not exactly one plain mailbox. */
export function addressOf(text: string | null | undefined): string | null {
  return text ? canonicalEmail(text) : null
}

export function nameOf(text: string | null | undefined): string | null {
  // Remove control characters and unpaired surrogates, which a database may refuse.
  const name =
    text
      ?.toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')
      .trim() ?? ''
  return name === '' ? null : [...name].slice(0, NAME_MAX_CHARACTERS).join('')
}

/** Returns the URL of a picture if it is an http(s) URL. Other schemes could run scripts in a page. */
export function pictureOf(text: string | null | undefined): string | null {
  if (!text || text.length > PICTURE_URL_MAX_CHARACTERS) return null
  return parsePlainUrl(text)?.href ?? null
}
