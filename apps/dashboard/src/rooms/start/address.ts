import { address, oneOf, present } from '../../page/address.ts'

/** In the order of their tabs. The first one is the default. */
export const frameworks = [
  'react',
  'next',
  'start',
  'expo',
  'router',
  'node',
  'express',
  'fastify',
  'hono',
  'nest',
  'curl',
] as const

export type Framework = (typeof frameworks)[number]

/** The framework of the snippets, React by default, and whether the requests that failed are shown. */
export const startAddress = address({
  view: { framework: oneOf(frameworks.slice(1)) },
  dialogs: { failed: present },
})
