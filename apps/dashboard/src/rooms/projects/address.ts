import { address, present, text } from '../../page/address.ts'

/** `deleted` is the id of a project whose records are being removed. */
export const projectsAddress = address({ filters: { q: text }, dialogs: { create: present, deleted: text } })
