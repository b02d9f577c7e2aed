export const packageFolders: readonly string[]
export const innermost: readonly string[]
export const carriedPackages: string
export function readManifest(folder: string): PackageManifest
export function neededPackages(folder: string): string[]
export function isBuilt(folder: string): boolean
export function markBuilt(folder: string): void
export function isServiceComplete(): boolean
export function markServiceComplete(): void

/** The fields of a package.json that the build reads. */
export interface PackageManifest {
  readonly name: string
  readonly files: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, ExportTarget>>
}

/** A file, or the targets of further conditions. */
export type ExportTarget = string | { readonly [condition: string]: ExportTarget }
