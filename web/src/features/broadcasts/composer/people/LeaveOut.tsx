import type { BroadcastAudience } from '@crewline/contract/broadcast-audience'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Group, NumberInput } from '@mantine/core'
import { useCan } from '../../../../shared/lib/session/select.ts'
import { FilterChip } from '../../../../shared/ui/table/FilterChip.tsx'
import { FilterChips, useFilterFields } from '../../../filters/index.ts'
import { useGroupValues } from '../../../groups/index.ts'
import classes from '../Fields.module.css'
import type { Draft } from '../useDraft.ts'
import { GroupSelect } from './GroupSelect.tsx'
import { PersonSelect } from './PersonSelect.tsx'
import { usePartText } from './usePartText.ts'

const hoursMax = 720
const usualHours = 24

/** Leaves out some of the chosen people: groups, a filter, single people, and who was texted lately. */
export function LeaveOut({ draft }: { draft: Draft }) {
  const { t } = useLingui()
  const { exclude } = draft.content.audience
  const { groupIds, contactIds, filter, textedWithinHours, partOf } = exclude
  const { data: groups } = useGroupValues({ skip: !useCan('groups.read') })
  const fields = useFilterFields(groups)
  const describePart = usePartText()
  const change = (part: Partial<BroadcastAudience['exclude']>) =>
    draft.changeAudience({ exclude: { ...exclude, ...part } })
  return (
    <div className={classes.choices}>
      <GroupSelect
        label={t`Groups to leave out`}
        groups={groups}
        chosen={groupIds}
        onChoose={(ids) => change({ groupIds: ids })}
      />
      <div role="group" aria-label={t`Leave out people who match`}>
        <p className={classes.label}>
          <Trans>People who match</Trans>
        </p>
        <Group gap="xs">
          {partOf && <FilterChip label={describePart(partOf)} onRemove={() => change({ partOf: undefined })} />}
          <FilterChips filter={filter} onChange={(next) => change({ filter: next })} fields={fields} />
        </Group>
      </div>
      <PersonSelect
        label={t`People to leave out`}
        chosen={contactIds}
        onChoose={(ids) => change({ contactIds: ids })}
      />
      <div className={classes.inline}>
        <Checkbox
          checked={textedWithinHours !== undefined}
          onChange={(event) => change({ textedWithinHours: event.currentTarget.checked ? usualHours : undefined })}
          label={t`Anyone we texted recently`}
        />
        {textedWithinHours !== undefined && (
          <NumberInput
            className={classes.number ?? ''}
            aria-label={t`Texted in the last hours`}
            suffix={t` hours`}
            min={1}
            max={hoursMax}
            clampBehavior="strict"
            allowDecimal={false}
            value={textedWithinHours}
            onChange={(value) => typeof value === 'number' && value >= 1 && change({ textedWithinHours: value })}
          />
        )}
      </div>
    </div>
  )
}
