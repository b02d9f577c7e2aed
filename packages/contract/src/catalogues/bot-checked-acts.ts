export const botCheckedActs = ['sign_up', 'sign_in', 'send_code', 'reset_password'] as const
export type BotCheckedAct = (typeof botCheckedActs)[number]
