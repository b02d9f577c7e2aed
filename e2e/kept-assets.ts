import type { Plugin } from 'vite'

/**
 * Lets the browser cache the scripts and styles of a build whose names contain their hashes, as servers do. Without it,
 * the browser requests each of them again at every load of a page.
 *
 * @param isChanged whether a test changes the file after the build
 */
export function keptAssets(isChanged: (url: string) => boolean = () => false): Plugin {
  return {
    name: 'kept-assets',
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use(({ url = '' }, response, next) => {
        const isKept = url.startsWith('/assets/') && !isChanged(url)
        if (isKept) response.setHeader('cache-control', 'public, max-age=31536000, immutable')
        next()
      })
    },
  }
}
