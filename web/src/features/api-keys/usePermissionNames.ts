import type { ApiKeyPermission } from '@crewline/contract/api-keys'
import { useLingui } from '@lingui/react/macro'

/** One area of the product with what a key may do there. */
export interface PermissionGroup {
  name: string
  permissions: { key: ApiKeyPermission; name: string }[]
}

/** Names the permissions of keys in plain words, by area. */
export function usePermissionNames(): PermissionGroup[] {
  const { t } = useLingui()
  return [
    {
      name: t`Inbox`,
      permissions: [
        { key: 'inbox.read', name: t`Read messages` },
        { key: 'inbox.reply', name: t`Send messages` },
        { key: 'messages.export', name: t`Export messages` },
        { key: 'replies.manage', name: t`Manage saved replies and keywords` },
      ],
    },
    {
      name: t`Contacts and groups`,
      permissions: [
        { key: 'contacts.read', name: t`View contacts` },
        { key: 'contacts.edit', name: t`Add and edit contacts` },
        { key: 'contacts.export', name: t`Export contacts` },
        { key: 'contacts.erase', name: t`Erase contacts` },
        { key: 'contacts.sensitive', name: t`View sensitive fields` },
        { key: 'groups.read', name: t`View groups` },
        { key: 'groups.edit', name: t`Add and edit groups` },
        { key: 'fields.manage', name: t`Manage custom fields` },
      ],
    },
    {
      name: t`Broadcasts`,
      permissions: [
        { key: 'broadcasts.read', name: t`View broadcasts` },
        { key: 'broadcasts.draft', name: t`Write broadcasts` },
        { key: 'broadcasts.send', name: t`Send broadcasts` },
        { key: 'broadcasts.approve', name: t`Approve broadcasts` },
      ],
    },
    {
      name: t`Organization`,
      permissions: [
        { key: 'analytics.view', name: t`View the dashboard` },
        { key: 'team.read', name: t`View the team` },
        { key: 'lines.manage', name: t`Manage numbers` },
        { key: 'organization.manage', name: t`Manage settings` },
      ],
    },
  ]
}
