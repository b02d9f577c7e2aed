import { isRefused } from './database-errors.ts'
import type { BoundStatement, Row, Rows } from './sql.ts'

type Answers = readonly Rows<Row>[]

/** More would keep the locks of the first for long. */
const UNITS_MAX = 16

/** Statements that happen together or not at all. */
interface Unit {
  readonly statements: readonly BoundStatement[]
  readonly answers: PromiseWithResolvers<Answers>
}

/**
 * Lets what is written in the same turn of the event loop share a transaction, and with it the round trip and the commit,
 * which cost as much as the statements.
 *
 * Each unit still happens or fails alone. If one is refused, all are undone and sent again, each in a transaction of its own
 * and none behind another, so that nobody pays for a stranger's mistake with more than the second try.
 */
export class SharedCommits {
  readonly #send: (statements: readonly BoundStatement[]) => Promise<Answers>
  #waiting: Unit[] = []

  /** @param send makes one transaction of the statements */
  constructor(send: (statements: readonly BoundStatement[]) => Promise<Answers>) {
    this.#send = send
  }

  write(statements: readonly BoundStatement[]): Promise<Answers> {
    const answers = Promise.withResolvers<Answers>()
    if (this.#waiting.length === 0) setImmediate(() => this.#sendAll())
    this.#waiting.push({ statements, answers })
    return answers.promise
  }

  #sendAll(): void {
    const units = this.#waiting
    this.#waiting = []
    for (let start = 0; start < units.length; start += UNITS_MAX) {
      void this.#sendTogether(units.slice(start, start + UNITS_MAX))
    }
  }

  async #sendTogether(units: readonly Unit[]): Promise<void> {
    try {
      const answers = (await this.#send(units.flatMap(({ statements }) => statements))).values()
      for (const unit of units) unit.answers.resolve([...answers.take(unit.statements.length)])
    } catch (error) {
      // Of a connection that broke nobody knows what it committed, and a second try could write twice.
      if (units.length === 1 || !isRefused(error)) for (const unit of units) unit.answers.reject(error)
      else for (const alone of units) void this.#sendTogether([alone])
    }
  }
}
