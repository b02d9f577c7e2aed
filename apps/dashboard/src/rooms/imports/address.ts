import { address, present } from '../../page/address.ts'

export const importsAddress = address({ dialogs: { create: present } })
