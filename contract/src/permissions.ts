import { z } from 'zod'

/** The six built-in roles of a member, most powerful first. */
export const Role = z.enum(['owner', 'admin', 'manager', 'agent', 'author', 'viewer'])
export type Role = z.infer<typeof Role>

/** The role of a member: a built-in one, or `custom` for one that the organization defined. */
export const MemberRole = z.enum([...Role.options, 'custom'])
export type MemberRole = z.infer<typeof MemberRole>

/** A permission of a member; an endpoint names exactly one of these. */
export type Permission =
  | 'inbox.read'
  | 'inbox.reply'
  | 'messages.export'
  | 'messages.off_shift'
  | 'replies.manage'
  | 'phrases.review'
  | 'lines.manage'
  | 'organization.manage'
  | 'contacts.read'
  | 'contacts.edit'
  | 'contacts.export'
  | 'contacts.erase'
  | 'contacts.sensitive'
  | 'fields.manage'
  | 'groups.read'
  | 'groups.edit'
  | 'broadcasts.read'
  | 'broadcasts.draft'
  | 'broadcasts.send'
  | 'broadcasts.approve'
  | 'team.read'
  | 'team.manage'
  | 'analytics.view'
  | 'billing.manage'
  | 'api.manage'
  | 'records.manage'

export {
  ALL_PERMISSIONS,
  ROLES_BY_PERMISSION,
  mayGrant,
  permissionsHeld,
  permissionsOf,
  withRequired,
  type RoleHolder,
} from './holders.ts'
