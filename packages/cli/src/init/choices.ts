import { exitCodes } from '../kernel/exit-codes.ts'
import { Failure } from '../kernel/failure.ts'
import type { AppFolder } from './app-folder.ts'
import type { Sides } from './javascript-files.ts'
import { findPackageManager, packageManagers, type PackageManager } from './package-manager.ts'
import { askChoice } from './questions.ts'

export type Framework = 'next' | 'react' | 'js'

/** The options that answer a question. */
export interface ChoiceOptions extends Partial<Record<Framework | PackageManager | keyof Sides, true>> {}

/** The framework in the options, else in the app, else in the answer. */
export async function chooseFramework(folder: AppFolder, options: ChoiceOptions): Promise<Framework> {
  const chosen = onlyOne(['next', 'react', 'js'], options)
  return (
    chosen ??
    findFramework(folder) ??
    (await askChoice(
      'Which framework does the app use?',
      { next: 'Next.js with the App Router', react: 'React with Vite', js: 'JavaScript or TypeScript without these' },
      'The framework of the app is unknown. Pass --next, --react or --js.',
    ))
  )
}

/** Finds the framework of an app that Portico has pages for. */
export function findFramework(folder: AppFolder): Framework | null {
  const hasNextFiles =
    folder.find(['next.config.ts', 'next.config.mjs', 'next.config.js']) !== null ||
    ['app', 'src/app'].some((path) => folder.hasFolder(path))
  if (folder.dependency('next') !== null && hasNextFiles) return 'next'
  return folder.dependency('react') !== null && folder.dependency('vite') !== null ? 'react' : null
}

export async function choosePackageManager(folder: AppFolder, options: ChoiceOptions): Promise<PackageManager> {
  return (
    onlyOne(packageManagers, options) ??
    findPackageManager(folder, process.env['npm_config_user_agent']) ??
    (await askChoice(
      'Which package manager does the app use?',
      { npm: 'npm', pnpm: 'pnpm', yarn: 'Yarn', bun: 'Bun' },
      'No lockfile names the package manager, or several do. Pass --npm, --pnpm, --yarn or --bun.',
    ))
  )
}

/** The sides on which an app without a framework runs. */
export async function chooseSides({ client = false, server = false }: Partial<Sides>): Promise<Sides> {
  if (client || server) return { client, server }
  const side = await askChoice(
    'Where does the code run?',
    { client: 'in a browser', server: 'on a server', both: 'both' },
    'Where the code runs is unknown. Pass --client, --server, or both.',
  )
  return { client: side !== 'server', server: side !== 'client' }
}

function onlyOne<Name extends string>(names: readonly Name[], options: Partial<Record<Name, true>>): Name | null {
  const given = names.filter((name) => options[name])
  if (given.length <= 1) return given[0] ?? null
  throw new Failure(`Pass only one of ${given.map((name) => `--${name}`).join(', ')}.`, exitCodes.usage)
}
