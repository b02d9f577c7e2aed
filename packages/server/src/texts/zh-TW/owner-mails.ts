import type { StaffRole } from '@portico/contract'

import type { Person } from '../en/mail-frame.ts'
import { isAboutRole, type OwnerMailTexts } from '../en/owner-mails.ts'

type OwnerChanged = Parameters<OwnerMailTexts['ownerChanged']>[0]
type FailedEmailsDigest = Parameters<OwnerMailTexts['failedEmailsDigest']>[0]

function failedMails({ count, from, isMore, ownedProject, until, mails }: FailedEmailsDigest): string {
  const number = isMore ? `超過 ${count} 封郵件` : ` ${count} 封郵件`
  const lines = mails.map(
    ({ recipient, subject }, index) =>
      `${index + 1}. ${subject === '' ? '（無主旨）' : `「${subject}」`}，寄至 ${recipient}`,
  )
  return [
    `專案「${ownedProject}」有${number}在 ${from} 至 ${until} 期間未能送達。`,
    [...(isMore || count > lines.length ? [`最近的 ${lines.length} 封是：`] : []), ...lines].join('\n'),
    '資訊主頁中的已寄送郵件清單會顯示每封郵件失敗的原因，並在重新寄送可能有效時提供該選項。',
  ].join('\n\n')
}

const roles: Readonly<Record<StaffRole, string>> = {
  owner: '擁有者',
  admin: '管理員',
  developer: '開發人員',
  support: '客服',
  viewer: '檢視者',
}

function invitation({
  isTransfer,
  ownedProject,
  personAddress,
  personName,
  project,
  role,
}: Parameters<OwnerMailTexts['ownerInvitation']>[0]): string {
  const inviter = personAddress === '' ? (personName === '' ? '' : `「${personName}」`) : `${personAddress} `
  const invited = inviter === '' ? '您受邀' : `${inviter}邀請您`
  if (role !== 'owner') return `${invited}加入 ${project} 中的專案「${ownedProject}」。您的角色：${roles[role]}。`
  const leaves = isTransfer ? '您接受後，邀請人將不再是擁有者。' : ''
  return `${invited}成為 ${project} 中專案「${ownedProject}」的擁有者。${leaves}`
}

function ownerChange({ change, changedAt, isRecipient, ownedProject, role, ...person }: OwnerChanged): string {
  if (change === 'left') return `您自 ${changedAt} 起無法再存取專案「${ownedProject}」。`
  if (change === 'role_changed')
    return `您在專案「${ownedProject}」中的角色已於 ${changedAt} 變更。新角色：${roles[role]}。`
  if (change === 'joined') {
    return `${named(person, '一位使用者')}自 ${changedAt} 起可以存取專案「${ownedProject}」。角色：${roles[role]}。`
  }
  const who = isRecipient ? '您' : named(person, '一位使用者')
  const happened = change === 'added' ? '成為' : '不再是'
  return `${who}自 ${changedAt} 起${happened}專案「${ownedProject}」的擁有者。`
}

function adviceFor({ change, isRecipient }: OwnerChanged): string {
  if (change === 'added') {
    return '擁有者可以存取專案中的一切內容。如果這不在您的預期之內，請在專案設定中移除該擁有者。'
  }
  return isRecipient && change === 'removed' ? '如果這不在您的預期之內，請聯絡其他擁有者。' : ''
}

function named({ personAddress, personName }: Person, unnamed: string): string {
  return `${personName === '' ? unnamed : `「${personName}」`}${personAddress === '' ? '' : `（${personAddress}）`}`
}

const list = new Intl.ListFormat('zh-TW')

const settings: Readonly<Record<string, string>> = {
  'config.email_config': '郵件伺服器',
  'config.domains': '受信任的網域',
  'config.allow_localhost': '對 localhost 的信任',
  'config.native_app_redirects_enabled': '到原生應用程式的重新導向',
  'config.oauth_providers': '登入服務供應商',
  'config.oidc_providers': 'OpenID Connect 簽發者',
  'config.old_system': '專案先前的系統',
  'config.recent_sign_in_required': '對近期登入的要求',
  'config.support_can_impersonate': '支援人員以使用者身分登入',
  is_production_mode: '正式環境模式',
  email_templates: '郵件範本',
  partner_access: '合作夥伴的存取權限',
  team_connections: '團隊的 OpenID Connect 簽發者',
  webhooks: '各 Webhook 端點',
}

