import type { Use } from '@crewline/contract/fields'
import type { Group } from '@crewline/contract/groups'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group as Row, Loader } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { pathOfUse } from '../../../shared/lib/path-of-use.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { useDeleteGroupMutation, useGroupUsesQuery } from '../api.ts'
import classes from '../Groups.module.css'
import { useGroupRefusal } from '../edit/useGroupRefusal.ts'

export interface DeleteGroupProps {
  group: Group
  onClose: () => void
  onDeleted: () => void
}

function UseLink({ use }: { use: Use }) {
  const { t } = useLingui()
  const kinds: Record<Use['type'], string> = {
    group: t`Smart group`,
    reply: t`Saved reply`,
    view: t`Saved view`,
    inbox_view: t`Inbox view`,
    member: t`Teammate`,
    field: t`Custom field`,
    import: t`Import`,
    broadcast: t`Broadcast`,
    celebration: t`Celebration`,
    form: t`Form`,
    opt_in_page: t`Opt-in page`,
    hr: t`HR system`,
    webhook: t`Webhook`,
    chat_channel: t`Chat channel`,
    single_sign_on: t`Single sign-on`,
  }
  return (
    <li>
      <span className={classes.quiet}>{kinds[use.type]}</span>{' '}
      <Anchor component={Link} to={pathOfUse(use)}>
        <bdi>{use.name}</bdi>
      </Anchor>
    </li>
  )
}

/** Confirms the deletion of a group; while it is in use, shows what to change first. */
export default function DeleteGroup({ group, onClose, onDeleted }: DeleteGroupProps) {
  const { t } = useLingui()
  const describeError = useGroupRefusal()
  const uses = useGroupUsesQuery(group.id, { refetchOnMountOrArgChange: true })
  const [remove, { isLoading }] = useDeleteGroupMutation()
  const [problem, setProblem] = useState('')
  const usedBy = uses.data?.usedBy
  const { name } = group

  async function confirm(): Promise<void> {
    const { data, error } = await remove(group.id)
    if (data) return onDeleted()
    // A new use may have blocked the deletion.
    const { data: now } = await uses.refetch()
    if (!now || now.usedBy.length === 0) setProblem(describeError(error))
  }

  const isUsed = usedBy !== undefined && usedBy.length > 0
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isUsed ? t`“${name}” is still in use` : t`Delete the group “${name}”?`}
      size={440}
      withCloseButton={false}
    >
      {uses.isError ? (
        <StatePanel kind="error" compact onRetry={() => void uses.refetch()} />
      ) : usedBy === undefined ? (
        <Loader size={20} role="status" aria-label={t`Loading`} />
      ) : isUsed ? (
        <>
          <p className={classes.plain}>
            <Plural
              value={usedBy.length}
              one="It's used in # place. Remove it there first."
              other="It's used in # places. Remove it there first."
            />
          </p>
          <ul className={classes.uses}>
            {usedBy.map((use) => (
              <UseLink key={`${use.type}${use.id}`} use={use} />
            ))}
          </ul>
        </>
      ) : (
        <p className={classes.plain}>
          <Plural
            value={group.contactCount}
            one="The # contact in it won't be deleted."
            other="The # contacts in it won't be deleted."
          />
        </p>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Row justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {isUsed ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
        </Button>
        {!isUsed && (
          <Button color="red" loading={isLoading} disabled={usedBy === undefined} onClick={() => void confirm()}>
            <Trans>Delete group</Trans>
          </Button>
        )}
      </Row>
    </Dialog>
  )
}
