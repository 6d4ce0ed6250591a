import type { Contact } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Popover, Select } from '@mantine/core'
import { Link } from 'react-router'
import { useCan } from '../../../shared/lib/session/select.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useGroupValues } from '../../groups/index.ts'
import { useChangeGroupsMutation } from '../related-api.ts'
import classes from './Drawer.module.css'
import { WhyInGroup } from './WhyInGroup.tsx'

/** Lists the groups of a contact, each with the reason; adding and removing can be undone. */
export function GroupsTab({ contact }: { contact: Contact }) {
  const { t } = useLingui()
  const canEdit = useCan('groups.edit') && !contact.archived
  const { data: all = [] } = useGroupValues()
  const [change, { isLoading }] = useChangeGroupsMutation()
  const describeError = useErrorText()
  const mine = new Set(contact.groups.map(({ id }) => id))
  const kindOf = (id: string) => all.find((group) => group.id === id)?.type
  const others = all.filter(({ id, type }) => !mine.has(id) && (type === 'static' || type === 'dynamic'))

  async function move(group: { id: string; name: string }, isIn: boolean): Promise<void> {
    const requestChange = (isAdding: boolean) =>
      change({ contactId: contact.id, add: isAdding ? [group.id] : [], remove: isAdding ? [] : [group.id] })
    const { error } = await requestChange(isIn)
    if (error) return toast.failed(error, { title: t`Couldn't change groups`, message: describeError(error) })
    toast.undo({
      message: isIn ? t`Added to ${group.name}.` : t`Removed from ${group.name}.`,
      onUndo: () => void requestChange(!isIn),
    })
  }
  return (
    <>
      {contact.groups.length === 0 && <StatePanel kind="done" compact title={t`Not in any group`} />}
      <ul className={classes.groups} aria-label={t`Groups`}>
        {contact.groups.map((group) => (
          <li key={group.id} className={classes.group}>
            <Link to={`/dashboard/groups/${group.id}`} className={classes.groupName}>
              <bdi>{group.name}</bdi>
            </Link>
            <Popover width={320} position="bottom-end" withinPortal trapFocus returnFocus>
              <Popover.Target>
                <Button size="compact-xs" variant="subtle" color="gray" aria-label={t`Why they're in ${group.name}`}>
                  <Trans>Why?</Trans>
                </Button>
              </Popover.Target>
              <Popover.Dropdown aria-label={t`Why they're in ${group.name}`}>
                <WhyInGroup groupId={group.id} contactId={contact.id} />
              </Popover.Dropdown>
            </Popover>
            {canEdit && (kindOf(group.id) === 'static' || kindOf(group.id) === 'dynamic') && (
              <CloseButton
                size={28}
                aria-label={t`Remove from ${group.name}`}
                disabled={isLoading}
                onClick={() => void move(group, false)}
              />
            )}
          </li>
        ))}
      </ul>
      {canEdit && others.length > 0 && (
        <Select
          key={contact.groups.length}
          label={t`Add to a group`}
          placeholder={t`Choose a group`}
          searchable
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={null}
          nothingFoundMessage={t`No groups match`}
          disabled={isLoading}
          onChange={(id) => {
            const group = others.find((candidate) => candidate.id === id)
            if (group) void move(group, true)
          }}
        />
      )}
    </>
  )
}
