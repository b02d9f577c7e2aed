/** Which of the recent users are shown. */
export interface OverviewSearch {
  /** Default: those who signed up last. */
  readonly recent?: 'active'
}

export function readOverviewSearch({ recent }: Record<string, unknown>): OverviewSearch {
  return recent === 'active' ? { recent } : {}
}
