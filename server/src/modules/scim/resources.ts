import { GROUP_SCHEMA, USER_SCHEMA } from './rules.ts'
import type { GroupRow, UserRow } from './views.ts'

/** Writes a member as a SCIM resource. */
export function userResource(row: UserRow, base: string): Record<string, unknown> {
  const userName = row.userName ?? row.email
  return {
    schemas: [USER_SCHEMA],
    id: row.memberId,
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    userName,
    name: {
      givenName: row.firstname,
      familyName: row.lastname,
      formatted: `${row.firstname} ${row.lastname}`.trim(),
    },
    displayName: `${row.firstname} ${row.lastname}`.trim() || row.email,
    active: row.isActive,
    emails: [{ value: row.email, type: 'work', primary: true }],
    groups: row.groups.map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Groups/${id}` })),
    meta: metaOf('User', `${base}/Users/${row.memberId}`, row),
  }
}

/** Writes a group as a SCIM resource. */
export function groupResource(row: GroupRow, base: string): Record<string, unknown> {
  return {
    schemas: [GROUP_SCHEMA],
    id: row.id,
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    displayName: row.name,
    members: row.memberIds.map((id) => ({ value: id, type: 'User', $ref: `${base}/Users/${id}` })),
    meta: metaOf('Group', `${base}/Groups/${row.id}`, row),
  }
}

function metaOf(
  resourceType: string,
  location: string,
  { createdAt, updatedAt }: { createdAt: Date; updatedAt: Date },
): Record<string, string> {
  return { resourceType, created: createdAt.toISOString(), lastModified: updatedAt.toISOString(), location }
}
