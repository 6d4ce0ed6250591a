import { INVITATION_MS } from '@crewline/contract/limits'
import type { Role } from '@crewline/contract/permissions'
import { unlinked, type Email, type LetterLanguage } from '../mail/index.ts'

/** The contents of an invitation email. */
export interface InvitationDetails {
  to: string
  language: LetterLanguage
  inviterName: string
  organizationName: string
  role: Role
  url: string
}

const DAYS = INVITATION_MS / 86_400_000

const ROLES: Record<LetterLanguage, Record<Role, string>> = {
  en: { owner: 'Owner', admin: 'Admin', manager: 'Manager', agent: 'Agent', author: 'Author', viewer: 'Viewer' },
  es: {
    owner: 'Propietario',
    admin: 'Administrador',
    manager: 'Supervisor',
    agent: 'Agente',
    author: 'Autor',
    viewer: 'Lector',
  },
}

/** Returns the email that invites a user to join an organization. */
export function invitationMail({ to, language, url, role, ...names }: InvitationDetails): Email {
  const organizationName = unlinked(names.organizationName)
  const inviterName = unlinked(names.inviterName) || organizationName
  const roleName = ROLES[language][role]
  if (language === 'es')
    return {
      to,
      language,
      kind: 'security',
      subject: `${inviterName} te invita a ${organizationName} en Crewline`,
      lines: [
        `${inviterName} te invita a unirte a ${organizationName} en Crewline como ${roleName}.`,
        `El enlace funciona una sola vez y vence en ${DAYS} días.`,
      ],
      action: { label: 'Aceptar la invitación', url },
      foot: 'Si no esperabas esta invitación, puedes ignorar este correo.',
    }
  return {
    to,
    language,
    kind: 'security',
    subject: `${inviterName} invited you to ${organizationName} on Crewline`,
    lines: [
      `${inviterName} invited you to join ${organizationName} on Crewline as ${roleName}.`,
      `The link works once and expires in ${DAYS} days.`,
    ],
    action: { label: 'Accept invitation', url },
    foot: "If you weren't expecting this, you can ignore this email.",
  }
}
