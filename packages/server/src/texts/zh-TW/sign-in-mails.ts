import type { SignInMailTexts } from '../en/sign-in-mails.ts'

const becauseRequested = (project: string): string => `您收到此郵件，是因為有人要求使用此地址登入 ${project}。`

const linkExpires = (lifetime: string): string => `此連結將在 ${lifetime}後過期。`

export const signInMails: SignInMailTexts = {
  emailVerification: ({ linkLifetime, project }) => ({
    subject: `請驗證您在 ${project} 的電子郵件地址`,
    sentence: '請驗證此電子郵件地址屬於您。',
    action: '驗證電子郵件地址',
    lifetime: linkExpires(linkLifetime),
    reason: `您收到此郵件，是因為有人在 ${project} 輸入了此地址。如果不是您本人操作，可以忽略此郵件。不會有任何變更。`,
  }),
  passwordReset: ({ linkLifetime, project }) => ({
    subject: `重設您在 ${project} 的密碼`,
    sentence: '請為您的帳號設定新密碼。',
    action: '設定新密碼',
    lifetime: linkExpires(linkLifetime),
    reason: `您收到此郵件，是因為有人在 ${project} 為此地址要求重設密碼。如果不是您本人操作，可以忽略此郵件。您的密碼不會改變。`,
  }),
  signInCode: ({ linkLifetime, project }) => ({
    subject: `您的 ${project} 登入驗證碼`,
    sentence: `請在您登入 ${project} 的頁面上輸入此驗證碼，或開啟下面的連結。`,
    action: '登入',
    lifetime: `請在 ${linkLifetime}內使用其中之一。驗證碼僅在要求它的瀏覽器中有效。`,
    reason: `${becauseRequested(project)}如果不是您本人操作，可以忽略此郵件。登入需要此驗證碼或連結。請勿將它們透露給任何人。`,
  }),
  noAccount: ({ project }) => ({
    subject: `${project} 沒有使用此地址的帳號`,
    sentence: `${project} 沒有使用此電子郵件地址的帳號，並且 ${project} 不接受新帳號。`,
    reason: `${becauseRequested(project)}如果是您本人操作，請嘗試其他地址或聯絡 ${project} 的支援團隊。如果不是，可以忽略此郵件。`,
  }),
  addressNotVerified: ({ project }) => ({
    subject: `此地址尚不能用於透過電子郵件登入 ${project}`,
    sentence: `在驗證之前，此電子郵件地址不能用於透過電子郵件登入 ${project}。請使用密碼登入，然後在帳號設定中驗證此地址。`,
    reason: `${becauseRequested(project)}如果不是您本人操作，可以忽略此郵件。`,
  }),
  signInByEmailOff: ({ project }) => ({
    subject: `您在 ${project} 的帳號已關閉電子郵件登入`,
    sentence: `您在 ${project} 的帳號已關閉電子郵件登入。請使用其他方式登入，或聯絡 ${project} 的支援團隊。`,
    reason: `${becauseRequested(project)}如果不是您本人操作，可以忽略此郵件。`,
  }),
  teamInvitation: ({ expiresAt, project, teamDisplayName }) => ({
    subject: `您受邀加入 ${project} 的團隊`,
    sentence: `您受邀加入 ${project} 的團隊「${teamDisplayName}」。{{#if inviterName}}此邀請來自「{{ inviterName }}」。{{/if}}{{#if inviterAddress}}此邀請來自 {{ inviterAddress }}。{{/if}}`,
    action: '查看邀請',
    lifetime: `此邀請將於 ${expiresAt} 過期。只有在您確認之後，您才會加入該團隊。`,
    reason: `您收到此郵件，是因為有人邀請此地址加入 ${project} 的團隊。引號中的名稱由 ${project} 的使用者選擇。如果您並未預期收到此邀請，可以忽略此郵件。`,
  }),
  signInInvitation: ({ expiresAt, project }) => ({
    subject: `您受邀加入 ${project}`,
    sentence: `您受邀在 ${project} 建立帳號。如果您已有使用此地址的帳號，此邀請會讓您登入。`,
    action: '查看邀請',
    lifetime: `此邀請將於 ${expiresAt} 過期。`,
    reason: `您收到此郵件，是因為 ${project} 邀請了此地址。如果您並未預期收到此邀請，可以忽略此郵件。`,
  }),
}
