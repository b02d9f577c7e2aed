/** Says why a change of the password is advised. */
export const weakPassword =
  'Your password still works, but it does not meet the current rules. A stronger one protects your account better.'
