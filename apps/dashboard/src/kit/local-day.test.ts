import { afterEach, expect, test, vi } from 'vitest'

import { startOfLocalDay } from './local-day.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each(['UTC', 'America/Santiago', 'Africa/Cairo', 'Asia/Beirut', 'Pacific/Apia'])(
  'in %s, a day ends where the next one starts, also where clocks change at midnight',
  (zone) => {
    vi.stubEnv('TZ', zone)
    const days = Array.from({ length: 366 }, (_, index) =>
      new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
    )

    expect(days.slice(0, -1).map((day) => startOfLocalDay(day, 1))).toEqual(
      days.slice(1).map((day) => startOfLocalDay(day)),
    )
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
  },
)

test.each([undefined, '', '2026-02-30', '2026-13-01', '23.11.2026'])('%j is not a day', (text) => {
  expect(startOfLocalDay(text)).toBeUndefined()
})
