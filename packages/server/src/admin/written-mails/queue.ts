import type { Call } from '../../kernel/call.ts'
import { emit } from '../../kernel/emit.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { insertMailsOfWritten, insertWrittenMail } from '../../records/mails/written-mails.ts'
import { lockUsersShared } from '../../records/users/store.ts'
import type { PreparedMail } from './prepare.ts'

/** Queues a mail to each user with an address. */
export async function queueWrittenMail(call: Call, { recipients, written }: PreparedMail): Promise<void> {
  const mails = recipients
    .flatMap(({ address, userId }) => (address === null ? [] : [{ id: newUuid(), userId, recipient: address }]))
    .toSorted((one, other) => (one.userId < other.userId ? -1 : 1))
  const [first] = mails
  if (!first) return
  const { db } = call
  const id = newUuid()
  const at = call.now()
  const sortedIds = mails.map(({ userId }) => userId)
  await db.batch([
    lockUsersShared(db.projectId, sortedIds),
    insertWrittenMail(db.projectId, { id, content: written, createdAt: at }),
    insertMailsOfWritten(db.projectId, id, mails, at),
    emit(call, 'email.queued', { template: 'written' }),
    emit(call, 'email.written', {
      mailId: first.id,
      reason: written.kind === 'template' ? written.type : written.kind,
    }),
  ])
}
