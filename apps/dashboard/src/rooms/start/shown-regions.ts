/** The regions of tested files that the snippets show. `npm run generate` writes their code to `region-code.ts`. */
export const shownRegions = [
  'examples/nextjs/portico.ts#portico',
  'examples/nextjs/app/layout.tsx#layout',
  'examples/nextjs/app/handler/[...portico]/page.tsx#handler',
  'examples/backends/src/portico.ts#app',
  'examples/backends/src/express.ts#guard',
  'examples/backends/src/express.ts#routes',
  'examples/backends/src/fastify.ts#guard',
  'examples/backends/src/fastify.ts#routes',
  'examples/backends/src/hono.ts#guard',
  'examples/backends/src/hono.ts#routes',
  'examples/backends/src/caller-guard.ts#guard',
  'examples/backends/src/nestjs.ts#routes',
  'examples/backends/src/react-router/app/portico.server.ts#guard',
  'examples/backends/src/react-router/app/routes/account.tsx#page',
] as const
