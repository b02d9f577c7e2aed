// #region portico
import { createPortico } from '@portico/nextjs/server'

// Reads the PORTICO variables of the environment.
export const portico = createPortico()
// #endregion
