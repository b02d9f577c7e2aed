import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite'

import { compressAssets, FAST_QUALITY } from '../../tools/compress-assets.ts'
import { compactLocales } from '../../tools/locale-keys.ts'

const repository = join(import.meta.dirname, '../..')
/** The service that the development server forwards calls to. */
const service = process.env['PORTICO_SERVICE_URL'] ?? 'http://127.0.0.1:4100'
const servicePaths = ['/api', '/dev', '/first-admin', '/mail-preview', '/portico-pages.css']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [layerOrder(), compactLocales, react(), storedTheme(), settingsOfService(), compressed()],
  resolve: { conditions: ['@portico/source', 'module', 'browser', 'development|production'] },
  build: {
    // The service serves this folder, and its package publishes it.
    outDir: join(repository, 'packages/server/dashboard'),
    emptyOutDir: true,
    target: ['chrome123', 'firefox124', 'safari17.5'],
    // A data URL would need a wider policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Rooms contain the constants that they use, such as endpoint rights, because the first page contains the list of
      // files of each room.
      optimization: { inlineConst: { mode: 'all' } },
      // The dashboard, and the webhook portal that hosts embed.
      input: ['index.html', 'embed.html'].map((page) => join(import.meta.dirname, page)),
      // What the first page needs is one file instead of one for each set of chunks that share a module. What the
      // portal can load is a second file, so that it never runs the code of the dashboard's session.
      output: {
        codeSplitting: {
          groups: [
            { tags: ['$initial'], name: (id, graph) => (isOfPortal(id, graph) ? 'shared' : null), priority: 1 },
            { tags: ['$initial'], name: 'first', test: (id) => !portalModules.test(id) },
            // Almost every room needs both. One file keeps the lists of files short, which the first page contains.
            { name: 'rights', test: /\/src\/(?:kit\/May|data\/endpoint-rights)\.tsx?$/ },
            // With its icons, each of which would be a separate file.
            { name: 'rail', test: /\/src\/shell\/rail-items\.ts$/ },
          ],
        },
      },
    },
    manifest: true,
  },
  server: {
    host: '127.0.0.1',
    port: 4110,
    fs: { allow: [import.meta.dirname, join(repository, 'packages'), join(repository, 'node_modules')] },
    proxy: Object.fromEntries(
      // The service accepts the dashboard session only from pages on its own origin.
      servicePaths.map((path) => [path, { target: service, changeOrigin: true, headers: { origin: service } }]),
    ),
  },
})

/** The modules of the webhook portal. In a chunk of the dashboard, they would run there. */
const portalModules = /\/embed\.html$|\/src\/embed\//

/** Whether the portal imports a module of the dashboard, at once or on demand. */
function isOfPortal(id: string, graph: Pick<Rolldown.PluginContext, 'getModuleInfo'>): boolean {
  const seen = new Set([id])
  for (const one of seen) {
    if (portalModules.test(one)) return one !== id
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(one) ?? {}
    for (const importer of [...importers, ...dynamicImporters]) seen.add(importer)
  }
  return false
}

/**
 * Declares the order of the cascade layers in each style sheet: chunks load in any order, and the first one decides.
 */
function layerOrder(): Plugin {
  return {
    name: 'portico-layer-order',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('/apps/dashboard/') && id.endsWith('.css') ? `@layer tokens, base, kit, shell, room;\n${code}` : null,
  }
}

/**
 * Adds the script that applies the stored theme, as a file of its own: the policy of the page refuses inline scripts.
 * The webhook portal reads nothing that the browser keeps.
 */
function storedTheme(): Plugin {
  const path = 'src/stored-theme.js'
  const source = readFileSync(join(import.meta.dirname, path), 'utf8')
  const fileName = `assets/stored-theme-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
  let isBuild = false
  return {
    name: 'portico-stored-theme',
    configResolved: (config) => {
      isBuild = config.command === 'build'
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { filename }): HtmlTagDescriptor[] =>
        filename.endsWith('embed.html')
          ? []
          : [{ tag: 'script', attrs: { src: isBuild ? `/${fileName}` : `/${path}` }, injectTo: 'head-prepend' }],
    },
  }
}

/** In development, copies the settings that the service writes into the page. */
function settingsOfService(): Plugin {
  return {
    name: 'portico-settings-of-service',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const page = await fetch(service, { headers: { accept: 'text/html' } }).then(
          (answer) => answer.text(),
          () => '',
        )
        const [meta = ''] = /<meta name="portico-dashboard"[^>]*>/.exec(page) ?? []
        return html.replace('</head>', `${meta}</head>`)
      },
    },
  }
}

/**
 * Compresses the files once, so that the service does not compress them for each visitor. The published package has
 * smaller ones.
 */
function compressed(): Plugin {
  let folder = ''
  return {
    name: 'portico-compressed',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.build.outDir, 'assets')
    },
    closeBundle: () => compressAssets(folder, FAST_QUALITY),
  }
}
