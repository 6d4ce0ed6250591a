import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconArrowMerge,
  IconBan,
  IconDots,
  IconForms,
  IconHistory,
  IconListCheck,
  IconPlus,
  IconSitemap,
  IconUpload,
  IconUserCheck,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../../shared/lib/session/select.ts'

const RecentChanges = lazy(() => import('./RecentChanges.tsx'))

export interface PageActionsProps {
  canEdit: boolean
  onAdd: () => void
  /** The import moves into the menu, to save space. */
  isPhone: boolean
  /** Starts selecting, where rows have no checkboxes. */
  onSelect?: () => void
}

/** The actions of the contacts page: import, new contact, fields, duplicates, opt-outs, recent bulk actions. */
export function PageActions({ canEdit, onAdd, isPhone, onSelect }: PageActionsProps) {
  const { t } = useLingui()
  const [showsChanges, setShowsChanges] = useState(false)
  // The family page itself shows whether there are related organizations. Access by a parent needs no `sync`.
  const hasFamily = useSession(
    ({ auth }) => auth.features?.sync === true || Boolean(auth.organization?.parentOrganizationId),
  )
  return (
    <>
      {canEdit && (
        <>
          {!isPhone && (
            <Button
              variant="default"
              component={Link}
              to="/dashboard/contacts/import"
              leftSection={<IconUpload size={16} stroke={1.75} />}
            >
              <Trans context="action">Import</Trans>
            </Button>
          )}
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onAdd}>
            <Trans>Add contact</Trans>
          </Button>
        </>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t`More`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown aria-label={t`More`}>
          {onSelect && (
            <Menu.Item leftSection={<IconListCheck size={16} stroke={1.75} />} onClick={onSelect}>
              <Trans>Select</Trans>
            </Menu.Item>
          )}
          {isPhone && canEdit && (
            <Menu.Item
              component={Link}
              to="/dashboard/contacts/import"
              leftSection={<IconUpload size={16} stroke={1.75} />}
            >
              <Trans context="action">Import</Trans>
            </Menu.Item>
          )}
          <Menu.Item
            component={Link}
            to="/dashboard/contacts/fields"
            leftSection={<IconForms size={16} stroke={1.75} />}
          >
            <Trans>Fields</Trans>
          </Menu.Item>
          <Menu.Item
            component={Link}
            to="/dashboard/contacts/duplicates"
            leftSection={<IconArrowMerge size={16} stroke={1.75} />}
          >
            <Trans>Duplicates</Trans>
          </Menu.Item>
          <Menu.Item
            component={Link}
            to="/dashboard/contacts/opt-outs"
            leftSection={<IconBan size={16} stroke={1.75} />}
          >
            <Trans>Opt-outs</Trans>
          </Menu.Item>
          {canEdit && (
            <Menu.Item
              component={Link}
              to="/dashboard/contacts/repair"
              leftSection={<IconUserCheck size={16} stroke={1.75} />}
            >
              <Trans>Fix contacts</Trans>
            </Menu.Item>
          )}
          {canEdit && (
            <Menu.Item leftSection={<IconHistory size={16} stroke={1.75} />} onClick={() => setShowsChanges(true)}>
              <Trans>Recent changes</Trans>
            </Menu.Item>
          )}
          {hasFamily && (
            <Menu.Item
              component={Link}
              to="/dashboard/contacts/family"
              leftSection={<IconSitemap size={16} stroke={1.75} />}
            >
              <Trans>Parent organization</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {showsChanges && (
        <Suspense fallback={null}>
          <RecentChanges onClose={() => setShowsChanges(false)} />
        </Suspense>
      )}
    </>
  )
}
