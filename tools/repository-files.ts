import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Lists the files that are part of the repository, or will be, as paths from its root. */
export function repositoryFiles(names: RegExp): string[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  return files
    .toString()
    .split('\0')
    .filter((file) => names.test(file) && existsSync(join(root, file)))
}
