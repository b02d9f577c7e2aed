import { address, oneOf, present } from '../../page/address.ts'

export const frameworks = ['react', 'next', 'node', 'curl'] as const

export type Framework = (typeof frameworks)[number]

/** The framework of the snippets, React by default, and whether the requests that failed are shown. */
export const startAddress = address({
  view: { framework: oneOf(['next', 'node', 'curl']) },
  dialogs: { failed: present },
})
