import { anyJson, linkTemplateTypes } from '@portico/contract'
import { z } from 'zod'

const variables = z.record(z.string(), z.string())

/** What a server has written for one or more users, as it is stored. */
export const writtenMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('html'), subject: z.string(), html: z.string() }),
  z.object({ kind: z.literal('content'), subject: z.string(), content: anyJson, variables }),
  z.object({
    kind: z.literal('template'),
    /** Null: the subject of the template. */
    subject: z.string().nullable(),
    type: z.enum(linkTemplateTypes),
    variables,
  }),
])
export type WrittenMail = z.output<typeof writtenMail>

/** A mail that a server has written, to one of its users. */
export interface WrittenContent {
  readonly written: WrittenMail
  /** Null if the mailbox may belong to another person than the account, or the user has no name. */
  readonly userDisplayName: string | null
  /** The language of the user; null if it is unknown, or the mailbox may belong to another person. */
  readonly locale: string | null
}
