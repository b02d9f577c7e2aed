import { spawnSync } from 'node:child_process'

/** What Git does with a file, which need not exist. */
export interface GitState {
  /** The .gitignore files of the repository ignore it. */
  readonly isIgnored: boolean
  readonly isTracked: boolean
}

/** Asks Git about a file. Null if the folder is in no repository, or if Git is not installed. */
export function readGitState(folder: string, file: string): GitState | null {
  // The ignore file of one user does not protect the others. A tracked file is never ignored, so the index is left out.
  const ignored = runGit(folder, ['-c', 'core.excludesFile=', 'check-ignore', '--quiet', '--no-index', '--', file])
  if (ignored !== 0 && ignored !== 1) return null
  return { isIgnored: ignored === 0, isTracked: runGit(folder, ['ls-files', '--error-unmatch', '--', file]) === 0 }
}

function runGit(folder: string, args: readonly string[]): number | null {
  return spawnSync('git', args, { cwd: folder, stdio: 'ignore', windowsHide: true }).status
}
