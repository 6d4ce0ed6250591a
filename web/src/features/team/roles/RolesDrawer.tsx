import { mayGrant } from '@crewline/contract/holders'
import type { CustomRole } from '@crewline/contract/roles'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash, IconUserShield } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../../shared/lib/session/select.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { RecordDrawer } from '../../../shared/ui/overlay/RecordDrawer.tsx'
import entryClasses from '../../../shared/ui/settings/EntryList.module.css'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { useCustomRolesQuery } from '../api.ts'
import classes from '../Team.module.css'
import { DeleteRole } from './DeleteRole.tsx'
import { RoleForm } from './RoleForm.tsx'

type Open = { kind: 'form'; role: CustomRole | undefined } | { kind: 'delete'; role: CustomRole }

function RoleList({ onOpen }: { onOpen: (open: Open) => void }) {
  const { t } = useLingui()
  const me = useSession(({ auth }) => auth.user)
  const { data: roles, isError, refetch } = useCustomRolesQuery()
  if (isError && !roles) return <StatePanel kind="error" onRetry={() => void refetch()} />
  if (!roles) return <SkeletonRows count={3} />
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => onOpen({ kind: 'form', role: undefined })}
    >
      <Trans>Add role</Trans>
    </Button>
  )
  if (roles.length === 0) {
    return (
      <StatePanel
        kind="firstUse"
        icon={IconUserShield}
        title={t`No custom roles yet`}
        text={t`Add one when no built-in role fits, such as a shift lead who can text but not see the dashboard.`}
        action={add}
      />
    )
  }
  return (
    <div className={classes.form}>
      <ul className={entryClasses.list}>
        {roles.map((role) => {
          const { id, name, members, permissions } = role
          const mayChange = me ? mayGrant(me, { role: 'custom', permissions }) : false
          return (
            <li key={id} className={entryClasses.entry}>
              <div className={entryClasses.about}>
                <bdi className={entryClasses.name}>{name}</bdi>
                <p className={entryClasses.words}>
                  <Plural value={members} _0="No one has it" one="# teammate" other="# teammates" />
                </p>
              </div>
              {mayChange && (
                <>
                  <ActionIcon aria-label={t`Edit the role ${name}`} onClick={() => onOpen({ kind: 'form', role })}>
                    <IconPencil size={18} stroke={1.75} />
                  </ActionIcon>
                  <ActionIcon aria-label={t`Delete the role ${name}`} onClick={() => onOpen({ kind: 'delete', role })}>
                    <IconTrash size={18} stroke={1.75} />
                  </ActionIcon>
                </>
              )}
            </li>
          )
        })}
      </ul>
      <div>{add}</div>
    </div>
  )
}

/** The custom roles of the organization: add, change and delete. */
export default function RolesDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const isForm = open?.kind === 'form'
  return (
    <>
      <RecordDrawer
        isOpen
        onClose={onClose}
        title={isForm ? (open.role ? t`Edit role` : t`New role`) : t`Custom roles`}
      >
        {isForm ? <RoleForm role={open.role} onDone={close} /> : <RoleList onOpen={setOpen} />}
      </RecordDrawer>
      {open?.kind === 'delete' && <DeleteRole role={open.role} onClose={close} />}
    </>
  )
}
