import type { Permission } from '@crewline/contract/permissions'
import { useLingui } from '@lingui/react/macro'

/** Permissions of one area, in the order in which they are shown. */
export interface PermissionArea {
  title: string
  permissions: { key: Permission; label: string }[]
}

/** Returns every permission, in plain words, by area. Every role has `team.read`, so only keys offer it. */
export function usePermissionAreas(): PermissionArea[] {
  const { t } = useLingui()
  return [
    {
      title: t`Inbox`,
      permissions: [
        { key: 'inbox.read', label: t`Read messages` },
        { key: 'inbox.reply', label: t`Send messages` },
        { key: 'messages.off_shift', label: t`Text people off shift anyway` },
        { key: 'messages.export', label: t`Export conversations` },
        { key: 'replies.manage', label: t`Manage saved replies, keywords, and phrases` },
        { key: 'phrases.review', label: t`Review translations of phrases` },
      ],
    },
    {
      title: t`Contacts`,
      permissions: [
        { key: 'contacts.read', label: t`View contacts` },
        { key: 'contacts.edit', label: t`Add and edit contacts` },
        { key: 'contacts.sensitive', label: t`See sensitive fields` },
        { key: 'contacts.export', label: t`Export contacts` },
        { key: 'contacts.erase', label: t`Erase contacts` },
        { key: 'fields.manage', label: t`Manage custom fields` },
        { key: 'groups.read', label: t`View groups` },
        { key: 'groups.edit', label: t`Add and edit groups` },
      ],
    },
    {
      title: t`Broadcasts`,
      permissions: [
        { key: 'broadcasts.read', label: t`View broadcasts` },
        { key: 'broadcasts.draft', label: t`Write broadcasts` },
        { key: 'broadcasts.send', label: t`Send broadcasts` },
        { key: 'broadcasts.approve', label: t`Approve broadcasts` },
      ],
    },
    {
      title: t`Organization`,
      permissions: [
        { key: 'analytics.view', label: t`View the dashboard` },
        { key: 'team.read', label: t`View the team` },
        { key: 'team.manage', label: t`Manage the team` },
        { key: 'organization.manage', label: t`Change settings` },
        { key: 'lines.manage', label: t`Manage numbers` },
        { key: 'billing.manage', label: t`Manage billing` },
        { key: 'api.manage', label: t`Manage API keys and webhooks` },
        { key: 'records.manage', label: t`Manage retention, legal holds and records` },
      ],
    },
  ]
}
