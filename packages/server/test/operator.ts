import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
/** The cache of `npm start`, with which a process loads in half the time. */
export const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/portico', import.meta.url))

export interface Outcome {
  readonly code: number
  readonly output: string
}

/** Runs an operator command as a separate process. */
export function runOperator(args: readonly string[], env: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve) => {
    const { PATH } = process.env
    execFile(
      process.execPath,
      ['--conditions=@portico/source', main, ...args],
      { env: { ...(PATH !== undefined && { PATH }), NODE_COMPILE_CACHE: compileCache, PORTICO_LOG: 'error', ...env } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })
}
