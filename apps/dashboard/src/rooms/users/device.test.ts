import { expect, test } from 'vitest'

import { describeDevice } from './device.ts'

test.each([
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
    'Chrome · macOS',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  [' ', null],
  [undefined, null],
])('the device of %j is %j', (userAgent, name) => {
  expect(describeDevice(userAgent)).toEqual({ name, isPhone: false })
})
