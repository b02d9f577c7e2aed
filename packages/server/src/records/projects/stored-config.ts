import { toCamelCase, toSnakeCase } from '../../kernel/letter-case.ts'
import { projectConfigDefaults, type ProjectConfig, type StoredConfig } from './project.ts'

/** The settings of a project. Stored ones lack switches that are younger than the project. */
export function toConfig(stored: Partial<StoredConfig>): ProjectConfig {
  return { ...projectConfigDefaults, ...toCamelCase(stored) }
}

export function toStoredConfig(config: ProjectConfig): StoredConfig {
  return toSnakeCase(config)
}
