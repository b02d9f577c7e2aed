import { z } from 'zod'

import { countCodePoints, countPasswordCodePoints } from '../rules/code-points.ts'
import { canonicalEmail, isStrictEmail } from '../rules/email-address.ts'
import {
  LOCALE_MAX_CHARACTERS,
  EXISTING_PASSWORD_MAX_CODE_POINTS,
  IMAGE_URL_MAX_CHARACTERS,
  LABEL_MAX_CODE_POINTS,
  METADATA_MAX_BYTES,
  PASSWORD_MAX_CODE_POINTS,
  PERMISSION_ID_MAX_CHARACTERS,
  PORT_MAX,
  VERIFICATION_CODE_CHARACTERS,
} from '../limits/constants.ts'
import { isSystemTeamPermission, permissionIdPattern } from '../catalogues/permissions.ts'
import { oauthProviderIds } from '../catalogues/providers.ts'
import type { Json } from '../rules/json.ts'
import { readTypedCode } from '../rules/typed-code.ts'
import { isParsableUrl, isWebUrl } from '../rules/urls.ts'

// `schemaMessageLines` replaces {path} in messages with the path of the value ("body.email").

/** A language tag (RFC 5646), in its canonical form. */
export const localeTag = z
  .string()
  .max(LOCALE_MAX_CHARACTERS, `{path} must be at most ${LOCALE_MAX_CHARACTERS} characters long`)
  .refine((tag) => canonicalTag(tag) !== null, '{path} must be a language tag, such as de or pt-BR')
  .overwrite((tag) => canonicalTag(tag) ?? tag)

function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

export const nonEmptyText = z.string().min(1, '{path} must not be empty')

const uuidPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12}'

/**
 * Accepts the nil UUID and every version in any letter case, and converts to lower case. The service creates only v4.
 */
export const uuid = z
  .string()
  .regex(new RegExp(`^(?:${uuidPattern})$`, 'i'), '{path} must be a UUID')
  .toLowerCase()

export const projectId = z
  .string()
  .regex(
    /^(?:internal|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/,
    '{path} must be a project id: "internal" or a lower-case UUID of version 4',
  )

/**
 * A user id, or "me" for the signed-in user. Without a user the pipeline answers `CANNOT_GET_OWN_USER_WITHOUT_USER`.
 */
export const userIdOrMe = z
  .string()
  .regex(new RegExp(`^(?:me|${uuidPattern})$`, 'i'), '{path} must be a UUID or "me"')
  .toLowerCase()

/** A plain mailbox, in its canonical form. Accepts the empty text, as the lenient rule of the protocol does. */
export const email = z.string().transform((text, context) => {
  if (text === '') return text
  const canonical = canonicalEmail(text)
  if (canonical !== null) return canonical
  context.addIssue({ code: 'custom', message: '{path} is not a valid e-mail address' })
  return z.NEVER
})

/** A mailbox that passes the strict rule of the protocol, in its canonical form. */
export const strictEmail = z.string().transform((text, context) => {
  const canonical = canonicalEmail(text)
  if (canonical !== null && isStrictEmail(canonical)) return canonical
  context.addIssue({ code: 'custom', message: '{path} is not a valid e-mail address' })
  return z.NEVER
})

/** The lenient e-mail rule for fields that must not be empty. */
export const nonEmptyEmail = email.refine((text) => text !== '', '{path} must not be empty')

/** An address as it is exported and imported, so without a conversion. */
export const exportedEmail = z
  .string()
  .refine((text) => canonicalEmail(text) === text, '{path} is not a plain e-mail address in lower case')

/** Checks only the maximum length. A password below the minimum is a known error of the calls that set one. */
export const newPassword = passwordUpTo(PASSWORD_MAX_CODE_POINTS)

/** A password that exists, possibly from another system with a higher limit. */
// guard: an existing password has a maximum length (replace `EXISTING_PASSWORD_MAX_CODE_POINTS` with `Infinity`)
//   [password]
export const existingPassword = passwordUpTo(EXISTING_PASSWORD_MAX_CODE_POINTS)

function passwordUpTo(maxCodePoints: number): z.ZodString {
  return z
    .string()
    .refine(
      (text) => countPasswordCodePoints(text) <= maxCodePoints,
      `{path} is too long. Password too long. Maximum length is ${maxCodePoints}.`,
    )
}

/** A text of at most this number of code points. */
export function textUpTo(maxCodePoints: number): z.ZodString {
  return z
    .string()
    .refine((text) => countCodePoints(text) <= maxCodePoints, `{path} must be at most ${maxCodePoints} characters long`)
}

/** A name or description that users or owners choose. */
export const label = textUpTo(LABEL_MAX_CODE_POINTS)

export const url = z.string().superRefine((text, context) => {
  if (text.includes(' ')) context.addIssue({ code: 'custom', message: '{path} contains spaces' })
  if (!isParsableUrl(text)) context.addIssue({ code: 'custom', message: '{path} is not a valid URL' })
})

export const imageUrl = z
  .string()
  .max(IMAGE_URL_MAX_CHARACTERS, `{path} must be at most ${IMAGE_URL_MAX_CHARACTERS} characters long`)
  .and(url)

export const trustedDomain = url.refine(isWebUrl, '{path} must start with http:// or https://')

export const handlerPath = z.string().startsWith('/', 'Handler path must start with /')

export const port = z.int().min(0, '{path} must be from 0 to 65535').max(PORT_MAX, '{path} must be from 0 to 65535')

export const base64 = z
  .string()
  .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, '{path} must be base64 with padding')

