import { readFile } from 'node:fs/promises'
import { text as readText } from 'node:stream/consumers'

import { Failure } from './failure.ts'

/**
 * Reads a file of JSON.
 *
 * @param path `-` for standard input
 * @throws Failure that names the file
 */
export async function readJsonFile(path: string): Promise<unknown> {
  const isInput = path === '-'
  const text = await (isInput ? readText(process.stdin) : readFile(path, 'utf8'))
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown
  } catch (error) {
    throw new Failure(`${isInput ? 'Standard input' : path} is not JSON: ${(error as Error).message}`)
  }
}
