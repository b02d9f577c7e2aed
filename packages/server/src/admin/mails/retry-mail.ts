import type { Call } from '../../kernel/call.ts'
import { emit } from '../../kernel/emit.ts'
import { PlainError } from '../../kernel/errors.ts'
import { isStored, requeueMail } from '../../records/mails/store.ts'

/**
 * Queues a failed mail again. The delivery checks again that the mail still has a purpose, and creates a new code.
 *
 * @throws PlainError
 */
export async function retryMail(call: Call, id: string): Promise<void> {
  const { db } = call
  await db.transaction(async (tx) => {
    const requeued = await tx.run(requeueMail(tx.projectId, id, call.now()))
    if (requeued) {
      await tx.batch({
        queued: emit(call, 'email.queued', { template: requeued.template }),
        retried: emit(call, 'email.retried', { mailId: id }),
      })
      return
    }
    if (await tx.run(isStored(tx.projectId, id))) {
      throw new PlainError(
        400,
        'This e-mail cannot be sent again: it has not failed, or another attempt cannot succeed.',
      )
    }
    throw new PlainError(404, 'The e-mail was not found.')
  })
}