export const ownerMails: OwnerMailTexts = {
  ownerInvitation: (details) => ({
    subject: `您受邀管理 ${details.project} 的一個專案`,
    sentence: invitation(details),
    action: '查看邀請',
    lifetime: `此邀請將於 ${details.expiresAt} 過期。只有在您確認之後，您才會取得存取權。`,
    reason: `您收到此郵件，是因為有人邀請此地址加入 ${details.project} 中的一個專案。引號中的名稱由使用者選擇。如果您並未預期收到此邀請，可以忽略此郵件。`,
  }),
  ownerChanged: (details) => ({
    subject: `${details.project} 中一個專案的角色已變更`,
    sentence: `${ownerChange(details)}${adviceFor(details)}`,
    reason: isAboutRole(details)
      ? '您收到此郵件，是因為它與您在該專案中的角色有關。引號中的名稱由使用者選擇。'
      : `您收到此郵件，是因為您${details.isRecipient && details.change === 'removed' ? '曾是' : '是'}該專案的擁有者。引號中的名稱由使用者選擇。`,
  }),
  projectSettingsChanged: (details) => ({
    subject: `${details.project} 中一個專案的設定已變更`,
    sentence: `${named(details, details.isOwner ? '一位擁有者' : '持有專案金鑰的程式')}於 ${details.changedAt} 變更了專案「${details.ownedProject}」的以下設定：${list.format(details.fields.map((field) => settings[field] ?? field))}。利用這些設定，他人可以取得您使用者的登入驗證碼，或以他們的身分登入。如果您並未預期此變更，請檢查專案設定，復原此變更，並移除做出此變更的擁有者或金鑰。`,
    reason: '您收到此郵件，是因為您是該專案的擁有者。引號中的名稱由使用者選擇。',
  }),
  passwordHashesExported: (details) => ({
    subject: `${details.project} 中一個專案的密碼雜湊已匯出`,
    sentence: `${named(details, details.isOwner ? '一位擁有者' : '持有專案金鑰的程式')}於 ${details.changedAt} 匯出了專案「${details.ownedProject}」的所有使用者，包括其密碼雜湊和驗證器應用程式的密鑰。利用此檔案，他人可以猜出您使用者的密碼，並以他們的身分登入。如果您並未預期此匯出，請移除進行此匯出的擁有者或金鑰，並請您的使用者設定新密碼、重新設定驗證器應用程式。`,
    reason: '您收到此郵件，是因為您是該專案的擁有者。引號中的名稱由使用者選擇。',
  }),
  webhookEndpointDisabled: ({ cause, changedAt, endpointHost, ownedProject, project }) => ({
    subject: `${project} 中一個專案的 Webhook 端點已被停用`,
    sentence: `專案「${ownedProject}」的 Webhook 端點「${endpointHost}」已於 ${changedAt} 被停用，原因是${cause === 'gone' ? '它傳回了 410' : '連續五天的所有傳送均失敗'}。此後的事件將保留 30 天。請在資訊主頁中啟用該端點，資訊主頁會提供傳送這些事件的選項。`,
    reason: '您收到此郵件，是因為您是該專案的擁有者。引號中的名稱由使用者選擇。',
  }),
  failedEmailsDigest: (details) => ({
    subject: `${details.project} 中一個專案的郵件未能送達`,
    sentence: failedMails(details),
    reason: '您收到此郵件，是因為您是該專案的擁有者。引號中的文字由使用者選擇。',
  }),
  test: ({ project }) => ({
    subject: `來自 ${project} 的測試郵件`,
    sentence: `${project} 的郵件伺服器運作正常。`,
    reason: `${project} 的一位管理員寄送了此測試郵件。您可以忽略它。`,
  }),
}
