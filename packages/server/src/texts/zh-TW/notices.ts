import { isMadeByOthers, type AccountChange, type AddressChange, type NoticeTexts } from '../en/notices.ts'

type LeakedKey = Parameters<NoticeTexts['apiKeyLeaked']>[0]

const partNames: Readonly<Record<AccountChange['removed'][number], string>> = {
  password: '密碼',
  passkey: '所有密碼金鑰',
  authenticator_app: '驗證器應用程式',
  api_keys: '所有 API 金鑰',
}

const recordNames: Readonly<Record<AccountChange['undone'][number], string>> = {
  owned_projects: '所有專案的擁有權',
  teams_left: '在有其他成員的團隊中的成員資格',
  team_members: '該帳號邀請的團隊成員',
  team_invitations: '待接受的團隊邀請',
  team_api_keys: '團隊的 API 金鑰',
  teams: '沒有其他成員的團隊的名稱、圖片和設定',
  profile: '個人資料中的名稱、大頭貼和設定',
}

const addressChangeNames: Readonly<Record<AddressChange, string>> = {
  replaces_address: '它取代了該帳號的另一個地址',
  primary: '它現在是主要電子郵件地址',
  not_primary: '它不再是主要電子郵件地址',
  used_for_sign_in: '它在驗證後可用於登入',
  not_used_for_sign_in: '它不再用於登入',
}

const apiKey = ({ apiKeyName }: AccountChange): string =>
  apiKeyName === '' ? '一個 API 金鑰' : ` API 金鑰「${apiKeyName}」`

const passkey = ({ passkeyName }: AccountChange): string =>
  passkeyName === '' ? '一個密碼金鑰' : `密碼金鑰「${passkeyName}」`

function accessRemoved(details: AccountChange): string {
  const { address, changedAt, disconnected, disconnectedCount, removed, undone } = details
  const parts = [
    ...removed.map((part) => partNames[part]),
    ...(disconnectedCount === 0 ? [] : [`已連結的帳號（${disconnected}）`]),
    ...undone.map((record) => recordNames[record]),
  ].join('；')
  const verified = address === '' ? '此電子郵件地址' : `您帳號的電子郵件地址 ${address} `
  const reconnect = disconnectedCount === 0 ? '' : `，並在其中重新連結 ${disconnected}`
  return `${verified}已於 ${changedAt} 首次完成驗證。在此之前，其他人可能已新增了登入方式或 API 金鑰，因此下列項目已被移除：${parts}。您可以在帳號設定中重新設定它們${reconnect}。`
}

