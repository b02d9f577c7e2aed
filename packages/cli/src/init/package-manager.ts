import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { Failure } from '../kernel/failure.ts'
import type { AppFolder } from './app-folder.ts'

export const packageManagers = ['npm', 'pnpm', 'yarn', 'bun'] as const
export type PackageManager = (typeof packageManagers)[number]

const lockfiles: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

/**
 * Finds the package manager of an app: that of its lockfile, else of `packageManager` in its package.json, else the one
 * that started this program.
 *
 * @param userAgent `npm_config_user_agent`, which every package manager sets
 * @returns null if nothing names one, or if there are lockfiles of several
 */
export function findPackageManager(folder: AppFolder, userAgent: string | undefined): PackageManager | null {
  const found = new Set(folder.findUpwards(Object.keys(lockfiles)).map((file) => lockfiles[file]))
  if (found.size > 1) return null
  const [locked] = found
  return locked ?? nameIn(folder.manifest.packageManager, '@') ?? nameIn(userAgent, '/')
}

function nameIn(text: unknown, separator: string): PackageManager | null {
  const name = typeof text === 'string' ? text.split(separator)[0] : undefined
  return packageManagers.find((manager) => manager === name) ?? null
}

/** The command that adds packages to an app. */
export function installCommand(manager: PackageManager, packages: readonly string[]): string {
  return [manager, manager === 'npm' ? 'install' : 'add', ...packages].join(' ')
}

/** Runs a command of a package manager. Its output goes to standard error, because standard output is for results. */
export async function runInstall(folder: string, command: string): Promise<void> {
  const [program = '', ...args] = command.split(' ')
  // On Windows the package managers are scripts, which only a shell can start.
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  })
  const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Failure(`${program} is not installed. Nothing was written.`)
    throw error
  })) as [number | null]
  if (code !== 0) throw new Failure(`${command} has failed. No file of Portico was written.`)
}
