export const roles = ['api', 'worker', 'all'] as const

/**
 * What a node does. `api` answers calls and does no background work. `worker` does background work and answers only
 * health and readiness. `all` does both.
 */
export type Role = (typeof roles)[number]

export function isRole(text: string): text is Role {
  return roles.some((role) => role === text)
}

export function isApiNode(role: Role): boolean {
  return role !== 'worker'
}

export function isWorker(role: Role): boolean {
  return role !== 'api'
}
