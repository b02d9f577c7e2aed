import { StartupProblem } from '../../kernel/startup-problem.ts'
import type { BreachedPasswordList, BreachedPasswordSource } from './breached-passwords.ts'
import { FilterFile } from './filter-file.ts'
import { RangeService, type RangeServiceDependencies } from './range-service.ts'

/** @throws StartupProblem if the file cannot be read */
export async function openBreachedPasswords(
  dependencies: RangeServiceDependencies,
  source: BreachedPasswordSource,
): Promise<BreachedPasswordList> {
  if (source.type === 'service') return new RangeService(dependencies, source.url)
  try {
    return await FilterFile.open(source.path)
  } catch (error) {
    throw new StartupProblem(
      `PORTICO_BREACHED_PASSWORDS: ${error instanceof Error ? error.message : String(error)}`,
      'Make the file with `portico-server breached build`, or remove the setting.',
      { cause: error },
    )
  }
}
