import { pathToFileURL } from 'node:url'

import { findServer } from './find-server.ts'

/**
 * Runs the program of the service in this process, which gets its signals and sets its exit code.
 *
 * @param args those of `portico-server`; none start the service
 */
export async function runServer(args: readonly string[]): Promise<void> {
  const program = findServer()
  process.argv.splice(1, process.argv.length, program, ...args)
  await import(pathToFileURL(program).href)
}
