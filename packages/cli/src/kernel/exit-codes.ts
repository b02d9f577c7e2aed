/** The exit codes of every command, so that shell scripts can distinguish them. */
export const exitCodes = {
  success: 0,
  failure: 1,
  usage: 2,
  /** The command has finished, and found something that a person must look at. */
  findings: 3,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
