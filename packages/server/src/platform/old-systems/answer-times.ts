import { randomInt } from 'node:crypto'

/** The times of a project that are kept. */
const KEPT = 20
const PROJECTS_MAX = 1_000
/** Until an old system has answered. */
const FIRST_MILLIS = 300

/**
 * How long old systems take to refuse a password. A wrong password of a user who is known here is answered after such a
 * time too, so that response time does not reveal which addresses are known (rule S-25).
 */
export class AnswerTimes {
  readonly #byProject = new Map<string, number[]>()

  note(projectId: string, millis: number): void {
    const times = this.#byProject.get(projectId) ?? []
    this.#byProject.delete(projectId)
    this.#byProject.set(projectId, [...times, millis].slice(-KEPT))
    const [oldest] = this.#byProject.keys()
    if (this.#byProject.size > PROJECTS_MAX && oldest !== undefined) this.#byProject.delete(oldest)
  }

  /** Waits as long as one of the last answers took. */
  async wait(projectId: string): Promise<void> {
    const times = this.#byProject.get(projectId) ?? [FIRST_MILLIS]
    const millis = times[randomInt(times.length)] ?? FIRST_MILLIS
    await new Promise((resolve) => setTimeout(resolve, millis))
  }
}
