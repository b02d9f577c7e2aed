import { on, type Subscriber } from '../../kernel/emit.ts'

/**
 * Wakes the mail worker after a transaction that queues a mail. Without it, the worker finds the mail seconds later.
 */
export function mailWorker(wake: () => void): Subscriber {
  return { committed: on({ 'email.queued': wake }) }
}
