import { isRefused } from './database-errors.ts'
import { bind, type BoundStatement, type Row, type Rows } from './sql.ts'

type Answers = readonly Rows<Row>[]

/** More would keep the locks of the first for long. */
const UNITS_MAX = 16

/**
 * Until the end of the transaction. Who waits for a lock keeps those of the others, in an order nobody has planned: so a
 * shared transaction gives up long before a deadlock is looked for (1 s) or the lock timeout of one alone (2 s).
 */
const waitBriefly = statement`select set_config('lock_timeout', '100ms', true)`

/** Statements that happen together or not at all. */
interface Unit {
  readonly statements: readonly BoundStatement[]
  readonly answers: PromiseWithResolvers<Answers>
}

/**
 * Lets what is written in the same turn of the event loop share a transaction, and with it the round trip and the commit,
 * which cost as much as the statements. While such a transaction is on its way, others write alone.
 *
 * Each unit still happens or fails alone. If one is refused, all are undone and sent again, each in a transaction of its own,
 * as many side by side as there are connections, so that a stranger's mistake seldom costs more than the second try.
 */
export class SharedCommits {
  readonly #send: (statements: readonly BoundStatement[]) => Promise<Answers>
  #waiting: Unit[] = []
  #isSharing = false

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
    // Two shared transactions could each hold what the other one waits for; what is written alone locks what it needs only.
    if (!this.#isSharing && units.length > 1) void this.#share(units.splice(0, UNITS_MAX))
    for (const alone of units) void this.#sendTogether([alone])
  }

  async #share(units: readonly Unit[]): Promise<void> {
    this.#isSharing = true
    await this.#sendTogether(units)
    this.#isSharing = false
  }

  async #sendTogether(units: readonly Unit[]): Promise<void> {
    try {
      const first = units.length === 1 ? [] : [waitBriefly]
      const answers = await this.#send([...first, ...units.flatMap(({ statements }) => statements)])
      let start = first.length
      for (const unit of units) {
        unit.answers.resolve(answers.slice(start, start + unit.statements.length))
        start += unit.statements.length
      }
    } catch (error) {
      // Of a connection that broke nobody knows what it committed, and a second try could write twice.
      if (units.length === 1 || !isRefused(error)) for (const unit of units) unit.answers.reject(error)
      else for (const alone of units) void this.#sendTogether([alone])
    }
  }
}

function statement(text: TemplateStringsArray): BoundStatement {
  return bind(text, [])
}
