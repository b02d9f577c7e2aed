import { rightsOfRole, type StaffRight, type StaffRole } from '@portico/contract'

/** The settings of a project that decide about rights. */
interface StaffedProject {
  readonly id: string
  readonly config: { readonly supportCanImpersonate: boolean }
}

/** The rights of a staff member come from the role. A setting of the project can withhold one from support. */
export function rightsOfMember(role: StaffRole, { id, config }: StaffedProject): StaffRight[] {
  const rights = rightsOfRole(role, id)
  // guard: support impersonates only if the project allows it (replace `role === 'support'` with `false`)
  //   [impersonation-links]
  const isWithheld = role === 'support' && !config.supportCanImpersonate
  return isWithheld ? rights.filter((right) => right !== 'impersonate') : rights
}
