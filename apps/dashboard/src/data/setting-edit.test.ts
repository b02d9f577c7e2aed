import { describe, expect, test } from 'vitest'

import type { ProjectConfig, ProjectVersionConflict } from './project-config.ts'
import { createSettingEdit } from './setting-edit.ts'

const stored = { sessionIdleTimeoutMillis: 3_600_000 } as ProjectConfig
const conflict = { message: 'Ada has changed it.' } as ProjectVersionConflict

describe('an edit of one setting', () => {
  test('writes the value', () => {
    expect(createSettingEdit('sessionIdleTimeoutMillis', null)(stored, null)).toEqual({
      sessionIdleTimeoutMillis: null,
    })
  })

  test('fails if another owner has chosen something else, and not if they have chosen the same', () => {
    expect(() => createSettingEdit('sessionIdleTimeoutMillis', null)(stored, conflict)).toThrow(conflict.message)
    expect(createSettingEdit('sessionIdleTimeoutMillis', 3_600_000)(stored, conflict)).toEqual(stored)
  })
})
