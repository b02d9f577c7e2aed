import type { MetricsRead } from '@portico/contract'

import { CachedResource } from '../resources/resource.ts'
import type { Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import type { ServerUser } from '../server/server-user.ts'
import { present } from '../transport/present.ts'

/** A figure for one day. */
export interface DailyFigure {
  /** The day in UTC, as `YYYY-MM-DD`. */
  readonly date: string
  /** The number of sign-ups, active or moved users or failures on that day. */
  readonly activity: number
}

/** The figures of a project, exact when they were read. */
export interface ProjectMetrics {
  /** All users, also anonymous ones. */
  readonly totalUsers: number
  /** The sign-ups on each of the last 31 days, oldest first, without users who were deleted later. */
  readonly dailyUsers: readonly DailyFigure[]
  /** The users who received an access token on each of these days, with users who were deleted later. */
  readonly dailyActiveUsers: readonly DailyFigure[]
  /** The number of users by the country (ISO 3166-1 alpha-2) of their latest activity whose country is known. */
  readonly usersByCountry: Readonly<Record<string, number>>
  /** At most five, latest sign-up first. */
  readonly recentlyRegistered: readonly ServerUser[]
  /** At most five, latest activity first. */
  readonly recentlyActive: readonly ServerUser[]
  /** The number of credentials by method: `password`, `otp`, `passkey`, or the id of a provider. */
  readonly loginMethods: readonly { readonly method: string; readonly count: number }[]
}

export class Metrics {
  /** The figures as the service sends them, for hooks. */
  readonly resource: CachedResource<MetricsRead>
  readonly #request: SendRequest<'admin'>
  readonly #presentUser: (read: MetricsRead['recently_active'][number]) => ServerUser
  readonly #presented = new WeakMap<MetricsRead, ProjectMetrics>()

  constructor(
    request: SendRequest<'admin'>,
    ports: Ports,
    presentUser: (read: MetricsRead['recently_active'][number]) => ServerUser,
  ) {
    this.resource = new CachedResource(ports, () => this.#fetch())
    this.#request = request
    this.#presentUser = presentUser
  }

  async read(): Promise<ProjectMetrics> {
    return this.present(await this.#fetch())
  }

  /** Returns the same object for the same answer. */
  present(read: MetricsRead): ProjectMetrics {
    const presented = this.#presented.get(read) ?? {
      ...present(read),
      recentlyRegistered: read.recently_registered.map((user) => this.#presentUser(user)),
      recentlyActive: read.recently_active.map((user) => this.#presentUser(user)),
    }
    this.#presented.set(read, presented)
    return presented
  }

  #fetch(): Promise<MetricsRead> {
    return this.#request('GET /internal/metrics')
  }
}
