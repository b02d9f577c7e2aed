// Builds that are repeated only after a change of their sources. Runs on Node 20 and newer.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A build whose result is current while a file, the stamp, has the hash of the present sources. */
export class StampedBuild {
  #stampPath
  #outputs
  #hash

  /**
   * @param {string} stampPath
   * @param {string | readonly string[]} output folder of the result, or its files
   * @param {() => string} hash of the present sources
   */
  constructor(stampPath, output, hash) {
    this.#stampPath = stampPath
    this.#outputs = [output].flat()
    this.#hash = hash
  }

  isCurrent() {
    const stamp = existsSync(this.#stampPath) ? readFileSync(this.#stampPath, 'utf8') : null
    return this.#outputs.every((each) => existsSync(each)) && stamp === this.#hash()
  }

  /** Call it after the build, so that an interrupted build is repeated. */
  mark(stamp = this.#hash()) {
    mkdirSync(dirname(this.#stampPath), { recursive: true })
    writeFileSync(this.#stampPath, stamp)
  }

  /**
   * Builds, unless the result is current. A file that cannot be read or written is a failed build: `npm start` goes on
   * without one.
   *
   * @param {string} announcement
   * @param {() => Promise<number>} build returns its exit code
   * @returns {Promise<number>} exit code
   */
  async run(announcement, build) {
    try {
      if (this.isCurrent()) return 0
      const stamp = this.#hash()
      console.log(announcement)
      rmSync(this.#stampPath, { force: true })
      const code = await build()
      if (code === 0) this.mark(stamp)
      return code
    } catch (error) {
      console.error(`The build with the stamp ${this.#stampPath} has failed: ${error.message}`)
      return 1
    }
  }
}
