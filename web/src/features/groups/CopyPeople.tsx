import type { Group } from '@crewline/contract/groups'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group as Row, Modal, Select, Stack } from '@mantine/core'
import { skipToken } from '@reduxjs/toolkit/query'
import { useState, type FormEvent } from 'react'
import type { Picks } from '../../shared/ui/picks.ts'
import { SubmitButton } from '../../shared/ui/SubmitButton.tsx'
import { toast } from '../../shared/ui/toast.tsx'
import { useFilterPreviewQuery, useGroupValues } from './api.ts'
import classes from './Groups.module.css'
import { useCopyGroupMutation } from './people-api.ts'
import { copyOf } from './picked-people.ts'
import { useGroupRefusal } from './useGroupRefusal.ts'

export interface CopyPeopleProps {
  group: Group
  picks: Picks
  /** What the list is narrowed to. */
  search: string
  /** How many are copied; everybody of the group when absent. */
  count?: number
  onClose: () => void
}

/** How many people of one group are in another already; undefined while only some are copied. */
function useAlreadyThere(groupId: string, targetId: string | null, isWhole: boolean): number | undefined {
  const { currentData } = useFilterPreviewQuery(
    isWhole && targetId !== null
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

/** Copies people of a group into another one that is made by hand. */
export default function CopyPeople({ group, picks, search, count = group.contactCount, onClose }: CopyPeopleProps) {
  const { t } = useLingui()
  const wordsFor = useGroupRefusal()
  const { data: groups = [] } = useGroupValues()
  const [targetId, setTargetId] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [copy, copied] = useCopyGroupMutation()
  const isWhole = picks.isAll && picks.ids.size === 0 && search === ''
  const already = useAlreadyThere(group.id, targetId, isWhole)
  const targets = groups.filter(({ id, type }) => type === 'static' && id !== group.id)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    event.stopPropagation()
    const target = targets.find(({ id }) => id === targetId)
    if (!target) return
    const { data, error } = await copy(copyOf({ groupId: group.id, search, picks }, target.id))
    if (!data) return setProblem(wordsFor(error))
    const there = plural(data.duplicates, { one: '# was there already.', other: '# were there already.' })
    toast.inApp({
      type: 'success',
      title: plural(data.added, { one: 'Copied # person', other: 'Copied # people' }),
      message: data.duplicates > 0 ? there : target.name,
    })
    onClose()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Copy people to another group`}
      size={440}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {targets.length === 0 ? (
            <p className={classes.quiet}>
              <Trans>There is no other manual group. Make one first.</Trans>
            </p>
          ) : (
            <Select
              label={t`To group`}
              description={t`Only manual groups take copies.`}
              data={targets.map(({ id, name }) => ({ value: id, label: name }))}
              value={targetId}
              onChange={setTargetId}
              searchable
              nothingFoundMessage={t`No groups match`}
              data-autofocus
            />
          )}
          <p className={classes.plain} role="status">
            <Plural value={count} one="# person is copied." other="# people are copied." />{' '}
            {already !== undefined && already > 0 && (
              <Plural value={already} one="# is already there." other="# are already there." />
            )}
          </p>
          {problem && (
            <p className={classes.problem} role="alert">
              {problem}
            </p>
          )}
          <Row justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <SubmitButton
              isSending={copied.isLoading}
              {...(targetId === null && { offBecause: t`Choose a group first.` })}
            >
              <Plural value={count} one="Copy # person" other="Copy # people" />
            </SubmitButton>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}
