import { on, type Subscriber } from '../../kernel/emit.ts'

/** Wakes the worker for deliveries that wait without a new event, whose notification it gets from the database. */
export function webhookWorker(wake: () => void): Subscriber {
  return { committed: on({ 'webhook.replayed': wake, 'webhook_endpoint.updated': wake }) }
}