const sentences: Readonly<Record<AccountChange['change'], (details: AccountChange) => string>> = {
  authenticator_app_added: ({ changedAt }) =>
    `您的帳號已於 ${changedAt} 新增了驗證器應用程式。現在登入時需要輸入此應用程式中的驗證碼。`,
  authenticator_app_replaced: ({ changedAt }) => `您帳號的驗證器應用程式已於 ${changedAt} 更換。`,
  authenticator_app_removed: ({ changedAt }) =>
    `您帳號的驗證器應用程式已於 ${changedAt} 移除。登入時不再需要輸入其中的驗證碼。`,
  authenticator_app_reset: ({ changedAt }) =>
    `依照管理員的預告，您帳號的雙重驗證已於 ${changedAt} 移除。登入時不再需要雙重驗證。`,
  authenticator_app_reset_cancelled: ({ changedAt }) =>
    `已預告的移除您帳號的雙重驗證的操作已於 ${changedAt} 取消。登入時仍需要雙重驗證。`,
  recovery_codes_created: ({ changedAt }) =>
    `已於 ${changedAt} 為您的帳號建立新的復原碼。每組可代替驗證器應用程式中的驗證碼一次。之前的復原碼已失效。`,
  recovery_code_used: ({ changedAt, unusedCodes }) =>
    `您帳號的一組復原碼已於 ${changedAt} 代替驗證器應用程式中的驗證碼使用。未使用的復原碼：${unusedCodes}。`,
  passkey_added: (details) => `${passkey(details)}已於 ${details.changedAt} 新增到您的帳號。它可用於登入。`,
  passkey_removed: (details) => `${passkey(details)}已於 ${details.changedAt} 從您的帳號中移除。它不能再用於登入。`,
  api_key_created: (details) =>
    `已於 ${details.changedAt} 為您的帳號建立了${apiKey(details)}。持有該金鑰的程式可以代表您執行操作。`,
  provider_account_connected: ({ changedAt, providerName }) =>
    `一個 ${providerName} 帳號已於 ${changedAt} 連結到您的帳號。它可用於登入。`,
  provider_account_disconnected: ({ changedAt, providerName }) =>
    `已連結的 ${providerName} 帳號已於 ${changedAt} 與您的帳號取消連結。它不能再用於登入。`,
  unproved_access_removed: accessRemoved,
  address_disowned: ({ address, changedAt }) =>
    `電子郵件地址 ${address} 已於 ${changedAt} 從您的帳號中移除。該信箱的擁有者回報，此帳號屬於其他人。`,
  address_added: ({ address, changedAt }) => `電子郵件地址 ${address} 已於 ${changedAt} 新增到您的帳號。`,
  address_updated: (details) =>
    `您帳號的電子郵件地址 ${details.address} 已於 ${details.changedAt} 變更：${details.addressChanges.map((change) => addressChangeNames[change]).join('；')}。`,
  address_removed: ({ address, changedAt }) => `電子郵件地址 ${address} 已於 ${changedAt} 從您的帳號中移除。`,
}

function subjectOfChange({ change, project }: AccountChange): string {
  if (change === 'api_key_created') return `已為您在 ${project} 的帳號建立 API 金鑰`
  if (change === 'recovery_code_used') return `您在 ${project} 的帳號的一組復原碼已被使用`
  return change.startsWith('address_') ? `您在 ${project} 的帳號的電子郵件地址已變更` : `您登入 ${project} 的方式已變更`
}

const ownerOfKey = ({ ownerType, project, team }: LeakedKey): string =>
  `${ownerType === 'user' ? `您在 ${project} 的帳號` : team === '' ? `${project} 的團隊` : `${project} 的團隊「${team}」`}`

