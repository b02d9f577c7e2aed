/** Which project of which service a command is about, as far as the command line says so. */
export interface ProjectOptions {
  projectId?: string
  publishableClientKey?: string
  apiUrl?: string
}

/** The SDK's names for one setting: ours and, for those who migrate, the original ones, each with its public form. */
const prefixes = ['PORTICO_', 'NEXT_PUBLIC_PORTICO_', 'VITE_PORTICO_', 'STACK_', 'NEXT_PUBLIC_STACK_', 'VITE_STACK_']

/** What the option says, else the environment; an empty text is nothing. */
export function optionOrEnvironment(option: string | undefined, variable: string): string | undefined {
  return [option, ...prefixes.map((prefix) => process.env[`${prefix}${variable}`])].find(Boolean)
}
