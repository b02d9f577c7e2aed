export {
  sweepExpiredCodes as sweepExpiredOAuthCodes,
  sweepExpiredTransactions as sweepExpiredOAuthTransactions,
} from './store.ts'
