import { z } from 'zod'

/** The six built-in roles of a member, most powerful first. */
export const Role = z.enum(['owner', 'admin', 'manager', 'agent', 'author', 'viewer'])
export type Role = z.infer<typeof Role>

/** What a member may do; an endpoint names exactly one of these. */
export type Permission = 'inbox.read' | 'inbox.reply' | 'contacts.read' | 'contacts.edit' | 'groups.read' | 'team.read'

const EVERYONE: Role[] = ['owner', 'admin', 'manager', 'agent', 'author', 'viewer']

/** Which roles hold which permission; anything not listed is denied. */
export const HOLDERS: Record<Permission, readonly Role[]> = {
  'inbox.read': ['owner', 'admin', 'manager', 'agent', 'viewer'],
  'inbox.reply': ['owner', 'admin', 'manager', 'agent'],
  'contacts.read': EVERYONE,
  'contacts.edit': ['owner', 'admin', 'manager'],
  'groups.read': EVERYONE,
  'team.read': EVERYONE,
}

/** Every permission a role holds, in a stable order. */
export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(HOLDERS) as Permission[]).filter((permission) => HOLDERS[permission].includes(role))
}
