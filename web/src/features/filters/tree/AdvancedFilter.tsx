import type { FilterNode } from '@crewline/contract/filters'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { FilterBuilder } from './FilterBuilder.tsx'
import type { FilterField } from '../filter-field.ts'
import { completeOf } from '../rules.ts'

export interface AdvancedFilterProps {
  filter: FilterNode | undefined
  fields: readonly FilterField[]
  /** Called with complete rules only; undefined when none are left. */
  onApply: (filter: FilterNode | undefined) => void
  onClose: () => void
}

/** The filter builder over a list: nothing is filtered until it is applied. */
export default function AdvancedFilter({ filter, fields, onApply, onClose }: AdvancedFilterProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [draft, setDraft] = useState(filter)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Advanced filter`}
      size={760}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <FilterBuilder filter={draft} onChange={setDraft} fields={fields} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button onClick={() => onApply(completeOf(draft, fields))}>
          <Trans>Apply</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}
