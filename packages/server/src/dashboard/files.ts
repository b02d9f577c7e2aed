import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the build puts the dashboard, and where the published package contains it. */
export const ownDashboardFolder = fileURLToPath(new URL('../../dashboard', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export interface DashboardFile {
  readonly type: string
  readonly isCompressed: boolean
  readonly bytes: Buffer<ArrayBuffer>
}

export interface DashboardFiles {
  readonly index: string
  /** The page of the webhook portal. */
  readonly webhookPortal: string
  /** Reads a file of `assets/`; null if there is none of this name. */
  asset(name: string, acceptsBrotli: boolean): Promise<DashboardFile | null>
}

/** Lists the files of a folder. Null: the folder contains no dashboard, or an earlier version. */
export function findDashboard(folder: string): DashboardFiles | null {
  const [indexPath, portalPath] = [join(folder, 'index.html'), join(folder, 'embed.html')]
  if (!existsSync(indexPath) || !existsSync(portalPath)) return null
  const assets = join(folder, 'assets')
  const names = new Set(readdirSync(assets))
  return {
    index: readFileSync(indexPath, 'utf8'),
    webhookPortal: readFileSync(portalPath, 'utf8'),
    asset: async (name, acceptsBrotli) => {
      const type = types[extname(name)]
      if (type === undefined || !names.has(name)) return null
      const isCompressed = acceptsBrotli && names.has(`${name}.br`)
      // A build while the service runs replaces the files. The page of the next start knows the new ones.
      const bytes = await readFile(join(assets, isCompressed ? `${name}.br` : name)).catch(() => null)
      return bytes && { type, isCompressed, bytes }
    },
  }
}