export const notices: NoticeTexts = {
  passwordChanged: ({ changedAt, project }) => ({
    subject: `您在 ${project} 的密碼已變更`,
    sentence: `您帳號的密碼已於 ${changedAt} 變更。如果是您本人變更的，可以忽略此郵件。`,
    reason: `如果不是您本人變更的，請前往 ${project}，在登入頁面上選擇「忘記密碼？」並設定新密碼。這將結束所有工作階段。您收到此郵件，是因為這是該帳號的地址。`,
  }),
  emailChanged: ({ changedAt, project }) => ({
    subject: `您在 ${project} 的電子郵件地址已變更`,
    sentence: `此地址已於 ${changedAt} 從您的帳號中移除。如果是您本人變更的，可以忽略此郵件。`,
    reason: `如果不是您本人變更的，請立即聯絡 ${project} 的支援團隊。他們可以查看是誰變更的。您收到此郵件，是因為這曾是該帳號的地址。`,
  }),
  addressAdded: ({ changedAt, project }) => ({
    subject: `您的電子郵件地址已新增到 ${project} 的一個帳號`,
    sentence: `此地址已於 ${changedAt} 被新增到 ${project} 的一個帳號。在您驗證此地址之前，該帳號無法使用它登入。`,
    reason: `您收到此郵件，是因為有人在其 ${project} 帳號設定中輸入了此地址。如果不是您本人操作，可以忽略此郵件，並且請勿開啟此地址的驗證連結。`,
  }),
  signInMethodChanged: (details) => ({
    subject: subjectOfChange(details),
    sentence: `${sentences[details.change](details)}${isMadeByOthers(details.change) ? '' : '如果是您本人操作，可以忽略此郵件。'}`,
    reason: `如果不是您本人操作，請前往 ${details.project}，在帳號設定中復原此變更，並結束您不認識的工作階段。如果您已無法登入，請聯絡 ${details.project} 的支援團隊。您收到此郵件，是因為這是該帳號的地址。`,
  }),
  newDevice: ({ device, expiresAt, hasLink, place, project, signedInAt }) => ({
    subject: `在新裝置上登入 ${project}`,
    sentence: `您的帳號於 ${signedInAt} 在一部您以前未登入過的裝置上登入。${device && `裝置：${device}。`}${place && `地點：${place}。`}如果是您本人登入的，可以忽略此郵件。`,
    action: '不是我本人',
    lifetime: `此連結將於 ${expiresAt} 過期。`,
    reason: hasLink
      ? '如果不是您本人登入的，請選擇「不是我本人」。這將結束該工作階段；如果您的帳號可以設定密碼，您還會收到一封用於設定新密碼的郵件。您收到此郵件，是因為這是該帳號的地址。'
      : `如果不是您本人登入的，請前往 ${project}，在帳號設定中結束您不認得的工作階段，並變更您的登入方式。如果您有密碼，請在登入頁面上選擇「忘記密碼？」並設定新密碼。這將結束所有工作階段。您收到此郵件，是因為這是該帳號的地址。`,
  }),
  factorResetStarted: ({ project, takesEffectAt }) => ({
    subject: `您在 ${project} 的雙重驗證將被移除`,
    sentence: `${project} 的管理員已預告：您帳號的雙重驗證（驗證器應用程式、復原碼、密碼金鑰）將於 ${takesEffectAt} 移除。此後登入時不再需要雙重驗證。`,
    action: '取消移除',
    lifetime: `您可以在 ${takesEffectAt} 之前取消。`,
    reason:
      '如果您因遺失雙重驗證方式而提出此要求，可以忽略此郵件。如果不是，請立即取消移除。您收到此郵件，是因為這是該帳號的已驗證地址。',
  }),
  secondFactorDue: ({ project, dueAt }) => ({
    subject: `請為您在 ${project} 的帳號設定雙重驗證`,
    sentence: `自 ${dueAt} 起，您在 ${project} 的帳號需要雙重驗證（驗證器應用程式或密碼金鑰）。請在此之前於帳號設定中完成設定。此後，您必須先完成設定才能使用帳號。`,
    reason: `您收到此郵件，是因為有人登入了您在 ${project} 的帳號。如果不是您本人，請變更密碼。`,
  }),
  signUpApproved: ({ project }) => ({
    subject: `您在 ${project} 的註冊已獲核准`,
    sentence: `您在 ${project} 的註冊已獲核准。您現在可以使用您的帳號。`,
    action: '登入',
    reason: `您收到此郵件，是因為有人使用此地址在 ${project} 註冊。如果不是您本人，可以忽略此郵件。`,
  }),
  signUpRefused: ({ project }) => ({
    subject: `您在 ${project} 的註冊遭到拒絕`,
    sentence: `您在 ${project} 的註冊遭到拒絕，您的帳號已被刪除。`,
    reason: `您收到此郵件，是因為有人使用此地址在 ${project} 註冊。如果不是您本人，可以忽略此郵件。`,
  }),
  apiKeyLeaked: (details) => ({
    subject: `${details.project} 的一個 API 金鑰在公開位置被發現，已被撤銷`,
    sentence: `${ownerOfKey(details)}的一個 API 金鑰在公開位置被發現${details.description === '' ? '' : `：「${details.description}」`}。它已於 ${details.revokedAt} 被撤銷。使用該金鑰的程式不再具有存取權限。請為它們建立新金鑰，並從公開舊金鑰的位置將其移除。請檢查此前該金鑰被用來做了什麼。`,
    reason: `您收到此郵件，是因為${details.ownerType === 'team' ? '您可以管理該團隊的 API 金鑰' : '這是該帳號的地址'}。引號中的名稱由 ${details.project} 的使用者選擇。`,
  }),
}
