import type { Group } from '@crewline/contract/groups'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import type { Picks } from '../../../shared/ui/table/selection.ts'
import { FormDialog } from '../../../shared/ui/overlay/FormDialog.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useFilterPreviewQuery, useGroupValues } from '../api.ts'
import classes from '../Groups.module.css'
import { useCopyGroupMutation } from './members-api.ts'
import { copyOf } from './picked-contacts.ts'
import { useGroupRefusal } from '../edit/useGroupRefusal.ts'

export interface CopyContactsProps {
  group: Group
  picks: Picks
  /** The search that narrows the list. */
  search: string
  /** The number of contacts to copy; defaults to the whole group. */
  count?: number
  onClose: () => void
}

/** Returns how many contacts of a group are in the target already; undefined when only some are copied. */
function useAlreadyThere(groupId: string, targetId: string | null, isWholeGroup: boolean): number | undefined {
  const { currentData } = useFilterPreviewQuery(
    isWholeGroup && targetId !== null
      ? {
          op: 'and',
          children: [
            { field: 'group', cmp: 'member_of', value: [groupId] },
            { field: 'group', cmp: 'member_of', value: [targetId] },
          ],
        }
      : skipToken,
  )
  return currentData?.isMore ? undefined : currentData?.count
}

/** Copies contacts of a group into another static group. */
export default function CopyContacts({ group, picks, search, count = group.contactCount, onClose }: CopyContactsProps) {
  const { t } = useLingui()
  const describeError = useGroupRefusal()
  const { data: groups = [] } = useGroupValues()
  const [targetId, setTargetId] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [copy, copied] = useCopyGroupMutation()
  const isWholeGroup = picks.isAll && picks.ids.size === 0 && search === ''
  const already = useAlreadyThere(group.id, targetId, isWholeGroup)
  const targets = groups.filter(({ id, type }) => type === 'static' && id !== group.id)

  async function submit(): Promise<void> {
    const target = targets.find(({ id }) => id === targetId)
    if (!target) return
    const { data, error } = await copy(copyOf({ groupId: group.id, search, picks }, target.id))
    if (!data) return setProblem(describeError(error))
    const there = plural(data.duplicates, { one: '# was already in the group.', other: '# were already in the group.' })
    toast.inApp({
      type: 'success',
      title: plural(data.added, { one: 'Copied # contact', other: 'Copied # contacts' }),
      message: data.duplicates > 0 ? there : target.name,
    })
    onClose()
  }

  return (
    <FormDialog
      title={t`Copy people to another group`}
      size={440}
      submit={plural(count, { one: 'Copy # contact', other: 'Copy # contacts' })}
      isSending={copied.isLoading}
      problem={problem}
      offBecause={targetId === null ? t`Choose a group first.` : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {targets.length === 0 ? (
        <p className={classes.quiet}>
          <Trans>There's no other manual group. Create one first.</Trans>
        </p>
      ) : (
        <Select
          label={t`Copy to`}
          description={t`You can only copy to manual groups.`}
          data={targets.map(({ id, name }) => ({ value: id, label: name }))}
          value={targetId}
          onChange={setTargetId}
          searchable
          nothingFoundMessage={t`No groups match`}
          data-autofocus
        />
      )}
      <p className={classes.plain} role="status">
        <Plural value={count} one="# contact will be copied." other="# contacts will be copied." />{' '}
        {already !== undefined && already > 0 && (
          <Plural value={already} one="# is already there." other="# are already there." />
        )}
      </p>
    </FormDialog>
  )
}
