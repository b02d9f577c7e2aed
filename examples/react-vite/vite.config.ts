import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

// The service listens on PORTICO_PORT, and its demo right beside it.
const servicePort = Number(process.env['PORTICO_PORT'] ?? 4100)
if (process.env['PORTICO_PORT']) process.env['VITE_PORTICO_API_URL'] ??= `http://127.0.0.1:${servicePort}`

// Some addresses of the pages carry one-time codes, which no other server may see.
const referrerPolicy = { 'Referrer-Policy': 'no-referrer' }

/** Whose source the demo is made of. */
const packages = ['client/src', 'contract/src', 'protocols/src', 'react/src']

export default defineConfig(({ mode }) => {
  const apiUrl = loadEnv(mode, import.meta.dirname)['VITE_PORTICO_API_URL'] ?? ''
  const address = { host: '127.0.0.1', port: servicePort + 1, strictPort: true }
  return {
    root: import.meta.dirname,
    plugins: [react()],
    // Inside this repository the packages are used from their source; an app of yours does not need this line.
    resolve: { conditions: ['@portico/source', 'module', 'browser', 'development|production'] },
    server: {
      ...address,
      // The whole policy is under `preview`; Vite's own client needs more than it allows.
      headers: { ...referrerPolicy, 'Content-Security-Policy': "frame-ancestors 'none'" },
      // Only what the pages are made of, in this folder and, inside this repository, in the packages; never what lies
      // beside it, such as the service's data folder with its secret.
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
      // The whole policy that Portico needs: nothing inline, nothing evaluated, and the service to talk to.
      // And what no sign-in page should allow: being framed by others, or having its addresses bent.
      headers: {
        ...referrerPolicy,
        'Content-Security-Policy': [
          "default-src 'self'",
          "img-src 'self' data: https:",
          `connect-src ${apiUrl}`,
          "frame-ancestors 'none'",
          "base-uri 'none'",
          "object-src 'none'",
        ].join('; '),
      },
    },
  }
})
