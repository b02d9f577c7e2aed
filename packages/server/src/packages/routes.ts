import { Hono } from 'hono'

import { securityHeaders } from '../platform/http/security-headers.ts'
import { PackageNotBuilt, packageNames } from './package-folders.ts'
import { findPackageId, PACKAGES_PATH, type ServedPackages } from './served-packages.ts'

/** The packages of Portico as archives that npm installs. */
export function packageRoutes(packages: ServedPackages, isHttps: boolean): Hono {
  const app = new Hono()
  // The address stays the same when the content changes.
  const headers = { ...securityHeaders(isHttps), 'cache-control': 'no-cache' }
  app.get(`${PACKAGES_PATH}/:file`, async (context) => {
    const [, name = ''] = /^(.+)\.tgz$/.exec(context.req.param('file')) ?? []
    const id = findPackageId(name)
    if (!id) {
      const known = Object.keys(packageNames).map((other) => `${other}.tgz`)
      return context.text(`No such package. This service has ${known.join(', ')}.`, 404, headers)
    }
    try {
      return context.body(await packages.tarball(id), 200, { ...headers, 'content-type': 'application/gzip' })
    } catch (error) {
      if (!(error instanceof PackageNotBuilt)) throw error
      return context.text(error.message, 503, headers)
    }
  })
  return app
}
