import type { Backfill } from '../platform/db/backfills.ts'
import { listLanes } from '../platform/cells/across-cells.ts'
import type { Lanes } from '../platform/cells/lanes.ts'
import { Backfilling } from './backfilling.ts'
import { DailyDigests } from './failed-mails-digests.ts'
import { FigureFolding } from './figure-folding.ts'
import { Heartbeat } from './heartbeat.ts'
import { Housekeeping } from './housekeeping.ts'
import type { Jobs } from './jobs.ts'
import { LostProjects } from './lost-projects.ts'
import type { Outbox } from './outbox.ts'
import { onAnnouncedWork } from './work-announcements.ts'
import type { Webhooks } from './webhooks.ts'

type WorkerDependencies = ConstructorParameters<typeof DailyDigests>[0] &
  ConstructorParameters<typeof FigureFolding>[0] &
  ConstructorParameters<typeof Housekeeping>[0] &
  ConstructorParameters<typeof LostProjects>[0] & {
    readonly backfills: readonly Backfill[]
    readonly jobs: Lanes<Jobs>
    readonly outbox: Lanes<Outbox>
    readonly webhooks: Lanes<Webhooks>
    readonly settings: { readonly sendsFailedMailsDigest: boolean }
  }

/**
 * The background work of a node: mails, webhooks, jobs, digests, deletions and figures. A node with the role `api` has
 * none.
 */
export class Worker {
  readonly #dependencies: WorkerDependencies
  /** One per cell. */
  readonly #housekeeping: readonly Housekeeping[]
  readonly #dailyDigests: DailyDigests
  readonly #lostProjects: LostProjects
  readonly #heartbeat: Heartbeat
  /** One per cell. */
  readonly #figureFolding: readonly FigureFolding[]
  /** One per cell. */
  readonly #backfilling: readonly Backfilling[]

  private constructor(dependencies: WorkerDependencies) {
    this.#dependencies = dependencies
    const lanes = listLanes(dependencies.db)
    this.#housekeeping = lanes.map((db) => new Housekeeping({ ...dependencies, db }))
    this.#dailyDigests = new DailyDigests(dependencies)
    this.#lostProjects = new LostProjects(dependencies)
    this.#heartbeat = new Heartbeat(dependencies)
    this.#figureFolding = lanes.map((db) => new FigureFolding({ ...dependencies, db }))
    this.#backfilling = lanes.map((db) => new Backfilling({ ...dependencies, db }))
  }

  static async start(dependencies: WorkerDependencies): Promise<Worker> {
    const worker = new Worker(dependencies)
    const { db, jobs, outbox, settings, webhooks } = dependencies
    await Promise.all([outbox.start(), jobs.start(), webhooks.start()])
    await onAnnouncedWork(db, {
      mails: () => outbox.wake(),
      jobs: () => jobs.wake(),
      webhooks: () => webhooks.wake(),
    })
    for (const housekeeping of worker.#housekeeping) housekeeping.start()
    worker.#lostProjects.start()
    if (settings.sendsFailedMailsDigest) worker.#dailyDigests.start()
    for (const folding of worker.#figureFolding) folding.start()
    for (const backfilling of worker.#backfilling) backfilling.start()
    await worker.#heartbeat.start()
    return worker
  }

  /** Resolves when no job, mail or webhook is due, no delivery is in progress, and the figures are added up. */
  async idle(): Promise<void> {
    const { jobs, outbox, webhooks } = this.#dependencies
    await jobs.idle()
    await outbox.idle()
    await webhooks.idle()
    await Promise.all(this.#figureFolding.map((folding) => folding.fold()))
  }

  /** Claims nothing more and waits for what is in progress. */
  async stop(): Promise<void> {
    const { jobs, outbox, webhooks } = this.#dependencies
    // These queue mails and webhooks.
    await Promise.all([
      ...this.#housekeeping.map((housekeeping) => housekeeping.stop()),
      this.#lostProjects.stop(),
      this.#dailyDigests.stop(),
      jobs.stop(),
    ])
    await Promise.all([outbox.stop(), webhooks.stop(), ...this.#backfilling.map((backfilling) => backfilling.stop())])
    await Promise.all(this.#figureFolding.map((folding) => folding.stop()))
    await this.#heartbeat.stop()
  }
}
