import type { Project } from '../records/projects/project.ts'

/**
 * Whether the project's mails use the templates of its owners. With the shared mail server they use those of the
 * service: an owner's text would go out with the name of the operator.
 */
export function sendsOwnTemplates({ config }: Project): boolean {
  // guard: a project with the shared mail server sends no template of its owner
  //   (replace `config.emailConfig.type !== 'shared'` with `true`) [mail-templates]
  return config.emailConfig.type !== 'shared'
}
