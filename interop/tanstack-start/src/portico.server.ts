// #region portico
import { createPortico } from '@portico/react/tanstack-start/server'
import { redirect } from '@tanstack/react-router'
import { getCookies, getRequest, setCookie, setResponseHeader } from '@tanstack/react-start/server'

// Reads the PORTICO variables of the environment.
export const portico = createPortico({ getCookies, getRequest, redirect, setCookie, setResponseHeader })
// #endregion
