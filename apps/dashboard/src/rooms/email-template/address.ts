import { serviceLanguages } from '@portico/client/admin'

import { address, oneOf } from '../../page/address.ts'

/** The language of the template that is edited. Absent: that of the project. */
export const editorAddress = address({ view: { locale: oneOf(serviceLanguages) } })
