import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

// The service listens on PORTICO_PORT, and its demo right beside it.
const servicePort = Number(process.env['PORTICO_PORT'] ?? 4100)
if (process.env['PORTICO_PORT']) process.env['VITE_PORTICO_API_URL'] ??= `http://127.0.0.1:${servicePort}`

export default defineConfig(({ mode }) => {
  const apiUrl = loadEnv(mode, import.meta.dirname)['VITE_PORTICO_API_URL'] ?? ''
  const address = { host: '127.0.0.1', port: servicePort + 1, strictPort: true }
  return {
    root: import.meta.dirname,
    plugins: [react()],
    // Inside this repository the packages are used from their source; an app of yours does not need this line.
    resolve: { conditions: ['@portico/source', 'module', 'browser', 'development|production'] },
    server: address,
    preview: {
      ...address,
      // The whole policy that Portico needs: nothing inline, nothing evaluated, and the service to talk to.
      // And what no sign-in page should allow: being framed by others, or having its addresses bent.
      headers: {
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
