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
