import { DailyDigests } from './failed-emails-digests.ts'
import { FigureFolding } from './figure-folding.ts'
import { Housekeeping } from './housekeeping.ts'
import type { Jobs } from './jobs.ts'
import type { Outbox } from './outbox.ts'
import { onAnnouncedWork } from './work-announcements.ts'
import type { Webhooks } from './webhooks.ts'

type WorkerDependencies = ConstructorParameters<typeof DailyDigests>[0] &
  ConstructorParameters<typeof FigureFolding>[0] &
  ConstructorParameters<typeof Housekeeping>[0] & {
    readonly jobs: Jobs
    readonly outbox: Outbox
    readonly webhooks: Webhooks
    readonly settings: { readonly sendsFailedEmailsDigest: boolean }
  }

/** The background work of a node: mails, webhooks, jobs, digests, deletions and figures. A node with the role `api` has none. */
export class Worker {
  readonly #dependencies: WorkerDependencies
  readonly #housekeeping: Housekeeping
  readonly #dailyDigests: DailyDigests
  readonly #figureFolding: FigureFolding

  private constructor(dependencies: WorkerDependencies) {
    this.#dependencies = dependencies
    this.#housekeeping = new Housekeeping(dependencies)
    this.#dailyDigests = new DailyDigests(dependencies)
    this.#figureFolding = new FigureFolding(dependencies)
  }

  static async start(dependencies: WorkerDependencies): Promise<Worker> {
    const worker = new Worker(dependencies)
    const { db, jobs, outbox, settings, webhooks } = dependencies
    outbox.start()
    jobs.start()
    await webhooks.start()
    await onAnnouncedWork(db, {
      mails: () => outbox.wake(),
      jobs: () => jobs.wake(),
      webhooks: () => webhooks.wake(),
    })
    worker.#housekeeping.start()
    if (settings.sendsFailedEmailsDigest) worker.#dailyDigests.start()
    worker.#figureFolding.start()
    return worker
  }

  /** Resolves when no job, mail or webhook is due, no delivery is in progress, and the figures are added up. */
  async idle(): Promise<void> {
    const { jobs, outbox, webhooks } = this.#dependencies
    await jobs.idle()
    await outbox.idle()
    await webhooks.idle()
    await this.#figureFolding.fold()
  }

  /** Claims nothing more and waits for what is in progress. */
  async stop(): Promise<void> {
    const { jobs, outbox, webhooks } = this.#dependencies
    this.#housekeeping.stop()
    await this.#dailyDigests.stop()
    await jobs.stop()
    await Promise.all([outbox.stop(), webhooks.stop()])
    await this.#figureFolding.stop()
  }
}
