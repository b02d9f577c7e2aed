import type { SignInMailTexts } from '../en/sign-in-mails.ts'

const becauseRequested = (project: string): string =>
  `누군가 이 주소로 ${project} 로그인을 요청했기 때문에 이 이메일을 보내 드립니다.`

const linkExpires = (lifetime: string): string => `이 링크는 ${lifetime} 후에 만료됩니다.`

export const signInMails: SignInMailTexts = {
  emailVerification: ({ linkLifetime, project }) => ({
    subject: `${project} 이메일 주소를 인증하세요`,
    sentence: '이 이메일 주소가 본인의 것인지 인증해 주세요.',
    action: '이메일 주소 인증',
    lifetime: linkExpires(linkLifetime),
    reason: `누군가 ${project}에 이 주소를 입력했기 때문에 이 이메일을 보내 드립니다. 본인이 아니라면 이 이메일을 무시하셔도 됩니다. 아무것도 변경되지 않습니다.`,
  }),
  passwordReset: ({ linkLifetime, project }) => ({
    subject: `${project} 비밀번호 재설정`,
    sentence: '계정의 새 비밀번호를 설정하세요.',
    action: '새 비밀번호 설정',
    lifetime: linkExpires(linkLifetime),
    reason: `누군가 ${project}에서 이 주소의 비밀번호 재설정을 요청했기 때문에 이 이메일을 보내 드립니다. 본인이 아니라면 이 이메일을 무시하셔도 됩니다. 비밀번호는 변경되지 않습니다.`,
  }),
  signInCode: ({ linkLifetime, project }) => ({
    subject: `${project} 로그인 코드`,
    sentence: `${project} 로그인 페이지에 이 코드를 입력하거나 아래 링크를 여세요.`,
    action: '로그인',
    lifetime: `${linkLifetime} 이내에 둘 중 하나를 사용하세요. 코드는 요청한 브라우저에서만 작동합니다.`,
    reason: `${becauseRequested(project)} 본인이 아니라면 이 이메일을 무시하셔도 됩니다. 로그인하려면 코드나 링크가 필요합니다. 누구와도 공유하지 마세요.`,
  }),
  noAccount: ({ project }) => ({
    subject: `${project}에 이 주소를 사용하는 계정이 없습니다`,
    sentence: `${project}에 이 이메일 주소를 사용하는 계정이 없으며, ${project}에서는 새 계정을 받지 않습니다.`,
    reason: `${becauseRequested(project)} 본인이라면 다른 주소로 시도하거나 ${project} 고객지원에 문의하세요. 본인이 아니라면 이 이메일을 무시하셔도 됩니다.`,
  }),
  addressNotVerified: ({ project }) => ({
    subject: `이 주소로는 아직 이메일로 ${project}에 로그인할 수 없습니다`,
    sentence: `이 이메일 주소는 인증할 때까지 ${project} 이메일 로그인에 사용할 수 없습니다. 비밀번호로 로그인한 다음 계정 설정에서 주소를 인증하세요.`,
    reason: `${becauseRequested(project)} 본인이 아니라면 이 이메일을 무시하셔도 됩니다.`,
  }),
  signInByEmailOff: ({ project }) => ({
    subject: `${project} 계정의 이메일 로그인이 꺼져 있습니다`,
    sentence: `${project} 계정의 이메일 로그인이 꺼져 있습니다. 다른 방법으로 로그인하거나 ${project} 고객지원에 문의하세요.`,
    reason: `${becauseRequested(project)} 본인이 아니라면 이 이메일을 무시하셔도 됩니다.`,
  }),
  teamInvitation: ({ expiresAt, project, teamDisplayName }) => ({
    subject: `${project}의 팀에 초대되었습니다`,
    sentence: `${project}의 “${teamDisplayName}” 팀에 초대되었습니다.{{#if inviterName}} 초대한 사람: “{{ inviterName }}”.{{/if}}{{#if inviterAddress}} 초대한 사람: {{ inviterAddress }}.{{/if}}`,
    action: '초대 보기',
    lifetime: `이 초대는 ${expiresAt}에 만료됩니다. 확인한 후에만 팀에 참여하게 됩니다.`,
    reason: `누군가 이 주소를 ${project}의 팀에 초대했기 때문에 이 이메일을 보내 드립니다. 따옴표 안의 이름은 ${project} 사용자가 정한 것입니다. 예상하지 못한 초대라면 이 이메일을 무시하셔도 됩니다.`,
  }),
  signInInvitation: ({ expiresAt, project }) => ({
    subject: `${project}에 초대되었습니다`,
    sentence: `${project}에서 계정을 만들도록 초대되었습니다. 이 주소의 계정이 이미 있으면 이 초대로 로그인됩니다.`,
    action: '초대 보기',
    lifetime: `이 초대는 ${expiresAt}에 만료됩니다.`,
    reason: `${project}에서 이 주소를 초대했기 때문에 이 이메일을 보내 드립니다. 예상하지 못한 초대라면 이 이메일을 무시하셔도 됩니다.`,
  }),
}
