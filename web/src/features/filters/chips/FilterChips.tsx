import type { FilterNode, Rule } from '@crewline/contract/filters'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { FilterChip } from '../../../shared/ui/table/FilterChip.tsx'
import type { FilterField } from '../filter-field.ts'
import { RulePopover } from './RulePopover.tsx'
import { plainRules, withRule } from './chips.ts'
import { formatRule } from '../words.ts'

const AdvancedFilter = lazy(() => import('../tree/AdvancedFilter.tsx'))

export interface FilterChipsProps {
  /** Undefined when there is no filter. */
  filter: FilterNode | undefined
  /** Called with a filter of complete rules only, or undefined when the last one is removed. */
  onChange: (filter: FilterNode | undefined) => void
  fields: readonly FilterField[]
}

/** Which chip is open: a rule by its index, a new one, or the builder. */
type Open = number | 'new' | 'advanced' | undefined

/**
 * Shows the filter as chips, one per rule, and a button that adds one; a nested filter is one chip that opens the
 * builder.
 */
export function FilterChips({ filter, onChange, fields }: FilterChipsProps) {
  const { t, i18n } = useLingui()
  const [open, setOpen] = useState<Open>()
  const rules = plainRules(filter)
  const canAdd = withRule(filter, undefined, { field: '', cmp: 'empty' }) !== undefined
  const close = () => setOpen(undefined)
  const put = (rule: Rule, at: number | undefined) => {
    close()
    const next = withRule(filter, at, rule)
    if (next) onChange(next)
  }
  const shared = { fields, onClose: close, onAdvanced: () => setOpen('advanced') }
  return (
    <>
      {rules?.map((rule, at) => {
        const ruleText = formatRule(rule, fields, i18n)
        return (
          <RulePopover
            key={at}
            {...shared}
            isOpen={open === at}
            title={ruleText}
            rule={rule}
            onApply={(next) => put(next, at)}
            target={
              <FilterChip
                label={ruleText}
                onEdit={() => setOpen(at)}
                onRemove={() => {
                  const remaining = rules.toSpliced(at, 1)
                  onChange(remaining.length > 0 ? { op: 'and', children: remaining } : undefined)
                }}
              />
            }
          />
        )
      })}
      {filter && !rules && (
        <FilterChip
          label={t`Advanced filter`}
          onEdit={() => setOpen('advanced')}
          onRemove={() => onChange(undefined)}
        />
      )}
      {canAdd && (
        <RulePopover
          {...shared}
          isOpen={open === 'new'}
          title={t`Add a filter`}
          onApply={(rule) => put(rule, undefined)}
          target={
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconPlus size={16} stroke={1.75} />}
              aria-expanded={open === 'new'}
              onClick={() => setOpen(open === 'new' ? undefined : 'new')}
            >
              <Trans>Filter</Trans>
            </Button>
          }
        />
      )}
      {open === 'advanced' && (
        <Suspense fallback={null}>
          <AdvancedFilter
            filter={filter}
            fields={fields}
            onClose={close}
            onApply={(next) => {
              close()
              onChange(next)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
