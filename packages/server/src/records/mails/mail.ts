import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const mailColumns = columns({
  id: column<string>('id'),
  projectId: column<string>('project_id'),
  template: column<string>('template'),
  /** Canonical address. */
  recipient: column<string>('recipient'),
  payload: column<unknown>('payload'),
  /** Number of attempts, including the present one. It also identifies the claim: a later claim has a higher number. */
  attempts: column<number>('attempts'),
  queuedAt: column<Date>('created_at'),
})

/** A mail to store. `mails/` defines the templates and their payloads. */
export type StoredEmail = Pick<RowOf<typeof mailColumns>, 'template' | 'recipient' | 'payload'> & {
  readonly userId: string | null
}

/** The mail server that sends a mail: the operator's or the project's own. */
export type MailRoute = 'shared' | 'own'

/** A mail that a worker has claimed. */
export interface ClaimedEmail extends RowOf<typeof mailColumns> {
  /** Read from the project's settings at the time of the claim. */
  readonly route: MailRoute
}
