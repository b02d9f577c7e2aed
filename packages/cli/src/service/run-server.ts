import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { findServer } from './find-server.ts'

/** Terminals send these signals to all processes of a command. */
const signalsOfTerminals = ['SIGINT', 'SIGHUP'] as const

/**
 * Runs the program of the service until it ends, and adopts its exit code.
 *
 * @param args those of `portico-server`; none start the service
 */
export async function runServer(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, findServer(), ...args], { stdio: 'inherit' })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  for (const signal of signalsOfTerminals) {
    // The service stops at once if it gets a second one.
    process.on(signal, () => process.stdin.isTTY || child.kill(signal))
  }
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
