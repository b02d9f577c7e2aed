import { createInterface } from 'node:readline/promises'

/** Asks a person at the terminal. Null if the answer is Ctrl+C or Ctrl+D. See `canAsk`. */
export async function ask(question: string): Promise<string | null> {
  // Standard output may be a pipe.
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Otherwise the question would stay open after Ctrl+C and Ctrl+D, and Node would end with a code of its own.
  const stop = new AbortController()
  terminal.once('SIGINT', () => stop.abort()).once('close', () => stop.abort())
  try {
    return (await terminal.question(question, { signal: stop.signal })).trim()
  } catch (error) {
    if (!stop.signal.aborted) throw error
    process.stderr.write('\n')
    return null
  } finally {
    terminal.close()
  }
}
