import { msg } from '@crewline/contract/localized-text'
import type { Locale } from '@crewline/contract/accounts'
import { INVITATION_MS } from '@crewline/contract/limits'
import type { MemberRole } from '@crewline/contract/permissions'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import { unlinked, type Email } from '../mail/index.ts'

/** The contents of an invitation email. */
export interface InvitationDetails {
  to: string
  language: Locale
  inviterName: string
  organizationName: string
  role: MemberRole
  /** The name of the custom role; null for a built-in one. */
  roleName: string | null
  url: string
}

const DAYS = INVITATION_MS / 86_400_000

const ROLES: Record<Exclude<MemberRole, 'custom'>, LocalizedText> = {
  owner: msg({ message: 'Owner' }),
  admin: msg({ message: 'Admin' }),
  manager: msg({ message: 'Manager' }),
  agent: msg({ message: 'Agent' }),
  author: msg({ message: 'Author' }),
  viewer: msg({ message: 'Viewer' }),
}

/** Returns the email that invites a user to join an organization. */
export function invitationMail({ to, language, url, role, roleName, ...names }: InvitationDetails): Email {
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
          values: { inviter, organization, role: role === 'custom' ? unlinked(roleName ?? '') : ROLES[role] },
        }),
      ),
      write(msg({ message: 'The link works once and expires in {days} days.', values: { days: DAYS } })),
    ],
    action: { label: write(msg({ message: 'Accept invitation' })), url },
    foot: write(msg({ message: "If you weren't expecting this, you can ignore this email." })),
  }
}

/** Returns the email that confirms a change of ownership to the new owner or to the former one. */
export function ownershipMail(
  reader: { email: string; locale: Locale },
  change: { organization: string; former: string; successor: string; isSuccessor: boolean; url: string },
): Email {
  const organization = unlinked(change.organization)
  const former = unlinked(change.former)
  const successor = unlinked(change.successor)
  const write = (text: LocalizedText): string => localize(text, reader.locale)
  return {
    to: reader.email,
    language: reader.locale,
    kind: 'security',
    subject: write(
      change.isSuccessor
        ? msg({ message: 'You now own {organization} on Crewline', values: { organization } })
        : msg({ message: 'You handed over {organization} to {successor}', values: { organization, successor } }),
    ),
    lines: [
      write(
        change.isSuccessor
          ? msg({
              message: '{former} made you an owner of {organization}. You can manage its team, settings and billing.',
              values: { former, organization },
            })
          : msg({
              message: '{successor} is now an owner of {organization}. You are still a member, with another role.',
              values: { successor, organization },
            }),
      ),
    ],
    action: { label: write(msg({ message: 'See the team' })), url: change.url },
    foot: write(msg({ message: "If you didn't expect this, reply to your team or contact us right away." })),
  }
}
