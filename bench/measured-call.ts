import { platform } from 'node:os'

import type { Series } from './comparison.ts'
import { runLoad, type Lane } from './load.ts'
import type { BenchPostgres } from './postgres.ts'
import type { ServerProcess } from './processes.ts'

const MICROS_PER_SECOND = 1e6

/** A call of one server: its rate, and the processor time that it costs. The time tells why a call is slower. */
export class MeasuredCall {
  readonly #server: ServerProcess
  readonly #lanes: readonly Lane[]
  readonly #postgres: BenchPostgres
  readonly #serverMicros: number[] = []
  readonly #databaseMicros: number[] = []

  constructor(server: ServerProcess, lanes: readonly Lane[], postgres: BenchPostgres) {
    this.#server = server
    this.#lanes = lanes
    this.#postgres = postgres
  }

  async warmUp(seconds: number): Promise<void> {
    await this.#load(seconds)
  }

  /**
   * Measures one round. No other server may have work during it.
   *
   * @returns the calls per second
   */
  async round(seconds: number): Promise<number> {
    // Only Linux tells the processor time of another process (`processor-time.ts`).
    if (platform() !== 'linux') return (await this.#load(seconds)).rate
    const server = this.#server.processorSeconds()
    const database = this.#postgres.processorSeconds()
    const { rate, responses } = await this.#load(seconds)
    const perCall = MICROS_PER_SECOND / responses
    this.#serverMicros.push((this.#server.processorSeconds() - server) * perCall)
    this.#databaseMicros.push((this.#postgres.processorSeconds() - database) * perCall)
    return rate
  }

  /** Processor time per call in each round. Empty on other systems than Linux. */
  costs(name: string): Series[] {
    if (this.#serverMicros.length === 0) return []
    return [
      { name: `${name}: processor time of the server`, unit: 'µs', values: this.#serverMicros },
      { name: `${name}: processor time of the database`, unit: 'µs', values: this.#databaseMicros },
    ]
  }

  #load(seconds: number): ReturnType<typeof runLoad> {
    return runLoad({ origin: this.#server.origin, lanes: this.#lanes, seconds })
  }
}
