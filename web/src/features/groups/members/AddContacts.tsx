import type { FilterNode } from '@crewline/contract/filters'
import type { Group } from '@crewline/contract/groups'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { RecordDrawer } from '../../../shared/ui/overlay/RecordDrawer.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { completeOf, FilterBuilder, isUnfinished, useFilterFields } from '../../filters/index.ts'
import { useGroupValues } from '../api.ts'
import { FilterPreview } from '../edit/FilterPreview.tsx'
import classes from '../Groups.module.css'
import { useAddToGroupMutation } from './members-api.ts'
import { PickContacts } from './PickContacts.tsx'
import { useGroupRefusal } from '../edit/useGroupRefusal.ts'

export interface AddContactsProps {
  group: Group
  onClose: () => void
}

/** Adds contacts to a group: picked by name or number, or everyone a filter matches now. */
export default function AddContacts({ group, onClose }: AddContactsProps) {
  const { t } = useLingui()
  const describeError = useGroupRefusal()
  const { data: groups } = useGroupValues()
  const fields = useFilterFields(groups)
  const [how, setHow] = useState<'pick' | 'filter'>('pick')
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map())
  const [filter, setFilter] = useState<FilterNode>()
  const [add, { isLoading }] = useAddToGroupMutation()
  const rules = completeOf(filter, fields)
  const [isSubmitted, setSubmitted] = useState(false)
  // An incomplete condition would be left out, and more people added than it says.
  const hasUnfinished = how === 'filter' && isUnfinished(filter, fields)
  const isReady = how === 'pick' ? picked.size > 0 : rules !== undefined

  async function submit(): Promise<void> {
    setSubmitted(true)
    if (hasUnfinished) return
    const selection =
      how === 'pick'
        ? { contacts: [...picked.keys()] }
        : { selectedAll: true, ...(rules && { audience: { filter: rules } }) }
    const { data, error } = await add({ id: group.id, selection })
    if (!data) return toast.inApp({ type: 'error', title: t`Couldn't add people`, message: describeError(error) })
    const there = plural(data.duplicates, { one: '# was already in the group.', other: '# were already in the group.' })
    toast.inApp({
      type: 'success',
      title: plural(data.added, { one: 'Added # contact', other: 'Added # contacts' }),
      message: data.duplicates > 0 ? there : group.name,
    })
    onClose()
  }

  return (
    <RecordDrawer
      isOpen
      onClose={onClose}
      title={t`Add people to ${group.name}`}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={isLoading} disabled={!isReady} onClick={() => void submit()}>
            {how === 'filter' ? (
              <Trans>Add everyone who matches</Trans>
            ) : picked.size === 0 ? (
              <Trans>Add people</Trans>
            ) : (
              <Plural value={picked.size} one="Add # contact" other="Add # contacts" />
            )}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <SegmentedControl
          fullWidth
          aria-label={t`Who to add`}
          value={how}
          onChange={(value) => setHow(value === 'filter' ? 'filter' : 'pick')}
          data={[
            { value: 'pick', label: t`By name` },
            { value: 'filter', label: t`By filter` },
          ]}
        />
        {group.type === 'dynamic' && (
          <p className={classes.note}>
            <Trans>People you add here are always included, even if they don't match the rules.</Trans>
          </p>
        )}
        {how === 'pick' ? (
          <PickContacts groupId={group.id} picked={picked} onPick={setPicked} />
        ) : (
          <>
            <FilterBuilder filter={filter} onChange={setFilter} fields={fields} isNarrow />
            {isSubmitted && hasUnfinished && (
              <p className={classes.problem} role="alert">
                <Trans>Complete or remove the unfinished conditions.</Trans>
              </p>
            )}
            <FilterPreview filter={rules} />
          </>
        )}
      </div>
    </RecordDrawer>
  )
}
