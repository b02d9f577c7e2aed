import { toCamelCase, toSnakeCase } from '@portico/contract/letter-case'
import { projectConfigDefaults, type ProjectConfig, type StoredConfig } from './project.ts'

/** Reads stored settings and adds the defaults of settings that are newer than the project. */
export function toConfig(stored: Partial<StoredConfig>): ProjectConfig {
  return { ...projectConfigDefaults, ...toCamelCase(stored) }
}

export function toStoredConfig(config: ProjectConfig): StoredConfig {
  return toSnakeCase(config)
}
