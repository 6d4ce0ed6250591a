import type { Group } from '@crewline/contract/groups'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconPencil, IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { isRefusal } from '../../shared/api/send.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { everything } from '../../shared/ui/table/selection.ts'
import { Screen } from '../../shared/ui/Screen.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useSettledLoading } from '../../shared/ui/feedback/useSettledLoading.ts'
import { useOneGroupQuery } from './api.ts'
import { canEditMembers, isEditableGroup } from './group-rules.ts'
import { GroupSummary } from './edit/GroupSummary.tsx'
import { GroupMenu } from './list/GroupMenu.tsx'
import { Members } from './members/Members.tsx'
import { useContactsTabs } from './useContactsTabs.ts'

const GroupDrawer = lazy(() => import('./edit/GroupDrawer.tsx'))
const AddContacts = lazy(() => import('./members/AddContacts.tsx'))
const CopyContacts = lazy(() => import('./members/CopyContacts.tsx'))
const DeleteGroup = lazy(() => import('./list/DeleteGroup.tsx'))

/** The dialog open over the page of a group. */
type Over = 'edit' | 'add' | 'copy' | 'delete' | undefined

/** Loads one group, which live events keep up to date while it is evaluated. */
function useGroup(id: string) {
  const query = useOneGroupQuery(id, { refetchOnMountOrArgChange: true })
  return { ...query, group: query.currentData?.group }
}

function GroupPage({ group }: { group: Group }) {
  const navigate = useNavigate()
  const tabs = useContactsTabs('groups')
  const canEdit = useCan('groups.edit')
  const [over, setOver] = useState<Over>()
  const close = () => setOver(undefined)
  const mayChange = canEdit && isEditableGroup(group)
  const mayAdd = canEdit && canEditMembers(group)
  return (
    <Screen
      title={group.name}
      isNamedByMembers={group.type !== 'system'}
      tabs={tabs}
      actions={
        <>
          {mayChange && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} stroke={1.75} />}
              onClick={() => setOver('edit')}
            >
              <Trans>Edit</Trans>
            </Button>
          )}
          {mayAdd && (
            <Button leftSection={<IconUserPlus size={16} stroke={1.75} />} onClick={() => setOver('add')}>
              <Trans>Add people</Trans>
            </Button>
          )}
          {canEdit && <GroupMenu group={group} onCopy={() => setOver('copy')} onDelete={() => setOver('delete')} />}
        </>
      }
    >
      <GroupSummary group={group} />
      <Members group={group} onAdd={mayAdd ? () => setOver('add') : undefined} />
      <Suspense fallback={null}>
        {over === 'edit' && <GroupDrawer group={group} onClose={close} onSaved={close} />}
        {over === 'add' && <AddContacts group={group} onClose={close} />}
        {over === 'copy' && <CopyContacts group={group} picks={everything} search="" onClose={close} />}
        {over === 'delete' && (
          <DeleteGroup group={group} onClose={close} onDeleted={() => void navigate('/dashboard/groups')} />
        )}
      </Suspense>
    </Screen>
  )
}

/** A group and its contacts. */
export default function GroupScreen() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const { group, data, isError, error, refetch } = useGroup(id)
  const showSkeleton = useSettledLoading(group === undefined && !isError)
  if (group) return <GroupPage key={group.id} group={group} />
  if (isError && !(isRefusal(error) && error.status < 500 && error.status > 0))
    return (
      <Screen title={t`Group`}>
        <StatePanel kind="error" onRetry={() => void refetch()} />
      </Screen>
    )
  if (isError || data)
    return (
      <Screen title={t`Group`}>
        <StatePanel
          kind="noMatch"
          title={t`Group not found`}
          text={t`It was deleted, or you don't have access to it.`}
          action={
            <Anchor component={Link} to="/dashboard/groups">
              <Trans>Go to groups</Trans>
            </Anchor>
          }
        />
      </Screen>
    )
  return <Screen title={t`Group`}>{showSkeleton && <SkeletonRows count={8} withAvatar />}</Screen>
}