/** HTTP Basic credentials (RFC 7617), parsed into id and secret. The secret may contain colons. */
export const basicAuthorization = z.string().transform((text, context) => {
  const [, encoded] = /^Basic ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(text) ?? []
  const credentials = encoded
    ? new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)))
    : ''
  const colon = credentials.indexOf(':')
  if (colon > 0) return { id: credentials.slice(0, colon), secret: credentials.slice(colon + 1) }
  context.addIssue({ code: 'custom', message: 'Authorization header must be in the format "Basic <base64>"' })
  return z.NEVER
})

/** Any JSON value up to a maximum size. The service stores and returns metadata, and never merges or interprets it. */
export const metadata: z.ZodType<Json, Json> = z.custom<Json>(
  (value) => value !== undefined && jsonBytes(value) <= METADATA_MAX_BYTES,
  `{path} must be JSON of at most ${METADATA_MAX_BYTES} bytes`,
)

export const anyJson: z.ZodType<Json, Json> = z.custom<Json>((value) => value !== undefined)

function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).byteLength
}

/** Milliseconds since the epoch, in the range that both database engines and JavaScript can represent. */
export const millis = z
  .int()
  .min(0, '{path} must not be before 1970')
  .max(253_402_300_799_999, '{path} must not be after the year 9999')

/** `millis` in the query string. */
export const queryMillis = z
  .string()
  .regex(/^\d{1,15}$/, '{path} must be milliseconds since 1970')
  .transform(Number)
  .pipe(millis)

/**
 * A verification code in Crockford's base 32. The alphabet has no i, l or o, so they are read as the digits that they
 * resemble.
 */
