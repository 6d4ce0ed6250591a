import { msg } from '@crewline/contract/localized-text'
import type { Locale } from '@crewline/contract/accounts'
import { INVITATION_MS } from '@crewline/contract/limits'
import type { Role } from '@crewline/contract/permissions'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import { unlinked, type Email } from '../mail/index.ts'

/** The contents of an invitation email. */
export interface InvitationDetails {
  to: string
  language: Locale
  inviterName: string
  organizationName: string
  role: Role
  url: string
}

const DAYS = INVITATION_MS / 86_400_000

const ROLES: Record<Role, LocalizedText> = {
  owner: msg({ message: 'Owner' }),
  admin: msg({ message: 'Admin' }),
  manager: msg({ message: 'Manager' }),
  agent: msg({ message: 'Agent' }),
  author: msg({ message: 'Author' }),
  viewer: msg({ message: 'Viewer' }),
}

/** Returns the email that invites a user to join an organization. */
export function invitationMail({ to, language, url, role, ...names }: InvitationDetails): Email {
  const organization = unlinked(names.organizationName)
  const inviter = unlinked(names.inviterName) || organization
  const write = (text: LocalizedText): string => localize(text, language)
  return {
    to,
    language,
    kind: 'security',
    subject: write(
      msg({ message: '{inviter} invited you to {organization} on Crewline', values: { inviter, organization } }),
    ),
    lines: [
      write(
        msg({
          message: '{inviter} invited you to join {organization} on Crewline as {role}.',
          values: { inviter, organization, role: ROLES[role] },
        }),
      ),
      write(msg({ message: 'The link works once and expires in {days} days.', values: { days: DAYS } })),
    ],
    action: { label: write(msg({ message: 'Accept invitation' })), url },
    foot: write(msg({ message: "If you weren't expecting this, you can ignore this email." })),
  }
}
