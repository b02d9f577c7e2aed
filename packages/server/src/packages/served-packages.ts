import { createHash } from 'node:crypto'

import { packageNames, type PackageFolders, type PackageId } from './package-folders.ts'
import { packTarball, type TarFile } from './tarball.ts'

export const PACKAGES_PATH = '/packages'

/**
 * Whether the packages are on the npm registry. Once they are, services serve none, and their pages name the packages
 * of the registry.
 */
const arePublished: boolean = false

const VERSION_DIGITS = 10
/** Only the repository uses these fields. */
const unpublishedFields = ['devDependencies', 'scripts']

interface PackedPackage {
  readonly version: string
  readonly tarball: Buffer<ArrayBuffer>
}

/** The address under which a service serves its packages; null once they are on the registry. */
export function packagesUrl(baseUrl: string): string | null {
  return arePublished ? null : `${baseUrl}${PACKAGES_PATH}`
}

export function findPackageId(name: string): PackageId | null {
  return Object.hasOwn(packageNames, name) ? (name as PackageId) : null
}

/** The packages as npm installs them, with the address of this service for those that they depend on. */
export class ServedPackages {
  readonly #folders: PackageFolders
  readonly #url: string
  readonly #packed = new Map<PackageId, Promise<PackedPackage>>()

  constructor(folders: PackageFolders, url: string) {
    this.#folders = folders
    this.#url = url
  }

  /** @throws PackageNotBuilt */
  async tarball(id: PackageId): Promise<Buffer<ArrayBuffer>> {
    return (await this.#pack(id)).tarball
  }

  #pack(id: PackageId): Promise<PackedPackage> {
    if (!this.#folders.areFixed) return this.#read(id)
    const known = this.#packed.get(id)
    if (known) return known
    const packed = this.#read(id)
    this.#packed.set(id, packed)
    // The next request tries again.
    packed.catch(() => this.#packed.delete(id))
    return packed
  }

  async #read(id: PackageId): Promise<PackedPackage> {
    const { manifest, files } = await this.#folders.read(id)
    const dependencies = await this.#ownAddresses(manifest.dependencies ?? {})
    const published = Object.fromEntries(
      Object.entries(manifest).filter(([field]) => !unpublishedFields.includes(field)),
    )
    const unversioned = { ...published, ...(manifest.dependencies && { dependencies }) }
    // A package that was installed from a service has the version that the service gave it.
    const version = `${manifest.version.replace(/-build-\w+$/, '')}-build-${digest(unversioned, files)}`
    const packageJson = Buffer.from(`${JSON.stringify({ ...unversioned, version }, null, 2)}\n`)
    const all = [{ path: 'package.json', bytes: packageJson }, ...files]
    return { version, tarball: await packTarball(all.map(({ path, bytes }) => ({ path: `package/${path}`, bytes }))) }
  }

  /**
   * Replaces the versions of our packages, which no registry has, with addresses. An address contains the version of
   * its content, because npm keeps an installed dependency whose address is the same.
   */
  async #ownAddresses(dependencies: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const resolved = Object.entries(dependencies).map(async ([name, range]): Promise<[string, string]> => {
      const id = (Object.keys(packageNames) as PackageId[]).find((known) => packageNames[known] === name)
      return [name, id === undefined ? range : `${this.#url}/${id}.tgz?${(await this.#pack(id)).version}`]
    })
    return Object.fromEntries(await Promise.all(resolved))
  }
}

/** Identifies the content. It differs for another address of the service, because the manifest contains it. */
function digest(manifest: object, files: readonly TarFile[]): string {
  const hash = createHash('sha256').update(JSON.stringify(manifest))
  for (const { path, bytes } of files) hash.update(`\0${path}\0${bytes.length}\0`).update(bytes)
  return hash.digest('hex').slice(0, VERSION_DIGITS)
}
