import { on, type Subscriber } from '../../kernel/emit.ts'

/** Wakes the worker for mails that a transaction has queued. Without it, the worker finds them seconds later. */
export function mailWorker(wake: () => void): Subscriber {
  return { committed: on({ 'email.queued': wake }) }
}