export const verificationCode = z
  .string()
  .overwrite(readTypedCode)
  .length(VERIFICATION_CODE_CHARACTERS, `{path} must be ${VERIFICATION_CODE_CHARACTERS} characters long`)
  .transform((code) => code.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1'))

/** A code of an authenticator app. Any other text is a wrong code. */
export const totpCode = z.string().overwrite(readTypedCode)

/** One of the codes that replace a lost authenticator app, in Crockford's base 32. Any other text is a wrong code. */
export const recoveryCode = z.string().overwrite(readTypedCode)

export const permissionId = z
  .string()
  .regex(permissionIdPattern, 'Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed')
  .refine((id) => !id.startsWith('$') || isSystemTeamPermission(id), 'Invalid system permission')

/** The id of a permission that a project defines. */
export const customPermissionId = z
  .string()
  .regex(/^[a-z0-9_:]+$/, '{path} must contain only lowercase letters, numbers, ":" and "_"')
  .max(PERMISSION_ID_MAX_CHARACTERS, `{path} must be at most ${PERMISSION_ID_MAX_CHARACTERS} characters long`)

export const oauthProviderId = z.enum(oauthProviderIds, {
  error: `{path} must be one of: ${oauthProviderIds.join(', ')}`,
})

export const success = z.object({ success: z.literal(true) })

export const noQuery = z.strictObject({})

/** The envelope of a list without pagination. */
export function listOf<Item extends z.ZodType>(
  item: Item,
): z.ZodObject<{ items: z.ZodArray<Item>; is_paginated: z.ZodLiteral<false> }> {
  return z.object({ items: z.array(item), is_paginated: z.literal(false) })
}

/** The envelope of a list that is read page by page. */
export function pageOf<Item extends z.ZodType>(
  item: Item,
): z.ZodObject<{
  items: z.ZodArray<Item>
  is_paginated: z.ZodLiteral<true>
  pagination: z.ZodObject<{ next_cursor: z.ZodNullable<z.ZodString> }>
}> {
  return z.object({
    items: z.array(item),
    is_paginated: z.literal(true),
    pagination: z.object({ next_cursor: z.string().nullable() }),
  })
}

/** The number of items in a list, which a call can ask for. */
const listTotal = {
  total: z
    .int()
    .nullable()
    .optional()
    .describe(
      'The number of items in the whole list. Present if the call asks for it; null if counting would take too long.',
    ),
  is_total_capped: z
    .boolean()
    .optional()
    .describe('Present with `total`. True: the list has more items than `total`, which were not counted.'),
}

/** `pageOf`, with a total if the call asks for it. */
export function countedPageOf<Item extends z.ZodType>(
  item: Item,
): z.ZodObject<{
  items: z.ZodArray<Item>
  is_paginated: z.ZodLiteral<true>
  pagination: z.ZodObject<{ next_cursor: z.ZodNullable<z.ZodString> } & typeof listTotal>
}> {
  return z.object({
    items: z.array(item),
    is_paginated: z.literal(true),
    pagination: z.object({ next_cursor: z.string().nullable(), ...listTotal }),
  })
}

/** The query parameters that read a list page by page. */
export const listQuery = {
  limit: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '{path} must be a positive integer')
    .transform(Number)
    .optional()
    .describe(
      'Size of the page. A page ends early before it exceeds 16 MiB. Absent: the whole list; 400 if it exceeds 16 MiB.',
    ),
  cursor: z
    .string()
    .max(256, '{path} must be at most 256 characters long')
    .optional()
    .describe('The `next_cursor` of the previous page.'),
}

/** The envelope of a list that is returned whole, or page by page if the call sends a limit. */
export function wholeOrPageOf<Item extends z.ZodType>(
  item: Item,
): z.ZodObject<{
  items: z.ZodArray<Item>
  is_paginated: z.ZodBoolean
  pagination: z.ZodOptional<z.ZodObject<{ next_cursor: z.ZodNullable<z.ZodString> }>>
}> {
  return z.object({
    items: z.array(item),
    is_paginated: z.boolean(),
    pagination: z
      .object({ next_cursor: z.string().nullable() })
      .optional()
      .describe('Present if the call sends a limit or a cursor.'),
  })
}

/** `wholeOrPageOf`, with a total if the call asks for it. */
export function countedWholeOrPageOf<Item extends z.ZodType>(
  item: Item,
): z.ZodObject<{
  items: z.ZodArray<Item>
  is_paginated: z.ZodBoolean
  pagination: z.ZodOptional<z.ZodObject<{ next_cursor: z.ZodNullable<z.ZodString> } & typeof listTotal>>
}> {
  return wholeOrPageOf(item).extend({
    pagination: z
      .object({ next_cursor: z.string().nullable(), ...listTotal })
      .optional()
      .describe('Present if the call sends a limit or a cursor.'),
  })
}

/** A switch in the query string. */
export const flag = z
  .enum(['true', 'false'], { error: '{path} must be true or false' })
  .transform((text) => text === 'true')

/** Who changed a setting of a project. */
export const settingAuthor = z
  .object({
    type: z.enum(['owner', 'key', 'system']),
    user_id: uuid.nullable().describe('The owner. Null for the other types.'),
    display_name: z.string().nullable().describe('Null for the other types, and for an owner without a name.'),
  })
  .describe('An owner, a call with a key of the project, or the service and its operator.')
