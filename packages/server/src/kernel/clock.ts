/** All time in the service comes from here, so that tests can move it. */
export interface Clock {
  now(): Date
}
