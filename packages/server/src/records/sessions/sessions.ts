/** What other slices may do with sessions; an expired one that housekeeping sweeps has refused to refresh before. */
export {
  deleteSessionRow as endSession,
  deleteSessionsOfUser as endSessionsOfUser,
  endSessionsAboveLimit,
  insertSession,
  isSessionRefused,
  sweepExpiredSessions,
  type SessionKind,
} from './store.ts'
