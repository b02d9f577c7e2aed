import { exitCodes } from './exit-codes.ts'
import { Failure } from './failure.ts'

/** The command-line options that select a service and a project. */
export interface ProjectOptions {
  projectId?: string
  publishableClientKey?: string
  apiUrl?: string
}

/** The address of a service that `npm start` starts. */
export const DEVELOPMENT_SERVICE = 'http://127.0.0.1:4100'

/** Prefixes of the SDK's environment variables: ours and those of the original SDK, each with its public forms. */
const prefixes = ['PORTICO_', 'NEXT_PUBLIC_PORTICO_', 'VITE_PORTICO_', 'STACK_', 'NEXT_PUBLIC_STACK_', 'VITE_STACK_']

/** Returns the option or the first environment variable that is not empty. */
export function readOption(option: string | undefined, variable: string): string | undefined {
  const values = [option, ...prefixes.map((prefix) => process.env[`${prefix}${variable}`])]
  // Some tools store the newline after a value.
  return values.map((value) => value?.trim()).find(Boolean)
}

const DAY_MILLIS = 86_400_000
/** About 100 years. A moment later than the year 275760 would not be a date. */
const DAYS_MAX = 36_500

/** Converts the option `--days` to the moment at which they are over. */
export function readDays(text: string): Date {
  const days = Number(text)
  if (Number.isInteger(days) && days >= 1 && days <= DAYS_MAX) return new Date(Date.now() + days * DAY_MILLIS)
  throw new Failure(`--days must be a whole number from 1 to ${DAYS_MAX}.`, exitCodes.usage)
}
