import { on, type Subscriber } from '../../kernel/emit.ts'

/** Wakes the worker as soon as a job is committed. */
export function jobWorker(wake: () => void): Subscriber {
  return { committed: on({ 'job.created': wake, 'import.started': wake }) }
}
