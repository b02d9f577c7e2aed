/** The source of all time in the service. Tests replace it to move time. */
export interface Clock {
  now(): Date
}

export function later(moment: Date, millis: number): Date {
  return new Date(moment.getTime() + millis)
}
