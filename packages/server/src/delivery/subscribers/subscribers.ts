import type { Subscriber } from '../../kernel/emit.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { audit } from './audit.ts'
import { firstSignIn } from './first-sign-in.ts'
import { jobWorker } from './job-worker.ts'
import { lostRights } from './lost-rights.ts'
import { mailWorker } from './mail-worker.ts'
import { notices } from './notices.ts'
import { projectInvalidation } from './project-cache.ts'
import { rememberedDevices } from './remembered-devices.ts'
import { webhookWorker } from './webhook-worker.ts'
import { webhooks } from './webhooks.ts'
import { signInMetrics } from './sign-in-metrics.ts'

/** The parts of a running service that react to events. */
interface Service {
  /** Removes a project from the cache of this process. */
  readonly forgetProject: (projectId: string) => void
  readonly metrics: Pick<Metrics, 'signIns'>
  readonly wakeMailWorker: () => void
  readonly noteSignIn: (projectId: string, userId: string, method: string) => void
  readonly wakeJobWorker: () => void
  readonly wakeWebhookWorker: () => void
}

/**
 * Lists all subscribers.
 *
 * @param service null for an operator command, which has no cache, metrics or mail worker. What subscribers write
 *   reaches the running nodes through the database.
 */
export function listSubscribers(service: Service | null): Subscriber[] {
  const writing = [
    audit,
    notices,
    lostRights,
    rememberedDevices,
    webhooks,
    projectInvalidation(service?.forgetProject ?? (() => {})),
  ]
  if (!service) return writing
  const { metrics, noteSignIn, wakeJobWorker, wakeMailWorker, wakeWebhookWorker } = service
  return [
    ...writing,
    signInMetrics(metrics),
    firstSignIn(noteSignIn),
    mailWorker(wakeMailWorker),
    jobWorker(wakeJobWorker),
    webhookWorker(wakeWebhookWorker),
  ]
}
