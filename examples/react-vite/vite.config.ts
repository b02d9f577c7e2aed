import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

// The service listens on PORTICO_PORT, the demo on the next port.
const servicePort = Number(process.env['PORTICO_PORT'] ?? 4100)
if (process.env['PORTICO_PORT']) process.env['VITE_PORTICO_API_URL'] ??= `http://127.0.0.1:${servicePort}`

// Some page URLs contain one-time codes, which must not leak to other servers in the Referer header.
const referrerPolicy = { 'Referrer-Policy': 'no-referrer' }

/** The packages whose source the demo loads. */
const packages = ['client/src', 'contract/src', 'protocols/src', 'react/src']

export default defineConfig(({ mode }) => {
  const apiUrl = loadEnv(mode, import.meta.dirname)['VITE_PORTICO_API_URL'] ?? ''
  const address = { host: '127.0.0.1', port: servicePort + 1, strictPort: true }
  return {
    root: import.meta.dirname,
    plugins: [react()],
    // Loads the packages from their source in this repository. Your app does not need this line.
    resolve: { conditions: ['@portico/source', 'module', 'browser', 'development|production'] },
    server: {
      ...address,
      // `preview` has the complete policy. It would block Vite's development client.
      headers: { ...referrerPolicy, 'Content-Security-Policy': "frame-ancestors 'none'" },
      // Serve only the source files of the pages and packages. Other files in the repository, such as the secret in the
      // service's data folder, are not public.
      fs: {
        allow: [
          'index.html',
          'src',
          'node_modules',
          '../../node_modules',
          ...packages.map((name) => `../../packages/${name}`),
        ],
        deny: ['.env', '.env.*', '*.{crt,pem,key,p12,pfx}', '*.seed.json', '.npmrc', '**/.git/**', '**/.portico/**'],
      },
    },
    preview: {
      ...address,
      // The complete policy for Portico: no inline code, no `eval`, connections only to the service. It also forbids
      // framing (clickjacking), `<base>` elements and plugins.
      headers: {
        ...referrerPolicy,
        'Content-Security-Policy': [
          "default-src 'self'",
          `img-src 'self' data: https: ${apiUrl}`,
          `connect-src ${apiUrl}`,
          "frame-ancestors 'none'",
          "base-uri 'none'",
          "object-src 'none'",
        ].join('; '),
      },
    },
  }
})
